/** Passkeys: a second way for operators to sign in, beside their password or OpenID provider. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { NewPasskey, Operator, Passkey, PasskeyProof } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { AccessHistory } from '../operators/access-history.ts'
import type { Confirmation, ConfirmationRequest } from '../operators/confirmation.ts'
import { demoOperatorUnchangeable, isDemoOperator } from '../operators/demo-operators.ts'
import type { Operators, SignedIn } from '../operators/operators.ts'
import type { Visitor } from '../operators/session-store.ts'
import type { Clock } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store, Tables } from '../store/store.ts'
import { algorithmNumbers } from './authenticator-data.ts'
import { type RelyingParty, verifyNewPasskey, verifyPasskeyProof } from './webauthn.ts'

/** A ceremony, in which a passkey is created or used, expires after this time. */
const ceremonyTtlMs = 10 * 60_000
const maxPasskeys = 20

const needsDomainName = () =>
  refusal({
    status: 409,
    code: 'passkeys_need_a_domain_name',
    message:
      'Passkeys need a domain name, and this address is a number. Nothing was changed. Open Switchboard at its domain name, or at localhost.',
  })
const tooManyPasskeys = () =>
  refusal({
    status: 409,
    code: 'too_many_passkeys',
    message: `You have ${maxPasskeys} passkeys, which is the most. Nothing was changed. Remove one that you do not use.`,
  })
const notAccepted = () =>
  refusal({
    status: 400,
    code: 'passkey_not_accepted',
    message: 'This passkey was not accepted. Nothing was changed. Try again, or use another device.',
  })
/** The same answer whatever the reason, so it does not reveal which passkeys exist. */
const signInRefused = () =>
  refusal({
    status: 401,
    code: 'passkey_refused',
    message: 'This passkey is not accepted. You are not signed in. Sign in in another way, or try again.',
  })

/** @returns the site of this address. @throws Refusal 409 if it has no domain name */
function relyingPartyOf(address: string): RelyingParty {
  const { hostname, origin } = new URL(address)
  if (isIP(hostname.replace(/[[\]]/g, '')) !== 0) throw needsDomainName()
  return { id: hostname, origin }
}

/** A challenge that was sent to a browser. */
interface Challenge {
  /** base64url. */
  text: string
  expiresAt: number
}

/** What an authenticator stores as the ID of the account. The operator's ID is random, so it says nothing about the person. */
const userHandleOf = (operatorId: string): string => Buffer.from(operatorId).toString('base64url')

export type Passkeys = ReturnType<typeof createPasskeys>

