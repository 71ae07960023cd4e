/** The overview: live calls, waiting drafts, running batches with their expected end, today's calls, and problems (experience U53). */
import { type ReactNode, Suspense } from 'react'
import { loadFirst } from '#api/first-reads.ts'
import { gatewayNow } from '#api/gateway-clock.ts'
import { load, queryClient, read, useRead } from '#api/reads.ts'
import { hasPermission, useRolePermission, useSession } from '#api/session.ts'
import { latestBatchesRead, unknownEffectsRead, useStatus } from '#api/status.ts'
import { approvalsRead } from '#components/batches/approvals.tsx'
import { preparedRead } from '#components/batches/prepared-batches.tsx'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import { waitingCallBacksRead } from '#components/calls/waiting-call-backs.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useIsStale } from '#ui/status/status-label.tsx'
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
  const first = loadFirst('/overview')
  return hasPermission('callBackChange') ? load(waitingCallBacksRead).then(() => first) : first
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
  const unknown = useRead(unknownEffectsRead)
  const problems = findProblems({
    pausedUntil: status?.budget?.pausedUntil ?? null,
    batches: queries.batches.data?.batches ?? [],
    unknown: unknown.data?.effects ?? [],
    now,
  })
  const mayCallBack = useRolePermission('callBackChange').allowed
  const callBacks = useRead({ ...waitingCallBacksRead, enabled: mayCallBack })
  const sources = [
    statusQuery,
    unknown,
    queries.batches,
    queries.calls,
    useRead(approvalsRead),
    useRead(preparedRead),
    ...(mayCallBack ? [callBacks] : []),
    ...(mayDecide ? [queries.queue] : []),
  ]
  const isServiceStale = useIsStale()
  const { figures, panels: columns } = layoutFor(operator?.roles ?? [])
  return (
    <Page>
      <PageHeader
        title={texts.overview}
        count={problems.length}
        actions={<StopBatchesButton batches={queries.batches.data?.batches ?? []} />}
      />
      <AttentionPanel
        problems={problems}
        isLoaded={sources.every(({ data }) => data !== undefined)}
        isStale={isServiceStale || sources.some(({ refusal }) => refusal !== null)}
        calls={queries.calls.data}
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
          <div className="h-82 rounded-large border border-line bg-raised">
            <output className="sr-only">{texts.loadingCalls}</output>
          </div>
        }
      >
        <TodayPanel now={now} />
      </Suspense>
    </Page>
  )
}
