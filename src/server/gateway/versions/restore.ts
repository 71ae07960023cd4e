/** Restores versions: through the ledger, as the update or the creation that an administrator could also send. */
import {
  type EndpointDefinition,
  type Operator,
  type RestorePlan,
  type ServiceCommandName,
  serviceEndpoints,
} from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import { type Fields, idIn, kinds, type RecordKey, recordKey } from './kinds.ts'
import { notKept, planRestoration, type ResolveAgent } from './restore-plan.ts'
import {
  agentNamesIn,
  bodyOf,
  isDeletion,
  latestVersion,
  restoredAs,
  type VersionRow,
  versionsOf,
} from './version-rows.ts'
import type { RestoredIds, Versions } from './versions.ts'

interface Caller {
  operator: Operator
  requester: Requester
  workspace: string
}

/** Performs a command of the service, as `createCommands` does. */
type Perform = (
  command: {
    name: ServiceCommandName
    params: Record<string, string>
    body: unknown
    key: string | undefined
    ids: Record<string, string>
  },
  caller: Caller,
) => Promise<unknown>

/** How often an agent can have been restored under a new id before the search for its current id ends. */
const maxRestorations = 20

export type Restore = ReturnType<typeof createRestore>

export function createRestore(deps: {
  store: Store
  versions: Versions
  snapshots: Snapshots
  ledger: Pick<Ledger, 'findAnswer'>
  perform: Perform
}) {
  const { store, versions, snapshots, ledger, perform } = deps

  /** Finds out what became of the agent that a version names. */
  async function agentResolver({ kind, workspace }: RecordKey, version: Fields): Promise<ResolveAgent> {
    const { agentField, agentKind } = kinds[kind]
    const named = agentField === null ? undefined : version[agentField]
    if (agentKind === null || typeof named !== 'string') return (agentId) => agentId
    let id = named
    for (let count = 0; count < maxRestorations; count += 1) {
      const key = recordKey(agentKind, id, workspace)
      const latest = await latestVersion(store, key)
      if (!latest || !isDeletion(latest.cause)) return () => id
      const next = await restoredAs(store, key)
      if (next === null) return () => null
      id = next
    }
    return () => null
  }

  const numbered = (key: RecordKey, number: number): Promise<VersionRow | undefined> =>
    versionsOf(store, key).where('v.number', '=', number).executeTakeFirst()

  /** What a restoration would change by the latest version; null if there is no such version, or nothing is known of it. */
  async function plan(key: RecordKey, number: number): Promise<RestorePlan | null> {
    const [row, latest] = [await numbered(key, number), await latestVersion(store, key)]
    const version = row && bodyOf(row)
    if (!version || !latest) return null
    const current = isDeletion(latest.cause) ? null : bodyOf(latest)
    const { body, changes, notes, missing } = planRestoration(
      key.kind,
      version,
      current,
      await agentResolver(key, version),
    )
    const mode = body === null ? 'none' : current === null ? 'create' : 'update'
    const agentNames = await agentNamesIn(store, key, changes)
    return { mode, latest: latest.number, changes, agentNames, notes, missing: mode === 'none' ? [] : missing }
  }

  /**
   * Restores a version. Reads the record first: one request more than the command.
   *
   * @param latest the latest version that the operator saw
   * @returns null if there is no such version, or nothing is known of it
   * @throws Refusal `record_changed` 409 if there is a later version; `nothing_to_restore` and `cannot_restore` 409; and as a command
   */
  async function restore(
    key: RecordKey,
    number: number,
    { latest: seenNumber, idempotencyKey }: { latest: number; idempotencyKey: string | undefined },
    caller: Caller,
  ): Promise<{ recordId: string; notKept: string[] } | null> {
    const { kind, recordId } = key
    const earlier = await ledger.findAnswer(caller.operator, idempotencyKey)
    if (earlier) return { recordId: idIn(earlier.answer as Fields) ?? recordId, notKept: [] }
    const row = await numbered(key, number)
    const version = row && bodyOf(row)
    if (!version) return null
    const { show, idName, create, change } = kinds[kind]
    const needsWorkspace = (serviceEndpoints[show] as EndpointDefinition).workspace
    const workspace = needsWorkspace ? caller.workspace : null
    const read = { name: show, params: { [idName]: recordId }, query: {}, workspace }
    const snapshot = await snapshots.readFresh(read, 'reads', caller.requester)
    await versions.settled()
    const latest = await latestVersion(store, key)
    // guard: restored-over-what-was-seen
    if (latest?.number !== seenNumber) throw recordChanged()
    if (snapshot.refusal && snapshot.refusal.status !== 404) throw refusal(snapshot.refusal)
    const current = snapshot.refusal ? null : (snapshot.data as Fields)
    const { body, missing } = planRestoration(kind, version, current, await agentResolver(key, version))
    if (body === null) throw nothingToRestore()
    // guard: restored-record-is-complete
    if (missing.length > 0) throw cannotRestore(missing)
    const ids: Required<RestoredIds> = { restoredFrom: recordId, restoredVersion: `${number}` }
    const command = current === null ? { name: create, params: {} } : { name: change, params: { [idName]: recordId } }
    const answer = (await perform({ ...command, body, key: idempotencyKey, ids: { ...ids } }, caller)) as Fields
    return { recordId: idIn(answer) ?? recordId, notKept: notKept(kind, body, answer) }
  }

  return { plan, restore }
}

const recordChanged = () =>
  refusal({
    status: 409,
    code: 'record_changed',
    message:
      'There is a later version than the one that was compared. Nothing was sent. Compare with the latest version.',
  })

const nothingToRestore = () =>
  refusal({
    status: 409,
    code: 'nothing_to_restore',
    message: 'The record is already as it was in this version. Nothing was sent.',
  })

const cannotRestore = (missing: readonly string[]) =>
  refusal({
    status: 409,
    code: 'cannot_restore',
    message: `This version has no value for required fields: ${missing.join(', ')}. Nothing was sent.`,
  })
