/**
 * A log of commands (requests that change something): recorded before they run, and marked once they had their effect, so that
 * tests can count effects even after a crash. Requests that fail authentication, the rate limit or parsing are not recorded.
 * Not part of the service's interface.
 */
import { idPattern, type ServiceEndpointName } from '#contract/index.ts'
import type { Database } from './database.ts'

interface ArrivedCommand {
  /** Epoch ms. */
  at: number
  organisation: string
  endpoint: ServiceEndpointName
  params: Record<string, string>
  /** The body, or the fields of an upload. */
  fields: unknown
  sender: string
}

/** How long commands stay in the log. */
const retentionMs = 24 * 3_600_000

/** The IDs and the action of a command. Phone numbers and texts are not logged. */
function idsIn(params: Record<string, string>, fields: unknown): Record<string, string> {
  const entries = Object.entries((fields ?? {}) as Record<string, unknown>)
  const action = ((fields ?? {}) as { metadata?: { action?: unknown } }).metadata?.action
  const ids = [...entries, ['action', action] as const].filter(
    (entry): entry is [string, string] =>
      /(Id|^action)$/.test(entry[0]) && typeof entry[1] === 'string' && idPattern.test(entry[1]),
  )
  return { ...Object.fromEntries(ids), ...params }
}

/** Records a command before it runs. @returns its number, for `recordEffect` */
export async function recordCommand(database: Database, command: ArrivedCommand): Promise<number> {
  const { at, organisation, endpoint, params, fields, sender } = command
  await database
    .deleteFrom('command')
    .where('at', '<', at - retentionMs)
    .execute()
  const ids = JSON.stringify(idsIn(params, fields))
  const { seq } = await database
    .insertInto('command')
    .values({ at, organisation, endpoint, ids, sender, effect: 0 })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** Records that the command had its effect, even if its answer gets lost. */
export async function recordEffect(database: Database, seq: number): Promise<void> {
  await database.updateTable('command').set({ effect: 1 }).where('seq', '=', seq).execute()
}
