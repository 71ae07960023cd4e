/** Search parameters of the reports: the period and the filters. */
import { isRecordedFrom } from '#components/charts/time-points.ts'
import { type callGroupings, idPattern, lastMoment } from '#contract/index.ts'
import { type Field, matching, oneOf, type Values, wholeFrom } from '#kit/navigation/search-params.ts'

/** The lengths of the period that can be chosen, in days, the current one included. */
export const periodDays = [1, 7, 28, 90, 365] as const
export const defaultDays = 28

const period: Field<number> = (text) => periodDays.find((days) => `${days}` === text) ?? defaultDays

export const groupings = [
  'country',
  'agent',
  'attempt',
  'batch',
] as const satisfies readonly (typeof callGroupings)[number][]
export type Grouping = (typeof groupings)[number]

/** An ID as the contract takes it; '' for all. */
export const recordId = matching(idPattern, '')

/** A whole number as text, as the contract takes it; '' for all. */
export const numberText = (least: number, most: number): Field<string> => {
  const number = wholeFrom(least, '', most)
  return (text) => `${number(text)}`
}

/** The period and the filters, which all reports share. Each page adds its own. */
export const filterFields = {
  days: period,
  /** IDs and a country (ISO 3166); '' for all. */
  agent: recordId,
  flow: recordId,
  batch: recordId,
  country: matching(/^[A-Z0-9]{2,3}$/, ''),
}
export type ReportFilter = Values<typeof filterFields>
/** The filters beside the period, in their order. A page has those of what it counts. */
export const filterNames = ['agent', 'flow', 'batch', 'country', 'reviewer'] as const
export type FilterField = (typeof filterNames)[number]

/** What the columns of a chart over time are. */
export const timeUnits = ['hour', 'day', 'week', 'month'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** The unit in which a period can be read: 90 columns of a day are too many, and 365 are lines. */
export const timeUnitOf = (days: number): TimeUnit =>
  days === 1 ? 'hour' : days <= 28 ? 'day' : days <= 90 ? 'week' : 'month'

/** The page `/reports/reaching`. */
export const reachingFields = { ...filterFields, by: oneOf(groupings, 'country') }
export type ReachingSearch = Values<typeof reachingFields>

const moment = wholeFrom(0, 0, lastMoment)
/** A part of the period that a figure counts, epoch ms; 0 and 0: the whole period. */
export const partFields = { from: moment, to: moment }

/** The part of the period that is meant, or the whole one. @param now epoch ms */
export const partOf = ({ days, from, to }: Period & { days: number }, now: number): Period =>
  to > from ? { from, to } : periodOf(days, now)

/** The filters as the query of a count of calls; those that filter nothing are missing. */
export const queryOf = ({ agent, flow, batch, country }: Omit<ReportFilter, 'days'>) => ({
  ...(agent !== '' && { agentId: agent }),
  ...(flow !== '' && { flowId: flow }),
  ...(batch !== '' && { batchId: batch }),
  ...(country !== '' && { country }),
})

/** What a link to another report keeps of an address: the period and the filters, with the question mark; '' for none. */
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

/** The end of the period before changes at most this often, so that pages which are opened again have the same figures for a while. */
const stepMs = 2 * 60_000

/** The period before one, as far as the present one has come: today until nine is compared with yesterday until nine. */
export function periodBefore({ days }: Pick<ReportFilter, 'days'>, now: number): Period {
  const sameTime = new Date(now)
  sameTime.setDate(sameTime.getDate() - days)
  return { from: periodOf(days * 2, now).from, to: Math.ceil(sameTime.getTime() / stepMs) * stepMs }
}

/** Whether the whole period before was recorded and is still kept. If not, nothing is compared with it. @param since epoch ms */
export const isBeforeKnown = (since: number | null, filter: Pick<ReportFilter, 'days'>, now: number): boolean =>
  isRecordedFrom(since, periodBefore(filter, now).from)
