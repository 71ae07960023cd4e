/** Lists and ends open sessions from another session. An ended session stops working at once, and the history has a row about it. */
import type { EndpointName, OpenSession, Operator } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import { isDemoOperator } from './demo-operators.ts'
import type { Operators } from './operators.ts'

interface EndRequest {
  /** The endpoint that the history names. */
  endpoint: EndpointName
  /** The operator whose sessions are ended. */
  operatorId: string
  /** The session to end; null: all sessions. */
  sessionId: string | null
  /** The operator who sends the request. */
  by: Operator
  /** The cookie of the session that sends the request. This session is not ended. */
  cookie: string
}

const cannotEndThisSession = () =>
  refusal({
    status: 409,
    code: 'this_session',
    message: 'You are using this session. No session was ended. To end this one, sign out.',
  })

export type OpenSessions = ReturnType<typeof createOpenSessions>

export function createOpenSessions({ operators, recordAction }: { operators: Operators; recordAction: RecordAction }) {
  const { sessions } = operators

  /** Lists an operator's open sessions, the last used first. @param currentId the session that asks @throws Refusal 404 */
  async function listSessions(operatorId: string, currentId: string | null): Promise<OpenSession[]> {
    const exists = isDemoOperator(operatorId) || (await operators.list()).some(({ id }) => id === operatorId)
    if (!exists) throw notFound('This operator does not exist.')
    return sessions.listOpen(operatorId, currentId)
  }

  async function endSessions({ operatorId, sessionId, cookie }: EndRequest): Promise<number> {
    const open = await listSessions(operatorId, await sessions.idOf(cookie))
    if (sessionId === null) return sessions.endSessions(operatorId, 'all', cookie)
    // guard: this-session-ends-by-signing-out
    if (open.some(({ id, current }) => current && id === sessionId)) throw cannotEndThisSession()
    const ended = await sessions.endSessions(operatorId, { id: sessionId }, cookie)
    if (ended === 0) throw notFound('This session has already ended. Nothing was changed.')
    return ended
  }

  return {
    listSessions,
    idOf: (cookie: string) => sessions.idOf(cookie),

    /**
     * Ends one or all sessions of an operator, but never the session that sends the request.
     *
     * @returns the number of ended sessions
     * @throws Refusal 404; 409 `this_session`; 503 if it cannot be recorded
     */
    end(request: EndRequest): Promise<number> {
      const { endpoint, operatorId, sessionId, by } = request
      const ids = { operatorId, ...(sessionId !== null && { sessionId }) }
      return recordAction({ endpoint, ids, operator: by }, () => endSessions(request))
    },
  }
}
