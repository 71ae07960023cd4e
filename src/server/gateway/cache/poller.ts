/**
 * Polls the service for what operators view, within the budget. A page's own poll marks a read as viewed. Of the gateways that share a
 * store, one polls for all operators; each knows all views.
 */
import { LRUCache } from 'lru-cache'
import { type Forecast, type Lane, Refusal } from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Budget } from '../upstream/budget.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { overdueMs, parseReadKey, type Snapshot, type Snapshots } from './cached-reads.ts'
import type { ChangeLog } from './change-log.ts'
import { isPersisted } from './persisted-reads.ts'
import {
  allocateRate,
  forecast as forecastOf,
  leavesSlotsForFocus,
  maxFocusIntervalMs,
  nextTurn,
  type PollGroup,
  type Watched,
} from './polling-order.ts'
import { type Read, readKey } from './read.ts'
import { freshnessOf } from './read-rules.ts'
import type { SharedViews } from './shared-views.ts'
import { type Attention, createViews, viewTtlMs } from './views.ts'

/** A read in focus that got no slot is tried again after this. */
const retryMs = 1_000
/** The next read is chosen again at least this often. */
const replanIntervalMs = 500
/** How long figures about polling are cached. */
const figuresTtlMs = 1_000
const pollerRequester = { operator: '', page: 'watching' }

/** Whether the data cannot change any more, so that it needs no polling. */
function hasEnded(snapshot: Snapshot | undefined): boolean {
  if (!snapshot || snapshot.stale) return false
  if (snapshot.refusal) return true
  const { data } = snapshot
  return typeof data === 'object' && data !== null && (data as { isComplete?: unknown }).isComplete === true
}

/** Whether the data changes only when somebody writes. Live data is polled first. */
const isStored = (read: Read) => read.name === 'conversationShow'

