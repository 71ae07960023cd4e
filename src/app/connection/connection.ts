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

interface Observed {
  readAt: number | null
  /** Whether the last poll failed because the gateway did not answer. */
  noAnswer: boolean
  service: Session['service'] | undefined
  online: boolean
  /** Since when the page is visible. A hidden page does not poll. */
  shownSince: number
  now: number
}

/** Pure. All times are epoch ms by this browser's clock. */
export function connectionOf({ readAt, noAnswer, service, online, shownSince, now }: Observed): Connection {
  if (!online) return { state: 'offline', since: readAt }
  const silentFor = now - Math.max(readAt ?? 0, shownSince)
  if (noAnswer || silentFor > maxSilenceMs) return { state: 'gateway_down', since: readAt }
  if (service?.state === 'down') return { state: 'service_down', since: service.since }
  if (service?.state === 'key_refused') return { state: 'key_refused', since: service.since }
  return { state: 'ok', since: null }
}

export const ConnectionContext = createContext<Connection>({ state: 'ok', since: null })
export const useConnection = (): Connection => use(ConnectionContext)
