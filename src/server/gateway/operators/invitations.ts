/** One-time links by which people become operators. Kept by a hash: who reads the database cannot use them. */

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Invitation, type Role, roles } from '#contract/index.ts'
import { dependsOnTime } from '#server/database/dependencies.ts'
import { runExclusively } from '#server/database/run-exclusively.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import type { Store, Tables } from '../store/store.ts'

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
const idLength = 12
const shown = (row: Omit<Tables['links'], 'used_at'>): Invitation => ({
  id: row.token.slice(0, idLength),
  roles: rolesOf(row.roles),
  email: row.email,
  madeBy: row.made_by,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
})

/** A token that nobody can guess, and the id under which the invitation is known. */
export function newLink(): { token: string; id: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, id: digest(token).slice(0, idLength) }
}

/** What makes these links, lists those that are open, and uses one up: each works once, for a day. */
export function createInvitations(store: Store, clock: Clock) {
  const open = () =>
    store.selectFrom('links').selectAll().where('used_at', 'is', null).where('expires_at', '>', clock.now())
  const consume = async (store: Store, token: string): Promise<string | null> => {
    const now = clock.now()
    const link = await store
      .updateTable('links')
      .set({ used_at: now })
      .where('token', '=', token)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['roles', 'made_by'])
      .executeTakeFirst()
    // Each gateway makes a link for the first administrator at each start; nobody made it. There is one first administrator.
    // guard: first-administrator-is-one
    if (link?.made_by === null)
      await store.deleteFrom('links').where('made_by', 'is', null).where('used_at', 'is', null).execute()
    return link?.roles ?? null
  }
  /** Of two who use a link at once, one has it; so has one of two who use the links of two gateways for the first administrator. */
  const use = (token: string): Promise<string | null> =>
    runExclusively(store, 'links', () => store.transaction().execute((store) => consume(store, token)))

  return {
    /** A token that makes its holder, or only the holder of the e-mail, an operator with these roles, once, within a day. */
    async make(
      given: readonly Role[],
      {
        email = null,
        by = null,
        token = newLink().token,
      }: { email?: string | null; by?: string | null; token?: string } = {},
    ): Promise<{ token: string; invitation: Invitation }> {
      const row = {
        token: digest(token),
        roles: JSON.stringify(given),
        email: email === null ? null : sameCase(email),
        expires_at: clock.now() + lasts,
        used_at: null,
        made_by: by,
        made_at: clock.now(),
      }
      await store.insertInto('links').values(row).execute()
      return { token, invitation: shown(row) }
    },

    /** Those that nobody has used yet. */
    async open(): Promise<Invitation[]> {
      const rows = await open().orderBy('expires_at').execute()
      for (const { expires_at } of rows) dependsOnTime(steadyOf(clock, expires_at))
      return rows.map(shown)
    },

    /** The open invitation of this token; null: used, withdrawn, too old, or never made. */
    async find(token: string): Promise<Invitation | null> {
      const row = await open().where('token', '=', digest(token)).executeTakeFirst()
      return row ? shown(row) : null
    },

    /** The open invitation of this id. */
    async named(id: string): Promise<Invitation | null> {
      return (await open().execute()).map(shown).find((one) => one.id === id) ?? null
    },

    /** Takes an invitation back: its link is good for nothing from now on. @returns false when it was used in this moment */
    async withdraw(id: string): Promise<boolean> {
      const gone = await store
        .deleteFrom('links')
        .where(sql<string>`substr(token, 1, ${sql.lit(idLength)})`, '=', id)
        .where('used_at', 'is', null)
        .returning('token')
        .executeTakeFirst()
      return gone !== undefined
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
    async everNamed(email: string): Promise<boolean> {
      const used = store.selectFrom('links').select('token').where('email', '=', sameCase(email))
      return (await used.where('used_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined
    },
  }
}
