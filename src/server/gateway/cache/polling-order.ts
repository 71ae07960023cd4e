/**
 * Which watched read is read next, and when. Pure. Up to three things in focus, those that most people look at, come first, at
 * least every 4.4 s; the others share what is left evenly, the one read longest ago first, so that K things at r readings a second
 * are each read every K/r. What is stored (conversations) goes after what is live, and keeps a tenth. Batches that run are read now
 * and then though nobody looks.
 */
import type { Forecast } from '#contract/index.ts'

export type PollGroup = 'focus' | 'visible' | 'stored' | 'slow'

const pollGroups = ['focus', 'visible', 'stored', 'slow'] as const

export interface Watched {
  key: string
  group: PollGroup
  /** How many people look. */
  viewers: number
  /** When it was last read or tried, ms; -Infinity: never. */
  readAt: number
  /** An event says that it has changed since. */
  changed: boolean
}

interface PollState {
  reads: readonly Watched[]
  /** Readings a second that watching may spend. */
  rate: number
  /** When the last reading of each group began, ms. */
  last: Record<PollGroup, number>
}

interface Turn {
  key: string
  group: PollGroup
  at: number
}

const maxInFocus = 3
const second = 1_000
const minute = 60 * second
/** With the way to the service and a page's own poll: at most 5 s old on the screen. */
const maxFocusIntervalMs = 4.4 * second
const minFocusIntervalMs = 1.5 * second
const minVisibleIntervalMs = 2 * second
const minSlowIntervalMs = 45 * second
/** What is read now and then takes no more of what focus leaves than this, however much of it there is. */
const slowShare = 1 / 3
/** Of what focus and the slow ones leave, what is stored gets so much at least, however much is live. */
const storedShare = 1 / 10
/** A reading each so often at the very least, whatever is in focus. */
const minRate = 1 / 60

/** What most people look at; of equals always the same, so that none of them flickers. */
const byViewers = (a: Watched, b: Watched) => b.viewers - a.viewers || (a.key < b.key ? -1 : 1)

/** Milliseconds between two readings of one read, by how closely it is looked at. */
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
    // A plan too small for this is held back by the budget, not by us.
    maxFocusIntervalMs,
  )
  return {
    groups: { focus, visible, stored, slow },
    interval: { focus: focusInterval, visible: visibleInterval, stored: storedInterval, slow: slowInterval },
  }
}

/** What it costs to keep these fresh, and what it would with one more in focus. */
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

/** The next reading; null when nothing is watched. Of several that are due, the one that has been due longest goes first. */
export function nextTurn(state: PollState, now: number): Turn | null {
  const { groups, interval } = allocateRate(state)
  const turns = pollGroups.flatMap((group) => {
    // A change counts as one interval of age: it goes before what has none, and keeps nothing waiting for ever.
    const age = ({ readAt, changed }: Watched) => readAt - (changed ? interval[group] : 0)
    const [oldest] = groups[group].toSorted((a, b) => age(a) - age(b) || (a.key < b.key ? -1 : 1))
    if (!oldest) return []
    // What was never read is not left waiting for a slow turn.
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
