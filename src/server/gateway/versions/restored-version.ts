/** A command that restores a version: an ordinary change or creation of a record, whose header `restores` names the version. */
import { readRestoredVersion, type ServiceCommandName } from '#contract/index.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { recordCommandOf, recordKey } from './kinds.ts'
import { isDeletion, latestVersion, versionsOf } from './version-rows.ts'
import type { RestoredIds, Versions } from './versions.ts'

/**
 * What such a command adds to its record: the ids that lead from the new version to the restored one, and the check that there is no later
 * version than the operator saw.
 *
 * @param header the value of the header
 * @throws Refusal 400 if the header names no version that this command can restore, 404 if the version does not exist
 */
export async function restoring(
  { store, versions }: { store: Store; versions: Versions },
  { name, params, workspace }: { name: ServiceCommandName; params: Record<string, string>; workspace: string },
  header: string,
): Promise<{ ids: Record<string, string>; inTransaction: (store: Store) => Promise<void> }> {
  const restored = readRestoredVersion(header)
  const command = recordCommandOf(name)
  const [changedId = restored?.recordId] = Object.values(params)
  if (!restored || !command || command.action === 'delete' || changedId !== restored.recordId) throw invalidVersion()
  const { recordId, number, latest: seenNumber } = restored
  const key = recordKey(command.kind, recordId, workspace)
  // What was read before this command is compared first.
  await versions.settled()
  const version = await versionsOf(store, key).where('v.number', '=', number).executeTakeFirst()
  if (!version) throw notFound('This version does not exist, or is no longer stored. Nothing was sent.')
  const ids: Required<RestoredIds> = { restoredFrom: recordId, restoredVersion: String(number) }
  return {
    ids: { ...ids },
    inTransaction: async (transaction) => {
      const latest = await latestVersion(transaction, key)
      const isSeen = latest?.number === seenNumber && isDeletion(latest.cause) === (command.action === 'create')
      // guard: restored-over-what-was-seen
      if (!isSeen) throw recordChanged()
    },
  }
}

const invalidVersion = () =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message: 'This command cannot restore such a version. Nothing was sent.',
  })

const recordChanged = () =>
  refusal({
    status: 409,
    code: 'record_changed',
    message:
      'There is a later version than the one that you compared with. Nothing was sent. Open the versions again, and compare with the latest.',
  })
