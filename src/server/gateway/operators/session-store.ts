/** The operators' sessions: resolves cookies, expires sessions, and lists open ones (promise R32). */
import { parse } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import type { OpenSession, Operator } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Channel } from '../cluster/cluster.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import { cannotVerify } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { type Authentication, maxIdleMs, maxSessionAgeMs, type StoredUser } from './authentication.ts'
import { isDemoOperator } from './demo-operators.ts'
import { rolesOf } from './invitations.ts'

/** The activity of a session is written at most once in this time. */
const activityIntervalMs = 5 * 60_000
const maxSessionsInMemory = 10_000
/** The maximum number of sessions that one statement reads again. */
const maxSessionsPerRead = 1_000
/** While changes of other gateways may be missed, a session in memory is valid for this long. */
const unsyncedTtlMs = 1_000
/** How long an operator's confirmation of their identity is valid. */
const confirmationTtlMs = 5 * 60_000
/** While the database does not respond, a session stays valid for this long after its last verification. */
export const verifiedForMs = 10 * 60_000
/** At most this many sessions of an operator are listed. */
const maxListedSessions = 100

/** The browser that sent a request. */
export interface Visitor {
  /** The `Cookie` header. */
  cookie: string
  /** For example "Firefox on Linux"; '' if unknown. */
  device: string
}

/** A session as better-auth stores it. */
interface StoredSession {
  id: string
  userAgent?: string | null
  createdAt: Date
  updatedAt: Date
}

/** A session in memory. */
interface CachedSession {
  operator: Operator
  id: string
  token: string
  createdAt: Date
  /** When the session was last active. */
  updatedAt: Date
  /** The version of the tables just before the session was read. */
  version: number
  /** When the session was read, ms of the steady clock. */
  readAt: number
}

const cachedSessionOf = (
  { id, token, createdAt, updatedAt }: StoredSession & { token: string },
  user: StoredUser,
  read: Pick<CachedSession, 'version' | 'readAt'>,
): CachedSession => ({
  operator: { id: user.id, name: user.name, roles: rolesOf(user.roles) },
  id,
  token,
  createdAt,
  updatedAt,
  ...read,
})

const whereOperator = (operatorId: string) => ({ field: 'userId', value: operatorId })

