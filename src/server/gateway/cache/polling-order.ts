/**
 * Decides which watched read is polled next, and when. Pure functions. Up to three reads in focus, those with most viewers, come first, at
 * least every 4.4 s. The others share the remaining rate evenly, oldest first: K reads at a rate of r per second are each polled every
 * K/r seconds. Urgent reads (young calls, and calls that go wrong) go earlier.
 * Stored data (conversations) comes after live data and gets at least a tenth. If live data would be older than 15 s, it gets a twentieth, and
 * a conversation in focus is read every 20 s. Running batches are polled slowly even without viewers. While the lowest lane of the budget
 * has something to read, live data yields to it what it takes beyond one read in some 4 s: of a call in focus half of that, of a wall nothing.
 */
import type { Forecast } from '#contract/index.ts'

/** `open`: stored data in focus. */
export type PollGroup = 'focus' | 'open' | 'visible' | 'stored' | 'slow'

const pollGroups = ['focus', 'open', 'visible', 'stored', 'slow'] as const
/** No group was polled yet. */
export const neverPolled: Readonly<Record<PollGroup, number>> = {
  focus: -Infinity,
  open: -Infinity,
  visible: -Infinity,
  stored: -Infinity,
  slow: -Infinity,
}

export interface Watched {
  key: string
  group: PollGroup
  /** How many operators view it. */
  viewers: number
  /** When it was last read or attempted, ms; -Infinity: never. */
  readAt: number
  /** Whether an event has reported a change since `readAt`. */
  hasChanged: boolean
  /** Whether it matters more than others of its group, such as a call that goes wrong. Default: no. */
  isUrgent?: boolean
  /** Whether it is of calls in progress, which people follow. Default: no. */
  isOfCalls?: boolean
}

interface PollState {
  reads: readonly Watched[]
  /** Reads per second that polling may spend. */
  rate: number
  /** Of these, the most that live data yields to the lowest lane. Default: none. */
  yielded?: number
  /** When the last read of each group began, ms. */
  lastPolledAt: Readonly<Record<PollGroup, number>>
  /** Few request slots are free: they are for the reads in focus. */
  isScarce?: boolean
}

interface Turn {
  key: string
  group: PollGroup
  at: number
}

const maxInFocus = 3
const secondMs = 1_000
const minuteMs = 60 * secondMs
/** With the time of the request and the page's own poll, data on the screen is at most 5 s old. */
export const maxFocusIntervalMs = 4.4 * secondMs
/** Stored data changes rarely, so it is read this often in focus while live data waits. */
const openIntervalMs = 20 * secondMs
const minFocusIntervalMs = 1.5 * secondMs
const minVisibleIntervalMs = 2 * secondMs
/** Live data that is not in focus is read this often at most while the lowest lane has something to read. */
const yieldingIntervalMs = 4 * secondMs
const minSlowIntervalMs = 45 * secondMs
/** The slow group gets at most this share of the rate that focus leaves. */
const slowShare = 1 / 3
/** The stored group gets at least this share of the rate that the groups before it and slow leave. */
const storedShare = 1 / 10
/** Its share if live data would otherwise be older than `maxLiveAgeMs`. */
const reducedStoredShare = 1 / 20
const maxLiveAgeMs = 15 * secondMs
/** The lowest rate of any group, reads per second. */
const minRate = 1 / 60

/** Most viewers first. Ties are ordered by key, so that the choice is stable. */
const byViewers = (a: Watched, b: Watched) => b.viewers - a.viewers || (a.key < b.key ? -1 : 1)

/** The reads of each group, and the time between two polls of the same read. */
interface Intervals {
  groups: Record<PollGroup, Watched[]>
  intervalMs: Record<PollGroup, number>
}

/** Divides the rate among the groups. Conversations in focus are polled like everything in focus, unless live data would then be too old. */
export function allocateRate(state: Pick<PollState, 'reads' | 'rate' | 'yielded'>): Intervals {
  const equally = divideRate(state, false)
  const isLiveTooOld = equally.groups.visible.length > 0 && equally.intervalMs.visible > maxLiveAgeMs
  return isLiveTooOld ? divideRate(state, true) : equally
}

