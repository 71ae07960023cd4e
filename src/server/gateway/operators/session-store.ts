/** Sessions of operators: who holds a cookie, until when, at which browser, and which sessions are open (reliability R32). */
import { parse } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import type { OpenSession, Operator } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { cannotVerify } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { type Authentication, absoluteEnd, idleEnd, type OurUser } from './authentication.ts'
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
  /** In words; '' where it is not known. */
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
interface Owner {
  operator: Operator
  id: string
  token: string
  createdAt: Date
  /** Its last activity. */
  updatedAt: Date
  /** Of the tables, before it was read. */
  version: number
  /** Steady ms: when it was read. */
  at: number
}

const ownerOf = (
  { id, token, createdAt, updatedAt }: StoredSession & { token: string },
  user: OurUser,
  read: Pick<Owner, 'version' | 'at'>,
): Owner => ({
  operator: { id: user.id, name: user.name, roles: rolesOf(user.roles) },
  id,
  token,
  createdAt,
  updatedAt,
  ...read,
})

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
  const changes = tableChangesOf(store)
  /** Owners by cookie. An entry is valid until something is written to the tables that it was read from. */
  const known = new LRUCache<string, Owner>({
    max: maxSessionsInMemory,
    ttl: verifiedForMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })
  const version = () => changes.version('session') + changes.version('user')
  let reading: Promise<void> | undefined

  /** Sessions whose owner has confirmed who they are. */
  const confirmed = new LRUCache<string, true>({
    max: 1_000,
    ttl: confirmationTtlMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })

  cluster.subscribe('sessionConfirmed', ({ sessionId }) => void confirmed.set(sessionId, true))

  const isOver = ({ createdAt, updatedAt }: Pick<StoredSession, 'createdAt' | 'updatedAt'>): boolean => {
    const now = clock.now()
    return now - updatedAt.getTime() > idleEnd || /* guard: old-session-ends */ now - createdAt.getTime() > absoluteEnd
  }

  /** Only the cookie that names the session, so that other cookies do not make it another session. */
  const nameIn = (cookie: string): string => parse(cookie, sessionCookie)[sessionCookie] ?? ''

  /** Whether nothing was written since, as far as that is heard of; where it may not be heard of, for a moment. */
  const isCurrent = (owner: Owner): boolean =>
    // guard: ended-session-is-forgotten
    owner.version === version() && (changes.isCurrent() || clock.steady() - owner.at < unsyncedTtlMs)

  /** Reads everybody's session again who was here lately, in one statement for many. */
  async function readKnown(): Promise<void> {
    const read = { version: version(), at: clock.steady() }
    const all = [...known.entries()]
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
        // Whoever left meanwhile is not known any more.
        if (known.peek(name) !== owner) continue
        if (session && user && !user.disabled) known.set(name, ownerOf(session, user, read))
        else known.delete(name)
      }
    }
  }

  const rowsOf = <Row>(model: string, field: string, values: string[]): Promise<Row[]> =>
    values.length === 0
      ? Promise.resolve([])
      : adapter.findMany({ model, where: [{ field, operator: 'in', value: values }], limit: values.length })

  /** Everybody's at once: a hundred who ask in one moment after a change cost what one costs. */
  async function readAgain(name: string): Promise<Owner | undefined> {
    await reading?.catch(() => {})
    const now = known.get(name)
    if (!now || isCurrent(now)) return now
    reading ??= readKnown().finally(() => {
      reading = undefined
    })
    await reading
    return known.get(name)
  }

  /** Resolves a cookie to its owner. Every request goes through here. */
  async function findOwner(cookie: string): Promise<Owner | null> {
    const name = nameIn(cookie)
    if (name === '') return null
    const before = known.get(name)
    try {
      const owner = before && (isCurrent(before) ? before : await readAgain(name))
      return await unlessOver(name, owner ?? (await find(name, cookie)))
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
      // guard: unverified-session-is-not-ended
      if (!before) throw cannotVerify()
      return isOver(before) ? null : before
    }
  }

  async function find(name: string, cookie: string): Promise<Owner | null> {
    const read = { version: version(), at: clock.steady() }
    const found = await api.find({ headers: new Headers({ cookie }) })
    if (!found) return null
    const user: OurUser = found.user
    // guard: disabled-operator-has-no-session
    if (user.disabled) return null
    const owner = ownerOf(found.session, user, read)
    known.set(name, owner)
    return owner
  }

  /** Not by the library's own `deleteSession`: that reads the session first, and answers as if done where this read fails. */
  async function remove({ token }: Owner): Promise<void> {
    await /* guard: sign-out-ends-the-session */ adapter.deleteMany({
      model: 'session',
      where: [{ field: 'token', value: token }],
    })
  }

  async function unlessOver(name: string, owner: Owner | null): Promise<Owner | null> {
    // guard: idle-session-ends
    if (!owner || !isOver(owner)) return owner
    known.delete(name)
    await remove(owner)
    return null
  }

  /** Ends the session that this cookie holds. @returns whose it was */
  async function endOne(cookie: string): Promise<Operator | null> {
    const owner = await findOwner(cookie)
    known.delete(nameIn(cookie))
    if (owner) await remove(owner)
    return owner?.operator ?? null
  }

  /** Notes that somebody was here; nobody is kept out because that cannot be written. */
  async function recordLastSeen(operatorId: string): Promise<void> {
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
    async endSession(cookie: string): Promise<{ operator: Operator | null; cookies: string[] }> {
      const operator = await endOne(cookie)
      const response = await api.expire({ asResponse: true })
      return { operator, cookies: response.headers.getSetCookie() }
    },

    /** A new session in place of the one before. Returns the Set-Cookie headers. */
    async startSession(id: string, { cookie, device }: Visitor): Promise<string[]> {
      await endOne(cookie)
      await sweep()
      const response = await api.begin({ body: { id, device, at: new Date(clock.now()) }, asResponse: true })
      await recordLastSeen(id)
      return response.headers.getSetCookie()
    },

    /** Who holds this cookie; null: nobody, or no longer. A demo operator counts only where nobody has to sign in. */
    async of(cookie: string, requiresSignIn: boolean): Promise<Operator | null> {
      const owner = await findOwner(cookie)
      return owner && (!requiresSignIn || !isDemoOperator(owner.operator.id)) ? owner.operator : null
    },

    /** Records activity, which keeps the session from expiring. */
    async recordActivity(cookie: string): Promise<void> {
      const owner = await findOwner(cookie)
      const now = clock.now()
      if (!owner || now - owner.updatedAt.getTime() < activityIntervalMs) return
      owner.updatedAt = new Date(now)
      await internalAdapter.updateSession(owner.token, { updatedAt: new Date(now) })
      await recordLastSeen(owner.operator.id)
    },

    /** The owner of this session has confirmed who they are. */
    async confirm(cookie: string): Promise<void> {
      const owner = await findOwner(cookie)
      if (!owner) return
      confirmed.set(owner.id, true)
      cluster.publish('sessionConfirmed', { sessionId: owner.id })
    },

    /** Whether they did so in the last five minutes. */
    async isConfirmed(cookie: string): Promise<boolean> {
      const owner = await findOwner(cookie)
      return owner !== null && confirmed.has(owner.id)
    },

    /** Open sessions of an operator, the last used first; `current` is the one that this cookie holds. */
    async listOpen(operatorId: string, cookie: string): Promise<OpenSession[]> {
      const mine = await findOwner(cookie)
      const kept: StoredSession[] = await adapter.findMany({
        model: 'session',
        where: [ofOwner(operatorId)],
        sortBy: { field: 'updatedAt', direction: 'desc' },
        limit: maxListedSessions,
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
      const mine = await findOwner(cookie)
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
      return ended
    },
  }
}
