/** Outcomes of calls as the series of a chart: the same colours and patterns wherever outcomes are drawn. */
import { type CallCount, type CallOutcome, outcomeLabels, reachedOutcomes } from '#contract/index.ts'
import type { ChartSeries, FillName } from './chart-data.ts'

const drawn: readonly { id: CallOutcome | 'reached'; fill: FillName; outcomes: readonly CallOutcome[] }[] = [
  { id: 'reached', fill: 'solid', outcomes: reachedOutcomes },
  { id: 'answered', fill: 'vertical', outcomes: ['answered'] },
  { id: 'mailbox', fill: 'diagonal', outcomes: ['mailbox'] },
  { id: 'no_answer', fill: 'dots', outcomes: ['no_answer'] },
  { id: 'busy', fill: 'horizontal', outcomes: ['busy'] },
  { id: 'failed', fill: 'cross', outcomes: ['failed'] },
  { id: 'unknown', fill: 'outline', outcomes: ['unknown'] },
]

/** The series of these counts, one value for each. Series in which no call is are left out. A count that is null is unknown. */
export const outcomeSeries = (counts: readonly (Pick<CallCount, 'outcomes'> | null)[]): ChartSeries[] =>
  drawn
    .map(({ id, fill, outcomes }) => ({
      id,
      fill,
      label: id === 'reached' ? 'Reached a person' : outcomeLabels[id],
      values: counts.map(
        (count) => count && outcomes.reduce((sum, outcome) => sum + (count.outcomes[outcome] ?? 0), 0),
      ),
    }))
    .filter(({ values }) => values.some((value) => (value ?? 0) > 0))
