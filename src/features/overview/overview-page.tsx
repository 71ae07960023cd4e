/** The overview: live calls, waiting drafts, running batches with their expected end, today's calls, and problems (experience U53). */
import { type ReactNode, Suspense } from 'react'
import { loadFirst } from '#api/first-reads.ts'
import { gatewayNow } from '#api/gateway-clock.ts'
import { queryClient, read, useRead } from '#api/reads.ts'
import { hasPermission, useRolePermission, useSession } from '#api/session.ts'
import { latestBatchesRead, useStatus } from '#api/status.ts'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import { useUnfinished } from '#components/unfinished/unfinished-work.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { DraftsPanel } from './drafts-panel.tsx'
import { Figures, type OverviewQueries } from './figures.tsx'
import { LivePanel } from './live-panel.tsx'
import { layoutFor, type PanelName } from './panels-by-role.ts'
import { findProblems } from './problems.ts'
import { RunningPanel } from './running-panel.tsx'
import * as texts from './texts.tsx'
import { draftsTodayRead, todayRead } from './today.ts'

const TodayPanel = lazyPart(() => import('./today-panel.tsx'))

const callsRead = read('liveCallList')
/** Only people who may decide about drafts cause requests to the service here. Others see the queue as it was last read. */
const queueRead = (mayDecide: boolean) => read('reviewQueue', {}, mayDecide ? 'visible' : 'background')

export const loader = () => {
  // The first read of the queue takes a while, so the page does not wait for it.
  void queryClient.prefetchQuery(queueRead(hasPermission('decisionMake')))
  const now = gatewayNow()
  void queryClient.prefetchQuery(todayRead(now))
  void queryClient.prefetchQuery(draftsTodayRead(now))
  return loadFirst('/overview')
}

const panels: Record<PanelName, (props: { queries: OverviewQueries; now: number }) => ReactNode> = {
  live: ({ queries }) => <LivePanel query={queries.calls} />,
  running: ({ queries, now }) => <RunningPanel query={queries.batches} now={now} />,
  drafts: ({ queries, now }) => <DraftsPanel query={queries.queue} now={now} />,
}

export function Component() {
  const { operator } = useSession()
  const now = useGatewayTime(5_000)
  const mayDecide = useRolePermission('decisionMake').allowed
  const statusQuery = useStatus()
  const queries: OverviewQueries = {
    calls: useRead(callsRead),
    batches: useRead(latestBatchesRead),
    queue: useRead(queueRead(mayDecide)),
    today: useRead(todayRead(now)),
    drafts: useRead(draftsTodayRead(now)),
  }
  const status = statusQuery.data
  const unfinished = useUnfinished(queries.queue)
  const problems = findProblems({
    pausedUntil: status?.budget?.pausedUntil ?? null,
    batches: queries.batches.data?.batches ?? [],
    unknown: unfinished.unknown,
    now,
  })
  const { figures, panels: columns } = layoutFor(operator?.roles ?? [])
  return (
    <Page>
      <PageHeader
        title="Overview"
        count={problems.length}
        actions={<StopBatchesButton batches={queries.batches.data?.batches ?? []} />}
      />
      <AttentionPanel
        problems={problems}
        unfinished={unfinished}
        calls={queries.calls}
        others={[statusQuery, queries.batches]}
        queue={queries.queue}
        now={now}
      />
      <Figures order={figures} queries={queries} now={now} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {columns.map((names) => (
          <div key={names.join()} className="flex min-w-0 flex-col gap-4">
            {names.map((name) => {
              const PanelComponent = panels[name]
              return <PanelComponent key={name} queries={queries} now={now} />
            })}
          </div>
        ))}
      </div>
      <Suspense
        fallback={
          <div className="h-82 overflow-clip rounded-large border border-line bg-raised">
            <SkeletonRows rows={9} columns={1} label={texts.loadingCalls} />
          </div>
        }
      >
        <TodayPanel now={now} />
      </Suspense>
    </Page>
  )
}
