/**
 * better-auth: people, passwords, session tokens and the cookie are its work, and there is one way to have a session however one came
 * by it. Its own routes are not open; it is asked by `operators.ts` and `session-store.ts` only.
 */
import { createHash, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import * as z from 'zod'
import { tableChangesOf } from '#server/database/changes.ts'
import { isSqlite } from '#server/database/open.ts'
import { runExclusively } from '#server/database/run-exclusively.ts'
import type { Log } from '../shared/log.ts'
import { signInRequired } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'

const hour = 3_600_000
/** A session ends so long after it began, whatever happens; and so long after its last deed (polls are none). */
export const absoluteEnd = 7 * 24 * hour
export const idleEnd = 12 * hour

/** What we keep of a person beside the library's own fields. */
export interface OurUser {
  id: string
  name: string
  email: string
  /** JSON of roles. */
  roles?: string | null
  disabled?: boolean | null
}

/**
 * The token as the database stores it. The library would store the token itself, and a copy of the database could then be used to sign
 * in. So `begin` and `find` below replace the library's own functions.
 */
const digest = /* guard: session-token-is-hashed */ (token: string): string =>
  createHash('sha256').update(token).digest('base64url')
const digestLength = 43

/** Makes, finds and ends sessions by their cookie; reached from here only, never over the network. */
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
    begin: createAuthEndpoint(
      '/begin',
      { method: 'POST', body: z.object({ id: z.string(), device: z.string(), at: z.date() }) },
      async (context) => {
        const { id, device, at } = context.body
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(id)
        if (!user) throw signInRequired()
        // Of the browser its name is kept, and nothing of the network.
        const token = randomBytes(24).toString('base64url')
        const kept = { userAgent: device, ipAddress: '', createdAt: at, updatedAt: at, token: digest(token) }
        const session = await internalAdapter.createSession(user.id, false, kept, true)
        await setSessionCookie(context, { session: { ...session, token }, user })
        return {}
      },
    ),
    find: createAuthEndpoint('/find', { method: 'GET', requireHeaders: true }, async (context) => {
      const { authCookies, secret, internalAdapter } = context.context
      const token = await context.getSignedCookie(authCookies.sessionToken.name, secret)
      return token ? internalAdapter.findSession(digest(token)) : null
    }),
    expire: createAuthEndpoint('/expire', { method: 'POST' }, async (context) => {
      deleteSessionCookie(context)
      return {}
    }),
  },
} as const

export type Authentication = Awaited<ReturnType<typeof openAuthentication>>

/**
 * Opens the library on our store and brings its tables up to date.
 *
 * @param parts `secret` signs the cookies; `address` is where people open Switchboard
 */
export async function openAuthentication(parts: { store: Store; secret: string; address: URL; log: Log }) {
  const { store, secret, address, log } = parts
  const options = {
    appName: 'Switchboard',
    baseURL: address.origin,
    secret,
    database: { db: store, type: isSqlite(store) ? 'sqlite' : 'postgres' } as const,
    session: { expiresIn: absoluteEnd / 1000, disableSessionRefresh: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { log: (level: string, message: string) => log.warn({ level, said: message }, 'better-auth') },
    advanced: {
      cookiePrefix: 'switchboard',
      useSecureCookies: /* guard: cookie-over-https-only */ address.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
    },
    plugins: [sessions],
  }
  // The library does not expect that another gateway makes the same tables.
  await runExclusively(store, 'sign-in tables', async () => (await getMigrations(options)).runMigrations())
  // guard: new-tables-are-announced
  await tableChangesOf(store).createMissingTriggers()
  const auth = betterAuth(options)
  const { internalAdapter, adapter, password: passwords, authCookies } = await auth.$context
  // Sessions of a version that stored plain tokens. No cookie matches them any more.
  await store.deleteFrom('session').where(sql<number>`length(token)`, '<>', digestLength).execute()
  return { api: auth.api, internalAdapter, adapter, passwords, sessionCookie: authCookies.sessionToken.name }
}
