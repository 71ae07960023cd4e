/**
 * Which watched thing is read next, and when. Pure. Up to three things in focus, those that most people look at, come first, at
 * least every 4.4 s; the others share what is left evenly, the one read longest ago first, so that K things at r readings a second
 * are each read every K/r. What is stored (conversations) goes after what is live, and keeps a tenth. Batches that run are read now
 * and then though nobody looks.
 */
import type { Forecast } from '#contract/index.ts'

export type Closeness = 'focus' | 'visible' | 'stored' | 'slow'

const closenesses = ['focus', 'visible', 'stored', 'slow'] as const

export interface Watched {
  key: string
  closeness: Closeness
  /** How many people look. */
  lookers: number
  /** When it was last read or tried, ms; -Infinity: never. */
  readAt: number
  /** An event says that it has changed since. */
  changed: boolean
}

interface WatchState {
  things: readonly Watched[]
  /** Readings a second that watching may spend. */
  rate: number
  /** When the last reading of each group began, ms. */
  last: Record<Closeness, number>
}

interface Turn {
  key: string
  closeness: Closeness
  at: number
}

const mostInFocus = 3
const second = 1_000
const minute = 60 * second
/** With the way to the service and a page's own poll: at most 5 s old on the screen. */
const focusAtLeast = 4.4 * second
const focusAtMost = 1.5 * second
const visibleAtMost = 2 * second
const slowly = 45 * second
/** What is read now and then takes no more of what focus leaves than this, however much of it there is. */
const slowShare = 1 / 3
/** Of what focus and the slow ones leave, what is stored gets so much at least, however much is live. */
const storedShare = 1 / 10
/** A reading each so often at the very least, whatever is in focus. */
const leastShare = 1 / 60

/** What most people look at; of equals always the same, so that none of them flickers. */
const byLookers = (a: Watched, b: Watched) => b.lookers - a.lookers || (a.key < b.key ? -1 : 1)

/** Milliseconds between two readings of one thing, by how closely it is looked at. */
interface Intervals {
  groups: Record<Closeness, Watched[]>
  interval: Record<Closeness, number>
}

/** Divides the rate among the groups. */
export function divide({ things, rate }: Pick<WatchState, 'things' | 'rate'>): Intervals {
  const focus = things
    .filter((thing) => thing.closeness === 'focus')
    .toSorted(byLookers)
    .slice(0, mostInFocus)
  const slow = things.filter((thing) => thing.closeness === 'slow')
  const stored = things.filter((thing) => thing.closeness === 'stored')
  const visible = things.filter((thing) => ![focus, slow, stored].some((group) => group.includes(thing)))
  const perSecond = (count: number, interval: number) => (count * second) / interval
  const forSlow = Math.max(leastShare, (rate - perSecond(focus.length, focusAtLeast)) * slowShare)
  const slowInterval = Math.max(slowly, (slow.length * second) / forSlow)
  const free = Math.max(leastShare, rate - perSecond(slow.length, slowInterval))

  const forOthers = Math.max(leastShare, free - perSecond(focus.length, focusAtLeast))
  const forVisible = stored.length === 0 ? forOthers : forOthers * (1 - storedShare)
  const visibleInterval = Math.max(visibleAtMost, (visible.length * second) / forVisible)
  const ofVisible = visible.length === 0 ? 0 : perSecond(visible.length, visibleInterval)
  const storedInterval = Math.max(visibleAtMost, (stored.length * second) / Math.max(leastShare, forOthers - ofVisible))
  const ofStored = stored.length === 0 ? 0 : perSecond(stored.length, storedInterval)
  const forFocus = free - ofVisible - ofStored
  const focusInterval = Math.min(
    Math.max(focusAtMost, (focus.length * second) / Math.max(forFocus, leastShare)),
    // A plan too small for this is held back by the budget, not by us.
    focusAtLeast,
  )
  return {
    groups: { focus, visible, stored, slow },
    interval: { focus: focusInterval, visible: visibleInterval, stored: storedInterval, slow: slowInterval },
  }
}

/** What it costs to keep these fresh, and what it would with one more in focus. */
export function forecast({ things, rate }: Pick<WatchState, 'things' | 'rate'>): Forecast {
  const cost = (of: readonly Watched[]) => {
    const { groups, interval } = divide({ things: of, rate })
    const every = (closeness: Closeness) => (groups[closeness].length === 0 ? null : interval[closeness] / second)
    const all = closenesses.map((closeness) => (groups[closeness].length * minute) / interval[closeness])
    return {
      inFocus: groups.focus.length,
      focusEvery: every('focus'),
      others: groups.visible.length + groups.stored.length,
      othersEvery: every('visible'),
      perMinute: all.reduce((sum, one) => sum + one, 0),
    }
  }
  const another: Watched = { key: '', closeness: 'focus', lookers: 1, readAt: 0, changed: false }
  return { ...cost(things), withAnother: cost([...things, another]) }
}

/** The next reading; null when nothing is watched. Of several that are due, the one that has been due longest goes first. */
export function nextTurn(state: WatchState, now: number): Turn | null {
  const { groups, interval } = divide(state)
  const turns = closenesses.flatMap((closeness) => {
    // A change counts as one interval of age: it goes before what has none, and keeps nothing waiting for ever.
    const age = ({ readAt, changed }: Watched) => readAt - (changed ? interval[closeness] : 0)
    const [oldest] = groups[closeness].toSorted((a, b) => age(a) - age(b) || (a.key < b.key ? -1 : 1))
    if (!oldest) return []
    // What was never read is not left waiting for a slow turn.
    const spacing =
      oldest.readAt === -Infinity && closeness !== 'stored' ? second : interval[closeness] / groups[closeness].length
    const least = { focus: focusAtMost, visible: visibleAtMost, stored: visibleAtMost, slow: slowly }[closeness]
    const due = Math.max(state.last[closeness] + spacing, oldest.readAt + least)
    return [{ key: oldest.key, closeness, due }]
  })
  const next = turns.toSorted((a, b) => a.due - b.due)[0]
  return next ? { key: next.key, closeness: next.closeness, at: Math.max(now, next.due) } : null
}
