/** The gateway's endpoints for open sessions. Operators see and end their own, administrators those of any operator. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../../shared/endpoint.ts'
import { polled } from '../../shared/freshness.ts'
import { ofGateway } from './endpoint-parts.ts'

export const OpenSession = z.object({
  id: z.string(),
  /** Browser and system, such as "Firefox on Linux"; '' if unknown. */
  device: z.string(),
  /** Epoch ms. */
  signedInAt: z.number(),
  /** Last activity, epoch ms, accurate to five minutes. Viewing a page is not an activity. */
  lastActive: z.number(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

const Sessions = z.object({ sessions: z.array(OpenSession) })
const Ended = z.object({ ended: z.number() })
const admins = ['admin'] as const

export const openSessionEndpoints = {
  openSessionList: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/sessions',
    label: 'Viewing sessions',
    freshness: polled(5),
    summary: 'Your own open sessions, the last used first.',
    roles: everyone,
    response: Sessions,
  }),
  openSessionEnd: endpoint({
    ...ofGateway,
    method: 'DELETE',
    path: '/gateway/sessions/{sessionId}',
    label: 'Ending sessions',
    done: 'Ended one of their own sessions',
    invalidates: ['openSessionList'],
    summary: 'End one of your own sessions, but the one that asks: that one signs out.',
    roles: everyone,
    response: Ended,
  }),
  otherSessionsEnd: endpoint({
    ...ofGateway,
    method: 'DELETE',
    path: '/gateway/sessions',
    label: 'Ending sessions',
    done: 'Ended all their other sessions',
    invalidates: ['openSessionList'],
    summary: 'End all of your own sessions but the one that asks.',
    roles: everyone,
    response: Ended,
  }),
  operatorSessionList: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/operators/{operatorId}/sessions',
    label: 'Viewing sessions',
    freshness: polled(5),
    summary: 'The open sessions of an operator, the last used first.',
    roles: admins,
    response: Sessions,
  }),
  operatorSessionEnd: endpoint({
    ...ofGateway,
    method: 'DELETE',
    path: '/gateway/operators/{operatorId}/sessions/{sessionId}',
    label: 'Ending sessions',
    done: 'Ended an operator’s session',
    invalidates: ['operatorSessionList', 'openSessionList'],
    summary: 'End a session of an operator, but never the one that asks.',
    roles: admins,
    response: Ended,
  }),
  operatorSessionsEnd: endpoint({
    ...ofGateway,
    method: 'DELETE',
    path: '/gateway/operators/{operatorId}/sessions',
    label: 'Ending sessions',
    done: 'Ended all of an operator’s sessions',
    invalidates: ['operatorSessionList', 'openSessionList'],
    summary: 'End all sessions of an operator, but never the one that asks.',
    roles: admins,
    response: Ended,
  }),
}
