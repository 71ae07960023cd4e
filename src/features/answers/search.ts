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

const recordId = z.catch(z.string().check(z.maxLength(128)), '')

/** The period and the filters, which all pages of answers share. Each page adds its own fields to its schema. */
export const filterFields = {
  days: z.catch(day, defaultDays),
  /** IDs and a country (ISO 3166); '' for all. */
  agent: recordId,
  flow: recordId,
  batch: recordId,
  country: z.catch(z.string().check(z.regex(/^[A-Z0-9]{2,3}$/)), ''),
}
export const FilterSearch = z.object(filterFields)
export type AnswerFilter = z.output<typeof FilterSearch>
/** The filters that are records or countries, not the period. */
export type FilterField = Exclude<keyof AnswerFilter, 'days'>

/** The page `/answers/reaching`. */
export const ReachingSearch = z.object({ ...filterFields, by: z.catch(z.enum(groupings), 'country') })
export type ReachingSearch = z.output<typeof ReachingSearch>

/** The filters as the query of a count of calls; those that filter nothing are missing. */
export const queryOf = ({ agent, flow, batch, country }: Omit<AnswerFilter, 'days'>) => ({
  ...(agent !== '' && { agentId: agent }),
  ...(flow !== '' && { flowId: flow }),
  ...(batch !== '' && { batchId: batch }),
  ...(country !== '' && { country }),
})

/** What a link to another page of answers keeps of an address: the period and the filters, with the question mark; '' for none. */
export function sharedSearchOf(search: URLSearchParams): string {
  const shared = new URLSearchParams([...search].filter(([name]) => name in filterFields))
  return shared.size === 0 ? '' : `?${shared}`
}

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
