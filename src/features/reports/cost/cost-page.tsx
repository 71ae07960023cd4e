/** `/reports/cost`: minutes and messages with the team's own prices. */
import { useRef } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { coverageOf } from '#components/batches/results/texts.ts'
import type { ChartSeries } from '#components/charts/chart-data.ts'
import { valuesAtPoints } from '#components/charts/time-points.ts'
import type { CallCosts, CallPrices, CostCount } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Stat, Stats } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { Comparison } from '../comparison.tsx'
import { useExportLabel } from '../export-label.ts'
import { isCovered } from '../figures.ts'
import { filterNameReads } from '../filter-names.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { OverTimeChart } from '../over-time-chart.tsx'
import { CountingNotes, Report } from '../report.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { isBeforeKnown, periodOf, type ReportFilter } from '../search.ts'
import { beforeUnknown, costTitle } from '../texts.tsx'
import { CostTable } from './cost-table.tsx'
import { amountShown, costOfCalls, costOfMessages, hasPrices, sumOfAmounts, totalCost } from './costs.ts'
import { PricesForm } from './prices-form.tsx'
import { costFields, costGroupingChoices, costReads } from './search.ts'
import * as texts from './texts.tsx'

const pricesRead = read('callPricesShow')

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(costFields, request.url)
  return loadForNow((now) => [pricesRead, ...Object.values(costReads(search, now)), ...filterNameReads(search)])
}

interface FigureProps {
  costs: CallCosts
  /** undefined: not counted yet; null: the period before is not known */
  before: CallCosts | null | undefined
  prices: CallPrices
}

function KeyFigures({ costs, before, prices }: FigureProps) {
  const { currency } = prices
  const { calls, pricedCalls, minutes, amount } = totalCost(costs, prices)
  const messagesCost = costOfMessages(costs.messages, prices)
  const combinedCost = (one: CallCosts) =>
    sumOfAmounts(totalCost(one, prices).amount, costOfMessages(one.messages, prices))
  const past = before ? combinedCost(before) : null
  return (
    <Stats>
      <Stat
        label={costs.messages === null ? 'Total, calls only' : 'Total'}
        value={texts.amount(combinedCost(costs), currency)}
        note={
          isCovered(costs.coverage)
            ? before === null
              ? beforeUnknown
              : past !== null && `${texts.amount(past, currency)} in the previous period`
            : coverageOf(costs.coverage, 'batches')
        }
      />
      <Stat
        label="Calls"
        value={texts.amount(amount, currency)}
        note={`${plural(Math.round(minutes), 'minute', 'minutes')} of ${plural(calls, 'connected call', 'connected calls')}`}
      />
      <Stat
        label="Messages"
        value={texts.amount(messagesCost, currency)}
        note={
          costs.messages === null ? 'Not counted with filters' : `${plural(costs.messages, 'message', 'messages')} sent`
        }
      />
      <Stat
        label="Per connected call"
        value={texts.unitPrice(amount === null || pricedCalls === 0 ? null : amount / pricedCalls, currency)}
        note={calls > 0 && `${number(Math.round((minutes / calls) * 10) / 10)} minutes on average`}
      />
    </Stats>
  )
}

type CostAtTime = Pick<CostCount, 'countries' | 'messages'>
const nothing: CostAtTime = { countries: [], messages: 0 }

/** The series of the cost of these groups, or of their minutes while no prices are set. */
function seriesOf(groups: readonly (CostAtTime | null)[], prices: CallPrices, hasMessages: boolean) {
  const calls = groups.map((group) => group && costOfCalls(group, prices))
  const series: ChartSeries[] = hasPrices(prices)
    ? [{ id: 'calls', label: 'Calls', fill: 'solid', values: calls.map((cost) => cost && amountShown(cost)) }]
    : [{ id: 'minutes', label: 'Minutes', fill: 'solid', values: calls.map((cost) => cost && cost.minutes) }]
  if (!hasPrices(prices) || prices.perMessage === null || !hasMessages) return series
  const values = groups.map((group) => group && costOfMessages(group.messages, prices))
  return [...series, { id: 'messages', label: 'Messages', fill: 'diagonal' as const, values }]
}