/** @param isLiveFirst whether stored data gets less than its usual share */
function divideRate(
  { reads, rate, yielded = 0 }: Pick<PollState, 'reads' | 'rate' | 'yielded'>,
  isLiveFirst: boolean,
): Intervals {
  const inFocus = reads
    .filter(({ group }) => group === 'focus' || group === 'open')
    .toSorted(byViewers)
    .slice(0, maxInFocus)
  const open = isLiveFirst ? inFocus.filter(({ group }) => group === 'open') : []
  const focus = inFocus.filter((read) => !open.includes(read))
  const slow = reads.filter((read) => read.group === 'slow')
  const stored = reads.filter((read) => read.group === 'stored')
  const visible = reads.filter((read) => ![inFocus, slow, stored].some((others) => others.includes(read)))
  const perSecond = (count: number, intervalMs: number) => (count * secondMs) / intervalMs
  const slowRate = Math.max(minRate, (rate - perSecond(focus.length, maxFocusIntervalMs)) * slowShare)
  const slowInterval = Math.max(minSlowIntervalMs, (slow.length * secondMs) / slowRate)
  const rateAfterSlow = Math.max(
    minRate,
    rate - perSecond(slow.length, slowInterval) - perSecond(open.length, openIntervalMs),
  )

  const liveAndStoredRate = Math.max(minRate, rateAfterSlow - perSecond(focus.length, maxFocusIntervalMs))
  const shareOfStored = stored.length === 0 ? 0 : isLiveFirst ? reducedStoredShare : storedShare
  const maxVisibleRate = liveAndStoredRate * (1 - shareOfStored)
  const visibleInterval = Math.max(
    yielded > 0 && !visible.some(({ isOfCalls }) => isOfCalls) ? yieldingIntervalMs : minVisibleIntervalMs,
    (visible.length * secondMs) / maxVisibleRate,
  )
  const visibleRate = visible.length === 0 ? 0 : perSecond(visible.length, visibleInterval)
  const storedInterval = Math.max(
    minVisibleIntervalMs,
    (stored.length * secondMs) / Math.max(minRate, liveAndStoredRate - visibleRate),
  )
  const storedRate = stored.length === 0 ? 0 : perSecond(stored.length, storedInterval)
  const fullFocusRate = rateAfterSlow - visibleRate - storedRate
  const spareRate = Math.max(0, fullFocusRate - perSecond(focus.length, maxFocusIntervalMs))
  const focusRate =
    fullFocusRate - Math.min(yielded, focus.some(({ isOfCalls }) => isOfCalls) ? spareRate / 2 : spareRate)
  const focusInterval = Math.min(
    Math.max(minFocusIntervalMs, (focus.length * secondMs) / Math.max(focusRate, minRate)),
    // If the plan is too small for this interval, the budget delays the reads.
    maxFocusIntervalMs,
  )
  return {
    groups: { focus, open, visible, stored, slow },
    intervalMs: {
      focus: focusInterval,
      open: openIntervalMs,
      visible: visibleInterval,
      stored: storedInterval,
      slow: slowInterval,
    },
  }
}

/** The cost of polling these reads now, and with one more in focus. */
export function forecast({ reads, ...rates }: Pick<PollState, 'reads' | 'rate' | 'yielded'>): Forecast {
  const costOf = (watched: readonly Watched[]) => {
    const { groups, intervalMs: interval } = allocateRate({ reads: watched, ...rates })
    const secondsBetweenPolls = (group: PollGroup) => (groups[group].length === 0 ? null : interval[group] / secondMs)
    const pollsPerMinute = pollGroups.map((group) => (groups[group].length * minuteMs) / interval[group])
    return {
      inFocus: groups.focus.length,
      focusEvery: secondsBetweenPolls('focus'),
      others: groups.open.length + groups.visible.length + groups.stored.length,
      othersEvery: secondsBetweenPolls('visible'),
      perMinute: pollsPerMinute.reduce((sum, polls) => sum + polls, 0),
    }
  }
  const another: Watched = { key: '', group: 'focus', viewers: 1, readAt: 0, hasChanged: false }
  return { ...costOf(reads), withAnother: costOf([...reads, another]) }
}

/**
 * Whether the request slots suffice for the reads in focus over the next minute, and for one more read now. After a burst of operators'
 * reads, the free slots may not suffice although the plan's rate does.
 *
 * @param slots how many the plan has for reads, how many are free now, and when the others become free, in order, ms
 */
export function leavesSlotsForFocus(
  slots: { perMinute: number; free: number; freeAt: readonly number[] },
  inFocus: number,
  now: number,
): boolean {
  let { free } = slots
  // Slots for what operators read in the meantime. The more reads are in focus, the fewer slots remain for that.
  const spareSlots = maxInFocus + 1 - inFocus
  let nextFree = 0
  // If the plan is too small for the reads in focus, the other reads keep their share.
  if (inFocus === 0 || (inFocus * minuteMs) / maxFocusIntervalMs + spareSlots >= slots.perMinute) return true
  for (let read = 1; (read * maxFocusIntervalMs) / inFocus <= minuteMs; read += 1) {
    const at = now + (read * maxFocusIntervalMs) / inFocus
    for (; (slots.freeAt[nextFree] ?? Infinity) <= at; nextFree += 1) free += 1
    if (free < read + 1 + spareSlots) return false
  }
  return true
}

/** The next read to poll: the one that has been due longest; null when nothing is watched. */
export function nextTurn(state: PollState, now: number): Turn | null {
  const { groups, intervalMs: interval } = allocateRate(state)
  // Who waits for a change that an event announced gets it before the lowest lane goes on.
  const whole = allocateRate({ ...state, yielded: 0 }).intervalMs
  const turns = (state.isScarce ? (['focus'] as const) : pollGroups).flatMap((group) => {
    // A change counts as one interval of age, and urgency as half of one: they take precedence without starving the others.
    const age = ({ readAt, hasChanged, isUrgent = false }: Watched) =>
      readAt - (hasChanged ? interval[group] : isUrgent ? interval[group] / 2 : 0)
    const [oldest] = groups[group].toSorted((a, b) => age(a) - age(b) || (a.key < b.key ? -1 : 1))
    if (!oldest) return []
    // What somebody opens does not wait until the conversation that was open before would be due again.
    const intervalMs = group === 'open' ? maxFocusIntervalMs : (oldest.hasChanged ? whole : interval)[group]
    // A first read does not wait for a slow interval.
    const spacing = oldest.readAt === -Infinity && group !== 'stored' ? secondMs : intervalMs / groups[group].length
    const minIntervalMs = {
      focus: minFocusIntervalMs,
      open: openIntervalMs,
      visible: minVisibleIntervalMs,
      stored: minVisibleIntervalMs,
      slow: minSlowIntervalMs,
    }[group]
    const dueAt = Math.max(state.lastPolledAt[group] + spacing, oldest.readAt + minIntervalMs)
    return [{ key: oldest.key, group, due: dueAt }]
  })
  const next = turns.toSorted((a, b) => a.due - b.due)[0]
  return next ? { key: next.key, group: next.group, at: Math.max(now, next.due) } : null
}
