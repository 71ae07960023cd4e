/** Provides the state of the connection, and refetches failed reads when the connection is back. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useClockAhead } from '#api/gateway-clock.ts'
import { type QueryState, queryClient } from '#api/reads.ts'
import type { Session, Status } from '#contract/index.ts'
import { StaleStatuses } from '#ui/status/status-label.tsx'
import { BrowserClockOffset, useBrowserTime } from '#ui/time/clock.ts'
import { ConnectionContext, connectionOf } from './connection.ts'

const followOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

let shownSince = Date.now()
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') shownSince = Date.now()
})

interface Props {
  status: QueryState<Status>
  service: Session['service']
  children: ReactNode
}

export function ConnectionProvider({ status, service, children }: Props) {
  const now = useBrowserTime()
  const online = useSyncExternalStore(followOnline, () => navigator.onLine)
  const connection = connectionOf({
    readAt: status.readAt,
    noAnswer: status.refusal?.code === 'gateway_down',
    service,
    online,
    shownSince,
    now,
  })
  const isStale = connection.state !== 'ok'
  // Refetches what failed without a connection.
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
