/**
 * Operators and their sessions, on better-auth: passwords, session tokens and the cookie are its work, and there is one way to have
 * a session however one came by it. Its own routes are not open; it is asked from here only.
 */
import { createHash, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { getMigrations } from 'better-auth/db/migration'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { type Invitation, type KnownOperator, type Operator, type Role, roles } from '#contract/index.ts'
import type { Clock } from './clock.ts'
import { isSqlite, type Store } from './database.ts'
import type { Log } from './log.ts'
import { ensureReady, isReady, readyOperators } from './ready-operators.ts'
import { refusal, signInFirst } from './refusals.ts'

const hour = 3_600_000
/** A session ends so long after it began, whatever happens; and so long after its last deed (polls are none). */
const absoluteEnd = 7 * 24 * hour
const idleEnd = 12 * hour
/** How often a deed is written down. */
const touchEvery = 5 * 60_000
const linkLasts = 24 * hour
const mostOperators = 1_000
/** A disabled operator is cut off within this time, ms. */
const remembered = 1_000

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')
const rolesOf = (json: string | null | undefined): Role[] =>
  z
    .array(z.enum(roles))
    .catch([])
    .parse(JSON.parse(json || '[]'))

/** An invitation is named by a part of its token's hash. */
const invitationOf = (row: { token: string; roles: string; expires_at: number }): Invitation => ({
  id: row.token.slice(0, 12),
  roles: rolesOf(row.roles),
  expiresAt: row.expires_at,
})

/** Makes somebody the owner of a new session; reached from here only, never over the network. */
const sessions = {
  id: 'switchboard-sessions',
  schema: {
    user: {
      fields: {
        roles: { type: 'string', required: false, input: false },
        disabled: { type: 'boolean', required: false, input: false },
      },
    },
  },
  endpoints: {
    become: createAuthEndpoint('/become', { method: 'POST', body: z.object({ id: z.string() }) }, async (context) => {
      const user = await context.context.internalAdapter.findUserById(context.body.id)
      if (!user) throw signInFirst()
      const session = await context.context.internalAdapter.createSession(user.id)
      await setSessionCookie(context, { session, user })
      return {}
    }),
  },
} as const

/** What we keep of a person beside the library's own fields. */
interface OurUser {
  id: string
  name: string
  /** JSON of roles. */
  roles?: string | null
  disabled?: boolean | null
}

interface NewOperator {
  name: string
  email: string
  password: string
}

export type Operators = Awaited<ReturnType<typeof createOperators>>

/**
 * @param parts `secret` signs the cookies; `address` is where people open Switchboard
 */
export async function createOperators(parts: { store: Store; secret: string; address: URL; clock: Clock; log: Log }) {
  const { store, clock, log } = parts
  const options = {
    appName: 'Switchboard',
    baseURL: parts.address.origin,
    secret: parts.secret,
    database: { db: store, type: isSqlite(store) ? 'sqlite' : 'postgres' } as const,
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10 },
    session: { expiresIn: absoluteEnd / 1000, disableSessionRefresh: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { log: (level: string, message: string) => log.warn({ level, by: 'better-auth' }, message) },
    advanced: {
      cookiePrefix: 'switchboard',
      useSecureCookies: parts.address.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
    },
    plugins: [sessions],
  }
  await (await getMigrations(options)).runMigrations()
  const auth = betterAuth(options)
  const { internalAdapter, adapter, password: passwords } = await auth.$context
  const lately = new LRUCache<string, { operator: Operator; token: string; touched: number }>({
    max: 10_000,
    ttl: remembered,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })

  async function look(cookie: string) {
    const known = lately.get(cookie)
    if (known) return known
    const found = await auth.api.getSession({ headers: new Headers({ cookie }) })
    if (!found) return null
    const session = found.session
    const user: OurUser = found.user
    if (user.disabled) return null
    const now = clock.now()
    const idle = now - session.updatedAt.getTime() > idleEnd
    if (idle || now - session.createdAt.getTime() > absoluteEnd) {
      await internalAdapter.deleteSession(session.token)
      return null
    }
    const operator: Operator = { id: user.id, name: user.name, roles: rolesOf(user.roles) }
    const owner = { operator, token: session.token, touched: session.updatedAt.getTime() }
    lately.set(cookie, owner)
    return owner
  }

  /** Ends the session that this cookie holds. */
  async function leave(cookie: string): Promise<void> {
    const owner = cookie === '' ? null : await look(cookie)
    lately.delete(cookie)
    if (owner) await internalAdapter.deleteSession(owner.token)
  }

  /** A new session in place of the one before. Returns the Set-Cookie headers. */
  async function become(id: string, cookie: string): Promise<string[]> {
    await leave(cookie)
    const response = await auth.api.become({ body: { id }, asResponse: true })
    await seen(id)
    return response.headers.getSetCookie()
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

  return {
    become,
    leave,

    /** Who holds this cookie; null: nobody, or no longer. A ready operator is somebody only where there is no wall. */
    async of(cookie: string, wall: boolean): Promise<Operator | null> {
      if (cookie === '') return null
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

    async becomeReady(id: string, cookie: string): Promise<string[]> {
      await ensureReady(internalAdapter, adapter, clock.now())
      return become(id, cookie)
    },

    /** Set-Cookie headers of the new session. @throws Refusal 401, the same whether or not the account exists */
    async signIn(email: string, password: string, cookie: string): Promise<string[]> {
      const response = await auth.api.signInEmail({ body: { email, password }, asResponse: true }).catch(() => null)
      const user = response?.ok ? await internalAdapter.findUserByEmail(email) : null
      const wrong = {
        status: 401,
        code: 'wrong_credentials',
        message: 'E-mail or password is wrong. Nobody was signed in.',
      }
      if (!response?.ok || !user) throw refusal(wrong)
      const cookies = response.headers.getSetCookie()
      if ((user.user as OurUser).disabled) {
        await leave(cookies.map((one) => one.split(';')[0]).join('; '))
        throw refusal(wrong)
      }
      await leave(cookie)
      await seen(user.user.id)
      return cookies
    },

    /** A token that makes its holder an operator with these roles, once, within a day. */
    async makeLink(given: readonly Role[]): Promise<{ token: string; invitation: Invitation }> {
      const token = randomBytes(24).toString('base64url')
      const row = {
        token: digest(token),
        roles: JSON.stringify(given),
        expires_at: clock.now() + linkLasts,
        used_at: null,
      }
      await store.insertInto('links').values(row).execute()
      return { token, invitation: invitationOf(row) }
    },

    /** Links that nobody has used yet. */
    async invitations(): Promise<Invitation[]> {
      const open = store.selectFrom('links').selectAll().where('used_at', 'is', null)
      const rows = await open.where('expires_at', '>', clock.now()).orderBy('expires_at').execute()
      return rows.map(invitationOf)
    },

    /** Everybody but the ready operators. */
    async all(): Promise<KnownOperator[]> {
      const users: (OurUser & { email: string })[] = await internalAdapter.listUsers(mostOperators)
      const seenAt = new Map(
        (await store.selectFrom('operators_seen').selectAll().execute()).map((row) => [row.operator_id, row.at]),
      )
      return users
        .filter(({ id }) => !isReady(id))
        .map(({ id, name, email, roles, disabled }) => ({
          id,
          name,
          email,
          roles: rolesOf(roles),
          disabled: disabled ?? false,
          lastSeen: seenAt.get(id) ?? null,
        }))
    },

    /** Changes what somebody may do; from the next request on. Who is disabled has no session any more. */
    async change(id: string, { roles, disabled }: { roles: readonly Role[]; disabled: boolean }): Promise<void> {
      await internalAdapter.updateUser(id, { roles: JSON.stringify(roles), disabled })
      if (disabled) {
        const sessions = await internalAdapter.listSessions(id)
        await internalAdapter.deleteSessions(sessions.map(({ token }) => token))
      }
      lately.clear()
    },

    /** Uses a link: a new operator, and a session. @throws Refusal 400 when the link is used or too old, or the e-mail is taken */
    async useLink(token: string, { name, email, password }: NewOperator, cookie: string): Promise<string[]> {
      if (await internalAdapter.findUserByEmail(email))
        throw refusal({ status: 400, code: 'email_taken', message: 'There is an operator with this e-mail already.' })
      const now = clock.now()
      const link = await store
        .updateTable('links')
        .set({ used_at: now })
        .where('token', '=', digest(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('roles')
        .executeTakeFirst()
      if (!link)
        throw refusal({
          status: 400,
          code: 'link_used',
          message: 'This link was used before, or is older than a day. Ask for a new one.',
        })
      const user = await internalAdapter.createUser(
        { name, email, emailVerified: true, roles: link.roles },
        { method: 'email-password' },
      )
      const credential = { providerId: 'credential', accountId: user.id, userId: user.id }
      await internalAdapter.linkAccount({ ...credential, password: await passwords.hash(password) })
      return become(user.id, cookie)
    },

    /** Whether anybody but the ready operators exists. */
    async any(): Promise<boolean> {
      const users = await internalAdapter.listUsers(readyOperators.length + 1)
      return users.some((user) => !isReady(user.id))
    },
  }
}
