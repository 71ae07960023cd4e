/** The gateway's endpoints for open sessions. Operators see and end their own, administrators those of any operator. */
import * as z from 'zod/mini'
import { signInRequests } from '../../requests/sign-in.ts'
import { epochMs } from '../../shared/wire.ts'
import { gatewayEndpoint } from './endpoint-parts.ts'

export const OpenSession = z.object({
  id: z.string(),
  /** Browser and system, such as "Firefox on Linux"; '' if unknown. */
  device: z.string(),
  signedInAt: epochMs,
  /** Last activity, epoch ms, accurate to five minutes. Viewing a page is not an activity. */
  lastActive: z.number(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

const Sessions = z.object({ sessions: z.array(OpenSession) })
const Ended = z.object({ ended: z.number() })
export const openSessionEndpoints = {
  openSessionList: gatewayEndpoint(signInRequests.openSessionList, {
    summary: 'Your own open sessions, the last used first.',
    response: Sessions,
  }),
  openSessionEnd: gatewayEndpoint(signInRequests.openSessionEnd, {
    summary: 'End one of your own sessions, but the one that asks: that one signs out.',
    response: Ended,
  }),
  otherSessionsEnd: gatewayEndpoint(signInRequests.otherSessionsEnd, {
    summary: 'End all of your own sessions but the one that asks.',
    response: Ended,
  }),
  operatorSessionList: gatewayEndpoint(signInRequests.operatorSessionList, {
    summary: 'The open sessions of an operator, the last used first.',
    response: Sessions,
  }),
  operatorSessionEnd: gatewayEndpoint(signInRequests.operatorSessionEnd, {
    summary: 'End a session of an operator, but never the one that asks.',
    response: Ended,
  }),
  operatorSessionsEnd: gatewayEndpoint(signInRequests.operatorSessionsEnd, {
    summary: 'End all sessions of an operator, but never the one that asks.',
    response: Ended,
  }),
}