/** Says that there are no prices, with the way to set them. */
function NoPrices({ onSet }: { onSet: () => void }) {
  const { allowed } = usePermission('callPricesChange')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-large border border-line bg-raised px-3 py-2">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium">No prices are set yet.</span>{' '}
        <span className="text-soft">
          {allowed
            ? 'Minutes are counted. Set your own prices to see what they cost.'
            : 'Minutes are counted. An administrator can set prices.'}
        </span>
      </p>
      {allowed && <Button onClick={onSet}>Set prices</Button>}
    </div>
  )
}

/** What the figures rest on, and what is not in them. */
function Basis({ costs, prices }: { costs: CallCosts; prices: CallPrices }) {
  const { minutesWithoutPrice } = totalCost(costs, prices)
  const { withoutDuration, coverage } = costs
  return (
    <CountingNotes
      known={
        <>
          {`The figures include every call with a known duration that your team has seen. ${coverageOf(coverage, 'this period’s batches')}`.trim()}{' '}
          {hasPrices(prices) && minutesWithoutPrice > 0 && texts.minutesLeftOut(minutesWithoutPrice)}{' '}
          {withoutDuration > 0 &&
            `${plural(withoutDuration, 'answered call', 'answered calls')} of unknown duration ${withoutDuration === 1 ? 'is' : 'are'} not included.`}
        </>
      }
    >
      Calls are charged from connection to hang-up, including calls answered by a mailbox. Only messages approved and
      sent in Switchboard are counted. The previous period is counted up to the same time.
    </CountingNotes>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(costFields)
  const openedAt = useOpenedAt()
  const label = useExportLabel(search, openedAt)
  const reads = costReads(search, openedAt)
  const pricesQuery = useRead(pricesRead)
  const all = useRead(reads.overTime)
  const groups = useRead(reads.groups)
  const before = useRead(reads.before)
  const pricesBox = useRef<HTMLDivElement>(null)
  const goToPrices = () => pricesBox.current?.querySelector('input')?.focus()
  const change = (next: Partial<ReportFilter>) => setSearch(next, { replace: true })
  return (
    <Report
      page="cost"
      title={costTitle}
      question="What do the calls and messages cost?"
      // Without any, the page says so, with the way to set them.
      actions={pricesQuery.data && hasPrices(pricesQuery.data) && <Button onClick={goToPrices}>Prices</Button>}
      filters={
        <ReportFilters
          openedAt={openedAt}
          search={search}
          onChange={change}
          fields={['agent', 'flow', 'batch', 'country']}
        />
      }
      query={pricesQuery}
      counting={texts.counting}
    >
      {(prices) => (
        <DataView query={all} loading={<SkeletonRows rows={9} columns={4} label={texts.counting} />}>
          {(costs) => (
            <>
              {hasPrices(prices) ? (
                <KeyFigures
                  costs={costs}
                  before={isBeforeKnown(costs.since, search, openedAt) ? before.data : null}
                  prices={prices}
                />
              ) : (
                <NoPrices onSet={goToPrices} />
              )}
              <OverTimeChart
                what={hasPrices(prices) ? 'Cost' : 'Minutes'}
                days={search.days}
                period={periodOf(search.days, openedAt)}
                query={all}
                counting={texts.counting}
                seriesOf={(points, { groups: counted, since, messages }) => {
                  const byTime = new Map<string, CostAtTime>(counted.map((group) => [group.key, group]))
                  return seriesOf(
                    valuesAtPoints(points, byTime, nothing, { since, now: openedAt }),
                    prices,
                    messages !== null,
                  )
                }}
                more={
                  hasPrices(prices)
                    ? {
                        format: (value) => texts.amount(value, prices.currency),
                        hasFractions: true,
                        // The chart is also empty if there are calls, but none has a price.
                        emptyText:
                          totalCost(costs, prices).minutes > 0
                            ? 'No cost: none of these calls has a price above 0.'
                            : texts.nothing,
                      }
                    : { format: texts.minutes, emptyText: texts.nothing }
                }
                label={label}
              />
              <Comparison
                choices={costGroupingChoices}
                by={search.by}
                onChange={(by) => setSearch({ by }, { replace: true })}
                query={groups}
                counting={texts.counting}
                isEmpty={(data) => data.groups.length === 0}
                empty={texts.nothing}
              >
                {(data) => <CostTable by={search.by} costs={data} prices={prices} label={label} />}
              </Comparison>
              <Basis costs={costs} prices={prices} />
              <div ref={pricesBox}>
                <PricesForm saved={prices} />
              </div>
            </>
          )}
        </DataView>
      )}
    </Report>
  )
}
