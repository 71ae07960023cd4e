/**
 * Reads what came of calls, in the lowest lane of the request budget: lists of a batch's calls carry no result, only one call's own record
 * does, and nobody waits for it. Only one of the gateways that share a database reads. It reads one thing at a time, spread over the
 * minute, so that people find free slots.
 */
import { Refusal, type RefusalData } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Poller } from '../cache/poller.ts'
import type { Read } from '../cache/read.ts'
import { readDirectly } from '../cache/read-directly.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Budget } from '../upstream/budget.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'

/** How soon to look again for something to read, for room in the budget, and after a failure. */
const idleMs = 5_000
const busyMs = 500
const failedMs = 5_000
const requester = { operator: '', page: 'outcomes' }

/** What is left to read, the most important first. */
export interface OutcomeWork {
  /** null: everything is read. */
  next: () => Promise<Read | null>
  /** @param data null: the service does not know what was read */
  onAnswer: (read: Read, data: unknown) => Promise<void>
  onFailure: (read: Read) => void
  /** Calls back when there may be more to read. */
  onMore: (listener: () => void) => void
}

/** Reads whose answers people may see, so that they take the place of older ones. */
const forEverybody: ReadonlySet<string> = new Set(['activeCallShow', 'conversationShow', 'conversationList'])

/** Whether the service has nothing to answer. One that refuses the history of a batch does not have that either. */
function isNone({ by, status }: RefusalData, { name, query }: Read): boolean {
  const isOfBatch = name === 'callHistory' && query.batchId !== undefined
  return by === 'service' && (isOfBatch ? [400, 404, 410, 422] : [404, 410]).includes(status)
}

/**
 * Starts reading.
 *
 * @param deps.works what is left to read, the most urgent first
 * @param deps.share how much of the plan it may use; 0: nothing is read
 */
export function createOutcomeReads(deps: {
  works: readonly OutcomeWork[]
  share: () => Promise<number>
  requestService: RequestService
  snapshots: Pick<Snapshots, 'refresh'>
  budget: Budget
  poller: Pick<Poller, 'spareReads' | 'setLowestLaneWaiting'>
  serviceHealth: Pick<ServiceHealth, 'retryPauseMs'>
  cluster: Pick<Cluster, 'isLeader'>
  clock: Clock
  log: Log
}) {
  const { works, share, snapshots, budget, poller, serviceHealth, cluster, clock, log } = deps
  let timer: NodeJS.Timeout | undefined
  let pending: Promise<void> = Promise.resolve()
  let isClosed = false
  /** Whether everything was read when this last looked, and a timer runs until it looks again. */
  let isIdle = false
  /** What is read as soon as there is room. */
  let next: { work: OutcomeWork; read: Read } | null = null
  let lastWork: OutcomeWork | null = null

  /** Whether this gateway may read at all. */
  async function mayRead(): Promise<boolean> {
    budget.setOutcomeShare(await share())
    // guard: one-gateway-reads-outcomes
    return budget.outcomesPerMinute > 0 && cluster.isLeader() && serviceHealth.retryPauseMs === null
  }

  /** The most urgent work has at most every second read while there is another, however much of it there is. */
  async function findNext(): Promise<typeof next> {
    const [urgent, ...others] = works
    for (const work of urgent && urgent === lastWork ? [...others, urgent] : works) {
      const read = await work.next()
      if (!read) continue
      lastWork = work
      return { work, read }
    }
    return null
  }

  /** @returns null if the service does not know what is read */
  async function answerOf(read: Read): Promise<unknown> {
    if (!forEverybody.has(read.name)) return readDirectly(deps, read, 'outcomes', requester, 0)
    return (await snapshots.refresh(read, 'outcomes', requester, 0)).data ?? null
  }

  /** How long the budget has no room, ms; 0: something may be read now. */
  function waitMs(): number {
    const now = clock.steady()
    const opensAt = budget.nextAt('outcomes', now)
    if (opensAt > now) return Math.min(opensAt - now, idleMs)
    const used = budget.sentLastMinute(now).filter(({ lane }) => lane === 'outcomes').length
    return /* guard: watched-reads-come-first */ used < poller.spareReads() ? 0 : busyMs
  }

  /** @returns when to go on, ms from now; null: everything is read */
  async function readNext(): Promise<number | null> {
    const isAllowed = await mayRead()
    if (isAllowed) next ??= await findNext()
    // What is watched leaves room only while there is something to read.
    poller.setLowestLaneWaiting(isAllowed && next !== null)
    if (!isAllowed) return idleMs
    if (!next) return null
    const wait = waitMs()
    if (wait > 0) return wait
    const { work, read } = next
    next = null
    const startedAt = clock.steady()
    try {
      await work.onAnswer(read, await answerOf(read))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'over_budget') {
        next = { work, read }
        return busyMs
      }
      if (!isNone(error.data, read)) {
        work.onFailure(read)
        return failedMs
      }
      await work.onAnswer(read, null)
    }
    return Math.max(0, startedAt + 60_000 / budget.outcomesPerMinute - clock.steady())
  }

  function run(): void {
    isIdle = false
    pending = readNext()
      .catch((error: unknown) => {
        if (!isDatabaseFault(error)) log.error({ error: String(error) }, 'could not read what came of calls')
        return failedMs
      })
      .then((delayMs) => {
        if (isClosed) return
        isIdle = delayMs === null
        timer = setTimeout(run, Math.ceil(delayMs ?? idleMs)).unref()
      })
  }
  for (const { onMore } of works)
    onMore(() => {
      if (!isIdle || isClosed) return
      clearTimeout(timer)
      run()
    })
  run()

  /** Stops reading. Resolves when nothing is being read. */
  return async function close(): Promise<void> {
    isClosed = true
    clearTimeout(timer)
    await pending
  }
}
