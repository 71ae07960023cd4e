/** Endpoints of open sessions: one's own, and for administrators an operator's. */
import type { openSessionEndpoints } from '#contract/index.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, idOf } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import { cookieOf } from '../operators/sign-in.ts'
import type { Parts } from './deps.ts'

type Handlers = Record<keyof typeof openSessionEndpoints, Handler>

const own = (c: GatewayContext) => operatorOf(c).id
const named = (c: GatewayContext) => idOf(c, 'operatorId')
const one = (c: GatewayContext) => idOf(c, 'sessionId')
const all = () => null

export function openSessionHandlers({ openSessions }: Parts): Handlers {
  const list =
    (whose: (c: GatewayContext) => string): Handler =>
    async (c) =>
      c.json({ sessions: await openSessions.of(whose(c), cookieOf(c)) })
  const end =
    (
      endpoint: keyof Handlers,
      whose: (c: GatewayContext) => string,
      which: (c: GatewayContext) => string | null,
    ): Handler =>
    async (c) => {
      const whom = { operatorId: whose(c), sessionId: which(c) }
      return c.json({ ended: await openSessions.end({ ...whom, endpoint, by: operatorOf(c), cookie: cookieOf(c) }) })
    }
  return {
    openSessionList: list(own),
    openSessionEnd: end('openSessionEnd', own, one),
    otherSessionsEnd: end('otherSessionsEnd', own, all),
    operatorSessionList: list(named),
    operatorSessionEnd: end('operatorSessionEnd', named, one),
    operatorSessionsEnd: end('operatorSessionsEnd', named, all),
  }
}
