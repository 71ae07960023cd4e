/** The overview: what is live, what runs and when it ends, what is wrong, and what the budget is spent on. Every figure is a link. */
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { load, type Reading, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { Budget, Effect, KnownBatch, LiveCall } from '#contract/index.ts'
import { Age } from '#shell/age.tsx'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths } from '#shell/paths.ts'
import { number, plural } from '#ui/format.ts'
import { Meter } from '#ui/meter.tsx'
import { Stat } from '#ui/section.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import { running, troubles } from './facts.ts'
import { LivePanel } from './live-panel.tsx'
import { RunningPanel } from './running-panel.tsx'
import { TroublePanel } from './trouble-panel.tsx'

const callsRead = read('liveCallList')
const batchesRead = read('batchList', { query: { limit: 100 } })
const budgetRead = read('budgetShow')
const unknownRead = read('effectList', { query: { state: 'unknown' } })

export const loader = () => load(callsRead, batchesRead, budgetRead, unknownRead)

const Figure = ({ to, children }: { to: string; children: ReactNode }) => (
  <RouterLink
    to={to}
    className="min-w-0 rounded-large border border-line bg-raised px-3 py-2 transition-colors hover:border-control hover:bg-hover"
  >
    {children}
  </RouterLink>
)

/** A figure that is not there yet keeps its place. */
const known = (value: number | undefined) => (value === undefined ? '–' : number(value))

interface Facts {
  calls: LiveCall[] | undefined
  batches: readonly KnownBatch[] | undefined
  budget: Budget | undefined
}

function Figures({ calls, batches, budget, age }: Facts & { age: ReactNode }) {
  const going = calls?.filter(({ live }) => live)
  const active = batches && running(batches)
  const waiting = active?.reduce((sum, { progress }) => sum + (progress?.waiting ?? 0), 0)
  return (
    <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
      <Figure to={paths.calls()}>
        <Stat label="Live calls" value={known(going?.length)} note={age} />
      </Figure>
      <Figure to={paths.batches()}>
        <Stat
          label="Batches running"
          value={known(active?.length)}
          note={waiting === undefined ? null : plural(waiting, 'call waits', 'calls wait')}
        />
      </Figure>
      <Figure to={paths.review()}>
        <Stat label="Drafts to review" value="–" note="Not counted here yet. Open the queue" />
      </Figure>
      <Figure to={paths.settings('budget')}>
        <Stat
          label="Requests in the last minute"
          value={budget ? `${number(budget.used)} of ${number(budget.perMinute)}` : '–'}
          note={
            budget && (
              <Meter
                label="Request budget"
                value={budget.used}
                max={budget.perMinute}
                text={`${budget.used} of ${budget.perMinute} requests used in the last minute`}
              />
            )
          }
        />
      </Figure>
    </div>
  )
}

export function Component() {
  const session = useSession()
  const calls = useRead(callsRead)
  const batches = useRead(batchesRead)
  const budget = useRead(budgetRead)
  const unknown: Reading<{ effects: Effect[] }> = useRead(unknownRead)
  const known = { budget: budget.data, batches: batches.data?.batches ?? [], unknown: unknown.data?.effects ?? [] }
  const wrong = troubles(known)
  return (
    <Page>
      <PageHeader title="Overview" count={wrong.length} />
      {wrong.length > 0 && <TroublePanel troubles={wrong} />}
      <Figures
        calls={calls.data?.calls}
        batches={batches.data?.batches}
        budget={budget.data}
        age={<Age readAt={calls.readAt} refusal={calls.refusal} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <RunningPanel reading={batches} now={session.now} />
          <BudgetPanel reading={budget} />
        </div>
        <LivePanel reading={calls} />
      </div>
    </Page>
  )
}
