/**
 * The results of a batch: its calls that were seen, put together by row. They are read in slices of an index, so that other requests run in
 * between.
 */
import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import {
  type BatchFigures,
  type BatchReason,
  type BatchResults,
  type BatchWithFigures,
  type CallCount,
  type CallOutcome,
  foldText,
  isAnswered,
  longTalkSeconds,
} from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import type { CallFactTable } from '../store/tables/facts.ts'
import { countEndedRows, coverageOfRows, type ReportedRows, readReportedRows, reportedRows } from './coverage.ts'

/** Calls that one statement reads: more than a row can have. */
const callsPerSlice = 2_000

const ofIndex = ['job_id', 'at', 'state', 'outcome', 'duration', 'attempt', 'local_hour', 'outcome_source'] as const
export type SeenCall = Pick<CallFactTable, Exclude<(typeof ofIndex)[number], 'job_id'>> & { job_id: string }

/**
 * Reads the calls of a batch that were seen, row by row.
 *
 * @param onRow gets the calls of a row in their order, at least one
 * @param jobIds reads only these rows
 */
export async function readRows<Extra extends 'reason' | 'room_name'>(
  store: Store,
  batchId: string,
  extra: readonly Extra[],
  onRow: (calls: readonly (SeenCall & Pick<CallFactTable, Extra>)[]) => void,
  jobIds?: readonly string[],
): Promise<void> {
  type Call = SeenCall & Pick<CallFactTable, Extra>
  for (let after = ''; ; ) {
    const calls = (await store
      .selectFrom('call_facts')
      .select([...ofIndex, ...extra])
      .where('batch_id', '=', batchId)
      .where('job_id', '>', after)
      .$if(jobIds !== undefined, (query) => query.where('job_id', 'in', jobIds ?? []))
      .orderBy('job_id')
      .orderBy('at')
      .limit(callsPerSlice)
      .execute()) as unknown as Call[]
    const isLast = calls.length < callsPerSlice
    const cutOff = isLast ? null : calls.at(-1)?.job_id
    const rows = Map.groupBy(
      // Further calls of the last row may follow in the next slice.
      calls.filter(({ job_id }) => job_id !== cutOff),
      ({ job_id }) => job_id,
    )
    for (const [jobId, ofRow] of rows) {
      onRow(ofRow)
      after = jobId
    }
    if (isLast || rows.size === 0) return
    await yieldToEventLoop()
  }
}

const isTimed = ({ outcome, duration }: SeenCall) => isAnswered(outcome) && duration !== null
const isLongTalk = ({ outcome, duration }: SeenCall) => isAnswered(outcome) && (duration ?? 0) > longTalkSeconds

/** Collects calls by a key, as counts of calls do. */
function createGroups() {
  const groups = new Map<string, CallCount>()
  return {
    add(key: string, call: SeenCall): void {
      const group = groups.get(key) ?? { key, name: null, outcomes: {}, longTalks: 0, talkSeconds: 0, timed: 0 }
      groups.set(key, {
        ...group,
        outcomes: { ...group.outcomes, [call.outcome]: (group.outcomes[call.outcome] ?? 0) + 1 },
        longTalks: group.longTalks + (isLongTalk(call) ? 1 : 0),
        talkSeconds: group.talkSeconds + (isTimed(call) ? (call.duration ?? 0) : 0),
        timed: (group.timed ?? 0) + (isTimed(call) ? 1 : 0),
      })
    },
    /** In the order of their numbers; what is not known comes last. */
    list: (): CallCount[] =>
      [...groups.values()].toSorted((a, b) => Number(a.key === '') - Number(b.key === '') || +a.key - +b.key),
  }
}

