/** Where the organisation's requests go: used now, by lane, page and person, and the last 429 (experience U48). */
import { load, read, useRead } from '#api/reads.ts'
import type { Budget, Lane } from '#contract/index.ts'
import { RequestShares, sharesOfPages } from '#parts/request-shares.tsx'
import { Age } from '#shell/age.tsx'
import { DataView } from '#shell/data-view.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { number } from '#ui/format.ts'
import { Meter } from '#ui/meter.tsx'
import { DescriptionList, Section } from '#ui/section.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'

const budgetRead = read('budgetShow')
export const budgetLoader = () => load(budgetRead)

const lanes: Record<Lane, string> = {
  cancel: 'Cancelling batches',
  commands: 'Other commands',
  reads: 'Opening pages',
  watching: 'Keeping live things live',
}

/** When reads go again. The gateway says how long after its answer; the answer's own moment is the one to reckon from. */
function WhenFree({ budget: { nextReadIn, pausedFor }, readAt }: { budget: Budget; readAt: number }) {
  const wait = Math.max(pausedFor, nextReadIn)
  if (wait <= 0) return 'Now'
  return (
    <>
      {pausedFor > 0 ? 'The service asked for a pause.' : 'The limit is used up.'} Updates resume in{' '}
      <Countdown to={readAt + wait * 1_000} />. You can still cancel a batch.
    </>
  )
}

const Figures = ({ budget, readAt }: { budget: Budget; readAt: number }) => (
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
      { term: 'Next reading', value: <WhenFree budget={budget} readAt={readAt} /> },
      {
        term: 'Last refused (429)',
        value: <Time at={budget.lastRefusal} show="day-and-time" none="Never since Switchboard was started" />,
      },
    ]}
  />
)

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
            <Figures budget={budget} readAt={reading.readAt ?? 0} />
          </Section>
          <Section title="By purpose">
            <RequestShares
              shares={Object.entries(lanes).map(([lane, name]) => ({ name, used: budget.byLane[lane as Lane] }))}
              of={budget.perMinute}
            />
          </Section>
          <Section title="By page">
            <RequestShares shares={sharesOfPages(budget.byPage)} of={budget.perMinute} />
          </Section>
          <Section title="By person">
            <RequestShares
              shares={budget.byOperator.toSorted((one, other) => other.used - one.used)}
              of={budget.perMinute}
            />
          </Section>
        </>
      )}
    </DataView>
  )
}
