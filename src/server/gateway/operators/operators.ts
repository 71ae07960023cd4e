/** Operators: signing in, accepting invitations, and changing roles. Their sessions are in `session-store.ts`. */
import { sql } from 'kysely'
import type { Invitation, KnownOperator, Operator } from '#contract/index.ts'
import { isSqlite } from '#server/database/open.ts'
import { runExclusively } from '#server/database/run-exclusively.ts'
import type { Channel } from '../cluster/cluster.ts'
import type { Core } from '../cluster/core.ts'
import { refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { openAuthentication, type Passwords, type StoredUser } from './authentication.ts'
import { demoOperators, ensureDemoOperators, isDemoOperator } from './demo-operators.ts'
import { createInvitations, normalizeEmail, rolesOf } from './invitations.ts'
import { type Identity, providerProblem } from './oidc.ts'
import { createPasswordQueue } from './password-queue.ts'
import { createProfiles, passwordProvider } from './profiles.ts'
import { createOperatorSessions, type Visitor } from './session-store.ts'

/** A person's account at an OpenID provider. */
export interface Account {
  providerId: string
  accountId: string
}

export interface NewOperator {
  name: string
  email: string
  password: string
}

/** Somebody who has signed in. */
export interface SignedIn {
  operator: Operator
  email: string
  /** Set-Cookie headers of the new session. */
  cookies: string[]
}

const wrongCredentials = () =>
  refusal({
    status: 401,
    code: 'wrong_credentials',
    message: 'The e-mail or password is wrong. You are not signed in.',
  })
/** A link does not work, whatever the reason. */
export const linkUsed = () =>
  refusal({
    status: 400,
    code: 'link_used',
    message:
      'This link was already used, was withdrawn, or is older than a day. Nothing was changed. Ask an administrator for a new one.',
  })
/** The same answer for somebody else's e-mail and for one that was not invited, so it does not reveal which accounts exist. */
const linkNotForEmail = () => {
  const message =
    'This link does not work with this e-mail address. Nothing was changed. Use the address that was invited. If you have an account, sign in instead.'
  return refusal({ status: 400, code: 'link_not_for_email', message, fields: { email: message } })
}

/** Lists all operators except the demo operators. */
async function listOperators(store: Store): Promise<KnownOperator[]> {
  const rows = await store
    .selectFrom('user')
    .leftJoin('operators_seen', 'operators_seen.operator_id', 'user.id')
    .select(['id', 'name', 'email', 'roles', 'disabled', 'at'])
    .execute()
  return rows
    .filter(({ id }) => !isDemoOperator(id))
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

/** @param parts `secret` signs the cookies; `address` is the URL at which people open Switchboard */
export async function createOperators(
  parts: Pick<Core, 'store' | 'clock' | 'log'> & {
    cluster: Channel
    secret: string
    address: URL
    passwords?: Passwords | undefined
  },
) {
  const { store, cluster, clock } = parts
  const invitations = createInvitations(store, clock)
  const authentication = await openAuthentication(parts)
  const { internalAdapter, adapter, passwords } = authentication
  const passwordQueue = createPasswordQueue()
  const sessions = createOperatorSessions({ authentication, store, cluster, clock })
  const profiles = createProfiles({ authentication, invitations, store, passwordQueue })

  /**
   * Whether an account at the provider may be linked to this operator: an invitation named their e-mail, they have not chosen another one
   * since, and no account is linked yet.
   */
  async function canLink(user: { id: string; email: string; emailVerified: boolean }, { providerId }: Account) {
    const accounts = await internalAdapter.findAccounts(user.id)
    const isUnlinked = accounts.every((account) => account.providerId !== providerId)
    return isUnlinked && user.emailVerified && (await invitations.wasInvited(user.email))
  }

  const isTaken = async (email: string): Promise<boolean> => (await internalAdapter.findUserByEmail(email)) !== null

  async function startSessionFor(user: StoredUser, visitor: Visitor): Promise<SignedIn> {
    const operator = { id: user.id, name: user.name, roles: rolesOf(user.roles) }
    return { operator, email: user.email, cookies: await sessions.startSession(user.id, visitor) }
  }

  /** Creates an operator from the open invitation for this e-mail. @throws Refusal 403 if there is none */
  const createInvitedUser = (email: string, nameThere: string): Promise<StoredUser> =>
    profiles.oneByOne(async () => {
      const roles = await invitations.useByEmail(email)
      if (roles === null) throw providerProblem('not_invited')
      // The provider decides on the name, so it cannot be refused.
      const name = await profiles.nameFor(nameThere, email)
      return internalAdapter.createUser({ name, email, emailVerified: true, roles }, { method: 'oauth' })
    })

  /** Whether somebody else has this address: an operator, or a person whom another open invitation names. */
  const isEmailOfOther = async (email: string, invitation: Invitation): Promise<boolean> =>
    (await isTaken(email)) ||
    /* guard: acceptance-takes-no-invited-email */ (invitation.email === null && (await invitations.isOpenFor(email)))

  return {
    sessions,
    invitations,
    profiles,
    isTaken,

    async signInAsDemoOperator(id: string, visitor: Visitor): Promise<string[]> {
      await runExclusively(store, 'demo operators', () => ensureDemoOperators(internalAdapter, adapter, clock.now()))
      // The previous session stays: without one, a request that was sent before would sign the browser in as the first demo operator.
      return sessions.startSession(id, { ...visitor, cookie: '' })
    },

    /**
     * Signs somebody in with their password.
     *
     * @param isKnownBrowser whether this account has signed in with this browser before
     * @throws Refusal 401, with the same answer after the same time whether or not the account exists; 503 if too many people sign in
     */
    async signIn(email: string, password: string, visitor: Visitor, isKnownBrowser: boolean): Promise<SignedIn> {
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
      const hash = found?.accounts.find(({ providerId }) => providerId === passwordProvider)?.password
      const isCorrect = await passwordQueue.run(
        async () =>
          hash
            ? passwords.verify({ hash, password })
            : /* guard: unknown-account-takes-as-long */ void (await passwords.hash(password)),
        { hasPriority: isKnownBrowser },
      )
      const user: StoredUser | undefined = found?.user
      if (!isCorrect || !user || user.disabled) throw wrongCredentials()
      return startSessionFor(user, visitor)
    },

    /** @returns the ID of the operator with this e-mail; null if there is none */
    findIdByEmail: async (email: string): Promise<string | null> =>
      (await internalAdapter.findUserByEmail(email))?.user.id ?? null,

    hasPassword: async (id: string): Promise<boolean> => (await profiles.findPasswordHash(id)) !== null,

    async isPasswordOf(id: string, password: string): Promise<boolean> {
      const hash = await profiles.findPasswordHash(id)
      return hash !== null && passwordQueue.run(() => passwords.verify({ hash, password }), { hasPriority: true })
    },

    /** @returns the ID of the operator to whom this account at the provider is linked; null if there is none */
    async findIdByAccount(account: Account): Promise<string | null> {
      const owner = await internalAdapter.findAccountOwnerByKey(account)
      return owner?.kind === 'owned' ? owner.user.id : null
    },

    list: () => listOperators(store),

    /**
     * Changes an operator's roles, or disables or enables them. The change applies from the next request on. Disabling ends all sessions.
     *
     * @param decide gets all operators and returns the changed one, or throws. Runs for one change at a time, across all gateways
     */
    async change(decide: (all: KnownOperator[]) => KnownOperator): Promise<KnownOperator> {
      const applyChange = async (store: Store) => {
        // SQLite runs only one transaction at a time and needs no lock.
        if (!isSqlite(store)) await sql`lock table "user" in share row exclusive mode`.execute(store)
        const { id, roles, disabled, ...rest } = decide(await listOperators(store))
        await store
          .updateTable('user')
          .set({ roles: JSON.stringify(roles), disabled: isSqlite(store) ? Number(disabled) : disabled })
          .where('id', '=', id)
          .execute()
        if (disabled) await store.deleteFrom('session').where('userId', '=', id).execute()
        // The link may have been made when the operator had fewer roles, for which nobody had to confirm their identity.
        // guard: changed-operator-has-no-link
        await store.deleteFrom('password_links').where('operator_id', '=', id).execute()
        return { id, roles, disabled, ...rest }
      }
      return /* guard: operators-change-one-by-one */ store.transaction().execute(applyChange)
    },

    /**
     * Creates an operator from an invitation, and starts a session. The link is checked before the e-mail, so that strangers cannot find
     * out which accounts exist.
     *
     * @throws Refusal 400 if the link was used or withdrawn, has expired, or does not work with this e-mail; 409 `name_taken`
     */
    async acceptInvitation(token: string, { name, email, password }: NewOperator, visitor: Visitor): Promise<SignedIn> {
      const invitation = await invitations.find(token)
      // guard: link-before-email
      if (!invitation) throw linkUsed()
      const isForEmail = (invitation.email ?? normalizeEmail(email)) === normalizeEmail(email)
      if (!isForEmail || (await isEmailOfOther(email, invitation))) throw linkNotForEmail()
      const passwordHash = await passwordQueue.run(() => passwords.hash(password), { hasPriority: true })
      const { user, roles } = await profiles.oneByOne(async () => {
        // Again, since somebody with another link may have used this e-mail just now.
        if (await isEmailOfOther(email, invitation)) throw linkNotForEmail()
        await profiles.requireFreeName(name)
        const roles = /* guard: link-works-once */ await invitations.use(token)
        if (roles === null) throw linkUsed()
        const user = await internalAdapter
          .createUser({ name, email, emailVerified: true, roles }, { method: 'email-password' })
          .catch(async (error: unknown) => {
            await invitations.reopen(token)
            throw error
          })
        return { user, roles }
      })
      const account = { providerId: passwordProvider, accountId: user.id, userId: user.id }
      await internalAdapter.linkAccount({ ...account, password: passwordHash })
      return startSessionFor({ ...user, roles }, visitor)
    },

    /**
     * Signs in a person whom the OpenID provider has authenticated. Their account at the provider identifies them. At the first sign-in,
     * an invitation has to name their e-mail: an open one, or the one with which the operator was created.
     *
     * @param account the person's account at the provider
     * @throws Refusal 403 `not_invited`, `operator_disabled`
     */
    async signInWithOidc(account: Account, { email, name }: Identity, visitor: Visitor): Promise<SignedIn> {
      const owner = await internalAdapter.findAccountOwnerByKey(account)
      let user: StoredUser | null = owner?.kind === 'owned' ? owner.user : null
      if (!user) {
        const existing = (await internalAdapter.findUserByEmail(email))?.user
        if (existing && !(await canLink(existing, account))) throw providerProblem('not_invited')
        user = existing ?? (await createInvitedUser(email, name))
        await internalAdapter.linkAccount({ ...account, userId: user.id })
      }
      if (user.disabled) throw providerProblem('operator_disabled')
      await profiles.adoptProviderEmail(user, email)
      return startSessionFor(user, visitor)
    },

    /** Whether there are operators other than the demo operators. */
    async hasAny(): Promise<boolean> {
      const users = await internalAdapter.listUsers(demoOperators.length + 1)
      return users.some((user) => !isDemoOperator(user.id))
    },
  }
}
