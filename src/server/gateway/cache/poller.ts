/**
 * Polls the service for the reads that operators view, within the budget. A page's own poll of the gateway marks a read as viewed. Among the
 * gateways that share a store, one polls the service for the operators of all; each gateway has the views of all.
 */
import { LRUCache } from 'lru-cache'
import { type BatchCallList, type BatchProgress, type Forecast, type Lane, Refusal } from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dateOf, minuteMs } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Requester } from '../shared/requester.ts'
import type { Budget } from '../upstream/budget.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { isApart, isDoubtful } from './absence.ts'
import { overdueMs, parseReadKey, type Snapshot, type Snapshots } from './cached-reads.ts'
import type { ChangeLog } from './change-log.ts'
import { isPersisted } from './persisted-reads.ts'
import {
  allocateRate,
  forecast as forecastOf,
  leavesSlotsForFocus,
  maxFocusIntervalMs,
  neverPolled,
  nextTurn,
  type PollGroup,
  type Watched,
} from './polling-order.ts'
import { type Read, readKey, requestOf } from './read.ts'
import { freshnessOf } from './read-rules.ts'
import type { SharedViews } from './shared-views.ts'
import { type Attention, createViews, viewTtlMs } from './views.ts'

/** How long after the last look. */
const keptForMs = 30 * minuteMs
/** What is as old is read again: an answer is under a minute old with the time of its request. */
const keptAgeMs = 50_000
/** More than any plan can keep. */
const maxReads = 500

/** The most requests in any minute: a tenth of the plan. */
const keptPerMinute = (perMinute: number): number => Math.floor(perMinute / 10)

/** The shortest time between two of these requests. */
const keptSpacingMs = (perMinute: number): number => minuteMs / keptPerMinute(perMinute)

/**
 * Lists what is kept under a minute old for half an hour after somebody last looked at it, so that it is there at once when they return.
 * That takes at most a tenth of the plan, of what would go unused.
 */
function createKeptReads({ clock }: { clock: Clock }) {
  const looks = new LRUCache<string, { read: Read; at: number }>(atMost(maxReads))

  return {
    /** Records that an operator looks at a read now. */
    look(read: Read): void {
      if (freshnessOf(read.name).isKept) looks.set(readKey(read), { read, at: clock.steady() })
    },

    /**
     * The reads to keep, as many as a tenth of the plan can keep under a minute old: lists first, then what was looked at last.
     *
     * @param mayChange whether a read may be answered otherwise now, and is not read for those who view it
     */
    list(perMinute: number, mayChange: (read: Read) => boolean): Read[] {
      const now = clock.steady()
      const isList = ({ params }: Read) => Object.keys(params).length === 0
      return [...looks.values()]
        .filter(({ at }) => /* guard: kept-for-half-an-hour */ now - at < keptForMs)
        .filter(({ read }) => mayChange(read))
        .toSorted((a, b) => Number(isList(b.read)) - Number(isList(a.read)) || b.at - a.at)
        .slice(0, Math.floor((keptPerMinute(perMinute) * keptAgeMs) / minuteMs))
        .map(({ read }) => read)
    },
  }
}

/** A read in focus that got no slot is tried again after this time. */
const retryMs = 1_000
/** The next read is chosen again at least this often. */
const replanIntervalMs = 500
/** How long the answers about polling (load, pause, forecast) are cached. */
const statisticsTtlMs = 1_000
const pollerRequester = { operator: '', page: 'watching' }
/** For what nobody watches, but somebody looked at a while ago. */
const keptRequester: Requester = { operator: '', page: 'kept', isSpare: true }

/** Whether the data cannot change any more, so that it needs no polling. */
function hasEnded(snapshot: Snapshot | undefined): boolean {
  if (!snapshot || snapshot.stale) return false
  if (snapshot.refusal) return !isDoubtful(snapshot)
  const { isComplete, summary } = (snapshot.data ?? {}) as Partial<BatchProgress & BatchCallList>
  // The list of a batch's calls says nothing else about its end.
  return isComplete === true || (summary?.waiting === 0 && summary.active === 0)
}

/** Whether the data changes only when somebody writes a message. Live data is polled first. */
const isStored = (read: Read) => read.name === 'conversationShow'

