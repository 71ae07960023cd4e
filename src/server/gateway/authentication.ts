/**
 * better-auth: people, passwords, session tokens and the cookie are its work, and there is one way to have a session however one came
 * by it. Its own routes are not open; it is asked by `operators.ts` and `operator-sessions.ts` only.
 */
import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { getMigrations } from 'better-auth/db/migration'
import * as z from 'zod'
import { isSqlite } from '#server/database/open.ts'
import type { Store } from './database.ts'
import type { Log } from './log.ts'
import { signInFirst } from './refusals.ts'

const hour = 3_600_000
/** A session ends so long after it began, whatever happens; and so long after its last deed (polls are none). */
export const absoluteEnd = 7 * 24 * hour
export const idleEnd = 12 * hour

/** What we keep of a person beside the library's own fields. */
export interface OurUser {
  id: string
  name: string
  /** JSON of roles. */
  roles?: string | null
  disabled?: boolean | null
}

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
    become: createAuthEndpoint(
      '/become',
      { method: 'POST', body: z.object({ id: z.string(), device: z.string(), at: z.date() }) },
      async (context) => {
        const { id, device, at } = context.body
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(id)
        if (!user) throw signInFirst()
        // Of the browser its name is kept, and nothing of the network.
        const kept = { userAgent: device, ipAddress: '', createdAt: at, updatedAt: at }
        const session = await internalAdapter.createSession(user.id, false, kept, true)
        await setSessionCookie(context, { session, user })
        return {}
      },
    ),
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
      useSecureCookies: address.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
    },
    plugins: [sessions],
  }
  await (await getMigrations(options)).runMigrations()
  const auth = betterAuth(options)
  const { internalAdapter, adapter, password: passwords } = await auth.$context
  return { api: auth.api, internalAdapter, adapter, passwords }
}
