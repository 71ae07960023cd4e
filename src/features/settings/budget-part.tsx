/** Where the organisation's requests go: used now, by lane, page and person, the last 429, and what watching will cost (experience U44, U48). */
import { load, read, useRead } from '#api/reads.ts'
import { RequestShares, sharesByPage } from '#components/budget/request-shares.tsx'
import type { Budget, Forecast, Lane } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Meter } from '#ui/status/meter.tsx'
import { number } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { Countdown, Time } from '#ui/time/time.tsx'

const budgetRead = read('budgetShow')
export const budgetLoader = () => load(budgetRead)

const lanes: Record<Lane, string> = {
  cancel: 'Cancelling batches',
  commands: 'Other commands',
  reads: 'Opening pages',
  watching: 'Keeping live things live',
}

/** When reads go again. */
function WhenFree({ budget: { nextReadAt, pausedUntil } }: { budget: Budget }) {
  const now = useTrueNow()
  const at = Math.max(pausedUntil ?? 0, nextReadAt ?? 0)
  if (at <= now) return 'Now'
  return (
    <>
      {pausedUntil !== null ? 'The service asked for a pause.' : 'The limit is used up.'} Updates resume in{' '}
      <Countdown to={at} />. You can still cancel a batch.
    </>
  )
}

const Figures = ({ budget }: { budget: Budget }) => (
  <DescriptionList
    facts={[
      {
        term: 'Used, last 60 s',
        value: (
          <span className="flex items-center gap-3">
            <span className="shrink-0">
              {number(budget.used)} of {number(budget.perMinute)}
            </span>
            <span className="inline-flex min-w-0 flex-1">
              <Meter
                label="Requests used in the last minute"
                value={budget.used}
                max={budget.perMinute}
                text={`${budget.used} of ${budget.perMinute} requests`}
              />
            </span>
          </span>
        ),
      },
      { term: 'Kept for commands', value: number(budget.reserved) },
      { term: 'Next reading', value: <WhenFree budget={budget} /> },
      {
        term: 'Last refused (429)',
        value: <Time at={budget.lastRefusal} show="day-and-time" none="Never since Switchboard was started" />,
      },
    ]}
  />
)

/** As short as it is true: 4 s, 12 s, 3 min. */
const every = (seconds: number) =>
  seconds < 90 ? `${number(Math.max(1, Math.round(seconds)))} s` : `${number(Math.round(seconds / 60))} min`

/** What is read how often. */
function pace({ inFocus, focusEvery, others, othersEvery }: Omit<Forecast, 'withAnother'>): string {
  const front = focusEvery === null ? [] : [`${number(inFocus)} in front of somebody, read every ${every(focusEvery)}`]
  const rest = othersEvery === null ? [] : [`${number(others)} more on lists and walls, every ${every(othersEvery)}`]
  const said = [...front, ...rest]
  return said.length === 0 ? 'Nobody looks at anything live.' : `${said.join('; ')}.`
}

/** What watching will cost if nothing changes, and what one call more makes of it. */
function Ahead({ forecast }: { forecast: Forecast }) {
  const { withAnother, perMinute } = forecast
  const aMinute = (count: number) =>
    `${number(Math.round(count))} ${Math.round(count) === 1 ? 'request' : 'requests'} a minute`
  return (
    <DescriptionList
      facts={[
        { term: 'Watched now', value: pace(forecast) },
        { term: 'Costs', value: aMinute(perMinute) },
        { term: 'With another live call', value: `${pace(withAnother)} ${aMinute(withAnother.perMinute)} in all.` },
      ]}
    />
  )
}

export function BudgetPart() {
  const reading = useRead(budgetRead)
  return (
    <DataView
      reading={reading}
      loading={<SkeletonRows rows={8} columns={2} label="The budget is on its way." />}
      isEmpty={() => false}
      empty={null}
    >
      {(budget) => (
        <>
          <Section title="Now" facts={<Age readAt={reading.readAt} refusal={reading.refusal} />}>
            <Figures budget={budget} />
          </Section>
          <Section title="If nothing changes">
            <Ahead forecast={budget.forecast} />
          </Section>
          <Section title="By purpose">
            <RequestShares
              shares={Object.entries(lanes).map(([lane, name]) => ({ name, used: budget.byLane[lane as Lane] }))}
              budget={budget.perMinute}
            />
          </Section>
          <Section title="By page">
            <RequestShares shares={sharesByPage(budget.byPage)} budget={budget.perMinute} />
          </Section>
          <Section title="By person">
            <RequestShares
              shares={budget.byOperator.toSorted((one, other) => other.used - one.used)}
              budget={budget.perMinute}
            />
          </Section>
        </>
      )}
    </DataView>
  )
}
