/** The overview: what is live, what waits, what runs and when it ends, what is wrong, and what the budget is spent on (experience U53). */
import { type ReactNode, Suspense } from 'react'
import { load, queryClient, read, useRead } from '#api/reads.ts'
import { hasPermission, useRolePermission, useSession } from '#api/session.ts'
import { latestBatchesRead, unknownEffectsRead } from '#api/status.ts'
import { approvalsRead, WaitingApprovals } from '#components/batches/approvals.tsx'
import { PreparedBatches, preparedRead } from '#components/batches/prepared-batches.tsx'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { BudgetPanel } from './budget-panel.tsx'
import { DraftsPanel } from './drafts-panel.tsx'
import { Figures, type Readings } from './figures.tsx'
import { LivePanel } from './live-panel.tsx'
import { arrangementFor, type Panel } from './panels-by-role.ts'
import { problemsIn } from './problems.ts'
import { RunningPanel } from './running-panel.tsx'

const ProblemsPanel = lazyPart(() => import('./problems-panel.tsx'))

const callsRead = read('liveCallList')
/** Requests are spent on the queue while somebody looks who may decide; others see what is known of it. */
const queueRead = (decides: boolean) => read('reviewQueue', {}, decides ? 'visible' : 'background')
const budgetRead = read('budgetShow')

export const loader = () => {
  // Read when the first of the team looks, it takes a while: the page does not wait for it.
  void queryClient.prefetchQuery(queueRead(hasPermission('decisionMake')))
  return load(callsRead, latestBatchesRead, budgetRead, unknownEffectsRead, preparedRead, approvalsRead)
}

const panels: Record<Panel, (props: { readings: Readings; now: number }) => ReactNode> = {
  live: ({ readings }) => <LivePanel reading={readings.calls} />,
  running: ({ readings, now }) => <RunningPanel reading={readings.batches} now={now} />,
  drafts: ({ readings, now }) => <DraftsPanel reading={readings.queue} now={now} />,
  budget: ({ readings }) => <BudgetPanel reading={readings.budget} />,
}

export function Component() {
  const { operator } = useSession()
  const now = useTrueNow(5_000)
  const decides = useRolePermission('decisionMake').allowed
  const readings: Readings = {
    calls: useRead(callsRead),
    batches: useRead(latestBatchesRead),
    queue: useRead(queueRead(decides)),
    budget: useRead(budgetRead),
  }
  const unknown = useRead(unknownEffectsRead)
  const wrong = problemsIn({
    budget: readings.budget.data,
    batches: readings.batches.data?.batches ?? [],
    unknown: unknown.data?.effects ?? [],
    now,
  })
  const { figures, panels: columns } = arrangementFor(operator?.roles ?? [])
  return (
    <Page>
      <PageHeader
        title="Overview"
        count={wrong.length}
        actions={<StopBatchesButton batches={readings.batches.data?.batches ?? []} />}
      />
      {wrong.length > 0 && (
        <Suspense>
          <ProblemsPanel problems={wrong} />
        </Suspense>
      )}
      <WaitingApprovals />
      <PreparedBatches batches={readings.batches.data?.batches ?? []} />
      <Figures order={figures} readings={readings} now={now} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {columns.map((names) => (
          <div key={names.join()} className="flex min-w-0 flex-col gap-4">
            {names.map((name) => {
              const One = panels[name]
              return <One key={name} readings={readings} now={now} />
            })}
          </div>
        ))}
      </div>
    </Page>
  )
}
