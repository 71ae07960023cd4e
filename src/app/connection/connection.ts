/** Whether what is on the screen can be true at all: one judgement, read by the banner, the lamps and whoever asks. */
import { createContext, use } from 'react'
import type { Session } from '#contract/index.ts'

export type ConnectionState = 'ok' | 'offline' | 'gateway_down' | 'service_down' | 'key_refused'
export interface Connection {
  state: ConnectionState
  /** Since when, epoch ms; null where nobody knows. */
  since: number | null
}

/** The status is asked for every 2 s; without an answer for this long, Switchboard counts as gone though no request failed. */
const silence = 12_000

interface Known {
  readAt: number | null
  /** Whether the last try failed because nobody answered. */
  noAnswer: boolean
  service: Session['service'] | undefined
  online: boolean
  /** Since when somebody looks at the page: a hidden page asks nothing. */
  shownSince: number
  now: number
}

/** The judgement itself. Pure; all times in epoch ms of this browser. */
export function judge({ readAt, noAnswer, service, online, shownSince, now }: Known): Connection {
  if (!online) return { state: 'offline', since: readAt }
  const silentFor = now - Math.max(readAt ?? 0, shownSince)
  if (noAnswer || silentFor > silence) return { state: 'gateway_down', since: readAt }
  if (service?.state === 'down') return { state: 'service_down', since: service.since }
  if (service?.state === 'key_refused') return { state: 'key_refused', since: service.since }
  return { state: 'ok', since: null }
}

export const ConnectionContext = createContext<Connection>({ state: 'ok', since: null })
export const useConnection = (): Connection => use(ConnectionContext)
