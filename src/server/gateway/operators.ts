/** Operators: who they are, how they come in, and what they may do. Their sessions are in `operator-sessions.ts`. */
import { sql } from 'kysely'
import type { KnownOperator } from '#contract/index.ts'
import { isSqlite } from '#server/database/open.ts'
import { type OurUser, openAuthentication } from './authentication.ts'
import type { Clock } from './clock.ts'
import type { Store } from './database.ts'
import { createInvitations, rolesOf } from './invitations.ts'
import type { Log } from './log.ts'
import { createOperatorSessions, type Visitor } from './operator-sessions.ts'
import { type Identity, providerProblem } from './provider.ts'
import { ensureReady, isReady, readyOperators } from './ready-operators.ts'
import { emailTaken, refusal } from './refusals.ts'

/** A person's account at an OpenID provider. */
interface Account {
  providerId: string
  accountId: string
}

interface NewOperator {
  name: string
  email: string
  password: string
}

const withPassword = 'credential'

const wrongCredentials = () =>
  refusal({
    status: 401,
    code: 'wrong_credentials',
    message: 'E-mail or password is wrong. Nobody was signed in.',
  })

/** Everybody but the ready operators. */
async function everybody(store: Store): Promise<KnownOperator[]> {
  const people = await store
    .selectFrom('user')
    .leftJoin('operators_seen', 'operators_seen.operator_id', 'user.id')
    .select(['id', 'name', 'email', 'roles', 'disabled', 'at'])
    .execute()
  return people
    .filter(({ id }) => !isReady(id))
    .map(({ id, name, email, roles, disabled, at }) => ({
      id,
      name,
      email,
      roles: rolesOf(roles),
      disabled: Boolean(disabled),
      lastSeen: at,
    }))
}

export type Operators = Awaited<ReturnType<typeof createOperators>>

/**
 * @param parts `secret` signs the cookies; `address` is where people open Switchboard
 */
export async function createOperators(parts: { store: Store; secret: string; address: URL; clock: Clock; log: Log }) {
  const { store, clock } = parts
  const invitations = createInvitations(store, clock)
  const authentication = await openAuthentication(parts)
  const { internalAdapter, adapter, passwords } = authentication
  const sessions = createOperatorSessions({ authentication, store, clock })

  /** An operator who chose the e-mail themselves is nobody's at the provider; nor is one who has another account there. */
  async function mayLink(user: { id: string; email: string }, { providerId }: Account): Promise<boolean> {
    const accounts = await internalAdapter.findAccounts(user.id)
    return accounts.every((one) => one.providerId !== providerId) && (await invitations.named(user.email))
  }

  const isTaken = async (email: string): Promise<boolean> => (await internalAdapter.findUserByEmail(email)) !== null

  async function enrol(email: string, name: string): Promise<OurUser> {
    const roles = await invitations.useFor(email)
    if (roles === null) throw providerProblem('not_invited')
    return internalAdapter.createUser({ name, email, emailVerified: true, roles }, { method: 'oauth' })
  }

  return {
    sessions,
    invitations,
    isTaken,

    async becomeReady(id: string, visitor: Visitor): Promise<string[]> {
      await ensureReady(internalAdapter, adapter, clock.now())
      return sessions.become(id, visitor)
    },

    /**
     * Set-Cookie headers of the new session.
     *
     * @throws Refusal 401, the same, and after the same work, whether or not the account exists
     */
    async signIn(email: string, password: string, visitor: Visitor): Promise<string[]> {
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
      const hash = found?.accounts.find(({ providerId }) => providerId === withPassword)?.password
      const right = hash ? await passwords.verify({ hash, password }) : void (await passwords.hash(password))
      const user: OurUser | undefined = found?.user
      if (!right || !user || user.disabled) throw wrongCredentials()
      return sessions.become(user.id, visitor)
    },

    all: () => everybody(store),

    /**
     * Changes what somebody may do, from the next request on. Who is disabled has no session any more.
     *
     * @param decide is shown everybody as they stand, and says how the person stands afterwards, or throws. No other change, of this
     *   process or another, comes in between
     */
    async change(decide: (all: KnownOperator[]) => KnownOperator): Promise<KnownOperator> {
      const after = await store.transaction().execute(async (store) => {
        // The embedded database lets one at a time in anyway.
        if (!isSqlite(store)) await sql`lock table "user" in share row exclusive mode`.execute(store)
        const { id, roles, disabled, ...rest } = decide(await everybody(store))
        await store
          .updateTable('user')
          .set({ roles: JSON.stringify(roles), disabled: isSqlite(store) ? Number(disabled) : disabled })
          .where('id', '=', id)
          .execute()
        if (disabled) await store.deleteFrom('session').where('userId', '=', id).execute()
        return { id, roles, disabled, ...rest }
      })
      sessions.forget()
      return after
    },

    /** Uses a link: a new operator, and a session. @throws Refusal 400 when the link is used or too old, or the e-mail is taken */
    async useLink(token: string, { name, email, password }: NewOperator, visitor: Visitor): Promise<string[]> {
      if (await isTaken(email)) throw emailTaken()
      if (await invitations.isForAnother(token, email))
        throw refusal({
          status: 400,
          code: 'link_for_another',
          message: 'This link is for another e-mail address. Write the one that was invited.',
          fields: { email: 'This link is for another e-mail address. Write the one that was invited.' },
        })
      const roles = await invitations.use(token)
      if (roles === null)
        throw refusal({
          status: 400,
          code: 'link_used',
          message: 'This link was used before, or is older than a day. Ask for a new one.',
        })
      const hashed = await passwords.hash(password)
      const user = await internalAdapter
        .createUser({ name, email, emailVerified: true, roles }, { method: 'email-password' })
        .catch(async (error: unknown) => {
          await invitations.giveBack(token)
          // Somebody with another link took it a moment ago: each e-mail is there once.
          throw (await isTaken(email)) ? emailTaken() : error
        })
      const account = { providerId: withPassword, accountId: user.id, userId: user.id }
      await internalAdapter.linkAccount({ ...account, password: hashed })
      return sessions.become(user.id, visitor)
    },

    /**
     * Who signed in at the OpenID provider. Whom it names is known by the account there; the first time, an administrator must have
     * named their e-mail: in an open invitation, or in the one that made the operator.
     *
     * @param account the provider's name for the person
     * @throws Refusal 403 `not_invited`, `operator_disabled`
     */
    async cameFrom(account: Account, { email, name }: Identity, visitor: Visitor): Promise<string[]> {
      const owner = await internalAdapter.findAccountOwnerByKey(account)
      let user: OurUser | null = owner?.kind === 'owned' ? owner.user : null
      if (!user) {
        const known = (await internalAdapter.findUserByEmail(email))?.user
        if (known && !(await mayLink(known, account))) throw providerProblem('not_invited')
        user = known ?? (await enrol(email, name))
        await internalAdapter.linkAccount({ ...account, userId: user.id })
      }
      if (user.disabled) throw providerProblem('operator_disabled')
      return sessions.become(user.id, visitor)
    },

    /** Whether anybody but the ready operators exists. */
    async any(): Promise<boolean> {
      const users = await internalAdapter.listUsers(readyOperators.length + 1)
      return users.some((user) => !isReady(user.id))
    },
  }
}
