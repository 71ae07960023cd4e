/**
 * Keeps what somebody looks at fresh, in its own time and within the budget. A poll says that somebody is looking. Of gateways that share a
 * store one polls for the people of all of them; each knows what everybody looks at.
 */
import { LRUCache } from 'lru-cache'
import type { Forecast } from '#contract/index.ts'
import { createSource, dependsOn, dependsOnTime } from '#server/database/dependencies.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Budget } from '../upstream/budget.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { parseReadKey, type Snapshot, type Snapshots } from './cached-reads.ts'
import type { ChangeLog } from './change-log.ts'
import { isPersisted } from './persisted-reads.ts'
import { allocateRate, forecast as forecastOf, nextTurn, type PollGroup, type Watched } from './polling-order.ts'
import { type Read, readKey } from './read.ts'
import { freshnessOf } from './read-rules.ts'
import type { SharedViews } from './shared-views.ts'

/** How closely somebody looks, from the Priority header (RFC 9218). */
export type Attention = 'focus' | 'visible' | 'background'

/** @param priority the header as it came; without one somebody looks, but not closely */
export function attentionOf(priority: string | null | undefined): Attention {
  const urgency = Number(/(?:^|[\s,])u=([0-7])/.exec(priority ?? '')?.[1] ?? 3)
  if (urgency <= 2) return 'focus'
  return urgency <= 4 ? 'visible' : 'background'
}

interface View {
  read: Read
  focusUntil: number
  visibleUntil: number
  /** Until when each person's last poll counts. */
  people: Map<string, number>
}

/** How many things one person watches at a time: the ones viewed last (reliability R50). */
const maxViewsPerPerson = 100
/** A poll counts as looking for so long, ms. */
const viewTtlMs = 6_000
/** The plan is made anew at least so often, ms. */
const replanIntervalMs = 500
/** Figures about watching hold for so long, ms. */
const figuresTtlMs = 1_000
const pollerRequester = { operator: '', page: 'watching' }

/** What will not change any more needs no watching. */
function hasEnded(snapshot: Snapshot | undefined): boolean {
  if (!snapshot || snapshot.stale) return false
  if (snapshot.refusal) return true
  const { data } = snapshot
  return typeof data === 'object' && data !== null && (data as { isComplete?: unknown }).isComplete === true
}

/** It changes when somebody writes, not by itself: live things go first. */
const isStored = (read: Read) => read.name === 'conversationShow'

