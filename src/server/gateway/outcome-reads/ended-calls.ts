/**
 * What is left to read of the calls of batches, newest batch first: the own record of each call that was answered, or of which nobody told
 * how it ended, and the pages of calls that ended and were not seen. Which records were read is in the database; the rest is found again
 * after a restart.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type BatchCall, type BatchCallList, pageLimit } from '#contract/index.ts'
import { callPageRead } from '../batches/call-pages.ts'
import { hasEnded } from '../cache/call-end.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import { findBatchWorkspace } from '../calls/batch-workspace.ts'
import type { Channel } from '../cluster/cluster.ts'
import { countEndedRows, reportedRows } from '../facts/coverage.ts'
import { progressReads } from '../registry/batches.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dayMs } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import { unreadRecord } from '../store/tables/facts.ts'
import type { OutcomeWork } from './outcome-reads.ts'

/** Records that one statement finds. */
const recordsPerQuery = 20
/** The pages of a running batch are read when so many more of its calls have ended, or after this time. */
const endedPerRound = 10
const maxRoundAgeMs = 5 * 60_000
/** A record that cannot be read so often counts as one that tells nothing. */
const maxFailures = 3
/** A batch of which something could not be read is left alone for so long. */
const failedPauseMs = 60_000
/** Ended calls in events of the service that wait to be read. */
const maxAnnounced = 1_000
/** Unless it is known to have one, the service has no history if it has none of so many batches that have ended. One may be late. */
const batchesWithoutHistory = 2

/** A batch of which something may be left to read. */
interface OpenBatch {
  startedAt: number
  /** Jobs whose records are read next. */
  jobs: string[]
  /** Reads that tell to which of several workspaces the batch belongs; null: not looked up yet. */
  places: Read[] | null
  /** Pages on which all calls have ended, from 0. */
  fullPages: Set<number>
  /** Pages that were read since this round began. */
  round: Set<number>
  /** Where the next round begins: the page with the last calls that had ended. */
  cursor: number
  roundEndedAt: number
  pauseUntil: number
  /** Calls on a page: the service may give fewer than are asked for. */
  pageSize: number
  isComplete: boolean
  /** All pages were read since it was complete, or the service does not know the batch. */
  isListed: boolean
}

const recordRead = (batchId: string, jobId: string): Read => ({
  name: 'batchCallShow',
  params: { batchId, jobId },
  query: {},
  workspace: null,
})

/**
 * @param deps.retentionDays how long calls are kept: older batches are not read
 * @param deps.learn takes an answer of the service; resolves when it is stored
 */
