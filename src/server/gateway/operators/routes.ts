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

/** Who sends a request, with the password that they entered to confirm it. */
export const confirmationRequestOf = (c: GatewayContext, password: string | undefined): ConfirmationRequest => ({
  operator: operatorOf(c),
  cookie: cookieOf(c),
  password,
})

const ownIdOf = (c: GatewayContext) => operatorOf(c).id
const operatorIdIn = (c: GatewayContext) => parseId(c, 'operatorId')
const sessionIdIn = (c: GatewayContext) => parseId(c, 'sessionId')
const noSessionId = () => null

export function operatorRoutes(deps: {
  sessions: Sessions
  operatorAdministration: OperatorAdministration
  findInvitation: (token: string) => Promise<object | null>
  openSessions: OpenSessions
  /** The address at which people open Switchboard; null: not configured. */
  publicUrl: URL | null
  cached: AnswerCache
}) {
  const { sessions, operatorAdministration, findInvitation, openSessions, cached } = deps
  /** Answers with the sessions of the operator with this ID. */
  const listSessions = (operatorIdOf: (c: GatewayContext) => string): Handler =>
    cached({
      argsOf: async (c) => ({ operatorId: operatorIdOf(c), sessionId: await openSessions.idOf(cookieOf(c)) }),
      answer: async ({ operatorId, sessionId }) => ({
        sessions: await openSessions.listSessions(operatorId, sessionId),
      }),
    })
  const showSession = cached({
    argsOf: (c) => ({ operator: sessions.operatorOrDemo(c) }),
    answer: ({ operator }) => sessions.show(operator),
  })
  /** Ends one or all sessions of the operator with this ID. */
  const endSessions =
    (
      endpoint: keyof typeof openSessionEndpoints,
      operatorIdOf: (c: GatewayContext) => string,
      sessionIdOf: (c: GatewayContext) => string | null,
    ): Handler =>
    async (c) => {
      const target = { operatorId: operatorIdOf(c), sessionId: sessionIdOf(c) }
      return c.json({ ended: await openSessions.end({ ...target, endpoint, by: operatorOf(c), cookie: cookieOf(c) }) })
    }

  return {
    sessionShow: async (c) => {
      await sessions.ensureDemoSession(c)
      return showSession(c)
    },
    sessionSwitch: async (c) =>
      c.json(await sessions.switchTo(c, (await parseJsonBody(c, 'sessionSwitch')).operatorId)),
    signIn: async (c) => c.json(await sessions.signIn(c, await parseJsonBody(c, 'signIn'))),
    signOut: async (c) => c.json(await sessions.signOut(c)),
    linkCheck: async (c) => {
      const { token } = await parseJsonBody(c, 'linkCheck')
      const invitation = await sessions.checkLink(c, token, () => findInvitation(token))
      return c.json({ usable: invitation !== null })
    },
    linkUse: async (c) => c.json(await sessions.acceptInvitation(c, await parseJsonBody(c, 'linkUse'))),

    providerSignIn: async (c) => c.json(await sessions.startOidc(c, await parseJsonBody(c, 'providerSignIn'))),
    providerReturn: async (c) => c.redirect(await sessions.finishOidc(c), 303),

    operatorList: cached({ argsOf: operatorOf, answer: (operator) => operatorAdministration.list(operator) }),
    operatorInvite: async (c) => {
      const { password, ...invitation } = await parseJsonBody(c, 'operatorInvite')
      return c.json(
        await operatorAdministration.invite(invitation, ownAddress(c, deps), confirmationRequestOf(c, password)),
      )
    },
    operatorUpdate: async (c) => {
      const { password, ...change } = await parseJsonBody(c, 'operatorUpdate')
      return c.json(
        await operatorAdministration.update(parseId(c, 'operatorId'), change, confirmationRequestOf(c, password)),
      )
    },
    invitationRenew: async (c) => {
      const by = confirmationRequestOf(c, (await parseJsonBody(c, 'invitationRenew')).password)
      return c.json(await operatorAdministration.renew(parseId(c, 'invitationId'), ownAddress(c, deps), by))
    },
    invitationWithdraw: async (c) =>
      c.json(await operatorAdministration.withdraw(parseId(c, 'invitationId'), operatorOf(c))),

    openSessionList: listSessions(ownIdOf),
    openSessionEnd: endSessions('openSessionEnd', ownIdOf, sessionIdIn),
    otherSessionsEnd: endSessions('otherSessionsEnd', ownIdOf, noSessionId),
    operatorSessionList: listSessions(operatorIdIn),
    operatorSessionEnd: endSessions('operatorSessionEnd', operatorIdIn, sessionIdIn),
    operatorSessionsEnd: endSessions('operatorSessionsEnd', operatorIdIn, noSessionId),
  } satisfies Record<string, Handler>
}
