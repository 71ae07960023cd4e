/** One operator's name, e-mail address and password. */
import { runExclusively } from '#server/database/run-exclusively.ts'
import { emailTaken, refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { Authentication } from './authentication.ts'
import { type Invitations, normalizeEmail } from './invitations.ts'
import type { PasswordQueue } from './password-queue.ts'

/** The provider ID of better-auth for accounts with a password. */
export const passwordProvider = 'credential'

export interface Profile {
  name: string
  email: string
  hasPassword: boolean
  hasProvider: boolean
}

const nameTaken = () => {
  const message =
    'Another operator has or had this name, and the audit lists people by name. Nothing was changed. Choose a name that colleagues can tell apart.'
  return refusal({ status: 409, code: 'name_taken', message, fields: { name: message } })
}

const foldName = (name: string) => name.trim().toLowerCase()

export function createProfiles(parts: {
  authentication: Authentication
  invitations: Pick<Invitations, 'isOpenFor'>
  store: Store
  passwordQueue: PasswordQueue
}) {
  const { authentication, invitations, store, passwordQueue } = parts
  const { internalAdapter, passwords } = authentication

  const findPasswordHash = async (id: string): Promise<string | null> => {
    const accounts = await internalAdapter.findAccounts(id)
    return accounts.find(({ providerId }) => providerId === passwordProvider)?.password ?? null
  }

  /** Whether another operator has this name now or had it before. @param id '' for somebody who is not an operator yet */
  async function isNameTaken(id: string, name: string): Promise<boolean> {
    const current = await store.selectFrom('user').select(['id', 'name']).where('id', '<>', id).execute()
    const former = await store.selectFrom('former_names').select('name').where('operator_id', '<>', id).execute()
    return [...current, ...former].some((other) => foldName(other.name) === foldName(name))
  }

  /** Names and e-mail addresses are checked and taken by one operator at a time. */
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> =>
    /* guard: names-are-taken-one-by-one */ runExclusively(store, 'profiles', work)

  async function saveEmail(id: string, email: string): Promise<void> {
    if (
      (await internalAdapter.findUserByEmail(email)) !== null ||
      // An open invitation reserves its address, so that nobody can keep the invited person out.
      /* guard: invited-email-is-reserved */ (await invitations.isOpenFor(email))
    )
      throw emailTaken()
    // The operator chose this address, and nobody verified it. Therefore it does not identify them at the OpenID provider.
    await internalAdapter.updateUser(id, { email, emailVerified: /* guard: chosen-email-is-not-verified */ false })
  }

  return {
    /** @returns the operator's profile; null if there is no such operator */
    async find(id: string): Promise<Profile | null> {
      const user = await internalAdapter.findUserById(id)
      if (!user) return null
      const accounts = await internalAdapter.findAccounts(id)
      const hasPassword = accounts.some(({ providerId }) => providerId === passwordProvider)
      const hasProvider = accounts.some(({ providerId }) => providerId !== passwordProvider)
      return { name: user.name, email: user.email, hasPassword, hasProvider }
    },

    findPasswordHash,
    oneByOne,

    /** Call this within `oneByOne`. @throws Refusal 409 `name_taken` if an operator has or had the name */
    async requireFreeName(name: string): Promise<void> {
      // guard: new-name-is-of-one-operator
      if (await isNameTaken('', name)) throw nameTaken()
    },

    /** The name that a person has at the OpenID provider, with their address if an operator has or had the name. Call this within `oneByOne`. */
    nameFor: async (name: string, email: string): Promise<string> =>
      (await isNameTaken('', name)) ? `${name} (${email})` : name,

    /** The name of this operator and the names that they had before. @returns the argument itself if there is no such operator */
    async namesOf(idOrName: string): Promise<string[]> {
      const current = await store.selectFrom('user').select('name').where('id', '=', idOrName).executeTakeFirst()
      if (!current) return [idOrName]
      const former = await store.selectFrom('former_names').select('name').where('operator_id', '=', idOrName).execute()
      return [...new Set([current.name, ...former.map(({ name }) => name)])]
    },

    /**
     * Changes an operator's name or e-mail address. Sessions show it from the next request on.
     *
     * @throws Refusal 400 `email_taken`; 409 `name_taken`
     */
    update(id: string, { name, email }: { name?: string | undefined; email?: string | undefined }): Promise<void> {
      return oneByOne(async () => {
        const before = await internalAdapter.findUserById(id)
        if (!before) return
        const isRenamed = name !== undefined && name !== before.name
        // guard: name-is-of-one-operator
        if (isRenamed && (await isNameTaken(id, name))) throw nameTaken()
        if (email !== undefined && normalizeEmail(email) !== before.email) await saveEmail(id, normalizeEmail(email))
        if (!isRenamed) return
        await store
          .insertInto('former_names')
          .values({ operator_id: id, name: before.name })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await internalAdapter.updateUser(id, { name })
      })
    },

    /**
     * Takes over the e-mail address that the OpenID provider has verified, if the operator has no password: then only the provider can
     * change their address. If another operator has the address, the old one stays.
     */
    async adoptProviderEmail({ id, email }: { id: string; email: string }, verified: string): Promise<void> {
      const address = normalizeEmail(verified)
      if (normalizeEmail(email) === address || (await findPasswordHash(id)) !== null) return
      if (!(await internalAdapter.findUserByEmail(address))) await internalAdapter.updateUser(id, { email: address })
    },

    /** Sets a password. @returns false if it is the one that the operator has already */
    async setPassword(id: string, password: string): Promise<boolean> {
      const before = await findPasswordHash(id)
      const isSame =
        before !== null &&
        (await passwordQueue.run(() => passwords.verify({ hash: before, password }), { hasPriority: true }))
      if (isSame) return false
      const hash = await passwordQueue.run(() => passwords.hash(password), { hasPriority: true })
      if (before !== null) await internalAdapter.updatePassword(id, hash)
      else
        await internalAdapter.linkAccount({
          providerId: passwordProvider,
          accountId: id,
          userId: id,
          password: hash,
        })
      return true
    },
  }
}
