/** Sessions of operators: who holds a cookie, until when, at which browser, and which sessions are open (reliability R32). */
import { parse } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import type { OpenSession, Operator } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { cannotVerify } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { type Authentication, absoluteEnd, idleEnd, type OurUser } from './authentication.ts'
import { isReady } from './demo-operators.ts'
import { rolesOf } from './invitations.ts'

/** How often a deed is written down. */
const touchEvery = 5 * 60_000
/** A session that ended elsewhere is cut off within this time, ms. */
const remembered = 1_000
/** How long a confirmation holds, ms. */
const confirmationLastsMs = 5 * 60_000
/** While the database is away, a session that was verified so lately still counts, ms. */
export const verifiedForMs = 10 * 60_000
/** Of one operator, the last used. */
const mostShown = 100

/** A browser that asks. */
export interface Visitor {
  cookie: string
  /** In words; '' where it is not known. */
  device: string
}

/** A session as the library keeps it. */
interface Kept {
  id: string
  userAgent?: string | null
  createdAt: Date
  updatedAt: Date
}

const ofOwner = (operatorId: string) => ({ field: 'userId', value: operatorId })

export type OperatorSessions = ReturnType<typeof createOperatorSessions>

export function createOperatorSessions(parts: {
  authentication: Authentication
  store: Store
  cluster: Channel
  clock: Clock
}) {
  const { authentication, store, cluster, clock } = parts
  const { api, internalAdapter, adapter, sessionCookie } = authentication
  const cache = (ttl: number) =>
    new LRUCache<string, { operator: Operator; id: string; token: string; touched: number }>({
      max: 10_000,
      ttl,
      ttlResolution: 0,
      perf: { now: clock.steady },
    })
  const lately = cache(remembered)
  const verified = cache(verifiedForMs)
  const forget = () => {
    lately.clear()
    verified.clear()
  }

  /** Sessions whose owner has confirmed who they are. */
  const confirmed = new LRUCache<string, true>({
    max: 1_000,
    ttl: confirmationLastsMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })

  cluster.subscribe('sessionConfirmed', ({ sessionId }) => void confirmed.set(sessionId, true))

  const isOver = ({ createdAt, updatedAt }: Kept): boolean => {
    const now = clock.now()
    return now - updatedAt.getTime() > idleEnd || /* guard: old-session-ends */ now - createdAt.getTime() > absoluteEnd
  }

  /** Only the cookie that names the session, so that other cookies do not make it another session. */
  const nameIn = (cookie: string): string => parse(cookie, sessionCookie)[sessionCookie] ?? ''

  /** The one place where a cookie becomes somebody. */
  async function look(cookie: string) {
    const name = nameIn(cookie)
    if (name === '') return null
    const known = lately.get(name)
    if (known) return known
    let found: Awaited<ReturnType<typeof api.find>>
    try {
      found = await api.find({ headers: new Headers({ cookie }) })
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
      const before = verified.get(name)
      // guard: unverified-session-is-not-ended
      if (!before) throw cannotVerify()
      return before
    }
    verified.delete(name)
    if (!found) return null
    const session = found.session
    const user: OurUser = found.user
    // guard: disabled-operator-has-no-session
    if (user.disabled) return null
    // guard: idle-session-ends
    if (isOver(session)) {
      await internalAdapter.deleteSession(session.token)
      return null
    }
    const operator: Operator = { id: user.id, name: user.name, roles: rolesOf(user.roles) }
    const owner = { operator, id: session.id, token: session.token, touched: session.updatedAt.getTime() }
    lately.set(name, owner)
    verified.set(name, owner)
    return owner
  }

  /** Ends the session that this cookie holds. @returns whose it was */
  async function endOne(cookie: string): Promise<Operator | null> {
    const owner = await look(cookie)
    lately.delete(nameIn(cookie))
    verified.delete(nameIn(cookie))
    if (owner) await internalAdapter.deleteSession(owner.token)
    return owner?.operator ?? null
  }

  /** Notes that somebody was here; nobody is kept out because that cannot be written. */
  async function seen(operatorId: string): Promise<void> {
    const at = clock.now()
    await store
      .insertInto('operators_seen')
      .values({ operator_id: operatorId, at })
      .onConflict((conflict) => conflict.column('operator_id').doUpdateSet({ at }))
      .execute()
      .catch(() => {})
  }

  /** Forgets those that nobody came back to. */
  const sweep = () =>
    adapter.deleteMany({
      model: 'session',
      where: [{ field: 'updatedAt', operator: 'lt', value: new Date(clock.now() - idleEnd) }],
    })

  return {
    /** Ends the session that this cookie holds. @returns whose it was, and the Set-Cookie headers that remove the cookie */
    async leave(cookie: string): Promise<{ operator: Operator | null; cookies: string[] }> {
      const operator = await endOne(cookie)
      const response = await api.expire({ asResponse: true })
      return { operator, cookies: response.headers.getSetCookie() }
    },

    /** A new session in place of the one before. Returns the Set-Cookie headers. */
    async become(id: string, { cookie, device }: Visitor): Promise<string[]> {
      await endOne(cookie)
      await sweep()
      const response = await api.begin({ body: { id, device, at: new Date(clock.now()) }, asResponse: true })
      await seen(id)
      return response.headers.getSetCookie()
    },

    /** Who holds this cookie; null: nobody, or no longer. A ready operator is somebody only where there is no wall. */
    async of(cookie: string, wall: boolean): Promise<Operator | null> {
      const owner = await look(cookie)
      return owner && (!wall || !isReady(owner.operator.id)) ? owner.operator : null
    },

    /** A deed: the session is in use. */
    async touch(cookie: string): Promise<void> {
      const owner = await look(cookie)
      const now = clock.now()
      if (!owner || now - owner.touched < touchEvery) return
      owner.touched = now
      await internalAdapter.updateSession(owner.token, { updatedAt: new Date(now) })
      await seen(owner.operator.id)
    },

    /** The owner of this session has confirmed who they are. */
    async confirm(cookie: string): Promise<void> {
      const owner = await look(cookie)
      if (!owner) return
      confirmed.set(owner.id, true)
      cluster.publish('sessionConfirmed', { sessionId: owner.id })
    },

    /** Whether they did so in the last five minutes. */
    async isConfirmed(cookie: string): Promise<boolean> {
      const owner = await look(cookie)
      return owner !== null && confirmed.has(owner.id)
    },

    /** What is known of people and sessions is read again. */
    forget,

    /** Open sessions of an operator, the last used first; `current` is the one that this cookie holds. */
    async open(operatorId: string, cookie: string): Promise<OpenSession[]> {
      const mine = await look(cookie)
      const kept: Kept[] = await adapter.findMany({
        model: 'session',
        where: [ofOwner(operatorId)],
        sortBy: { field: 'updatedAt', direction: 'desc' },
        limit: mostShown,
      })
      return kept
        .filter((one) => !isOver(one))
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          device: userAgent ?? '',
          signedInAt: createdAt.getTime(),
          lastActive: updatedAt.getTime(),
          current: id === mine?.id,
        }))
    },

    /**
     * Ends sessions of an operator, but never the one that this cookie holds.
     *
     * @param which one of them, or all
     * @returns how many
     */
    async end(operatorId: string, which: { id: string } | 'all', cookie: string): Promise<number> {
      const mine = await look(cookie)
      await sweep()
      const ended = await adapter.deleteMany({
        model: 'session',
        where: [
          // guard: only-own-sessions-end
          ofOwner(operatorId),
          // guard: ending-all-keeps-this-session
          { field: 'id', operator: 'ne', value: mine?.id ?? '' },
          ...(which === 'all' ? [] : [{ field: 'id', value: which.id }]),
        ],
      })
      // guard: ended-session-is-forgotten
      forget()
      return ended
    },
  }
}