/** @param deps.secret Switchboard's own; challenges are derived from it, so nothing is stored for ceremonies that are never finished */
export function createPasskeys(deps: {
  operators: Operators
  confirmation: Confirmation
  store: Store
  secret: string
  recordAction: RecordAction
  history: AccessHistory
  clock: Clock
}) {
  const { operators, confirmation, store, secret, recordAction, history, clock } = deps
  const challengeOf = (purpose: string, state: string): string =>
    createHmac('sha256', secret).update(`passkey ${purpose} ${state}`).digest('base64url')
  const createState = (): string =>
    `${(clock.now() + ceremonyTtlMs).toString(36)}-${randomBytes(24).toString('base64url')}`

  /** @returns the challenge of a state; null if the state has expired */
  function findChallenge(purpose: string, state: string): Challenge | null {
    const expiresAt = Number.parseInt(state.split('-')[0] ?? '', 36)
    // guard: passkey-challenge-expires
    if (!(expiresAt > clock.now())) return null
    return { text: challengeOf(purpose, state), expiresAt }
  }

  /** Stores that a passkey has answered the challenge, in the transaction of what this allows. @returns false if one had before */
  async function useChallenge(store: Store, { text, expiresAt }: Challenge): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await store
      .insertInto('passkey_challenges')
      .values({ challenge: text, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return /* guard: passkey-challenge-works-once */ Number(numInsertedOrUpdatedRows) === 1
  }

  const rowsOf = (operatorId: string) =>
    store.selectFrom('passkeys').selectAll().where('operator_id', '=', operatorId).orderBy('created_at').execute()

  /** Stores a verified passkey. @throws Refusal if the challenge was used, or the ID belongs to a passkey already */
  const insertPasskey = (challenge: Challenge, row: Tables['passkeys']): Promise<void> =>
    store.transaction().execute(async (store) => {
      if (!(await useChallenge(store, challenge))) throw notAccepted()
      const { numInsertedOrUpdatedRows } = await store
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.column('credential').doNothing())
        .executeTakeFirst()
      // guard: passkey-id-is-of-one-passkey
      if (Number(numInsertedOrUpdatedRows) === 0) throw notAccepted()
    })

  /** Stores that a verified passkey was used. @returns false if its challenge or its counter was used at the same time */
  const markUsed = (challenge: Challenge, id: string, counter: number): Promise<boolean> =>
    store.transaction().execute(async (store) => {
      if (!(await useChallenge(store, challenge))) return false
      const { numUpdatedRows } = await store
        .updateTable('passkeys')
        .set({ counter, last_used_at: clock.now() })
        .where('id', '=', id)
        .where('counter', counter > 0 ? '<' : '=', counter)
        .executeTakeFirst()
      return Number(numUpdatedRows) === 1
    })

  /** Verifies a proof. @returns the IDs of the passkey and its operator, if there is such a passkey, and whether the proof is accepted */
  async function verifyProof(state: string, proof: PasskeyProof, address: string) {
    const row = await store.selectFrom('passkeys').selectAll().where('credential', '=', proof.id).executeTakeFirst()
    if (!row) return { operatorId: null, passkeyId: null, isAccepted: false }
    const found = { operatorId: row.operator_id, passkeyId: row.id }
    const challenge = findChallenge('sign-in', state)
    const isOfAccount = /* guard: passkey-is-of-its-account */ proof.userHandle === userHandleOf(row.operator_id)
    if (!challenge || !isOfAccount) return { ...found, isAccepted: false }
    const stored = { publicKey: row.public_key, algorithm: row.algorithm, counter: row.counter }
    const counter = verifyPasskeyProof(proof, challenge.text, relyingPartyOf(address), stored)
    return { ...found, isAccepted: counter !== null && (await markUsed(challenge, row.id, counter)) }
  }

  async function deletePasskey(operatorId: string, passkeyId: string): Promise<void> {
    const { numDeletedRows } = await store
      .deleteFrom('passkeys')
      .where((row) =>
        row.and([
          row('id', '=', passkeyId),
          // guard: only-own-passkeys-are-removed
          row('operator_id', '=', operatorId),
        ]),
      )
      .executeTakeFirst()
    if (Number(numDeletedRows) === 0) throw notFound('This passkey was already removed. Nothing was changed.')
  }

  return {
    /** An operator's passkeys, the oldest first. */
    async list(operatorId: string): Promise<Passkey[]> {
      return (await rowsOf(operatorId)).map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      }))
    },

    /**
     * Starts adding a passkey.
     *
     * @param address the URL at which people open Switchboard
     * @throws Refusal 403 if `by` has not confirmed their identity; 409 `ready_operator`, `passkeys_need_a_domain_name`
     */
    async startAdding(by: ConfirmationRequest, address: string) {
      const { operator } = by
      if (isDemoOperator(operator.id)) throw demoOperatorUnchangeable()
      const { id } = relyingPartyOf(address)
      // guard: new-passkey-is-confirmed
      await confirmation.requireConfirmation(by)
      const profile = await operators.profiles.find(operator.id)
      const state = createState()
      return {
        state,
        options: {
          rp: { id, name: 'Switchboard' },
          user: {
            id: userHandleOf(operator.id),
            name: profile?.email ?? operator.name,
            displayName: operator.name,
          },
          challenge: challengeOf(`add ${operator.id}`, state),
          pubKeyCredParams: algorithmNumbers.map((alg) => ({ type: 'public-key', alg })),
          timeout: ceremonyTtlMs,
          excludeCredentials: (await rowsOf(operator.id)).map(({ credential }) => ({
            type: 'public-key',
            id: credential,
          })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          attestation: 'none',
        },
      }
    },

    /** Adds a passkey. @throws Refusal 400 `passkey_not_accepted`; 409 `too_many_passkeys` */
    add(
      operator: Operator,
      { state, name, credential }: { state: string; name: string; credential: NewPasskey },
      address: string,
    ) {
      const id = randomUUID()
      const ids = { operatorId: operator.id, passkeyId: id }
      return recordAction({ endpoint: 'passkeyAdd', ids, operator }, async () => {
        // The state contains the operator's confirmation: only they get a challenge for themselves.
        const challenge = findChallenge(`add ${operator.id}`, state)
        const verified = challenge && verifyNewPasskey(credential, challenge.text, relyingPartyOf(address))
        if (!verified) throw notAccepted()
        if ((await rowsOf(operator.id)).length >= maxPasskeys) throw tooManyPasskeys()
        await insertPasskey(challenge, {
          id,
          credential: credential.id,
          operator_id: operator.id,
          name,
          public_key: verified.publicKey,
          algorithm: verified.algorithm,
          counter: verified.counter,
          created_at: clock.now(),
          last_used_at: null,
        })
      })
    },

    /** Removes one of the operator's own passkeys. @throws Refusal 404 */
    remove(operator: Operator, passkeyId: string) {
      const ids = { operatorId: operator.id, passkeyId }
      return recordAction({ endpoint: 'passkeyRemove', ids, operator }, () => deletePasskey(operator.id, passkeyId))
    },

    /**
     * Removes a passkey of any operator, for an administrator.
     *
     * @param cookie of the session that sends the request, which never ends
     * @param target.endSessions a lost device may still be signed in: ends the operator's sessions, whichever way they were started
     * @returns the number of ended sessions
     * @throws Refusal 404
     */
    removeOf(
      { operator, cookie }: Pick<ConfirmationRequest, 'operator' | 'cookie'>,
      { operatorId, passkeyId, endSessions }: { operatorId: string; passkeyId: string; endSessions: boolean },
    ): Promise<number> {
      const ids = { operatorId, passkeyId, ...(endSessions && { sessions: 'ended' }) }
      return recordAction({ endpoint: 'operatorPasskeyRemove', ids, operator }, async () => {
        await deletePasskey(operatorId, passkeyId)
        return endSessions ? operators.sessions.endSessions(operatorId, 'all', cookie) : 0
      })
    },

    /** Starts signing in. The options name no account. @throws Refusal 409 `passkeys_need_a_domain_name` */
    startSignIn(address: string) {
      const { id } = relyingPartyOf(address)
      const state = createState()
      const challenge = challengeOf('sign-in', state)
      return { state, options: { challenge, rpId: id, userVerification: 'required', timeout: ceremonyTtlMs } }
    },

    /** Signs in with a passkey. @throws Refusal 401 `passkey_refused` */
    async signIn(state: string, proof: PasskeyProof, address: string, visitor: Visitor): Promise<SignedIn> {
      const { operatorId, passkeyId, isAccepted } = await verifyProof(state, proof, address)
      const known = operatorId === null ? undefined : (await operators.list()).find(({ id }) => id === operatorId)
      // guard: disabled-operator-has-no-passkey
      if (!isAccepted || !known || known.disabled) {
        const refused = signInRefused()
        await history.recordFailure('passkeySignIn', known ? { operatorId: known.id } : {}, refused.code)
        throw refused
      }
      const operator = { id: known.id, name: known.name, roles: known.roles }
      const cookies = await operators.sessions.startSession(known.id, visitor)
      await history.recordSuccess('passkeySignIn', operator, { passkeyId: passkeyId ?? '' })
      return { operator, email: known.email, cookies }
    },
  }
}
