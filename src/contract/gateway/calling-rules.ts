/** The calling rules of a workspace: contact limits, calling hours and approvals. The gateway enforces them at every start. */
import * as z from 'zod/mini'
import { nonBlankUpTo } from '../shared/wire.ts'

const mostContacts = 100
const contacts = z.int().check(z.gte(1), z.lte(mostContacts))

/** How often batches and calls may call one person. */
export const ContactLimits = z.strictObject({
  /** In any 24 hours. */
  perDay: contacts,
  /** In any 7 days. */
  perWeek: contacts,
})
export type ContactLimits = z.output<typeof ContactLimits>

/** A time of day, such as "08:00". "24:00" is midnight at the end of the day. */
const timeOfDay = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
const lastWeekday = 7
const mostClosedDays = 400

const timesAndDays = {
  from: timeOfDay,
  until: timeOfDay,
  /** ISO: 1 is Monday, 7 Sunday. */
  weekdays: z.array(z.int().check(z.gte(1), z.lte(lastWeekday))).check(z.minLength(1), z.maxLength(lastWeekday)),
}
const endsLater = z.refine<{ from: string; until: string }>(
  ({ from, until }) => from < until,
  'The hours must end later than they begin.',
)

/** When people may be called, in their local time (see src/calling-hours). */
export const CallingHours = z
  .strictObject({
    ...timesAndDays,
    /** Days on which nobody is called: everywhere, or in one country (ISO 3166). */
    closedDays: z
      .array(z.strictObject({ date: z.iso.date(), country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))) }))
      .check(z.maxLength(mostClosedDays)),
  })
  .check(endsLater)
export type CallingHours = z.output<typeof CallingHours>

const mostOfReason = 200
/** Why somebody is called outside the calling hours. */
export const hoursReason = nonBlankUpTo(mostOfReason)

/** Calling hours of one batch that replace its workspace's, and why. The workspace's days without calls still apply. */
export const BatchHours = z.strictObject({ ...timesAndDays, reason: nonBlankUpTo(mostOfReason) }).check(endsLater)
export type BatchHours = z.output<typeof BatchHours>

/** @param text JSON of BatchHours, from the fields or the record of a start @returns null: missing or invalid */
export function batchHoursIn(text: string | undefined): BatchHours | null {
  try {
    return BatchHours.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/**
 * The calling hours that apply to a start: its own, or its workspace's.
 *
 * @param start the fields of the start, or its ids in the ledger
 * @param rules the hours of its workspace
 */
export const hoursOf = ({ hours }: { hours?: string | undefined }, rules: CallingHours): CallingHours =>
  hoursIn(batchHoursIn(hours), rules)

/** The calling hours that apply to a batch. @param own the batch's own hours; null: none */
export function hoursIn(own: BatchHours | null, rules: CallingHours): CallingHours {
  if (!own) return rules
  const { from, until, weekdays } = own
  return { from, until, weekdays, closedDays: rules.closedDays }
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "Monday to Friday", "Monday, Wednesday", "every day". @param days ISO: 1 is Monday */
export function weekdaysInWords(days: readonly number[]): string {
  const chosen = [...new Set(days)].toSorted((one, other) => one - other)
  const nameOf = (day: number | undefined) => weekdayNames[(day ?? 1) - 1] ?? ''
  if (chosen.length === weekdayNames.length) return 'every day'
  const isRun = chosen.every((day, place) => place === 0 || day === (chosen[place - 1] ?? 0) + 1)
  return isRun && chosen.length > 2 ? `${nameOf(chosen[0])} to ${nameOf(chosen.at(-1))}` : chosen.map(nameOf).join(', ')
}

/** "08:00 to 20:00, Monday to Friday". */
export const hoursInWords = ({ from, until, weekdays }: Pick<CallingHours, 'from' | 'until' | 'weekdays'>): string =>
  `${from} to ${until}, ${weekdaysInWords(weekdays)}`

/** The people of a list who are outside the calling hours when the calls begin. */
export interface OutsideHours {
  hours: CallingHours
  /** When the calls begin, epoch ms. */
  at: number
  /** Number of people outside the hours or in an unknown time zone. */
  people: number
  /** Their row numbers in the uploaded file, as in a spreadsheet. */
  rows: number[]
  /** The time zones of the people, most people first; no zone: unknown. */
  places: {
    country: string | null
    zones: string[]
    calls: number
    isInside: boolean
  }[]
  /**
   * The next time when everyone is within the hours, or most people within a week, epoch ms; null: never, all are inside, or the planned
   * time is as good.
   */
  opening: { at: number; calls: number; of: number } | null
  /** When the first person inside the hours leaves them, epoch ms; null: never. */
  closes: number | null
}

/** Maximum rows of a list in one start. */
const mostPeople = 200_000

export const SecondPerson = z.strictObject({
  /** A start needs approval if it and the operator's other starts of the last 24 hours call more people than this; null: no start does. */
  above: z.nullable(z.int().check(z.gte(1), z.lte(mostPeople))),
})
export type SecondPerson = z.output<typeof SecondPerson>

export interface ApprovalNeed {
  above: number
  /** People of the operator's other starts of the last 24 hours, with whom the start exceeds the limit; 0: it exceeds it alone. */
  earlier: number
  /** Why nobody can approve it, and what to do; '' if someone can. */
  problem: string
}

const mostCountries = 250

/** The countries (ISO 3166) that a workspace calls. Numbers without a country code that fit one of them are probably there. */
export const CalledCountries = z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(mostCountries))

export const CallingRules = z.strictObject({
  limits: ContactLimits,
  hours: CallingHours,
  approval: SecondPerson,
  /** Left out: nobody has chosen them. */
  countries: z.optional(CalledCountries),
})
export type CallingRules = z.output<typeof CallingRules>

export const usualCallingRules: CallingRules = {
  limits: { perDay: 1, perWeek: 3 },
  hours: { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] },
  approval: { above: null },
}

export const callingRuleEndpoints = {
  callingRulesShow: { response: z.custom<CallingRules>() },
  /** Those that are left out stay. */
  callingRulesChange: { response: z.custom<CallingRules>(), body: z.partial(CallingRules) },
}
