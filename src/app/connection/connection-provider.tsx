/** Provides the state of the connection, and refetches failed reads when the connection is back. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useClockAhead } from '#api/gateway-clock.ts'
import { type QueryState, queryClient } from '#api/reads.ts'
import type { Session, Status } from '#contract/index.ts'
import { StaleStatuses } from '#ui/status/status-label.tsx'
import { BrowserClockOffset, useBrowserTime } from '#ui/time/clock.ts'
import { ConnectionContext, connectionOf } from './connection.ts'

const subscribeToOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

let visibleSince = Date.now()
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') visibleSince = Date.now()
})

interface Props {
  status: QueryState<Status>
  service: Session['service']
  children: ReactNode
}

export function ConnectionProvider({ status, service, children }: Props) {
  const now = useBrowserTime()
  const isOnline = useSyncExternalStore(subscribeToOnline, () => navigator.onLine)
  const connection = connectionOf({
    readAt: status.readAt,
    hasFailedPoll: status.refusal?.code === 'gateway_down',
    service,
    isOnline,
    visibleSince,
    now,
  })
  const isStale = connection.state !== 'ok'
  // When the connection is back, refetches the reads that have failed.
  useEffect(() => {
    if (!isStale) return
    return () => void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
  }, [isStale])
  return (
    <ConnectionContext value={connection}>
      <BrowserClockOffset value={useClockAhead()}>
        <StaleStatuses stale={isStale}>{children}</StaleStatuses>
      </BrowserClockOffset>
    </ConnectionContext>
  )
}
