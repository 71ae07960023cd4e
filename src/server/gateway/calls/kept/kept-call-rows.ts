/** Changes what is stored of calls, finds kept calls that have just ended, and deletes old ones. */
import { sql } from 'kysely'
import type { TranscriptLine } from '#contract/index.ts'
import { isSqlite } from '#server/database/open.ts'
import type { Store } from '../../store/store.ts'
import type { KeptLine } from './kept-lines.ts'

/** The most rows that one statement deletes. */
const rowsPerDeletion = 500

/** What is known of a call when it has ended. */
export interface EndedKeptCall {
  workspace: string
  roomName: string
  batchId: string | null
  /** E.164, as the service reported it. */
  phone: string
  sentiment: string
  /** Seconds. */
  duration: number | null
  transcript: readonly TranscriptLine[]
  /** Epoch ms. */
  endedAt: number
}

/** Lets no other gateway change the rows of calls before this transaction has ended. */
export async function lockCalls(store: Store): Promise<void> {
  if (!isSqlite(store))
    await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ' call facts'))`.execute(store)
}

/** Changes what is stored of calls in a transaction. Several gateways may see the same call at once. */
export const changeCalls = <T>(store: Store, change: (store: Store) => Promise<T>): Promise<T> =>
  store.transaction().execute(async (store) => {
    await lockCalls(store)
    return change(store)
  })

/** The kept calls in this room that ended at this moment: one in each workspace that watched it. @param endedAt epoch ms */
export async function findEndedCalls(store: Store, roomName: string, endedAt: number): Promise<EndedKeptCall[]> {
  const rows = await store
    .selectFrom('kept_calls')
    .select(['workspace', 'batch_id', 'phone', 'sentiment', 'duration', 'lines'])
    .where('room_name', '=', roomName)
    .where('ended_at', '=', endedAt)
    .execute()
  return rows.map(({ workspace, batch_id: batchId, phone, sentiment, duration, lines }) => {
    const transcript = (JSON.parse(lines) as KeptLine[]).map(({ line }) => line)
    return { workspace, roomName, batchId, phone, sentiment, duration, transcript, endedAt }
  })
}

/** Deletes the workspace's calls that were last seen at this time or before, a few at a time. @param before epoch ms */
export async function deleteKeptCalls(store: Store, workspace: string, before: number): Promise<void> {
  for (;;) {
    const rows = await store
      .selectFrom('kept_calls')
      .select('room_name')
      .where('workspace', '=', workspace)
      .where('read_at', '<=', before)
      .limit(rowsPerDeletion)
      .execute()
    if (rows.length === 0) return
    const names = rows.map(({ room_name }) => room_name)
    await store
      .deleteFrom('kept_calls')
      .where('workspace', '=', workspace)
      .where('room_name', 'in', names)
      .where('read_at', '<=', before)
      .execute()
  }
}
