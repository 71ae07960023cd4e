/** Sessions of operators: resolves cookies, expires sessions, and lists those that are open (reliability R32). */
import { parse } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import type { OpenSession, Operator } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { cannotVerify } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { type Authentication, maxIdleMs, maxSessionAgeMs, type OurUser } from './authentication.ts'
import { isDemoOperator } from './demo-operators.ts'
import { rolesOf } from './invitations.ts'

/** Activity of a session is written at most this often, ms. */
const activityIntervalMs = 5 * 60_000
/** Sessions in memory. */
const maxSessionsInMemory = 10_000
/** Sessions that one statement reads again. */
const maxSessionsPerRead = 1_000
/** While changes of other gateways may be missed, a session in memory is valid for this long, ms. */
const unsyncedTtlMs = 1_000
/** How long a confirmation is valid, ms. */
const confirmationTtlMs = 5 * 60_000
/** While the database does not answer, a session stays valid for this long after its last verification, ms. */
export const verifiedForMs = 10 * 60_000
/** Sessions of one operator that are listed, the last used first. */
const maxListedSessions = 100

/** The browser that sent a request. */
export interface Visitor {
  cookie: string
  /** Its name, for example "Firefox on Linux"; '' if unknown. */
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
  /** Its last activity. */
  updatedAt: Date
  /** Version of the tables just before it was read. */
  version: number
  /** When it was read, ms of the steady clock. */
  at: number
}

const cachedSessionOf = (
  { id, token, createdAt, updatedAt }: StoredSession & { token: string },
  user: OurUser,
  read: Pick<CachedSession, 'version' | 'at'>,
): CachedSession => ({
  operator: { id: user.id, name: user.name, roles: rolesOf(user.roles) },
  id,
  token,
  createdAt,
  updatedAt,
  ...read,
})

const belongsTo = (operatorId: string) => ({ field: 'userId', value: operatorId })

export type OperatorSessions = ReturnType<typeof createOperatorSessions>

