/** The use of the request budget now, by purpose, page and operator, the last 429, and the forecast (experience U44, U48). */
import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { Budget, Forecast, Lane } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Meter } from '#ui/status/meter.tsx'
import { number } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Countdown, Time } from '#ui/time/time.tsx'
import { RequestShares, sharesByPage } from './request-shares.tsx'
import * as texts from './texts.tsx'

/** Charts are loaded only where one is shown. */
const LastHour = lazyPart(() => import('./last-hour.tsx'))

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

const Figures = ({ budget }: { budget: Budget }) => (
  <DescriptionList
    facts={[
      {
        term: 'Used, last 60 s',
        value: (
          <span className="flex items-center gap-3">
            <span className="shrink-0">{texts.usedOf(budget.used, budget.perMinute)}</span>
            <span className="inline-flex min-w-0 flex-1">
              <Meter
                label="Requests used in the last minute"
                value={budget.used}
                max={budget.perMinute}
                text={`${texts.usedOf(budget.used, budget.perMinute)} requests`}
              />
            </span>
          </span>
        ),
      },
      { term: 'Reserved for calls and changes', value: number(budget.reserved) },
      { term: 'Next update', value: <NextUpdate budget={budget} /> },
      {
        term: 'Last refused (429)',
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
          term: 'With another live call',
          value: `${watchedText(withAnother)} ${texts.requestsPerMinute(withAnother.perMinute)} in total.`,
        },
      ]}
    />
  )
}

export function CurrentBudget() {
  const query = useRead(budgetRead)
  return (
    <DataView query={query} loading={<SkeletonRows rows={8} columns={2} label={texts.loadingBudget} />}>
      {(budget) => (
        <>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <Section title="Now" facts={<Age readAt={query.readAt} refusal={query.refusal} />}>
              <Figures budget={budget} />
            </Section>
            <Section title="If nothing changes">
              <ForecastFacts forecast={budget.forecast} />
            </Section>
          </div>
          <Section title={texts.lastHour}>
            <Suspense fallback={<SkeletonRows rows={7} columns={1} label={texts.loadingBudget} />}>
              <LastHour />
            </Suspense>
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
