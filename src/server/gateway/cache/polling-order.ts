/**
 * Decides which watched read is polled next, and when. Pure. Up to three reads in focus, those with most viewers, come first, at least
 * every 4.4 s. The others share the remaining rate evenly, oldest first, so that K reads at r a second are each polled every K/r.
 * Stored data (conversations) comes after live data and gets at least a tenth. Running batches are polled slowly even without viewers.
 */
import type { Forecast } from '#contract/index.ts'

export type PollGroup = 'focus' | 'visible' | 'stored' | 'slow'

const pollGroups = ['focus', 'visible', 'stored', 'slow'] as const

export interface Watched {
  key: string
  group: PollGroup
  /** How many operators view it. */
  viewers: number
  /** When it was last read or attempted, ms; -Infinity: never. */
  readAt: number
  /** Whether an event has reported a change since. */
  changed: boolean
}

interface PollState {
  reads: readonly Watched[]
  /** Reads per second that polling may spend. */
  rate: number
  /** When the last read of each group began, ms. */
  last: Record<PollGroup, number>
  /** Few request slots are free: they are for what is in focus. */
  isScarce?: boolean
}

interface Turn {
  key: string
  group: PollGroup
  at: number
}

const maxInFocus = 3
const second = 1_000
const minute = 60 * second
/** With the time of the request and the page's own poll, data on the screen is at most 5 s old. */
export const maxFocusIntervalMs = 4.4 * second
const minFocusIntervalMs = 1.5 * second
const minVisibleIntervalMs = 2 * second
const minSlowIntervalMs = 45 * second
/** The slow group gets at most this share of the rate that focus leaves. */
const slowShare = 1 / 3
/** The stored group gets at least this share of the rate that focus and slow leave. */
const storedShare = 1 / 10
/** The lowest rate of any group, reads per second. */
const minRate = 1 / 60

/** Most viewers first. Ties are ordered by key, so that the choice is stable. */
const byViewers = (a: Watched, b: Watched) => b.viewers - a.viewers || (a.key < b.key ? -1 : 1)

/** The reads of each group, and the ms between two polls of the same read. */
interface Intervals {
  groups: Record<PollGroup, Watched[]>
  interval: Record<PollGroup, number>
}

/** Divides the rate among the groups. */
export function allocateRate({ reads, rate }: Pick<PollState, 'reads' | 'rate'>): Intervals {
  const focus = reads
    .filter((read) => read.group === 'focus')
    .toSorted(byViewers)
    .slice(0, maxInFocus)
  const slow = reads.filter((read) => read.group === 'slow')
  const stored = reads.filter((read) => read.group === 'stored')
  const visible = reads.filter((read) => ![focus, slow, stored].some((others) => others.includes(read)))
  const perSecond = (count: number, interval: number) => (count * second) / interval
  const forSlow = Math.max(minRate, (rate - perSecond(focus.length, maxFocusIntervalMs)) * slowShare)
  const slowInterval = Math.max(minSlowIntervalMs, (slow.length * second) / forSlow)
  const free = Math.max(minRate, rate - perSecond(slow.length, slowInterval))

  const forOthers = Math.max(minRate, free - perSecond(focus.length, maxFocusIntervalMs))
  const forVisible = stored.length === 0 ? forOthers : forOthers * (1 - storedShare)
  const visibleInterval = Math.max(minVisibleIntervalMs, (visible.length * second) / forVisible)
  const ofVisible = visible.length === 0 ? 0 : perSecond(visible.length, visibleInterval)
  const storedInterval = Math.max(
    minVisibleIntervalMs,
    (stored.length * second) / Math.max(minRate, forOthers - ofVisible),
  )
  const ofStored = stored.length === 0 ? 0 : perSecond(stored.length, storedInterval)
  const forFocus = free - ofVisible - ofStored
  const focusInterval = Math.min(
    Math.max(minFocusIntervalMs, (focus.length * second) / Math.max(forFocus, minRate)),
    // If the plan is too small for this, the budget delays the reads.
    maxFocusIntervalMs,
  )
  return {
    groups: { focus, visible, stored, slow },
    interval: { focus: focusInterval, visible: visibleInterval, stored: storedInterval, slow: slowInterval },
  }
}

/** The cost of polling these reads now, and with one more in focus. */
export function forecast({ reads, rate }: Pick<PollState, 'reads' | 'rate'>): Forecast {
  const cost = (of: readonly Watched[]) => {
    const { groups, interval } = allocateRate({ reads: of, rate })
    const every = (group: PollGroup) => (groups[group].length === 0 ? null : interval[group] / second)
    const all = pollGroups.map((group) => (groups[group].length * minute) / interval[group])
    return {
      inFocus: groups.focus.length,
      focusEvery: every('focus'),
      others: groups.visible.length + groups.stored.length,
      othersEvery: every('visible'),
      perMinute: all.reduce((sum, one) => sum + one, 0),
    }
  }
  const another: Watched = { key: '', group: 'focus', viewers: 1, readAt: 0, changed: false }
  return { ...cost(reads), withAnother: cost([...reads, another]) }
}

/**
 * Whether the request slots suffice for what is in focus over the next minute, and for one more read now. After a burst of operators' reads
 * they may not, although the rate over a minute does.
 *
 * @param slots how many the plan has for reads, how many are free now, and when the others become free, in order, ms
 */
export function leavesSlotsForFocus(
  slots: { perMinute: number; free: number; freeAt: readonly number[] },
  inFocus: number,
  now: number,
): boolean {
  let { free } = slots
  // For what operators read in the meantime. The more is in focus, the less the plan leaves for that.
  const spare = maxInFocus + 1 - inFocus
  let next = 0
  // A plan that is too small for its focus leaves the other reads their share.
  if (inFocus === 0 || (inFocus * minute) / maxFocusIntervalMs + spare >= slots.perMinute) return true
  for (let read = 1; (read * maxFocusIntervalMs) / inFocus <= minute; read += 1) {
    const at = now + (read * maxFocusIntervalMs) / inFocus
    for (; (slots.freeAt[next] ?? Infinity) <= at; next += 1) free += 1
    if (free < read + 1 + spare) return false
  }
  return true
}

/** The next read; null when nothing is watched. Of several that are due, the one due longest goes first. */
export function nextTurn(state: PollState, now: number): Turn | null {
  const { groups, interval } = allocateRate(state)
  const turns = (state.isScarce ? (['focus'] as const) : pollGroups).flatMap((group) => {
    // A change counts as one interval of age: it takes precedence without starving the others.
    const age = ({ readAt, changed }: Watched) => readAt - (changed ? interval[group] : 0)
    const [oldest] = groups[group].toSorted((a, b) => age(a) - age(b) || (a.key < b.key ? -1 : 1))
    if (!oldest) return []
    // A first read does not wait for a slow interval.
    const spacing = oldest.readAt === -Infinity && group !== 'stored' ? second : interval[group] / groups[group].length
    const least = {
      focus: minFocusIntervalMs,
      visible: minVisibleIntervalMs,
      stored: minVisibleIntervalMs,
      slow: minSlowIntervalMs,
    }[group]
    const due = Math.max(state.last[group] + spacing, oldest.readAt + least)
    return [{ key: oldest.key, group, due }]
  })
  const next = turns.toSorted((a, b) => a.due - b.due)[0]
  return next ? { key: next.key, group: next.group, at: Math.max(now, next.due) } : null
}
