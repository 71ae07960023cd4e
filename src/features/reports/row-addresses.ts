/** The addresses of the calls and decisions that a figure counts. */
import type { listedOutcomes, listedResults } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { defaultDays, type Period, type ReportFilter } from './search.ts'

/** What a figure counts beside the period and the filters of its page. `from` and `to`: a part of the period. */
export type CountedOnly = Partial<Omit<ReportFilter, 'days'> & Period> & {
  outcome?: (typeof listedOutcomes)[number]
  /** On the clock of the person called: 0 (Monday) to 6, and 0 to 23. */
  weekday?: number
  hour?: number
  attempt?: string
  agentVersion?: string
  flowVersion?: string
  /** The page with the figure, unless it is that of reaching people. */
  figure?: 'agents'
}

/** What has no value is missing. */
function addressOf(page: string, values: Readonly<Record<string, string | number | false | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== false && value !== '') search.set(name, `${value}`)
  return `${paths.reports(page)}${search.size === 0 ? '' : `?${search}`}`
}

/** @param filter the period and the filters of the page with the figure */
export const callsAddress = ({ days, agent, flow, batch, country }: ReportFilter, only: CountedOnly): string =>
  addressOf('calls', { days: days !== defaultDays && days, agent, flow, batch, country, ...only })

interface DecisionFilter {
  agent: string
  /** '' for all. */
  reviewer: string
}

type ListedResult = (typeof listedResults)[number]

export const decisionsAddress = (
  { days, agent, reviewer }: DecisionFilter & Pick<ReportFilter, 'days'>,
  only: Partial<DecisionFilter & Period> & { result?: ListedResult; reason?: string },
): string => addressOf('decisions', { days: days !== defaultDays && days, agent, reviewer, ...only })

/** What lists the rejections with a reason. @param reason '' if none was given */
export const rejectionsWith = (reason: string): { result?: ListedResult; reason?: string } =>
  reason === '' ? { result: 'rejected_without_reason' } : { reason }