/** Creates the poller, which spends the budget's `watching` lane. @param deps.shared null: this is the only gateway */
export function createPoller(deps: {
  snapshots: Snapshots
  budget: Budget
  serviceHealth: ServiceHealth
  clock: Clock
  changeLog: ChangeLog
  log: Log
  sharedViews?: SharedViews | null
}) {
  const { snapshots, budget, serviceHealth, clock, changeLog, log, sharedViews = null } = deps
  const views = createViews({ clock })
  const keptReads = createKeptReads({ clock })
  const watchedSource = createSource()
  const pauseSource = { version: () => budget.pausedUntil }
  /** When each key was last polled, successfully or not. */
  const triedAt = new LRUCache<string, number>(atMost(2_000))
  let backgroundReads: () => readonly Read[] = () => []
  let isUrgent: (read: Read) => boolean = () => false
  let isLowestLaneWaiting = false
  const lastPolledAt: Record<PollGroup, number> = { ...neverPolled }
  /** When this gateway last chose a kept read. Its request starts later if other gateways are asked first. */
  let lastKeptAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  sharedViews?.onChange(() => {
    watchedSource.markChanged()
    schedule(0)
  })

  /**
   * Records that an operator views a read now.
   *
   * @returns whether the operator has just opened what is live: it is read at once if the budget has room
   */
  function markViewed(read: Read, attention: Attention, person: string): { hasOpenedLive: boolean } {
    if (attention !== 'background') keptReads.look(read)
    const isWatched = attention !== 'background' && freshnessOf(read.name).isWatched
    if (!isWatched) return { hasOpenedLive: false }
    const { isFirst, hasOpened } = views.record(read, attention, person)
    if (isFirst) {
      watchedSource.markChanged()
      schedule(0)
    }
    return { hasOpenedLive: hasOpened && attention === 'focus' && !isStored(read) && !hasEnded(snapshots.peek(read)) }
  }

  /** Sets the reads that are polled slowly even without viewers. */
  function setBackgroundReads(reads: () => readonly Read[]): void {
    backgroundReads = reads
    schedule(0)
  }

  /** Sets which reads are polled before others that are watched as closely. */
  function setUrgentReads(test: (read: Read) => boolean): void {
    isUrgent = test
  }

  /** Sets whether the lowest lane has something to read: reads in focus leave it what they can spare then. */
  function setLowestLaneWaiting(isWaiting: boolean): void {
    isLowestLaneWaiting = isWaiting
  }

  /** How many live reads are watched, and the seconds between two polls of a read that is not in focus. */
  function load(): { watched: number; interval: number } {
    cacheStatistics()
    const { groups, intervalMs: interval } = allocateRate({ reads: watchedReads(), ...rates() })
    const watched = groups.focus.length + groups.visible.length
    const intervalMs = groups.visible.length > 0 ? interval.visible : interval.focus
    return { watched, interval: Math.max(1, Math.round(intervalMs / 1000)) }
  }

  /** When polling resumes, epoch ms, if the service asked for a pause; else null. */
  function pausedUntil(): number | null {
    cacheStatistics()
    return budget.pausedUntil > clock.steady() ? dateOf(clock, budget.pausedUntil) : null
  }

  /** The cost of polling now, and with one more live call in focus. */
  function forecast(): Forecast {
    cacheStatistics()
    return forecastOf({ reads: watchedReads(), ...rates() })
  }

  /** How many more reads a minute fit beside what is watched and what people open; 0 while a watched read is due. */
  function spareReads(): number {
    const now = clock.steady()
    const state = { reads: watchedReads().filter(mayTry), ...rates() }
    const next = nextTurn({ ...state, lastPolledAt }, now)
    if (next && next.at <= now) return 0
    return Math.floor(state.rate * 60 - forecastOf(state).perMinute)
  }

  /** Lets the current answer be one second old, since views and budget change with every request. */
  function cacheStatistics(): void {
    addDependency(watchedSource)
    addDependency(pauseSource)
    addExpiry(clock.steady() + statisticsTtlMs)
  }

  function close(): void {
    isClosed = true
    clearTimeout(timer)
  }

  /** Whether a second reading would be too close to the first 404 to be a second witness. */
  function isTooEarly(read: Read): boolean {
    const snapshot = snapshots.peek(read)
    if (!snapshot || !isDoubtful(snapshot)) return false
    return !isApart(snapshot.missingSince ?? snapshot.readAt, clock.steady())
  }

  function watchedReads(): (Watched & { read: Read })[] {
    const viewed = allViews()
    const toWatched = (key: string, read: Read, group: PollGroup, viewers: number) => {
      const readAt = Math.max(triedAt.get(key) ?? -Infinity, snapshots.peek(read)?.readAt ?? -Infinity)
      const isOfCalls = read.name === 'activeCallShow' || read.name === 'activeCallList'
      return { key, read, group, viewers, readAt, hasChanged: hasChanged(read), isUrgent: isUrgent(read), isOfCalls }
    }
    const groupOf = (read: Read, isFocus: boolean): PollGroup => {
      if (isFocus) return isStored(read) ? 'open' : 'focus'
      return isQuiet(read) ? 'slow' : isStored(read) ? 'stored' : 'visible'
    }
    const viewedReads = [...viewed].map(([key, { read, isFocus, people }]) =>
      toWatched(key, read, groupOf(read, isFocus), people),
    )
    // Perhaps nobody looks any more at what is not found, but lists and reports have to know whether it is gone.
    const doubtfulReads = new Map(snapshots.doubtfulReads().map((read) => [readKey(read), read]))
    const slowReads = new Map(backgroundReads().map((read) => [readKey(read), read]))
    const unviewedReads = [...new Map([...slowReads, ...doubtfulReads])]
      .filter(([key]) => !viewed.has(key))
      .map(([key, read]) => toWatched(key, read, doubtfulReads.has(key) ? 'visible' : 'slow', 0))
    return [...viewedReads, ...unviewedReads].filter(
      ({ read, hasChanged }) => !isTooEarly(read) && (hasChanged || !hasEnded(snapshots.peek(read))),
    )
  }

  /** All viewed reads, of all gateways. */
  function allViews(): Map<string, { read: Read; isFocus: boolean; people: number }> {
    const ownViews = views.list()
    const all = new Map(ownViews.map(({ key, read, isFocus, people }) => [key, { read, isFocus, people }]))
    // Other gateways poll only reads that are shared.
    sharedViews?.publish(
      ownViews.filter(({ read }) => isPersisted(read)).map(({ key, isFocus, people }) => [key, isFocus, people]),
    )
    for (const [key, isFocus, people] of sharedViews?.others() ?? []) {
      const ownView = all.get(key)
      const read = ownView?.read ?? parseReadKey(key)
      if (read)
        all.set(key, { read, isFocus: isFocus || (ownView?.isFocus ?? false), people: people + (ownView?.people ?? 0) })
    }
    return all
  }

  /** Whether a new reading is expected to differ: after an event, or after an answer that proves nothing yet. */
  function hasChanged(read: Read): boolean {
    const snapshot = snapshots.peek(read)
    return snapshot !== undefined && (changeLog.changedSince(read, snapshot.readAt) || isDoubtful(snapshot))
  }

  /** Whether events report every change of the read, and have reported none since the snapshot. */
  function isQuiet(read: Read): boolean {
    const snapshot = snapshots.peek(read)
    const isNew = !snapshot || snapshot.stale || changeLog.changedSince(read, snapshot.readAt)
    return !isNew && changeLog.isCovered(read, clock.steady())
  }

  /** The rate of polling: the plan less the reserve, less what operators' reads and commands beyond the reserve used in the last minute. */
  function readsPerSecond(): number {
    const sent = budget.sentLastMinute(clock.steady())
    const countOf = (lane: Lane) => sent.filter((request) => request.lane === lane).length
    const beyondReserve = Math.max(0, countOf('commands') - budget.commandReserve)
    return Math.max(0, budget.readsPerMinute - countOf('reads') - beyondReserve) / 60
  }

  const rates = () => ({
    rate: readsPerSecond(),
    yielded: isLowestLaneWaiting ? budget.outcomesPerMinute / 60 : 0,
  })

  /** Whether the read waits for no pause of the service's health. */
  function mayTry({ read }: { read: Read }): boolean {
    const { endpoint, path } = requestOf(read)
    return serviceHealth.mayTry(clock.steady(), endpoint, path)
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => pollNext(), delayMs)
    timer.unref()
  }

  function pollNext(): void {
    const now = clock.steady()
    const all = watchedReads()
    const own = (!sharedViews || sharedViews.isPoller() ? all : selectOwnReads(all, now)).filter(mayTry)
    const next = nextTurn({ reads: own, ...rates(), lastPolledAt, isScarce: isSlotScarce(all, now) }, now)
    const isKeeping = (!next || next.at > now) && refreshKept(now)
    // Checks again soon, since the polling gateway may end at any time, and so may a pause.
    if (!next) return schedule(sharedViews || isKeeping || all.length > 0 ? replanIntervalMs : viewTtlMs)
    const waitMs = Math.max(next.at, budget.nextAt('watching', now)) - now
    // Views and budget change in the meantime.
    if (waitMs > 0) return schedule(Math.min(Math.ceil(waitMs), replanIntervalMs))
    lastPolledAt[next.group] = now
    void refresh(
      own.find(({ key }) => key === next.key),
      next.group,
    )
    schedule(0)
  }

  /**
   * Reads the oldest of the kept reads again, if it is due and its request would otherwise go unused.
   *
   * @returns whether there are kept reads
   */
  function refreshKept(now: number): boolean {
    const { perMinute } = budget.rate
    const viewed = allViews()
    const ageOf = (read: Read) =>
      now - Math.max(triedAt.get(readKey(read)) ?? -Infinity, snapshots.peek(read)?.readAt ?? now)
    const kept = keptReads.list(perMinute, (read) => !viewed.has(readKey(read)) && !hasEnded(snapshots.peek(read)))
    const oldestFirst = kept.toSorted((a, b) => ageOf(b) - ageOf(a))
    // Early enough for those after the oldest.
    const isDue = oldestFirst.some((read, index) => ageOf(read) + index * keptSpacingMs(perMinute) >= keptAgeMs)
    const [read] = oldestFirst
    if (read && isDue && mayTry({ read }) && mayKeep(perMinute, now)) {
      lastKeptAt = now
      void refresh({ key: readKey(read), read }, 'slow', keptRequester)
    }
    return kept.length > 0
  }

  /** Whether a request would go unused, and a tenth of the plan is not used up. */
  function mayKeep(perMinute: number, now: number): boolean {
    if (budget.nextAt('watching', now) > now) return false
    const sent = budget.sentLastMinute(now)
    const kept = sent.filter(({ page }) => page === keptRequester.page)
    const lastAt = Math.max(lastKeptAt, ...kept.map(({ startedAt }) => startedAt))
    // guard: kept-reads-have-a-tenth
    if (now - lastAt < keptSpacingMs(perMinute)) return false
    const unwaited = kept.length + sent.filter(({ lane }) => lane === 'outcomes').length
    // What people open next finds free slots.
    const hasRoom = unwaited < spareReads() && budget.freeReadSlots(now) > keptPerMinute(perMinute)
    return /* guard: kept-reads-use-what-is-left */ hasRoom
  }

  /** Whether all slots that are free or become free soon are needed for the reads in focus. */
  function isSlotScarce(all: readonly Watched[], now: number): boolean {
    const inFocus = allocateRate({ reads: all, rate: readsPerSecond() }).groups.focus.length
    const { readsPerMinute: perMinute } = budget
    const slots = { perMinute, free: budget.freeReadSlots(now), freeAt: budget.readSlotsFreeAt(now) }
    return /* guard: focus-has-free-slots */ !leavesSlotsForFocus(slots, inFocus, now)
  }

  /**
   * If another gateway polls for all, selects the reads that this one still polls: those that are not shared, and overdue ones in focus here,
   * since the polling gateway may just have ended.
   */
  function selectOwnReads<WatchedRead extends Watched & { read: Read }>(
    all: readonly WatchedRead[],
    now: number,
  ): WatchedRead[] {
    const inFocus = new Set(allocateRate({ reads: all, rate: readsPerSecond() }).groups.focus.map(({ key }) => key))
    const isOverdue = ({ key, readAt }: WatchedRead) =>
      inFocus.has(key) && views.isFocus(key) && now - readAt >= overdueMs
    return all.filter(
      (watched) => !isPersisted(watched.read) || /* guard: overdue-focus-is-read-here */ isOverdue(watched),
    )
  }

  async function refresh(
    watchedRead: { key: string; read: Read } | undefined,
    group: PollGroup,
    requester: Requester = pollerRequester,
  ): Promise<void> {
    if (!watchedRead) return
    const { key, read } = watchedRead
    triedAt.set(key, clock.steady())
    try {
      const snapshot = snapshots.peek(read)
      const isOverdue = snapshot !== undefined && snapshots.ageOf(snapshot) >= overdueMs
      if (isOverdue && snapshots.ageOf(await snapshots.lookUp(read, snapshot)) < overdueMs) return
      await snapshots.refresh(read, 'watching', requester, 0)
    } catch (error) {
      // No slot was free after all, so nothing was sent: the read keeps its age, and one in focus is retried before its next turn.
      if (/* guard: focus-is-tried-again */ error instanceof Refusal && error.data.code === 'over_budget') {
        triedAt.delete(key)
        if (group === 'focus')
          lastPolledAt.focus = Math.min(lastPolledAt.focus, clock.steady() - maxFocusIntervalMs + retryMs)
      }
      log.debug({ read: read.name, error: String(error) }, 'polling a read failed')
    }
  }

  return {
    markViewed,
    setBackgroundReads,
    setUrgentReads,
    setLowestLaneWaiting,
    load,
    pausedUntil,
    forecast,
    spareReads,
    close,
  }
}

export type Poller = ReturnType<typeof createPoller>
