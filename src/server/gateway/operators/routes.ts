/** Endpoints for signing in and out, administering operators, and their open sessions. */
import type { openSessionEndpoints } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody } from '../http/handler.ts'
import { operatorOf, ownAddress } from '../http/request.ts'
import type { OperatorAdministration } from './administration.ts'
import type { ConfirmationRequest } from './confirmation.ts'
import type { OpenSessions } from './open-sessions.ts'
import { cookieOf, type Sessions } from './sign-in.ts'

const confirmationRequestOf = (c: GatewayContext, password: string | undefined): ConfirmationRequest => ({
  operator: operatorOf(c),
  cookie: cookieOf(c),
  password,
})

const own = (c: GatewayContext) => operatorOf(c).id
const named = (c: GatewayContext) => parseId(c, 'operatorId')
const one = (c: GatewayContext) => parseId(c, 'sessionId')
const all = () => null

export function operatorRoutes(deps: {
  sessions: Sessions
  operatorAdministration: OperatorAdministration
  openSessions: OpenSessions
  /** Where people open Switchboard, if that is configured. */
  publicUrl: URL | null
  cached: AnswerCache
}) {
  const { sessions, operatorAdministration, openSessions, cached } = deps
  const list = (whose: (c: GatewayContext) => string): Handler =>
    cached({
      argsOf: (c) => ({ operatorId: whose(c), cookie: cookieOf(c) }),
      answer: async ({ operatorId, cookie }) => ({ sessions: await openSessions.of(operatorId, cookie) }),
    })
  const session = cached({
    argsOf: (c) => ({ operator: sessions.visitor(c) }),
    answer: ({ operator }) => sessions.show(operator),
  })
  const end =
    (
      endpoint: keyof typeof openSessionEndpoints,
      whose: (c: GatewayContext) => string,
      which: (c: GatewayContext) => string | null,
    ): Handler =>
    async (c) => {
      const whom = { operatorId: whose(c), sessionId: which(c) }
      return c.json({ ended: await openSessions.end({ ...whom, endpoint, by: operatorOf(c), cookie: cookieOf(c) }) })
    }

  return {
    sessionShow: async (c) => {
      await sessions.ensureDemoSession(c)
      return session(c)
    },
    sessionSwitch: async (c) =>
      c.json(await sessions.switchTo(c, (await parseJsonBody(c, 'sessionSwitch')).operatorId)),
    signIn: async (c) => c.json(await sessions.signIn(c, await parseJsonBody(c, 'signIn'))),
    signOut: async (c) => c.json(await sessions.signOut(c)),
    linkCheck: async (c) => c.json(await sessions.checkInvitation(c, await parseJsonBody(c, 'linkCheck'))),
    linkUse: async (c) => c.json(await sessions.acceptInvitation(c, await parseJsonBody(c, 'linkUse'))),

    providerSignIn: async (c) => c.json(await sessions.startOidc(c, await parseJsonBody(c, 'providerSignIn'))),
    providerReturn: async (c) => c.redirect(await sessions.finishOidc(c), 303),

    operatorList: cached({ argsOf: operatorOf, answer: (operator) => operatorAdministration.list(operator) }),
    operatorInvite: async (c) => {
      const { password, ...wanted } = await parseJsonBody(c, 'operatorInvite')
      return c.json(
        await operatorAdministration.invite(wanted, ownAddress(c, deps), confirmationRequestOf(c, password)),
      )
    },
    operatorUpdate: async (c) => {
      const { password, ...wanted } = await parseJsonBody(c, 'operatorUpdate')
      return c.json(
        await operatorAdministration.update(parseId(c, 'operatorId'), wanted, confirmationRequestOf(c, password)),
      )
    },
    invitationWithdraw: async (c) =>
      c.json(await operatorAdministration.withdraw(parseId(c, 'invitationId'), operatorOf(c))),

    openSessionList: list(own),
    openSessionEnd: end('openSessionEnd', own, one),
    otherSessionsEnd: end('otherSessionsEnd', own, all),
    operatorSessionList: list(named),
    operatorSessionEnd: end('operatorSessionEnd', named, one),
    operatorSessionsEnd: end('operatorSessionsEnd', named, all),
  } satisfies Record<string, Handler>
}