/** The figures of rows, one after the other. */
function createFigures() {
  const figures = { called: 0, answered: 0, talked: 0, calls: 0, talkSeconds: 0, timed: 0 }
  const outcomes: Partial<Record<CallOutcome, number>> = {}
  return {
    figures,
    outcomes,
    add: (calls: readonly SeenCall[]): void => {
      const last = calls.at(-1)
      if (!last) return
      figures.called += 1
      if (calls.some(({ outcome }) => isAnswered(outcome))) figures.answered += 1
      if (calls.some(isLongTalk)) figures.talked += 1
      outcomes[last.outcome] = (outcomes[last.outcome] ?? 0) + 1
      figures.calls += calls.length
      const timed = calls.filter(isTimed)
      if (timed.length > 0) figures.timed += 1
      for (const { duration } of timed) figures.talkSeconds += duration ?? 0
    },
  }
}

/** Rows of a batch as the service counts them, and how much is known of those that have ended. */
async function countRows(store: Store, batchId: string, reported: ReportedRows) {
  return { rows: reported.total, ...coverageOfRows((await countEndedRows(store, [batchId])).get(batchId), reported) }
}

/**
 * The figures of a batch. Sends nothing to the service.
 *
 * @param progress as `known_batches` stores it; null: not read yet
 */
export async function readBatchFigures(store: Store, batchId: string, progress: string | null): Promise<BatchFigures> {
  const { figures, outcomes, add } = createFigures()
  await readRows(store, batchId, [], add)
  return { ...(await countRows(store, batchId, reportedRows(progress))), ...figures, outcomes }
}

/** Batches in one answer. */
const maxBatches = 500

/** The batches that began in a period, the latest first, with their figures. Sends nothing to the service. */
export async function listBatchFigures(
  store: Store,
  {
    from,
    to,
    agentId,
    batchId,
  }: { from: number; to: number; agentId?: string | undefined; batchId?: string | undefined },
): Promise<{ batches: Omit<BatchWithFigures, 'agentName'>[]; hasMore: boolean }> {
  const found = await store
    .selectFrom('known_batches')
    .select(['batch_id', 'name', 'agent_id', 'started_at', 'progress', 'complete'])
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId ?? ''))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .orderBy('started_at', 'desc')
    .limit(maxBatches + 1)
    .execute()
  const batches: Omit<BatchWithFigures, 'agentName'>[] = []
  for (const batch of found.slice(0, maxBatches)) {
    batches.push({
      batchId: batch.batch_id,
      name: batch.name,
      agentId: batch.agent_id,
      startedAt: batch.started_at,
      isComplete: batch.complete === 1,
      ...(await readBatchFigures(store, batch.batch_id, batch.progress)),
    })
    await yieldToEventLoop()
  }
  return { batches, hasMore: found.length > maxBatches }
}

/** The same for two spellings of a reason, such as "No answer" and "no_answer". */
const foldReason = (reason: string): string => foldText(reason.replaceAll('_', ' ').trim())
const reasonKeys = new LRUCache<string, string>({ max: 1_000 })
/** A short name of a reason that reveals none of its words. A batch has many rows with the same few reasons. */
export function reasonKey(reason: string): string {
  const known = reasonKeys.get(reason)
  if (known !== undefined) return known
  const key = createHash('sha256').update(foldReason(reason)).digest('hex').slice(0, 12)
  reasonKeys.set(reason, key)
  return key
}

/** The figures of a batch with all reasons, and by attempt and local hour. Sends nothing to the service. */
export async function readBatchResults(store: Store, batchId: string): Promise<BatchResults> {
  const { figures, outcomes, add } = createFigures()
  const reasons = new Map<string, BatchReason>()
  const attempts = createGroups()
  const hours = createGroups()
  await readRows(store, batchId, ['reason'], (calls) => {
    add(calls)
    for (const call of calls) {
      attempts.add(`${call.attempt ?? ''}`, call)
      hours.add(`${call.local_hour ?? ''}`, call)
    }
    const last = calls.at(-1)
    if (last?.state !== 'failed') return
    const key = reasonKey(last.reason)
    const known = reasons.get(key) ?? { key, reason: last.reason, rows: 0 }
    reasons.set(key, { ...known, rows: known.rows + 1 })
  })
  return {
    ...(await countRows(store, batchId, await readReportedRows(store, batchId))),
    ...figures,
    outcomes,
    reasons: [...reasons.values()].toSorted((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1)),
    attempts: attempts.list(),
    hours: hours.list(),
  }
}
