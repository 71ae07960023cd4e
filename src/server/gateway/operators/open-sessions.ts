/** Lists and ends open sessions from another session. An ended session stops working at once, and the history records it. */
import type { EndpointName, OpenSession, Operator } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import { isDemoOperator } from './demo-operators.ts'
import type { Operators } from './operators.ts'

interface EndRequest {
  /** The endpoint in the history. */
  endpoint: EndpointName
  /** Whose sessions. */
  operatorId: string
  /** One session; null: all. */
  sessionId: string | null
  by: Operator
  /** Of the session that sends the request, which is not ended. */
  cookie: string
}

const thisSession = () =>
  refusal({
    status: 409,
    code: 'this_session',
    message: 'You are using this session. No session was ended. To end this one, sign out.',
  })

export type OpenSessions = ReturnType<typeof createOpenSessions>

export function createOpenSessions({ operators, recordAction }: { operators: Operators; recordAction: RecordAction }) {
  const { sessions } = operators

  /** Open sessions of an operator, the last used first. @throws Refusal 404 */
  async function of(operatorId: string, cookie: string): Promise<OpenSession[]> {
    const known = isDemoOperator(operatorId) || (await operators.all()).some(({ id }) => id === operatorId)
    if (!known) throw notFound('This operator does not exist.')
    return sessions.listOpen(operatorId, cookie)
  }

  async function end({ operatorId, sessionId, cookie }: EndRequest): Promise<number> {
    const open = await of(operatorId, cookie)
    if (sessionId === null) return sessions.end(operatorId, 'all', cookie)
    // guard: this-session-ends-by-signing-out
    if (open.some(({ id, current }) => current && id === sessionId)) throw thisSession()
    const ended = await sessions.end(operatorId, { id: sessionId }, cookie)
    if (ended === 0) throw notFound('This session has already ended. Nothing was changed.')
    return ended
  }

  return {
    of,

    /**
     * Ends one session of an operator, or all, but never the one that sends the request.
     *
     * @returns how many were ended
     * @throws Refusal 404; 409 `this_session`; 503 if it cannot be recorded
     */
    end(request: EndRequest): Promise<number> {
      const { endpoint, operatorId, sessionId, by } = request
      const ids = { operatorId, ...(sessionId !== null && { sessionId }) }
      return recordAction({ endpoint, ids, operator: by }, () => end(request))
    },
  }
}
