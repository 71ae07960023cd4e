/** `/answers/cost`: minutes and messages with the team's own prices. */
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import type { ChartSeries } from '#components/charts/chart-data.ts'
import { dayPoints } from '#components/charts/time-points.ts'
import type { CallCosts, CallPrices, CostGrouping } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Card, Section, Stat } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { AnswerFilters } from '../answer-filters.tsx'
import { AnswersHeader } from '../answers-header.tsx'
import { type AnswerFilter, periodBefore, periodOf, queryOf } from '../search.ts'
import { costTitle } from '../texts.tsx'
import { CostTable } from './cost-table.tsx'
import { costOfCalls, costOfMessages, hasPrices, sumOfAmounts, totalCost } from './costs.ts'
import { CostSearch, costGroupingChoices } from './search.ts'
import * as texts from './texts.tsx'

const pricesRead = read('callPricesShow')

const readsOf = (search: CostSearch, now: number) => {
  const costRead = (by: CostGrouping, period = periodOf(search.days, now)) =>
    read('callCostList', { query: { ...period, by, zone: browserTimeZone, ...queryOf(search) } })
  return { days: costRead('day'), groups: costRead(search.by), before: costRead('day', periodBefore(search, now)) }
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  load(pricesRead, ...Object.values(readsOf(parseSearch(CostSearch, request.url), Date.now())))

interface FigureProps {
  costs: CallCosts
  before: CallCosts | undefined
  prices: CallPrices
}

function KeyFigures({ costs, before, prices }: FigureProps) {
  const { currency } = prices
  const { calls, minutes, amount } = totalCost(costs, prices)
  const messagesCost = costOfMessages(costs.messages, prices)
  const together = (one: CallCosts) => sumOfAmounts(totalCost(one, prices).amount, costOfMessages(one.messages, prices))
  const past = before ? together(before) : null
  return (
    <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
      <Card>
        <Stat
          label={texts.total}
          value={texts.amount(together(costs), currency)}
          note={past !== null && texts.before(texts.amount(past, currency))}
        />
      </Card>
      <Card>
        <Stat label={texts.callsCost} value={texts.amount(amount, currency)} note={texts.minutesOf(minutes, calls)} />
      </Card>
      <Card>
        <Stat
          label={texts.messagesCost}
          value={texts.amount(messagesCost, currency)}
          note={texts.messagesSent(costs.messages)}
        />
      </Card>
      <Card>
        <Stat
          label={texts.perCall}
          value={texts.amount(amount === null || calls === 0 ? null : amount / calls, currency)}
          note={calls > 0 && texts.perCallNote(minutes / calls)}
        />
      </Card>
    </div>
  )
}

/** The cost by day, or the minutes while no prices are set. */
function DaysChart({ costs, prices, days, now }: { costs: CallCosts; prices: CallPrices; days: number; now: number }) {
  const { from, to } = periodOf(days, now)
  const points = dayPoints(from, to)
  const byDay = new Map(costs.groups.map((group) => [group.key, group]))
  const groups = points.map(({ key }) => byDay.get(key) ?? { countries: [], messages: 0 })
  const isPriced = hasPrices(prices)
  const calls = groups.map((group) => costOfCalls(group, prices))
  const series: ChartSeries[] = isPriced
    ? [
        { id: 'calls', label: texts.callsSeries, fill: 'solid', values: calls.map(({ amount }) => amount ?? 0) },
        ...(prices.perMessage === null || costs.messages === null
          ? []
          : [
              {
                id: 'messages',
                label: texts.messagesSeries,
                fill: 'diagonal' as const,
                values: groups.map(({ messages }) => costOfMessages(messages, prices)),
              },
            ]),
      ]
    : [{ id: 'minutes', label: texts.minutesSeries, fill: 'solid', values: calls.map(({ minutes }) => minutes) }]
  const title = isPriced ? texts.byDay : texts.minutesByDay
  return (
    <Section title={title}>
      <Chart
        kind="columns"
        data={{
          title,
          pointHeader: texts.dayHeader,
          points,
          series,
          format: (value) => (isPriced ? texts.amount(value, prices.currency) : texts.minutes(value)),
          hasFractions: isPriced,
          emptyText: texts.nothing,
          fileName: texts.fileName('day'),
        }}
      />
    </Section>
  )
}

/** Says that there are no prices, with the way to set them. */
function NoPrices() {
  const { allowed } = usePermission('callPricesChange')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-large border border-line bg-raised px-3 py-2">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium">{texts.noPricesTitle}</span>{' '}
        <span className="text-soft">{allowed ? texts.noPricesHint : texts.noPricesForOthers}</span>
      </p>
      {allowed && <ButtonLink to={paths.settings('prices')}>{texts.setPrices}</ButtonLink>}
    </div>
  )
}

/** What the figures rest on, and what is not in them. */
function Basis({ costs, prices }: { costs: CallCosts; prices: CallPrices }) {
  const { minutesWithoutPrice } = totalCost(costs, prices)
  const { withoutDuration, coverage } = costs
  return (
    <p className="max-w-3xl text-label text-muted">
      {texts.coverage(coverage.seen, coverage.ended)} {texts.rests}{' '}
      {hasPrices(prices) && minutesWithoutPrice > 0 && texts.withoutPrice(minutesWithoutPrice)}{' '}
      {withoutDuration > 0 && texts.withoutDuration(withoutDuration)}
    </p>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(CostSearch)
  // The period stays the same while the page is open, also past midnight.
  const [openedAt] = useState(() => Date.now())
  const reads = readsOf(search, openedAt)
  const prices = useRead(pricesRead)
  const days = useRead(reads.days)
  const groups = useRead(reads.groups)
  const before = useRead(reads.before)
  const change = (next: Partial<AnswerFilter>) => setSearch(next, { replace: true })
  return (
    <Page>
      <AnswersHeader
        question="cost"
        title={costTitle}
        asks={texts.asks}
        actions={<ButtonLink to={paths.settings('prices')}>{texts.changePrices}</ButtonLink>}
      />
      <AnswerFilters
        openedAt={openedAt}
        search={search}
        onChange={change}
        fields={['agent', 'flow', 'batch', 'country']}
      />
      <DataView
        query={prices}
        loading={<SkeletonRows rows={9} columns={4} label={texts.counting} />}
        isEmpty={() => false}
        empty={null}
      >
        {(known) => (
          <DataView
            query={days}
            loading={<SkeletonRows rows={9} columns={4} label={texts.counting} />}
            isEmpty={() => false}
            empty={null}
          >
            {(costs) => (
              <>
                {hasPrices(known) ? <KeyFigures costs={costs} before={before.data} prices={known} /> : <NoPrices />}
                <DaysChart costs={costs} prices={known} days={search.days} now={openedAt} />
                <Section
                  title={texts.compared}
                  flush
                  actions={
                    <SegmentedControl
                      label={texts.comparedBy}
                      labelHidden
                      options={costGroupingChoices.map((value) => ({ value, label: texts.groupings[value] }))}
                      value={search.by}
                      onChange={(by) => setSearch({ by }, { replace: true })}
                    />
                  }
                >
                  <DataView
                    query={groups}
                    loading={<SkeletonRows rows={4} columns={4} label={texts.counting} />}
                    isEmpty={(data) => data.groups.length === 0}
                    empty={<p className="px-3 py-2 text-muted">{texts.nothing}</p>}
                  >
                    {(data) => <CostTable by={search.by} costs={data} prices={known} />}
                  </DataView>
                </Section>
                <Basis costs={costs} prices={known} />
              </>
            )}
          </DataView>
        )}
      </DataView>
    </Page>
  )
}
