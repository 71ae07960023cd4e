/** One-time links by which people become operators. Kept by a hash: who reads the database cannot use them. */
import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type Invitation, type Role, roles } from '#contract/index.ts'
import type { Clock } from './clock.ts'
import type { Store } from './database.ts'

const lasts = 24 * 3_600_000

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Addresses differ in case on paper only. */
export const sameCase = (email: string): string => email.trim().toLowerCase()

/** Reads what `JSON.stringify` wrote; what is no list of roles is none. */
export function rolesOf(json: string | null | undefined): Role[] {
  const read = z.safeParse(z.array(z.enum(roles)), JSON.parse(json || '[]'))
  return read.success ? read.data : []
}

/** An invitation is named by a part of its token's hash. */
const shown = (row: { token: string; roles: string; email: string | null; expires_at: number }): Invitation => ({
  id: row.token.slice(0, 12),
  roles: rolesOf(row.roles),
  email: row.email,
  expiresAt: row.expires_at,
})

/** What makes these links, lists those that are open, and uses one up: each works once, for a day. */
export function createInvitations(store: Store, clock: Clock) {
  const open = () =>
    store.selectFrom('links').selectAll().where('used_at', 'is', null).where('expires_at', '>', clock.now())
  /** Of two who use it at once, one has it. */
  const use = async (token: string): Promise<string | null> => {
    const now = clock.now()
    const link = await store
      .updateTable('links')
      .set({ used_at: now })
      .where('token', '=', token)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('roles')
      .executeTakeFirst()
    return link?.roles ?? null
  }

  return {
    /** A token that makes its holder, or only the holder of the e-mail, an operator with these roles, once, within a day. */
    async make(given: readonly Role[], email: string | null): Promise<{ token: string; invitation: Invitation }> {
      const token = randomBytes(24).toString('base64url')
      const row = {
        token: digest(token),
        roles: JSON.stringify(given),
        email: email === null ? null : sameCase(email),
        expires_at: clock.now() + lasts,
        used_at: null,
      }
      await store.insertInto('links').values(row).execute()
      return { token, invitation: shown(row) }
    },

    /** Those that nobody has used yet. */
    open: async (): Promise<Invitation[]> => (await open().orderBy('expires_at').execute()).map(shown),

    /** The open invitation of this token; null: used, withdrawn, too old, or never made. */
    async find(token: string): Promise<Invitation | null> {
      const row = await open().where('token', '=', digest(token)).executeTakeFirst()
      return row ? shown(row) : null
    },

    /** JSON of the roles; null: used, too old, or never made. */
    use: (token: string): Promise<string | null> => use(digest(token)),

    /** Opens a link again that was used for nothing. */
    async giveBack(token: string): Promise<void> {
      await store.updateTable('links').set({ used_at: null }).where('token', '=', digest(token)).execute()
    },

    /** The same for who has shown to be whom an open invitation names. */
    async useFor(email: string): Promise<string | null> {
      const link = await open().where('email', '=', sameCase(email)).orderBy('expires_at', 'desc').executeTakeFirst()
      return link ? use(link.token) : null
    },

    /** Whether an administrator has ever let the holder of this e-mail in. */
    async named(email: string): Promise<boolean> {
      const used = store.selectFrom('links').select('token').where('email', '=', sameCase(email))
      return (await used.where('used_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined
    },
  }
}