/** Creates the poller, which spends the budget's `watching` lane. @param deps.shared null: this is the only gateway */
export function createPoller(deps: {
  snapshots: Snapshots
  budget: Budget
  state: ServiceHealth
  clock: Clock
  changeLog: ChangeLog
  log: Log
  shared?: SharedViews | null
}) {
  const { snapshots, budget, state, clock, changeLog, log, shared = null } = deps
  const views = createViews({ clock })
  const watched = createSource()
  const paused = { version: () => budget.pausedUntil }
  /** When each key was last polled, successfully or not. */
  const tried = new LRUCache<string, number>({ max: 2_000 })
  let alwaysRead: () => readonly Read[] = () => []
  const last: Record<PollGroup, number> = {
    focus: -Infinity,
    visible: -Infinity,
    stored: -Infinity,
    slow: -Infinity,
  }
  let timer: NodeJS.Timeout | undefined
  let closed = false
  shared?.onChange(() => {
    watched.markChanged()
    schedule(0)
  })

  /**
   * Records that an operator views a read now.
   *
   * @returns `isPolledClosely`: it is live and in focus, so a newer snapshot comes soon
   */
  function markViewed(read: Read, attention: Attention, person: string): { isPolledClosely: boolean } {
    const isWatched = attention !== 'background' && freshnessOf(read.name).isWatched
    if (isWatched && views.record(read, attention, person)) {
      watched.markChanged()
      schedule(0)
    }
    return { isPolledClosely: isWatched && attention === 'focus' && !isStored(read) && !hasEnded(snapshots.peek(read)) }
  }

  /** Sets the reads that are polled slowly without viewers. */
  function setBackgroundReads(reads: () => readonly Read[]): void {
    alwaysRead = reads
    schedule(0)
  }

  /** How many live reads are watched, and the seconds between two polls of one that is not in focus. */
  function load(): { watched: number; interval: number } {
    cacheFigures()
    const { groups, interval } = allocateRate({ reads: watchedReads(), rate: rate() })
    const watched = groups.focus.length + groups.visible.length
    const between = groups.visible.length > 0 ? interval.visible : interval.focus
    return { watched, interval: Math.max(1, Math.round(between / 1000)) }
  }

  /** When polling resumes, epoch ms, if the service asked for a pause; else null. */
  function pausedUntil(): number | null {
    cacheFigures()
    return budget.pausedUntil > clock.steady() ? dateOf(clock, budget.pausedUntil) : null
  }

  /** The cost of polling now, and with one more live call in focus. */
  function forecast(): Forecast {
    cacheFigures()
    return forecastOf({ reads: watchedReads(), rate: rate() })
  }

  /** Views and budget change with every request, so figures may be one second old. */
  function cacheFigures(): void {
    addDependency(watched)
    addDependency(paused)
    addExpiry(clock.steady() + figuresTtlMs)
  }

  function close(): void {
    closed = true
    clearTimeout(timer)
  }

  function watchedReads(): (Watched & { read: Read })[] {
    const viewed = allViews()
    const thing = (key: string, read: Read, group: PollGroup, viewers: number) => {
      const readAt = Math.max(tried.get(key) ?? -Infinity, snapshots.peek(read)?.readAt ?? -Infinity)
      return { key, read, group, viewers, readAt, changed: hasChanged(read) }
    }
    const close = [...viewed].map(([key, { read, isFocus, people }]) =>
      thing(key, read, isFocus ? 'focus' : isQuiet(read) ? 'slow' : isStored(read) ? 'stored' : 'visible', people),
    )
    const slow = alwaysRead()
      .filter((read) => !viewed.has(readKey(read)))
      .map((read) => thing(readKey(read), read, 'slow', 0))
    return [...close, ...slow].filter(({ read, changed }) => changed || !hasEnded(snapshots.peek(read)))
  }

  /** All viewed reads, of all gateways. */
  function allViews(): Map<string, { read: Read; isFocus: boolean; people: number }> {
    const own = views.list()
    const all = new Map(own.map(({ key, read, isFocus, people }) => [key, { read, isFocus, people }]))
    // Other gateways poll only reads that are shared.
    shared?.publish(
      own.filter(({ read }) => isPersisted(read)).map(({ key, isFocus, people }) => [key, isFocus, people]),
    )
    for (const [key, isFocus, people] of shared?.others() ?? []) {
      const known = all.get(key)
      const read = known?.read ?? parseReadKey(key)
      if (read)
        all.set(key, { read, isFocus: isFocus || (known?.isFocus ?? false), people: people + (known?.people ?? 0) })
    }
    return all
  }

  function hasChanged(read: Read): boolean {
    const snapshot = snapshots.peek(read)
    return snapshot !== undefined && changeLog.changedSince(read, snapshot.readAt)
  }

  /** Whether events report every change of the read, and have reported none since the snapshot. */
  function isQuiet(read: Read): boolean {
    const snapshot = snapshots.peek(read)
    const isNew = !snapshot || snapshot.stale || changeLog.changedSince(read, snapshot.readAt)
    return !isNew && changeLog.isCovered(read, clock.steady())
  }

  /** Readings a second: the plan less the reserve, less what operators' reads and commands beyond the reserve have lately needed. */
  function rate(): number {
    const sent = budget.sentLastMinute(clock.steady())
    const countOf = (lane: Lane) => sent.filter((one) => one.lane === lane).length
    const beyondReserve = Math.max(0, countOf('commands') - budget.commandReserve)
    return Math.max(0, budget.readsPerMinute - countOf('reads') - beyondReserve) / 60
  }

  function schedule(wait: number): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => pollNext(), wait)
    timer.unref()
  }

  function pollNext(): void {
    const now = clock.steady()
    const all = watchedReads()
    const own = !shared || shared.isPoller() ? all : readHere(all, now)
    const next = nextTurn({ reads: own, rate: rate(), last, isScarce: isScarce(all, now) }, now)
    // The polling gateway may end at any time.
    if (!next) return schedule(shared ? replanIntervalMs : viewTtlMs)
    const wait = Math.max(next.at, budget.nextAt('watching', now)) - now
    // Views and budget change in the meantime.
    if (wait > 0) return schedule(Math.min(Math.ceil(wait), replanIntervalMs))
    if (!state.mayTry(now)) return schedule(replanIntervalMs)
    last[next.group] = now
    void refresh(
      own.find(({ key }) => key === next.key),
      next.group,
    )
    schedule(0)
  }

  /** Whether the slots that are free, or become free, are needed for what is in focus. */
  function isScarce(all: readonly Watched[], now: number): boolean {
    const inFocus = allocateRate({ reads: all, rate: rate() }).groups.focus.length
    const { readsPerMinute: perMinute } = budget
    const slots = { perMinute, free: budget.freeReadSlots(now), freeAt: budget.readSlotsFreeAt(now) }
    return /* guard: focus-has-free-slots */ !leavesSlotsForFocus(slots, inFocus, now)
  }

  /**
   * What a gateway reads that does not poll for all: what is not shared, and what is in focus here and overdue. The polling gateway may
   * just have ended.
   */
  function readHere<Thing extends Watched & { read: Read }>(all: readonly Thing[], now: number): Thing[] {
    const inFocus = new Set(allocateRate({ reads: all, rate: rate() }).groups.focus.map(({ key }) => key))
    const isOverdue = ({ key, readAt }: Thing) => inFocus.has(key) && views.isFocus(key) && now - readAt >= overdueMs
    return all.filter((thing) => !isPersisted(thing.read) || /* guard: overdue-focus-is-read-here */ isOverdue(thing))
  }

  async function refresh(thing: { key: string; read: Read } | undefined, group: PollGroup): Promise<void> {
    if (!thing) return
    const { key, read } = thing
    tried.set(key, clock.steady())
    try {
      const known = snapshots.peek(read)
      const isOverdue = known !== undefined && snapshots.ageOf(known) >= overdueMs
      if (isOverdue && snapshots.ageOf(await snapshots.lookUp(read, known)) < overdueMs) return
      await snapshots.refresh(read, 'watching', pollerRequester, 0)
    } catch (error) {
      // No slot was free after all, so nothing was asked: what is in focus does not wait for its next turn.
      if (
        group === 'focus' &&
        /* guard: focus-is-tried-again */ error instanceof Refusal &&
        error.data.code === 'over_budget'
      ) {
        tried.delete(key)
        last.focus = Math.min(last.focus, clock.steady() - maxFocusIntervalMs + retryMs)
      }
      log.debug({ read: read.name, error: String(error) }, 'polling a read failed')
    }
  }

  return {
    markViewed,
    setBackgroundReads,
    load,
    pausedUntil,
    forecast,
    close,
  }
}

export type Poller = ReturnType<typeof createPoller>