export function createOperatorSessions(parts: {
  authentication: Authentication
  store: Store
  cluster: Channel
  clock: Clock
}) {
  const { authentication, store, cluster, clock } = parts
  const { api, internalAdapter, adapter, sessionCookie } = authentication
  const changes = tableChangesOf(store)
  /** An entry is valid until something is written to the tables that it was read from. */
  const sessionsByCookie = new LRUCache<string, CachedSession>({
    ...atMost(maxSessionsInMemory),
    ttl: verifiedForMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })
  const version = () => changes.version('session') + changes.version('user')
  /** The running refresh of all cached sessions. */
  let refreshing: Promise<void> | undefined

  /** IDs of sessions whose operator has confirmed their identity. */
  const confirmedSessions = new LRUCache<string, true>({
    ...atMost(1_000),
    ttl: confirmationTtlMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })

  cluster.subscribe('sessionConfirmed', ({ sessionId }) => void confirmedSessions.set(sessionId, true))

  const isExpired = ({ createdAt, updatedAt }: Pick<StoredSession, 'createdAt' | 'updatedAt'>): boolean => {
    const now = clock.now()
    return (
      now - updatedAt.getTime() > maxIdleMs || /* guard: old-session-ends */ now - createdAt.getTime() > maxSessionAgeMs
    )
  }

  /** Only the session's cookie, so that the cache key does not depend on other cookies. */
  const sessionCookieIn = (cookie: string): string => parse(cookie, sessionCookie)[sessionCookie] ?? ''

  /** Whether nothing was written since the session was read. While changes of other gateways may be missed, it is current for a moment. */
  const isCurrent = (session: CachedSession): boolean =>
    // guard: ended-session-is-forgotten
    session.version === version() && (changes.isCurrent() || clock.steady() - session.readAt < unsyncedTtlMs)

  /** Reads all cached sessions again, many in one statement. */
  async function refreshCache(): Promise<void> {
    const read = { version: version(), readAt: clock.steady() }
    const entries = [...sessionsByCookie.entries()]
    for (let from = 0; from < entries.length; from += maxSessionsPerRead) {
      const chunk = entries.slice(from, from + maxSessionsPerRead)
      const tokens = chunk.map(([, { token }]) => token)
      const sessions = await rowsOf<StoredSession & { token: string; userId: string }>('session', 'token', tokens)
      const byToken = new Map(sessions.map((session) => [session.token, session]))
      const userIds = [...new Set(sessions.map(({ userId }) => userId))]
      const users = new Map((await rowsOf<StoredUser>('user', 'id', userIds)).map((user) => [user.id, user]))
      for (const [cookieValue, cached] of chunk) {
        const stored = byToken.get(cached.token)
        const user = users.get(stored?.userId ?? '')
        // The session was ended or replaced while the statement ran.
        if (sessionsByCookie.peek(cookieValue) !== cached) continue
        if (stored && user && !user.disabled) sessionsByCookie.set(cookieValue, cachedSessionOf(stored, user, read))
        else sessionsByCookie.delete(cookieValue)
      }
    }
  }

  const rowsOf = <Row>(model: string, field: string, values: string[]): Promise<Row[]> =>
    values.length === 0
      ? Promise.resolve([])
      : adapter.findMany({ model, where: [{ field, operator: 'in', value: values }], limit: values.length })

  /** Refreshes all cached sessions at once, so that a hundred requests after a change cost as much as one. */
  async function refresh(cookieValue: string): Promise<CachedSession | undefined> {
    await refreshing?.catch(() => {})
    const current = sessionsByCookie.get(cookieValue)
    if (!current || isCurrent(current)) return current
    refreshing ??= refreshCache().finally(() => {
      refreshing = undefined
    })
    await refreshing
    return sessionsByCookie.get(cookieValue)
  }

  /** Finds the session of a cookie. Called for every request. */
  async function findSession(cookie: string): Promise<CachedSession | null> {
    const cookieValue = sessionCookieIn(cookie)
    if (cookieValue === '') return null
    const cached = sessionsByCookie.get(cookieValue)
    try {
      const session = cached && (isCurrent(cached) ? cached : await refresh(cookieValue))
      return await endIfExpired(cookieValue, session ?? (await fetchSession(cookieValue, cookie)))
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
      // guard: unverified-session-is-not-ended
      if (!cached) throw cannotVerify()
      return isExpired(cached) ? null : cached
    }
  }

  async function fetchSession(cookieValue: string, cookie: string): Promise<CachedSession | null> {
    const read = { version: version(), readAt: clock.steady() }
    const found = await api.find({ headers: new Headers({ cookie }) })
    if (!found) return null
    const user: StoredUser = found.user
    // guard: disabled-operator-has-no-session
    if (user.disabled) return null
    const session = cachedSessionOf(found.session, user, read)
    sessionsByCookie.set(cookieValue, session)
    return session
  }

  /** Deletes a session. The library's own `deleteSession` is not used: it reports success even if it could not read the session. */
  async function deleteSession({ token }: CachedSession): Promise<void> {
    await /* guard: sign-out-ends-the-session */ adapter.deleteMany({
      model: 'session',
      where: [{ field: 'token', value: token }],
    })
  }

  async function endIfExpired(cookieValue: string, session: CachedSession | null): Promise<CachedSession | null> {
    // guard: idle-session-ends
    if (!session || !isExpired(session)) return session
    sessionsByCookie.delete(cookieValue)
    await deleteSession(session)
    return null
  }

  /** Ends the session of this cookie. @returns its operator; null if there is no session */
  async function endSessionOf(cookie: string): Promise<Operator | null> {
    const session = await findSession(cookie)
    sessionsByCookie.delete(sessionCookieIn(cookie))
    if (session) await deleteSession(session)
    return session?.operator ?? null
  }

  /** Records that an operator is active now. A failure is ignored, so that it does not prevent signing in. */
  async function recordLastSeen(operatorId: string): Promise<void> {
    const at = clock.now()
    await store
      .insertInto('operators_seen')
      .values({ operator_id: operatorId, at })
      .onConflict((conflict) => conflict.column('operator_id').doUpdateSet({ at }))
      .execute()
      .catch(() => {})
  }

  /** Deletes sessions that were idle or open for too long. */
  async function deleteExpired(): Promise<void> {
    const limits = { updatedAt: maxIdleMs, createdAt: maxSessionAgeMs }
    for (const [field, maxMs] of Object.entries(limits))
      await adapter.deleteMany({
        model: 'session',
        where: [{ field, operator: 'lt', value: new Date(clock.now() - maxMs) }],
      })
  }

  return {
    deleteExpired,

    /** Ends the session of this cookie. @returns its operator, and the Set-Cookie headers that remove the cookie */
    async endSession(cookie: string): Promise<{ operator: Operator | null; cookies: string[] }> {
      const operator = await endSessionOf(cookie)
      const response = await api.expire({ asResponse: true })
      return { operator, cookies: response.headers.getSetCookie() }
    },

    /** Starts a session and ends the previous one of this browser. @returns the Set-Cookie headers */
    async startSession(id: string, { cookie, device }: Visitor): Promise<string[]> {
      await endSessionOf(cookie)
      const response = await api.begin({ body: { id, device, at: new Date(clock.now()) }, asResponse: true })
      await recordLastSeen(id)
      return response.headers.getSetCookie()
    },

    /** The operator of this cookie; null if there is no session. A demo operator is returned only if sign-in is not required. */
    async findOperator(cookie: string, requiresSignIn: boolean): Promise<Operator | null> {
      const session = await findSession(cookie)
      return session && (!requiresSignIn || !isDemoOperator(session.operator.id)) ? session.operator : null
    },

    /** Records activity, which extends the session. */
    async recordActivity(cookie: string): Promise<void> {
      const session = await findSession(cookie)
      const now = clock.now()
      if (!session || now - session.updatedAt.getTime() < activityIntervalMs) return
      session.updatedAt = new Date(now)
      await internalAdapter.updateSession(session.token, { updatedAt: new Date(now) })
      await recordLastSeen(session.operator.id)
    },

    /** Records that the session's operator has confirmed their identity. */
    async confirm(cookie: string): Promise<void> {
      const session = await findSession(cookie)
      if (!session) return
      confirmedSessions.set(session.id, true)
      cluster.publish('sessionConfirmed', { sessionId: session.id })
    },

    /** Whether the session's operator confirmed their identity in the last five minutes. */
    async isConfirmed(cookie: string): Promise<boolean> {
      const session = await findSession(cookie)
      return session !== null && confirmedSessions.has(session.id)
    },

    /** The ID of the session of this cookie; null if there is none. */
    async idOf(cookie: string): Promise<string | null> {
      return (await findSession(cookie))?.id ?? null
    },

    /** Lists an operator's open sessions, the last used first. `current` marks the session with this ID. */
    async listOpen(operatorId: string, currentId: string | null): Promise<OpenSession[]> {
      const stored: StoredSession[] = await adapter.findMany({
        model: 'session',
        where: [whereOperator(operatorId)],
        sortBy: { field: 'updatedAt', direction: 'desc' },
        limit: maxListedSessions,
      })
      return stored
        .filter((session) => !isExpired(session))
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          device: userAgent ?? '',
          signedInAt: createdAt.getTime(),
          lastActive: updatedAt.getTime(),
          current: id === currentId,
        }))
    },

    /**
     * Ends sessions of an operator, but never the session of this cookie.
     *
     * @param which the session to end, or all
     * @returns the number of ended sessions
     */
    async endSessions(operatorId: string, which: { id: string } | 'all', cookie: string): Promise<number> {
      const current = await findSession(cookie)
      await deleteExpired()
      const ended = await adapter.deleteMany({
        model: 'session',
        where: [
          // guard: only-own-sessions-end
          whereOperator(operatorId),
          // guard: ending-all-keeps-this-session
          { field: 'id', operator: 'ne', value: current?.id ?? '' },
          ...(which === 'all' ? [] : [{ field: 'id', value: which.id }]),
        ],
      })
      return ended
    },
  }
}
