/** The rules of a workspace about whom it calls and when. The gateway enforces them at every start. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { onDemand } from '../shared/freshness.ts'
import { filledUpTo } from '../shared/wire.ts'
import { ofGateway } from './endpoint-parts.ts'

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

/** A time of day: "08:00"; "24:00" is the midnight that ends the day. */
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

/** When people are called, by the clock where their phone rings (the rules are those of src/calling-hours). */
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

/** The hours of one batch in place of those of its workspace, and why. The workspace's days without calls hold for it too. */
export const BatchHours = z.strictObject({ ...timesAndDays, reason: filledUpTo(mostOfReason) }).check(endsLater)
export type BatchHours = z.output<typeof BatchHours>

/** @param text JSON of BatchHours, as the fields and the record of a start have it @returns null: it is none, or there is none */
export function batchHoursIn(text: string | undefined): BatchHours | null {
  try {
    return BatchHours.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/**
 * The calling hours that hold for a start: its own, or else those of its workspace.
 *
 * @param start the fields of the start, or its ids in the ledger
 * @param rules the hours of its workspace
 */
export const hoursOf = ({ hours }: { hours?: string | undefined }, rules: CallingHours): CallingHours =>
  hoursIn(batchHoursIn(hours), rules)

/** The same, of hours that were read already. @param own null: the batch has none */
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
export const OutsideHours = z.object({
  hours: CallingHours,
  /** Epoch ms: when the calls begin. */
  at: z.number(),
  /** How many are outside, or in an unknown time zone. */
  people: z.number(),
  /** Their rows in the file that was sent, as a spreadsheet counts. */
  rows: z.array(z.number()),
  /** Where the phones of the list may ring, most people first; no zone: unknown. */
  places: z.array(
    z.object({
      country: z.nullable(z.string()),
      zones: z.array(z.string()),
      /** How many people. */
      calls: z.number(),
      isInside: z.boolean(),
    }),
  ),
  /** Epoch ms: when everybody is inside next, or else most people within a week; null: nobody ever, or all are inside. */
  opening: z.nullable(z.object({ at: z.number(), calls: z.number(), of: z.number() })),
  /** Epoch ms: when the first of those inside is outside; null: never. */
  closes: z.nullable(z.number()),
})
export type OutsideHours = z.output<typeof OutsideHours>

/** Rows of the longest list that one start may have. */
const mostPeople = 200_000

/** When a start needs the approval of a second person. */
export const SecondPerson = z.strictObject({
  /** It needs it if it calls more people than this; null: no start does. */
  above: z.nullable(z.int().check(z.gte(1), z.lte(mostPeople))),
})
export type SecondPerson = z.output<typeof SecondPerson>

/** A start that needs the approval of a second person. */
export const ApprovalNeed = z.object({
  above: z.number(),
  /** Why nobody can give it, and what to do; '' where somebody can. */
  problem: z.string(),
})
export type ApprovalNeed = z.output<typeof ApprovalNeed>

export const CallingRules = z.strictObject({ limits: ContactLimits, hours: CallingHours, approval: SecondPerson })
export type CallingRules = z.output<typeof CallingRules>

/** The rules of a workspace whose administrators changed none. */
export const usualCallingRules: CallingRules = {
  limits: { perDay: 1, perWeek: 3 },
  hours: { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] },
  approval: { above: null },
}

const ofRules = { ...ofGateway, path: '/gateway/calling-rules', response: CallingRules } as const

export const callingRuleEndpoints = {
  callingRulesShow: endpoint({
    ...ofRules,
    method: 'GET',
    label: 'Reading the calling rules',
    freshness: onDemand(10),
    roles: everyone,
    summary: 'The rules of this workspace about whom it calls and when.',
  }),
  callingRulesChange: endpoint({
    ...ofRules,
    method: 'PUT',
    label: 'Changing the calling rules',
    done: 'Changed the calling rules',
    invalidates: ['callingRulesShow'],
    roles: ['admin'],
    summary: 'Change some of the rules; those that are left out stay.',
    body: z.partial(CallingRules),
  }),
}