export function createOperatorSessions(parts: {
  authentication: Authentication
  store: Store
  cluster: Channel
  clock: Clock
}) {
  const { authentication, store, cluster, clock } = parts
  const { api, internalAdapter, adapter, sessionCookie } = authentication
  const changes = tableChangesOf(store)
  /** Sessions by cookie. An entry is valid until something is written to the tables that it was read from. */
  const cache = new LRUCache<string, CachedSession>({
    max: maxSessionsInMemory,
    ttl: verifiedForMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })
  const version = () => changes.version('session') + changes.version('user')
  let refreshing: Promise<void> | undefined

  /** Sessions whose owner has confirmed who they are. */
  const confirmed = new LRUCache<string, true>({
    max: 1_000,
    ttl: confirmationTtlMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })

  cluster.subscribe('sessionConfirmed', ({ sessionId }) => void confirmed.set(sessionId, true))

  const isExpired = ({ createdAt, updatedAt }: Pick<StoredSession, 'createdAt' | 'updatedAt'>): boolean => {
    const now = clock.now()
    return (
      now - updatedAt.getTime() > maxIdleMs || /* guard: old-session-ends */ now - createdAt.getTime() > maxSessionAgeMs
    )
  }

  /** The session's cookie alone, so that other cookies do not change the cache key. */
  const sessionCookieIn = (cookie: string): string => parse(cookie, sessionCookie)[sessionCookie] ?? ''

  /** Whether nothing was written since it was read. While changes of other gateways may be missed, it is current only for a moment. */
  const isCurrent = (owner: CachedSession): boolean =>
    // guard: ended-session-is-forgotten
    owner.version === version() && (changes.isCurrent() || clock.steady() - owner.at < unsyncedTtlMs)

  /** Reads all cached sessions again, many in one statement. */
  async function refreshCache(): Promise<void> {
    const read = { version: version(), at: clock.steady() }
    const all = [...cache.entries()]
    for (let from = 0; from < all.length; from += maxSessionsPerRead) {
      const some = all.slice(from, from + maxSessionsPerRead)
      const tokens = some.map(([, { token }]) => token)
      const sessions = await rowsOf<StoredSession & { token: string; userId: string }>('session', 'token', tokens)
      const byToken = new Map(sessions.map((session) => [session.token, session]))
      const owners = [...new Set(sessions.map(({ userId }) => userId))]
      const users = new Map((await rowsOf<OurUser>('user', 'id', owners)).map((user) => [user.id, user]))
      for (const [name, owner] of some) {
        const session = byToken.get(owner.token)
        const user = users.get(session?.userId ?? '')
        // The session was ended or replaced meanwhile.
        if (cache.peek(name) !== owner) continue
        if (session && user && !user.disabled) cache.set(name, cachedSessionOf(session, user, read))
        else cache.delete(name)
      }
    }
  }

  const rowsOf = <Row>(model: string, field: string, values: string[]): Promise<Row[]> =>
    values.length === 0
      ? Promise.resolve([])
      : adapter.findMany({ model, where: [{ field, operator: 'in', value: values }], limit: values.length })

  /** Refreshes all cached sessions at once, so that a hundred requests after a change cost as much as one. */
  async function refresh(name: string): Promise<CachedSession | undefined> {
    await refreshing?.catch(() => {})
    const now = cache.get(name)
    if (!now || isCurrent(now)) return now
    refreshing ??= refreshCache().finally(() => {
      refreshing = undefined
    })
    await refreshing
    return cache.get(name)
  }

  /** Resolves a cookie to its session. Every request goes through here. */
  async function findSession(cookie: string): Promise<CachedSession | null> {
    const name = sessionCookieIn(cookie)
    if (name === '') return null
    const before = cache.get(name)
    try {
      const owner = before && (isCurrent(before) ? before : await refresh(name))
      return await endIfExpired(name, owner ?? (await fetchSession(name, cookie)))
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
      // guard: unverified-session-is-not-ended
      if (!before) throw cannotVerify()
      return isExpired(before) ? null : before
    }
  }

  async function fetchSession(name: string, cookie: string): Promise<CachedSession | null> {
    const read = { version: version(), at: clock.steady() }
    const found = await api.find({ headers: new Headers({ cookie }) })
    if (!found) return null
    const user: OurUser = found.user
    // guard: disabled-operator-has-no-session
    if (user.disabled) return null
    const owner = cachedSessionOf(found.session, user, read)
    cache.set(name, owner)
    return owner
  }

  /** The library's own `deleteSession` reads the session first, and reports success if that read fails. */
  async function remove({ token }: CachedSession): Promise<void> {
    await /* guard: sign-out-ends-the-session */ adapter.deleteMany({
      model: 'session',
      where: [{ field: 'token', value: token }],
    })
  }

  async function endIfExpired(name: string, owner: CachedSession | null): Promise<CachedSession | null> {
    // guard: idle-session-ends
    if (!owner || !isExpired(owner)) return owner
    cache.delete(name)
    await remove(owner)
    return null
  }

  /** Ends the session of this cookie. @returns its operator */
  async function endOne(cookie: string): Promise<Operator | null> {
    const owner = await findSession(cookie)
    cache.delete(sessionCookieIn(cookie))
    if (owner) await remove(owner)
    return owner?.operator ?? null
  }

  /** Records when an operator was last active. A failure is ignored, so that it does not prevent signing in. */
  async function recordLastSeen(operatorId: string): Promise<void> {
    const at = clock.now()
    await store
      .insertInto('operators_seen')
      .values({ operator_id: operatorId, at })
      .onConflict((conflict) => conflict.column('operator_id').doUpdateSet({ at }))
      .execute()
      .catch(() => {})
  }

  /** Deletes sessions that were idle for too long. */
  const deleteExpired = () =>
    adapter.deleteMany({
      model: 'session',
      where: [{ field: 'updatedAt', operator: 'lt', value: new Date(clock.now() - maxIdleMs) }],
    })

  return {
    /** Ends the session of this cookie. @returns its operator, and the Set-Cookie headers that remove the cookie */
    async endSession(cookie: string): Promise<{ operator: Operator | null; cookies: string[] }> {
      const operator = await endOne(cookie)
      const response = await api.expire({ asResponse: true })
      return { operator, cookies: response.headers.getSetCookie() }
    },

    /** Starts a session and ends the previous one of this browser. @returns the Set-Cookie headers */
    async startSession(id: string, { cookie, device }: Visitor): Promise<string[]> {
      await endOne(cookie)
      await deleteExpired()
      const response = await api.begin({ body: { id, device, at: new Date(clock.now()) }, asResponse: true })
      await recordLastSeen(id)
      return response.headers.getSetCookie()
    },

    /** The operator of this cookie; null if there is no session. Demo operators count only where nobody has to sign in. */
    async of(cookie: string, requiresSignIn: boolean): Promise<Operator | null> {
      const owner = await findSession(cookie)
      return owner && (!requiresSignIn || !isDemoOperator(owner.operator.id)) ? owner.operator : null
    },

    /** Records activity, which keeps the session from expiring. */
    async recordActivity(cookie: string): Promise<void> {
      const owner = await findSession(cookie)
      const now = clock.now()
      if (!owner || now - owner.updatedAt.getTime() < activityIntervalMs) return
      owner.updatedAt = new Date(now)
      await internalAdapter.updateSession(owner.token, { updatedAt: new Date(now) })
      await recordLastSeen(owner.operator.id)
    },

    /** Marks the session's operator as having confirmed their identity. */
    async confirm(cookie: string): Promise<void> {
      const owner = await findSession(cookie)
      if (!owner) return
      confirmed.set(owner.id, true)
      cluster.publish('sessionConfirmed', { sessionId: owner.id })
    },

    /** Whether the session's operator confirmed their identity in the last five minutes. */
    async isConfirmed(cookie: string): Promise<boolean> {
      const owner = await findSession(cookie)
      return owner !== null && confirmed.has(owner.id)
    },

    /** Open sessions of an operator, the last used first; `current` marks the one of this cookie. */
    async listOpen(operatorId: string, cookie: string): Promise<OpenSession[]> {
      const current = await findSession(cookie)
      const stored: StoredSession[] = await adapter.findMany({
        model: 'session',
        where: [belongsTo(operatorId)],
        sortBy: { field: 'updatedAt', direction: 'desc' },
        limit: maxListedSessions,
      })
      return stored
        .filter((one) => !isExpired(one))
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          device: userAgent ?? '',
          signedInAt: createdAt.getTime(),
          lastActive: updatedAt.getTime(),
          current: id === current?.id,
        }))
    },

    /**
     * Ends sessions of an operator, but never the one of this cookie.
     *
     * @param which one session, or all
     * @returns how many were ended
     */
    async end(operatorId: string, which: { id: string } | 'all', cookie: string): Promise<number> {
      const mine = await findSession(cookie)
      await deleteExpired()
      const ended = await adapter.deleteMany({
        model: 'session',
        where: [
          // guard: only-own-sessions-end
          belongsTo(operatorId),
          // guard: ending-all-keeps-this-session
          { field: 'id', operator: 'ne', value: mine?.id ?? '' },
          ...(which === 'all' ? [] : [{ field: 'id', value: which.id }]),
        ],
      })
      return ended
    },
  }
}