export function createEndedCalls(deps: {
  store: Store
  workspaces: readonly { id: string }[]
  capabilities: Pick<Capabilities, 'isKnown' | 'mayHave'>
  retentionDays: () => Promise<number>
  learn: (read: Read, data: unknown) => Promise<void>
  cluster: Channel
  clock: Clock
}) {
  const { store, workspaces, capabilities, retentionDays, learn, cluster, clock } = deps
  let open: Map<string, OpenBatch> | null = null
  /** Batches of which nothing is left to read for now, for what is known of their pages. */
  const done = new LRUCache<string, OpenBatch>(atMost(1_000))
  /** Batches that have ended and of which the service has no history, since it last had one. */
  const withoutHistory = new Set<string>()
  const announced = new Map<string, Read>()
  let wasAnnounced = false
  let notifyMore = () => {}
  const failures = new LRUCache<string, number>(atMost(1_000))

  const opened = (startedAt: number): OpenBatch => ({
    startedAt,
    jobs: [],
    places: null,
    fullPages: new Set(),
    round: new Set(),
    cursor: 0,
    roundEndedAt: -Infinity,
    pauseUntil: 0,
    pageSize: pageLimit.most,
    isComplete: false,
    isListed: false,
  })

  const selectBatches = () =>
    store.selectFrom('known_batches').select(['batch_id', sql<number>`coalesce(started_at, seen_at)`.as('startedAt')])

  async function openAll(): Promise<Map<string, OpenBatch>> {
    const since = clock.now() - (await retentionDays()) * dayMs
    const rows = await selectBatches()
      .where((eb) => eb.or([eb('seen_at', '>', since), eb('complete', '=', 0)]))
      .execute()
    return new Map(rows.map(({ batch_id, startedAt }) => [batch_id, opened(startedAt)]))
  }

  async function findJobs(batchId: string): Promise<string[]> {
    const rows = await store
      .selectFrom('call_facts')
      .select('job_id')
      .where('batch_id', '=', batchId)
      .where(sql.raw<boolean>(unreadRecord))
      .orderBy('at', 'desc')
      .limit(recordsPerQuery)
      .execute()
    return [...new Set(rows.flatMap(({ job_id }) => job_id ?? []))]
  }

  /** The next page with calls that ended and were not seen; null: there is none for now. */
  async function findPage(batchId: string, batch: OpenBatch): Promise<number | null> {
    if (batch.isListed) return null
    const row = await store
      .selectFrom('known_batches')
      .select(['progress', 'complete'])
      .where('batch_id', '=', batchId)
      .executeTakeFirst()
    const { total, ended } = reportedRows(row?.progress ?? null)
    if (total === null || ended === null) return null
    const isComplete = row?.complete === 1
    // A page that was read before the end is read again.
    if (isComplete && !batch.isComplete) batch.round.clear()
    batch.isComplete = isComplete
    const unseen = ended - ((await countEndedRows(store, [batchId])).get(batchId)?.told ?? 0)
    const isDue = unseen >= endedPerRound || clock.steady() - batch.roundEndedAt >= maxRoundAgeMs
    const isNeeded = isComplete
      ? unseen > 0 || (await lacksRows(batchId, total))
      : unseen > 0 && (isDue || batch.round.size > 0)
    if (!isNeeded) return null
    const pages = Math.ceil(total / batch.pageSize)
    for (let step = 0; step < pages; step += 1) {
      const page = (batch.cursor + step) % pages
      if (!batch.fullPages.has(page) && !batch.round.has(page)) return page
    }
    batch.isListed = isComplete
    return null
  }

  /** Whether rows of a complete batch were never listed, so that their places in the file are unknown. */
  async function lacksRows(batchId: string, total: number): Promise<boolean> {
    if ((await retentionDays()) === 0) return false
    const listed = await store
      .selectFrom('batch_rows')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('batch_id', '=', batchId)
      .where('position', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(listed.count) < total
  }

  /** Whether the record of a call was read. */
  async function isRead({ batchId = '', jobId = '' }: Read['params']): Promise<boolean> {
    const found = store.selectFrom('call_facts').select('id').where('batch_id', '=', batchId)
    return (
      (await found.where('job_id', '=', jobId).where('record', 'is not', null).limit(1).executeTakeFirst()) !==
      undefined
    )
  }

  /** A transcript is kept in the workspace of its call, which a record does not name. The history of each workspace does. */
  async function findPlaces(batchId: string): Promise<Read[]> {
    const hasNone = withoutHistory.size >= batchesWithoutHistory || !capabilities.mayHave('history')
    const isAsked = workspaces.length > 1 && (capabilities.isKnown('history') || !hasNone)
    if (!isAsked || (await findBatchWorkspace(store, batchId))) return []
    const query = { batchId, page: 1, limit: 1 }
    return workspaces.map(({ id }) => ({ name: 'callHistory', params: {}, query, workspace: id }))
  }

  async function nextOf(batchId: string, batch: OpenBatch): Promise<Read | null> {
    if (batch.jobs.length === 0) batch.jobs = await findJobs(batchId)
    if (batch.jobs.length > 0) batch.places ??= await findPlaces(batchId)
    const place = batch.places?.shift()
    if (place) return place
    const jobId = batch.jobs.shift()
    if (jobId !== undefined) return recordRead(batchId, jobId)
    const page = await findPage(batchId, batch)
    return page === null ? null : callPageRead(batchId, page + 1)
  }

  /** Whether nothing more is asked about the workspace of a call. If something is, it is the next of its batch to be read after that. */
  async function isPlaced({ batchId = '', jobId = '' }: Read['params']): Promise<boolean> {
    const batch = open?.get(batchId) ?? done.get(batchId) ?? opened(clock.now())
    batch.places ??= await findPlaces(batchId)
    if (batch.places.length === 0) return true
    batch.jobs = [jobId, ...batch.jobs.filter((other) => other !== jobId)]
    open?.set(batchId, batch)
    return false
  }

  async function next(): Promise<Read | null> {
    open ??= await openAll()
    // Every second read is of the newest batch, however many calls are announced.
    const latest = wasAnnounced ? undefined : [...announced].at(-1)
    wasAnnounced = latest !== undefined
    if (latest) {
      announced.delete(latest[0])
      if (!(await isRead(latest[1].params)) && (await isPlaced(latest[1].params))) return latest[1]
    }
    const newestFirst = [...open].toSorted(([, a], [, b]) => b.startedAt - a.startedAt)
    for (const [batchId, batch] of newestFirst) {
      if (batch.pauseUntil > clock.steady()) continue
      const read = await nextOf(batchId, batch)
      if (read) return read
      // It is opened again when its progress is read.
      if (batch.round.size > 0) batch.roundEndedAt = clock.steady()
      batch.round.clear()
      done.set(batchId, batch)
      open.delete(batchId)
      await yieldToEventLoop()
    }
    return null
  }
  /** Records that a call's own record was read. @param tells whether it says what came of the call */
  const recordAsRead = (batchId: string, jobId: string, tells: boolean) =>
    store
      .updateTable('call_facts')
      .set({ record: tells ? 1 : 0 })
      .where('batch_id', '=', batchId)
      .where('job_id', '=', jobId)
      .where(sql.raw<boolean>(unreadRecord))
      .execute()

  async function onHistory(batchId: string, places: Read[] | null | undefined, isThere: boolean): Promise<void> {
    if (isThere) return withoutHistory.clear()
    // No other workspace has one.
    places?.splice(0)
    const ended = selectBatches().where('batch_id', '=', batchId).where('complete', '=', 1)
    if (await ended.executeTakeFirst()) withoutHistory.add(batchId)
  }

  async function onAnswer(read: Read, data: unknown): Promise<void> {
    const { batchId = '', jobId } = read.params
    failures.delete(failureKey(read))
    const places = read.name === 'callHistory' ? open?.get(`${read.query.batchId}`)?.places : null
    try {
      if (data !== null) await learn(read, data)
    } catch (error) {
      // What it says is not stored.
      places?.push(read)
      throw error
    }
    if (read.name === 'callHistory') return onHistory(`${read.query.batchId}`, places, data !== null)
    if (jobId !== undefined) {
      const { result } = (data ?? {}) as Partial<BatchCall>
      await recordAsRead(batchId, jobId, Boolean(result && (result.outcome !== '' || result.transcript.length > 0)))
      return
    }
    const batch = open?.get(batchId)
    if (!batch) return
    const page = Number(read.query.page) - 1
    batch.round.add(page)
    batch.isListed = data === null
    if (data === null) return
    const { calls, pagination } = data as BatchCallList
    if (pagination.limit > 0) batch.pageSize = Math.min(pagination.limit, pageLimit.most)
    const ended = calls.filter(({ status }) => hasEnded({ state: status })).length
    if (ended > 0) batch.cursor = page
    if (calls.length > 0 && ended === calls.length) batch.fullPages.add(page)
  }

  const failureKey = ({ name, params, query, workspace }: Read) =>
    JSON.stringify([name, params.batchId ?? query.batchId, params.jobId, workspace])

  function onFailure(read: Read): void {
    const { name, params, query } = read
    const { batchId = `${query.batchId}`, jobId = '' } = params
    const batch = open?.get(batchId)
    if (batch) batch.pauseUntil = clock.steady() + failedPauseMs
    const key = failureKey(read)
    const count = (failures.get(key) ?? 0) + 1
    failures.set(key, count)
    if (name === 'callHistory' && count < maxFailures) batch?.places?.push(read)
    if (name === 'batchCallShow' && count >= maxFailures) void recordAsRead(batchId, jobId, false).catch(() => {})
  }

  function onCallEnded({ batchId, jobId }: Record<string, string>): void {
    if (batchId && jobId && announced.size < maxAnnounced)
      announced.set(`${batchId}/${jobId}`, recordRead(batchId, jobId))
    notifyMore()
  }
  cluster.subscribe('serviceEvent', ({ event, ids }) => {
    if (event === 'call.completed' || event === 'call.failed') onCallEnded(ids)
  })

  return {
    work: {
      next,
      onAnswer,
      onFailure,
      onMore: (listener) => {
        notifyMore = listener
      },
    } satisfies OutcomeWork,

    /** Learns from a read of the service that more calls of a batch may have ended. */
    async observe({ name, params: { batchId } }: Read): Promise<void> {
      if (!open || batchId === undefined || !progressReads.includes(name) || open.has(batchId)) return
      const known = done.get(batchId)
      const row = known ?? (await selectBatches().where('batch_id', '=', batchId).executeTakeFirst())
      if (row) open.set(batchId, known ?? opened(row.startedAt))
      notifyMore()
    },

    /** Reads the record of a call before others, because an event announced its end. */
    onCallEnded,
  }
}
