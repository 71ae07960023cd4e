/** The state of the connection to the gateway and the service, for the banner, the status labels and other components. */
import { createContext, use } from 'react'
import type { Session } from '#contract/index.ts'

export type ConnectionState = 'ok' | 'offline' | 'gateway_down' | 'service_down' | 'key_refused'
export interface Connection {
  state: ConnectionState
  /** Since when, epoch ms; null if unknown. */
  since: number | null
}

/** The status is polled every 2 s. Without an answer for this long, Switchboard counts as down, even if no request has failed. */
const maxSilenceMs = 12_000

interface Observations {
  /** When the status was last read. */
  readAt: number | null
  /** Whether the gateway did not answer the last poll of the status. */
  hasFailedPoll: boolean
  service: Session['service'] | undefined
  isOnline: boolean
  /** When the page became visible. A hidden page does not poll. */
  visibleSince: number
  now: number
}

/** Computes the state of the connection. Pure. All times are epoch ms by this browser's clock. */
export function connectionOf({
  readAt,
  hasFailedPoll,
  service,
  isOnline,
  visibleSince,
  now,
}: Observations): Connection {
  if (!isOnline) return { state: 'offline', since: readAt }
  const silenceMs = now - Math.max(readAt ?? 0, visibleSince)
  if (hasFailedPoll || silenceMs > maxSilenceMs) return { state: 'gateway_down', since: readAt }
  if (service?.state === 'down') return { state: 'service_down', since: service.since }
  if (service?.state === 'key_refused') return { state: 'key_refused', since: service.since }
  return { state: 'ok', since: null }
}

export const ConnectionContext = createContext<Connection>({ state: 'ok', since: null })
export const useConnection = (): Connection => use(ConnectionContext)
