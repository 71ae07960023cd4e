/** The address of the calls that a figure counts. */
import type { listedOutcomes } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { type AnswerFilter, defaultDays } from './search.ts'

/** What a figure counts beside the period and the filters of its page. */
export type CountedOnly = Partial<Omit<AnswerFilter, 'days'>> & {
  outcome?: (typeof listedOutcomes)[number]
  /** On the clock of the person called: 0 (Monday) to 6, and 0 to 23. */
  weekday?: number
  hour?: number
  attempt?: string
  agentVersion?: string
  flowVersion?: string
}

/** @param filter the period and the filters of the page with the figure */
export function callsAddress(filter: AnswerFilter, only: CountedOnly): string {
  const { days, agent, flow, batch, country } = filter
  const values = { ...(days !== defaultDays && { days }), agent, flow, batch, country, ...only }
  const search = new URLSearchParams(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]): [string, string] => [name, `${value}`]),
  )
  return `${paths.answers('calls')}${search.size === 0 ? '' : `?${search}`}`
}