/** Reads again what somebody looks at, within the share of the budget that is for it. @param parts.shared null: this is the only gateway */
export function createPoller(parts: {
  snapshots: Snapshots
  budget: Budget
  state: ServiceHealth
  clock: Clock
  changeLog: ChangeLog
  log: Log
  shared?: SharedViews | null
}) {
  const { snapshots, budget, state, clock, changeLog, log, shared = null } = parts
  const looks = new Map<string, View>()
  const watched = createSource()
  const paused = { version: () => budget.pausedUntil }
  /** What each person watches, the latest last. */
  const ofPerson = new Map<string, Set<string>>()
  /** When each was last tried, whatever came of it. */
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
    watched.changed()
    schedule(0)
  })

  /** Somebody looks at this now. */
  function markViewed(read: Read, attention: Attention, person: string): void {
    if (attention === 'background' || !freshnessOf(read.name).isWatched) return
    const key = readKey(read)
    const until = clock.steady() + viewTtlMs
    const before = looks.get(key)
    const people = (before?.people ?? new Map<string, number>()).set(person, until)
    bound(person, key)
    looks.set(key, {
      ...(before ?? { read, focusUntil: 0, visibleUntil: 0 }),
      people,
      ...(attention === 'focus' ? { focusUntil: until } : { visibleUntil: until }),
    })
    if (before) return
    watched.changed()
    schedule(0)
  }

  function bound(person: string, key: string): void {
    const own = ofPerson.get(person) ?? new Set<string>()
    ofPerson.set(person, own)
    own.delete(key)
    own.add(key)
    if (/* guard: watching-is-bounded */ own.size <= maxViewsPerPerson) return
    const [first = ''] = own
    unwatch(person, first)
    if (looks.get(first)?.people.size === 0) looks.delete(first)
  }

  function unwatch(person: string, key: string): void {
    looks.get(key)?.people.delete(person)
    const own = ofPerson.get(person)
    own?.delete(key)
    if (own?.size === 0) ofPerson.delete(person)
  }

  /** What is read now and then though nobody looks. */
  function setBackgroundReads(reads: () => readonly Read[]): void {
    alwaysRead = reads
    schedule(0)
  }

  /** How many live things are watched, and the whole seconds between two readings of one that is not in focus. */
  function load(): { watched: number; interval: number } {
    usesFigures()
    const { groups, interval } = allocateRate({ reads: watchedReads(), rate: rate() })
    const watched = groups.focus.length + groups.visible.length
    const between = groups.visible.length > 0 ? interval.visible : interval.focus
    return { watched, interval: Math.max(1, Math.round(between / 1000)) }
  }

  /** When readings resume, epoch ms, where the service asked for a pause; null: there is none. */
  function pausedUntil(): number | null {
    usesFigures()
    return budget.pausedUntil > clock.steady() ? dateOf(clock, budget.pausedUntil) : null
  }

  /** What keeping all of it fresh costs now, and with another live call in front of somebody. */
  function forecast(): Forecast {
    usesFigures()
    return forecastOf({ reads: watchedReads(), rate: rate() })
  }

  /** What is watched, and the budget for it, changes with every request: figures of it are as of this second. */
  function usesFigures(): void {
    dependsOn(watched)
    dependsOn(paused)
    dependsOnTime(clock.steady() + figuresTtlMs)
  }

  function close(): void {
    closed = true
    clearTimeout(timer)
  }

  function watchedReads(): (Watched & { read: Read })[] {
    const looked = lookedAt()
    const thing = (key: string, read: Read, group: PollGroup, viewers: number) => {
      const readAt = Math.max(tried.get(key) ?? -Infinity, snapshots.peek(read)?.readAt ?? -Infinity)
      return { key, read, group, viewers, readAt, changed: hasChanged(read) }
    }
    const close = [...looked].map(([key, { read, isFocus, people }]) =>
      thing(key, read, isFocus ? 'focus' : isQuiet(read) ? 'slow' : isStored(read) ? 'stored' : 'visible', people),
    )
    const slow = alwaysRead()
      .filter((read) => !looked.has(readKey(read)))
      .map((read) => thing(readKey(read), read, 'slow', 0))
    return [...close, ...slow].filter(({ read, changed }) => changed || !hasEnded(snapshots.peek(read)))
  }

  /** What anybody looks at, at any gateway. */
  function lookedAt(): Map<string, { read: Read; isFocus: boolean; people: number }> {
    const own = ownLooks()
    const all = new Map(own.map(({ key, read, isFocus, people }) => [key, { read, isFocus, people }]))
    // What other gateways are not told of is not theirs to poll.
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

  function ownLooks() {
    const now = clock.steady()
    for (const [key, look] of looks) {
      for (const [person, until] of look.people) if (until < now) unwatch(person, key)
      if (Math.max(look.focusUntil, look.visibleUntil) < now) looks.delete(key)
    }
    return [...looks].map(([key, { read, focusUntil, people }]) => {
      return { key, read, isFocus: focusUntil >= now, people: people.size }
    })
  }

  function hasChanged(read: Read): boolean {
    const snapshot = snapshots.peek(read)
    return snapshot !== undefined && changeLog.changedSince(read, snapshot.readAt)
  }

  /** Events tell of its every change, and told of none. */
  function isQuiet(read: Read): boolean {
    const snapshot = snapshots.peek(read)
    const isNew = !snapshot || snapshot.stale || changeLog.changedSince(read, snapshot.readAt)
    return !isNew && changeLog.isCovered(read, clock.steady())
  }

  /** Readings a second: the plan less the reserve, less what operators' own reads have lately needed. */
  function rate(): number {
    const reads = budget.sentLastMinute(clock.steady()).filter((sent) => sent.lane === 'reads').length
    return Math.max(0, budget.readsPerMinute - reads) / 60
  }

  function schedule(wait: number): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => turn(), wait)
    timer.unref()
  }

  function turn(): void {
    const now = clock.steady()
    const all = watchedReads()
    const own = !shared || shared.isPoller() ? all : all.filter(({ read }) => !isPersisted(read))
    const turn = nextTurn({ reads: own, rate: rate(), last }, now)
    // Whoever polls for all may end at any time.
    if (!turn) return schedule(shared ? replanIntervalMs : viewTtlMs)
    const wait = Math.max(turn.at, budget.nextAt('watching', now)) - now
    // How closely each is looked at, and how rich the budget is, changes meanwhile.
    if (wait > 0) return schedule(Math.min(Math.ceil(wait), replanIntervalMs))
    if (!state.mayTry(now)) return schedule(replanIntervalMs)
    last[turn.group] = now
    void refresh(own.find(({ key }) => key === turn.key))
    schedule(0)
  }

  async function refresh(thing: { key: string; read: Read } | undefined): Promise<void> {
    if (!thing) return
    const { key, read } = thing
    tried.set(key, clock.steady())
    try {
      await snapshots.refresh(read, 'watching', pollerRequester, 0)
    } catch (error) {
      log.debug({ read: read.name, error: String(error) }, 'a watched reading failed')
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
