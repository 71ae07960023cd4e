/** Search parameters of the pages of answers: the period and the filters. */
import * as z from 'zod/mini'
import { callGroupings } from '#contract/index.ts'

/** The lengths of the period that can be chosen, in days, the current one included. */
export const periodDays = [1, 7, 28, 90, 365] as const
export const defaultDays = 28

const day = z.pipe(
  z.coerce.number(),
  z.int().check(z.refine((days) => (periodDays as readonly number[]).includes(days))),
)

export const groupings = [
  'country',
  'agent',
  'attempt',
  'batch',
] as const satisfies readonly (typeof callGroupings)[number][]
export type Grouping = (typeof groupings)[number]

export const AnswerSearch = z.object({
  days: z.catch(day, defaultDays),
  /** IDs; '' for all. */
  agent: z.catch(z.string().check(z.maxLength(128)), ''),
  country: z.catch(z.string().check(z.regex(/^[A-Z0-9]{2,3}$/)), ''),
  by: z.catch(z.enum(groupings), 'country'),
})
export type AnswerFilter = z.output<typeof AnswerSearch>

export interface Period {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
}

/** The last days of this browser's calendar, today included. @param now epoch ms */
export function periodOf(days: number, now: number): Period {
  const today = new Date(now)
  const at = (offset: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + offset).getTime()
  return { from: at(1 - days), to: at(1) }
}

const hourMs = 3_600_000

/** The period before one, as far as the present one has come: today until nine is compared with yesterday until nine. */
export function periodBefore({ days }: Pick<AnswerFilter, 'days'>, now: number): Period {
  const sameTime = new Date(now)
  sameTime.setDate(sameTime.getDate() - days)
  // The end of the hour, so that the figures stay the same for a while.
  return { from: periodOf(days * 2, now).from, to: Math.ceil(sameTime.getTime() / hourMs) * hourMs }
}
