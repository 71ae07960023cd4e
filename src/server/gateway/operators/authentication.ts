/**
 * Opens the library better-auth, which stores users and passwords and manages session tokens and cookies. Sessions are created here for
 * every kind of sign-in. The library's own routes are not served. Only `operators.ts` and `session-store.ts` use the library.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { getSchema } from 'better-auth/db'
import { getMigrations } from 'better-auth/db/migration'
import * as z from 'zod'
import { tableChangesOf } from '#server/database/changes.ts'
import { isSqlite } from '#server/database/open.ts'
import { runExclusively } from '#server/database/run-exclusively.ts'
import type { Log } from '../shared/log.ts'
import { signInRequired } from '../shared/refusals.ts'
import { readSetting, saveSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'

const hourMs = 3_600_000
/** A session ends this long after it began. */
export const maxSessionAgeMs = 7 * 24 * hourMs
/** A session ends this long after its last activity. Polls do not count. */
export const maxIdleMs = 12 * hourMs

/** A row of the library's table of users: the library's own fields that Switchboard uses, and those that Switchboard adds. */
export interface StoredUser {
  id: string
  name: string
  email: string
  /** A JSON list of roles. */
  roles?: string | null
  disabled?: boolean | null
}

/**
 * The hash of a session token, as the database stores it. The library would store the token itself, so a copy of the database could be
 * used to sign in. Therefore `begin` and `find` below replace the library's own functions.
 */
const digest = /* guard: session-token-is-hashed */ (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** Creates, finds and ends sessions by their cookie. These endpoints are called by Switchboard only, never over the network. */
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
        // We store the browser's name, never its IP address.
        const token = randomBytes(24).toString('base64url')
        const fields = { userAgent: device, ipAddress: '', createdAt: at, updatedAt: at, token: digest(token) }
        const session = await internalAdapter.createSession(user.id, false, fields, true)
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

/** Hashes passwords, and compares them with their hashes. */
export interface Passwords {
  hash: (password: string) => Promise<string>
  verify: (stored: { hash: string; password: string }) => Promise<boolean>
}

/** The setting that names the tables that the library had when they were last migrated. */
const tablesSetting = 'sign-in tables'

/**
 * Brings the library's tables up to date. To find out what they lack, the library reads the structure of the whole database, which takes as
 * long as the rest of a start. So that is done only if the library needs other tables than at the last start.
 */
async function migrateTables(
  store: Store,
  options: BetterAuthOptions & { database: { type: 'sqlite' | 'postgres' } },
): Promise<void> {
  // A database that was moved has the settings of the one that it was moved from.
  const needed = JSON.stringify([options.database.type, getSchema(options)])
  const fingerprint = createHash('sha256').update(needed).digest('base64url')
  if ((await readSetting(store, tablesSetting)) === fingerprint) return
  await (await getMigrations(options)).runMigrations()
  await saveSetting(store, tablesSetting, fingerprint)
}

export type Authentication = Awaited<ReturnType<typeof openAuthentication>>

/**
 * Opens the library on Switchboard's store, and migrates its tables.
 *
 * @param parts `secret` signs the cookies; `address` is the URL at which people open Switchboard; `passwords` replaces the library's scrypt
 */
export async function openAuthentication(parts: {
  store: Store
  secret: string
  address: URL
  log: Log
  passwords?: Passwords | undefined
}) {
  const { store, secret, address, log } = parts
  const options = {
    appName: 'Switchboard',
    baseURL: address.origin,
    secret,
    database: { db: store, type: isSqlite(store) ? 'sqlite' : 'postgres' } as const,
    session: { expiresIn: maxSessionAgeMs / 1000, disableSessionRefresh: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    ...(parts.passwords && { emailAndPassword: { enabled: false, password: parts.passwords } }),
    logger: { log: (level: string, message: string) => log.warn({ level, message }, 'better-auth') },
    advanced: {
      cookiePrefix: 'switchboard',
      useSecureCookies: /* guard: cookie-over-https-only */ address.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
    },
    plugins: [sessions],
  }
  // The library cannot handle two gateways that create its tables at the same time.
  await runExclusively(store, tablesSetting, () => migrateTables(store, options))
  // guard: new-tables-are-announced
  await tableChangesOf(store).createMissingTriggers()
  const auth = betterAuth(options)
  const { internalAdapter, adapter, password: passwords, authCookies } = await auth.$context
  return { api: auth.api, internalAdapter, adapter, passwords, sessionCookie: authCookies.sessionToken.name }
}
