/** Judges the connection for everything inside, and has what failed asked for again once somebody answers. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useClockAhead } from '#api/gateway-clock.ts'
import { queryClient, type Reading } from '#api/reads.ts'
import type { Session, Status } from '#contract/index.ts'
import { StaleLamps } from '#ui/status/lamp.tsx'
import { ClockAhead, useNow } from '#ui/time/clock.ts'
import { ConnectionContext, judge } from './connection.ts'

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
  status: Reading<Status>
  service: Session['service']
  children: ReactNode
}

export function ConnectionProvider({ status, service, children }: Props) {
  const now = useNow()
  const online = useSyncExternalStore(followOnline, () => navigator.onLine)
  const connection = judge({
    readAt: status.readAt,
    noAnswer: status.refusal?.code === 'gateway_down',
    service,
    online,
    shownSince,
    now,
  })
  const stale = connection.state !== 'ok'
  // The cache follows the network: what failed while nobody answered is asked again when somebody does.
  useEffect(() => {
    if (!stale) return
    return () => void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
  }, [stale])
  return (
    <ConnectionContext value={connection}>
      <ClockAhead value={useClockAhead()}>
        <StaleLamps stale={stale}>{children}</StaleLamps>
      </ClockAhead>
    </ConnectionContext>
  )
}
