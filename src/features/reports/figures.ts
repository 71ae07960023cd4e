/** What the counts of calls say: shares and best hours. Pure. */
import { isWellKnown } from '#components/batches/results/figures.ts'
import { answeredOutcomes, type CallCount, type CallOutcome, type Coverage, callOutcomes } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import { leastShare } from './chance/chance.ts'

export interface Figures {
  calls: number
  /** Calls of which it is known whether they were answered. */
  known: number
  /** Calls that were answered, also those of which nobody knows by whom. */
  answered: number
  /** Answered calls whose duration is known. */
  timed: number
  longTalks: number
  /** Of the answered calls whose duration is known. */
  talkSeconds: number
}

const sumOf = (outcomes: CallCount['outcomes'], which: readonly CallOutcome[]): number =>
  which.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0)

/** The number of calls with one of these outcomes. */
export const countOf = ({ outcomes }: CallCount, ...which: readonly CallOutcome[]): number => sumOf(outcomes, which)

export function figuresOf({ outcomes, longTalks, talkSeconds, timed }: CallCount): Figures {
  const calls = sumOf(outcomes, callOutcomes)
  const answered = sumOf(outcomes, answeredOutcomes)
  return {
    calls,
    known: calls - (outcomes.unknown ?? 0),
    answered,
    timed: timed ?? answered,
    longTalks,
    talkSeconds,
  }
}

/** Whether nearly all calls that ended in batches are known. */
export const isCovered = (coverage: Coverage): boolean => coverage.unknownBatches === 0 && isWellKnown(coverage)

/** The share of the calls that were answered, of those of which that is known; null: of none. */
export const answeredShareOf = ({ answered, known }: Pick<Figures, 'answered' | 'known'>): number | null =>
  shareOf(answered, known)

/** The share of long talks, of the calls of which that is known: not of answered ones without a duration; null: of none. */
export const longTalkShareOf = ({ longTalks, known, answered, timed }: Figures): number | null =>
  shareOf(longTalks, known - answered + timed)

/** Seconds for each answered call whose duration is known; null: there is none. */
export const secondsPerTalk = ({ talkSeconds, timed }: Figures): number | null => shareOf(talkSeconds, timed)

/** The figures of several groups together. */
export const totalOf = (groups: readonly CallCount[]): Figures =>
  groups.map(figuresOf).reduce(
    (sum, one) => ({
      calls: sum.calls + one.calls,
      known: sum.known + one.known,
      answered: sum.answered + one.answered,
      timed: sum.timed + one.timed,
      longTalks: sum.longTalks + one.longTalks,
      talkSeconds: sum.talkSeconds + one.talkSeconds,
    }),
    { calls: 0, known: 0, answered: 0, timed: 0, longTalks: 0, talkSeconds: 0 },
  )

/** An hour of the week on the clock of the people called. */
export interface WeekHour extends Figures {
  /** 0 is Monday. */
  weekday: number
  hour: number
}

/** The figures by hour of the week, from groups by `local_time`. Calls whose local time is unknown are left out. */
export const weekHoursOf = (groups: readonly CallCount[]): WeekHour[] =>
  groups
    .filter(({ key }) => key !== '')
    .map((group) => {
      const [weekday = 0, hour = 0] = group.key.split(' ').map(Number)
      return { weekday, hour, ...figuresOf(group) }
    })

/** An hour with fewer calls says little about the next ones. */
export const enoughCalls = 20

/** The hours in which most calls are likely to be answered, best first. Hours with few calls are left out, and say less the fewer they have. */
export const bestHours = (hours: readonly WeekHour[], count = 3): WeekHour[] =>
  hours
    .filter(({ known, answered }) => known >= enoughCalls && answered > 0)
    .toSorted((a, b) => leastShare(b.answered, b.known) - leastShare(a.answered, a.known) || b.known - a.known)
    .slice(0, count)

/** The hours of the day in which there were calls, without gaps, at least those of a working day. */
export function shownHours(hours: readonly WeekHour[]): number[] {
  const called = hours.map(({ hour }) => hour)
  const [first, last] = [Math.min(9, ...called), Math.max(17, ...called)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Where a key moves in the table of the week: the arrow keys to the next hour with calls in their direction, Home and End to the first and
 * last one of the day; null: the key moves nowhere.
 */
export function hourAfterKey(
  hours: readonly WeekHour[],
  { weekday, hour }: Pick<WeekHour, 'weekday' | 'hour'>,
  key: string,
): WeekHour | null {
  const called = hours.filter(({ calls }) => calls > 0)
  const day = called.filter((one) => one.weekday === weekday).toSorted((a, b) => a.hour - b.hour)
  const sameHour = called.filter((one) => one.hour === hour).toSorted((a, b) => a.weekday - b.weekday)
  const found = {
    ArrowRight: day.find((one) => one.hour > hour),
    ArrowLeft: day.findLast((one) => one.hour < hour),
    ArrowDown: sameHour.find((one) => one.weekday > weekday),
    ArrowUp: sameHour.findLast((one) => one.weekday < weekday),
    Home: day[0],
    End: day.at(-1),
  }[key]
  return found ?? null
}
