/** The use of the request budget now, by purpose, page and operator, the last 429, and the forecast (experience U44, U48). */

import { read, useRead } from '#api/reads.ts'
import { useStatus } from '#api/status.ts'
import { Chart } from '#components/charts/chart.tsx'
import { isoDay, minutePoints } from '#components/charts/time-points.ts'
import { type Budget, type Forecast, type Lane, type RequestCounts } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { useReadTime } from '#kit/data/read-time.ts'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Meter } from '#ui/status/meter.tsx'
import { number } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Countdown, Time } from '#ui/time/time.tsx'
import { laneSeries } from './lane-series.ts'
import { lastHourOf, lastHourRead, minuteMs, shownMinutes } from './reads.ts'
import { RequestShares, sharesByPage } from './request-shares.tsx'
import * as texts from './texts.tsx'

/** The requests of each minute by purpose. What was sent before the gateway counted is unknown, not zero: null. */
function lanesByMinute({ groups, since }: RequestCounts, now: number): (Partial<Record<Lane, number>> | null)[] {
  const byMinute = new Map(groups.map(({ key, lanes }) => [Number(key), lanes]))
  const { from } = lastHourOf(now)
  return Array.from({ length: shownMinutes }, (_, minute) => {
    const at = from + minute * minuteMs
    return since !== null && at >= since ? (byMinute.get(at) ?? {}) : null
  })
}

function LastHour() {
  // Counted again each minute.
  const now = useGatewayTime(5_000)
  const query = useRead(lastHourRead(now))
  const at = useReadTime(query, now)
  const { from, to } = lastHourOf(at)
  return (
    <DataView query={query} loading={<SkeletonRows rows={7} columns={1} label={texts.loadingBudget} />}>
      {(counts) => (
        <Chart
          kind="area"
          data={{
            title: texts.lastHour,
            pointHeader: 'Minute',
            fileHeader: 'Minute begins',
            points: minutePoints(from, to),
            series: laneSeries(lanesByMinute(counts, at)),
            limit: { value: counts.perMinute, label: `Limit: ${number(counts.perMinute)} in any minute` },
            emptyText: 'No requests in the last hour. The present minute is not counted yet.',
            fileName: `requests-last-hour_${isoDay(at)}`,
          }}
        />
      )}
    </DataView>
  )
}

export const budgetRead = read('budgetShow')

function NextUpdate({ budget: { nextReadAt, pausedUntil } }: { budget: Budget }) {
  const now = useGatewayTime()
  const nextUpdateAt = Math.max(pausedUntil ?? 0, nextReadAt ?? 0)
  if (nextUpdateAt <= now) return 'Now'
  const countdown = <Countdown to={nextUpdateAt} />
  return pausedUntil === null ? (
    <>The request limit is reached. Updates resume in {countdown}. You can still cancel batches.</>
  ) : (
    <>The service asked for a pause. Updates resume in {countdown}. You can still cancel batches.</>
  )
}

/** @param props.used as the top bar says it beside this */
const Figures = ({ budget, used }: { budget: Budget; used: number }) => (
  <DescriptionList
    facts={[
      {
        term: 'Used, last 60 s',
        value: (
          <span className="flex items-center gap-3">
            <span className="shrink-0">{texts.usedOf(used, budget.perMinute)}</span>
            <span className="inline-flex min-w-0 flex-1">
              <Meter
                label="Requests used in the last minute"
                value={used}
                max={budget.perMinute}
                text={`Requests: ${texts.usedOf(used, budget.perMinute)}`}
              />
            </span>
          </span>
        ),
      },
      { term: 'Reserved for calls and changes', value: number(budget.reserved) },
      { term: 'Next update', value: <NextUpdate budget={budget} /> },
      {
        term: 'Last refusal',
        value: <Time at={budget.lastRefusal} show="day-and-time" none="None since Switchboard started" />,
      },
    ]}
  />
)

function watchedText({ inFocus, focusEvery, others, othersEvery }: Omit<Forecast, 'withAnother'>): string {
  const phrases = [
    ...(focusEvery === null ? [] : [texts.inFocus(inFocus, focusEvery)]),
    ...(othersEvery === null ? [] : [texts.otherWatched(others, othersEvery)]),
  ]
  return phrases.length === 0 ? 'Nobody is watching live calls.' : `${phrases.join('; ')}.`
}

/** The cost of live updates now, and with one more live call. */
function ForecastFacts({ forecast }: { forecast: Forecast }) {
  const { withAnother, perMinute } = forecast
  return (
    <DescriptionList
      facts={[
        { term: 'Watched now', value: watchedText(forecast) },
        { term: 'Cost', value: texts.requestsPerMinute(perMinute) },
        {
          // "In focus" beside "Nobody is watching" would look like a contradiction.
          term: forecast.inFocus + forecast.others === 0 ? 'If a live call is opened' : 'With another live call',
          value: `${watchedText(withAnother)} ${texts.requestsPerMinute(withAnother.perMinute)} in total.`,
        },
      ]}
    />
  )
}

export function CurrentBudget() {
  const query = useRead(budgetRead)
  const status = useStatus()
  return (
    <DataView query={query} loading={<SkeletonRows rows={8} columns={2} label={texts.loadingBudget} />}>
      {(budget) => (
        <>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <Section title="Now" facts={<Age readAt={query.readAt} refusal={query.refusal} />}>
              <Figures budget={budget} used={status.data?.budget?.used ?? budget.used} />
            </Section>
            <Section title="If nothing changes">
              <ForecastFacts forecast={budget.forecast} />
            </Section>
          </div>
          <Section title={texts.lastHour}>
            <LastHour />
          </Section>
          <div className="grid items-start gap-4 xl:grid-cols-3">
            <Section title="By purpose">
              <RequestShares
                shares={Object.entries(texts.laneNames).map(([lane, name]) => ({
                  name,
                  used: budget.byLane[lane as Lane],
                }))}
                budget={budget.perMinute}
              />
            </Section>
            <Section title="By page">
              <RequestShares shares={sharesByPage(budget.byPage)} budget={budget.perMinute} />
            </Section>
            <Section title="By operator">
              <RequestShares
                shares={budget.byOperator
                  .map(({ name, used }) => ({ name: name ?? texts.colleagues, used }))
                  .toSorted((one, other) => other.used - one.used)}
                budget={budget.perMinute}
              />
            </Section>
          </div>
        </>
      )}
    </DataView>
  )
}
