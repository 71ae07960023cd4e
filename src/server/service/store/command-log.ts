/**
 * Every request that is meant to change something, written down before it does, and whether it did: so that a test can count
 * effects in the database, also after a crash. Refused for its key, the limit or its form: not in it. Not of the interface.
 */
import type { ServiceEndpointName } from '#contract/index.ts'
import type { Database } from './database.ts'

interface ArrivedCommand {
  at: number
  organisation: string
  endpoint: ServiceEndpointName
  params: Record<string, string>
  /** The body, or the fields of an upload. */
  fields: unknown
  sender: string
}

/** ms */
const retentionMs = 24 * 3_600_000

/** Ids only: no numbers, no texts. */
function idsIn(params: Record<string, string>, fields: unknown): Record<string, string> {
  const named = Object.entries((fields ?? {}) as Record<string, unknown>)
  const action = ((fields ?? {}) as { metadata?: { action?: unknown } }).metadata?.action
  const ids = [...named, ['action', action] as const].filter(
    (entry): entry is [string, string] => /(Id|^action)$/.test(entry[0]) && typeof entry[1] === 'string',
  )
  return { ...Object.fromEntries(ids), ...params }
}

/** Writes it down. @returns what `hadEffect` takes */
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

/** It was done, whatever becomes of the answer. */
export async function recordEffect(database: Database, seq: number): Promise<void> {
  await database.updateTable('command').set({ effect: 1 }).where('seq', '=', seq).execute()
}
