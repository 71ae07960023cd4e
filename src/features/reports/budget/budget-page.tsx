/** `/reports/budget`: what the requests to the service were used for, by time, page and operator. */

import { useState } from 'react'
import { type LoaderFunctionArgs } from 'react-router'
import { type QueryState, read, useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { valuesAtPoints } from '#components/charts/time-points.ts'
import {
  colleaguesKey,
  maxOutcomePercent,
  OutcomeShare,
  type RequestCount,
  type RequestCounts,
} from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { NumberField } from '#ui/forms/text-field.tsx'
import { Section, Stat, Stats } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { percent, shareOf } from '#ui/text/share.ts'
import { dayAndTime } from '#ui/time/format-time.ts'
import { type ExportLabel, useExportLabel } from '../export-label.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { OverTimeChart } from '../over-time-chart.tsx'
import { CountingNotes, Report } from '../report.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { filterFields, isBeforeKnown, periodOf } from '../search.ts'
import { budgetRead, CurrentBudget } from './current-budget.tsx'
import { laneSeries, requestsOf } from './lane-series.ts'
import { budgetReads, hoursOf, lastHourRead } from './reads.ts'
import { pageName } from './request-shares.tsx'
import * as texts from './texts.tsx'

const shareRead = read('outcomeShareShow')

function ShareForm({ saved }: { saved: number }) {
  const [typed, setTyped] = useState<{ percent: number | null } | null>(null)
  const percent = typed ? typed.percent : saved
  const { data } = OutcomeShare.safeParse({ percent })
  return (
    <SettingForm
      title="Results of calls"
      intro="Lists of a batch’s calls do not say what was said, only the record of each call does. Switchboard reads these records when requests are left over, the newest batch first, and never while someone waits. Meanwhile, an open batch is refreshed every 4.4 seconds, not more often, and an open call somewhat less often."
      what="share for results of calls"
      command="outcomeShareChange"
      values={data ?? null}
      isChanged={percent !== saved}
      onReset={() => setTyped(null)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Most of the request budget, in percent"
          hint="0 reads no results by itself."
          min={0}
          max={maxOutcomePercent}
          value={percent}
          onChange={(next) => setTyped({ percent: next })}
          error={data ? null : `Enter a whole number from 0 to ${maxOutcomePercent}.`}
        />
      </div>
    </SettingForm>
  )
}

const OutcomeShareForm = () => (
  <DataView
    query={useRead(shareRead)}
    loading={<SkeletonRows rows={2} columns={2} label="Loading the share for results of calls…" />}
  >
    {({ percent }) => <ShareForm saved={percent} />}
  </DataView>
)

const hourMs = 3_600_000
/** The most bars of a chart. */
const maxBars = 15

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { days } = parseSearch(filterFields, request.url)
  return loadForNow((now) => [budgetRead, lastHourRead(now), ...Object.values(budgetReads(days, now))])
}

const sumOf = (groups: readonly RequestCount[]): number => groups.reduce((sum, { lanes }) => sum + requestsOf(lanes), 0)

/** @param props.before undefined: the requests of the period before were not counted */
function KeyFigures({ hours, before }: { hours: RequestCounts; before: RequestCounts | undefined }) {
  const total = sumOf(hours.groups)
  const watching = hours.groups.reduce((sum, { lanes }) => sum + (lanes.watching ?? 0), 0)
  const busiest = hours.groups.toSorted((a, b) => requestsOf(b.lanes) - requestsOf(a.lanes))[0]
  return (
    <Stats>
      <Stat
        label="Requests"
        value={number(total)}
        note={before && `${number(sumOf(before.groups))} in the previous period`}
      />
      <Stat
        label="Busiest hour"
        value={
          busiest
            ? `${number(Math.round((requestsOf(busiest.lanes) / 60) * 10) / 10)} per minute, limit ${number(hours.perMinute)}`
            : '–'
        }
        note={busiest && `From ${dayAndTime(Number(busiest.key))}`}
      />
      <Stat
        label="Live updates"
        value={percent(shareOf(watching, total))}
        note="Calls, batches and conversations that somebody watches"
      />
    </Stats>
  )
}

/** Groups as bars, most requests first. */
function Shares({
  by,
  query,
  nameOf,
  label,
}: {
  by: 'page' | 'operator'
  query: QueryState<RequestCounts>
  nameOf: (group: RequestCount) => string
  label: ExportLabel
}) {
  const title = `Requests by ${by}`
  return (
    <Section title={title}>
      <DataView query={query} loading={<SkeletonRows rows={4} columns={1} label={texts.counting} />}>
        {({ groups }) => {
          const sorted = groups.toSorted((a, b) => requestsOf(b.lanes) - requestsOf(a.lanes))
          return (
            <Chart
              kind="bars"
              data={{
                title,
                pointHeader: by === 'page' ? 'Page' : 'Operator',
                drawn: { most: maxBars, noun: `${by}s` },
                points: sorted.map((group) => ({ key: group.key, label: nameOf(group) })),
                series: laneSeries(sorted.map(({ lanes }) => lanes)),
                emptyText: texts.noRequests,
                fileName: label.fileName(`requests-by-${by}`),
              }}
            />
          )
        }}
      </DataView>
    </Section>
  )
}

const operatorName = ({ key, name }: RequestCount): string =>
  key === '' ? 'Switchboard itself' : key === colleaguesKey ? texts.colleagues : (name ?? 'Former operator')

export function Component() {
  const [search, setSearch] = useSearch(filterFields)
  const openedAt = useOpenedAt()
  const { days } = search
  const reads = budgetReads(days, openedAt)
  const counts = useRead(reads.overTime)
  const hours = useRead(reads.hours)
  const pages = useRead(reads.pages)
  const operators = useRead(reads.operators)
  const before = useRead(reads.before)
  const period = periodOf(days, openedAt)
  const label = useExportLabel({ days }, openedAt)
  return (
    <Report
      page="budget"
      title={texts.title}
      question="What uses the request budget?"
      filters={
        <>
          <CurrentBudget />
          <ReportFilters
            openedAt={openedAt}
            search={search}
            onChange={(change) => setSearch(change, { replace: true })}
            fields={[]}
          />
        </>
      }
      query={hours}
      counting={texts.counting}
      after={<OutcomeShareForm />}
    >
      {(counted) => (
        <>
          <KeyFigures
            hours={counted}
            before={isBeforeKnown(counted.since, { days }, openedAt) ? before.data : undefined}
          />
          <OverTimeChart
            what="Requests"
            days={days}
            period={days === 1 ? hoursOf(period) : period}
            query={counts}
            counting={texts.counting}
            seriesOf={(points, { groups, since }) => {
              const lanes = new Map(groups.map((group) => [group.key, group.lanes]))
              return laneSeries(valuesAtPoints(points, lanes, {}, { since, now: openedAt }))
            }}
            more={{ emptyText: texts.noRequests }}
            label={label}
          />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <Shares by="page" query={pages} nameOf={({ key }) => pageName(key)} label={label} />
            <Shares by="operator" query={operators} nameOf={operatorName} label={label} />
          </div>
          <CountingNotes
            known={
              counted.since !== null &&
              counted.since > period.from + hourMs &&
              `Counted since ${dayAndTime(counted.since)}; what was sent before is unknown.`
            }
          >
            All gateways count each request when they send it. If a gateway is killed, its last few seconds are missing.
            Opening this page sends no requests to the service.
          </CountingNotes>
        </>
      )}
    </Report>
  )
}
