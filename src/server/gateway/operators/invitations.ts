/**
 * Invitations: one-time links with which people become operators. Only hashes of their tokens are stored, so a copy of the database
 * contains no working links.
 */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Invitation, type Role, roles } from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import { runExclusively } from '#server/database/run-exclusively.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import type { Store, Tables } from '../store/store.ts'

const invitationTtlMs = 24 * 3_600_000
/** An expired invitation is listed for this long, so that it can be renewed. Then it is deleted. */
const expiredTtlMs = 7 * 24 * 3_600_000

/** The hash of a link's token, as the database stores it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** E-mail addresses are compared in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Parses a stored JSON list of roles. An invalid list counts as empty. */
export function rolesOf(json: string | null | undefined): Role[] {
  const parsed = z.safeParse(z.array(z.enum(roles)), JSON.parse(json || '[]'))
  return parsed.success ? parsed.data : []
}

/** The ID of an invitation is the beginning of its token's hash, of this length. */
const idLength = 12
const invitationOf = (row: Omit<Tables['links'], 'used_at'>, now: number): Invitation => ({
  id: row.token.slice(0, idLength),
  roles: rolesOf(row.roles),
  email: row.email,
  madeBy: row.made_by,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  expired: row.expires_at <= now,
})

/** Creates a random token for a link. @returns it, and the ID of its invitation */
export function createToken(): { token: string; id: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, id: hashToken(token).slice(0, idLength) }
}

export type Invitations = ReturnType<typeof createInvitations>

/** Creates, lists, uses, renews and withdraws invitations. Each works once, within a day. */
export function createInvitations(store: Store, clock: Clock) {
  /** @param expiredFor how long links may have expired ago, ms */
  const selectUnused = (expiredFor: number) =>
    store
      .selectFrom('links')
      .selectAll()
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock.now() - expiredFor)
  const selectOpen = () => selectUnused(0)
  const hasId = (id: string) => sql<boolean>`substr(token, 1, ${sql.lit(idLength)}) = ${id}`
  /** @returns the link's roles as JSON; null if the link is not open */
  const markUsed = async (store: Store, tokenHash: string): Promise<string | null> => {
    const now = clock.now()
    const link = await store
      .updateTable('links')
      .set({ used_at: now })
      .where('token', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['roles', 'made_by'])
      .executeTakeFirst()
    // Each gateway creates a link for the first administrator at each start, with no `made_by`. Using one deletes the others.
    // guard: first-administrator-is-one
    if (link?.made_by === null)
      await store.deleteFrom('links').where('made_by', 'is', null).where('used_at', 'is', null).execute()
    return link?.roles ?? null
  }
  /** Runs exclusively: one of two simultaneous uses succeeds, also of two links for the first administrator. */
  const use = (tokenHash: string): Promise<string | null> =>
    runExclusively(store, 'links', () => store.transaction().execute((store) => markUsed(store, tokenHash)))

  return {
    /** Creates an invitation for these roles. With an e-mail, only that person can use it. */
    async create(
      invitedRoles: readonly Role[],
      {
        email = null,
        by = null,
        token = createToken().token,
      }: { email?: string | null; by?: string | null; token?: string } = {},
    ): Promise<{ token: string; invitation: Invitation }> {
      const row = {
        token: hashToken(token),
        roles: JSON.stringify(invitedRoles),
        email: email === null ? null : normalizeEmail(email),
        expires_at: clock.now() + invitationTtlMs,
        used_at: null,
        made_by: by,
        made_at: clock.now(),
      }
      await store.insertInto('links').values(row).execute()
      return { token, invitation: invitationOf(row, clock.now()) }
    },

    /** Deletes the unused invitations that are not listed any more. */
    async deleteExpired(): Promise<void> {
      const unused = store.deleteFrom('links').where('used_at', 'is', null)
      await unused.where('expires_at', '<=', clock.now() - expiredTtlMs).execute()
    },

    /** Lists the unused invitations, also those that have expired in the last week. */
    async listUnused(): Promise<Invitation[]> {
      const rows = await selectUnused(expiredTtlMs).orderBy('expires_at').execute()
      for (const { expires_at } of rows)
        for (const at of [expires_at, expires_at + expiredTtlMs]) if (at > clock.now()) addExpiry(steadyOf(clock, at))
      return rows.map((row) => invitationOf(row, clock.now()))
    },

    /** Finds the open invitation with this token. @returns null if it was used or withdrawn, has expired, or never existed */
    async find(token: string): Promise<Invitation | null> {
      const row = await selectOpen().where('token', '=', hashToken(token)).executeTakeFirst()
      return row ? invitationOf(row, clock.now()) : null
    },

    /** Finds the unused invitation with this ID, also if it has expired. @returns null if there is none */
    async findById(id: string): Promise<Invitation | null> {
      const row = await selectUnused(expiredTtlMs).where(hasId(id)).executeTakeFirst()
      return row ? invitationOf(row, clock.now()) : null
    },

    /** Withdraws an invitation, so that its link stops working. @returns false if it was already used */
    async withdraw(id: string): Promise<boolean> {
      const deleted = await store
        .deleteFrom('links')
        .where(hasId(id))
        .where('used_at', 'is', null)
        .returning('token')
        .executeTakeFirst()
      return deleted !== undefined
    },

    /** Marks the link as used. @returns its roles as JSON; null if it was already used, has expired, or never existed */
    use: (token: string): Promise<string | null> => use(hashToken(token)),

    /** Opens a used link again, because no operator could be created. */
    async reopen(token: string): Promise<void> {
      await store.updateTable('links').set({ used_at: null }).where('token', '=', hashToken(token)).execute()
    },

    /** Marks the open invitation for a verified e-mail as used. @returns its roles as JSON; null if there is none */
    async useByEmail(email: string): Promise<string | null> {
      const link = await selectOpen()
        .where('email', '=', normalizeEmail(email))
        .orderBy('expires_at', 'desc')
        .executeTakeFirst()
      return link ? use(link.token) : null
    },

    /** Whether there is an open invitation for this e-mail. */
    async isOpenFor(email: string): Promise<boolean> {
      const open = selectOpen().where('email', '=', normalizeEmail(email)).limit(1)
      return (await open.executeTakeFirst()) !== undefined
    },

    /** Whether an invitation for this e-mail was used, at any time. */
    async wasInvited(email: string): Promise<boolean> {
      const used = store.selectFrom('links').select('token').where('email', '=', normalizeEmail(email))
      return (await used.where('used_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined
    },
  }
}
