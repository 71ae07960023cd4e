/** What goes wrong in running batches, from the calls that were seen: technical failures, and people who should not have been called. */
import {
  countHarm,
  failuresIn,
  type HarmCount,
  harmRule,
  isHarmful,
  mayFail,
  type ReadFailures,
  reachedOutcomes,
  readFailures,
} from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import type { BatchRow, Progress } from './batches.ts'

/** Failed calls of a batch whose reasons are counted at once. */
const maxCountedFailures = 1_000

/** Of each batch that may be failing: its latest failed calls whose reason is known, and those with a technical one. */
export async function failuresOfBatches(store: Store, rows: readonly BatchRow[]): Promise<Map<string, ReadFailures>> {
  const counts = new Map<string, ReadFailures>()
  for (const { batch_id: batchId, progress, complete } of rows) {
    if (complete || progress === null || !mayFail(JSON.parse(progress) as Progress)) continue
    const latest = store
      .selectFrom('call_facts')
      .select('reason')
      .where('batch_id', '=', batchId)
      .where('job_id', 'is not', null)
      .where('state', '=', 'failed')
      .where('reason', '<>', '')
      .orderBy('job_id', 'desc')
      .limit(maxCountedFailures)
    const calls = await latest.execute()
    counts.set(batchId, readFailures(failuresIn(calls.map(({ reason }) => ({ status: 'failed', error: reason })))))
  }
  return counts
}

/** The first calls of a batch that reached a person, and what they came to. */
export const harmIn = async (store: Store, batchId: string): Promise<HarmCount> =>
  countHarm(
    await store
      .selectFrom('call_facts')
      .select(['outcome', 'outcome_source', 'duration'])
      .where('batch_id', '=', batchId)
      .where('job_id', 'is not', null)
      .where('outcome', 'in', reachedOutcomes)
      // A guess from a transcript rests on a line of it.
      .where('outcome_source', 'in', ['transcript', 'person'])
      .orderBy('at')
      .orderBy('job_id')
      .limit(harmRule.first)
      .execute(),
  )

/** Of each running batch that calls too many people who should not have been called: how many. */
export async function harmOfBatches(store: Store, rows: readonly BatchRow[]): Promise<Map<string, HarmCount>> {
  const counts = new Map<string, HarmCount>()
  for (const { batch_id: batchId, complete } of rows) {
    const count = complete ? null : await harmIn(store, batchId)
    if (count && isHarmful(count)) counts.set(batchId, count)
  }
  return counts
}
