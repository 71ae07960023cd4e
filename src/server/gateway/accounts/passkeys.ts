/** Passkeys: a second way for operators to sign in, beside their password or OpenID provider. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { NewPasskey, Operator, Passkey, PasskeyProof } from '#contract/index.ts'
import type { Channel } from '../cluster/cluster.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { AccessHistory } from '../operators/access-history.ts'
import type { Confirmation, ConfirmationRequest } from '../operators/confirmation.ts'
import { demoOperatorUnchangeable, isDemoOperator } from '../operators/demo-operators.ts'
import type { Operators, SignedIn } from '../operators/operators.ts'
import type { Visitor } from '../operators/session-store.ts'
import type { Clock } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { algorithmNumbers, type RelyingParty, verifyNewPasskey, verifyPasskeyProof } from './webauthn.ts'

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

export type Passkeys = ReturnType<typeof createPasskeys>

/** @param deps.secret Switchboard's own; challenges are derived from it, so nothing is stored for ceremonies that are never finished */
export function createPasskeys(deps: {
  operators: Operators
  confirmation: Confirmation
  store: Store
  secret: string
  cluster: Channel
  recordAction: RecordAction
  history: AccessHistory
  clock: Clock
}) {
  const { operators, confirmation, store, secret, cluster, recordAction, history, clock } = deps
  /** The states that were used. Each is accepted once. */
  const usedStates = new LRUCache<string, true>({ max: 10_000, ttl: ceremonyTtlMs, perf: { now: clock.steady } })
  cluster.subscribe('passkeyUsed', ({ state }) => void usedStates.set(state, true))

  const challengeOf = (purpose: string, state: string): string =>
    createHmac('sha256', secret).update(`passkey ${purpose} ${state}`).digest('base64url')
  const createState = (): string =>
    `${(clock.now() + ceremonyTtlMs).toString(36)}-${randomBytes(24).toString('base64url')}`

  /** @returns the challenge of a state that has not expired and was not used before; null otherwise */
  function takeChallenge(purpose: string, state: string): string | null {
    const expiresAt = Number.parseInt(state.split('-')[0] ?? '', 36)
    const challenge = challengeOf(purpose, state)
    // guard: passkey-challenge-works-once
    if (!(expiresAt > clock.now()) || usedStates.has(challenge)) return null
    usedStates.set(challenge, true)
    cluster.publish('passkeyUsed', { state: challenge })
    return challenge
  }

  const rowsOf = (operatorId: string) =>
    store.selectFrom('passkeys').selectAll().where('operator_id', '=', operatorId).orderBy('created_at').execute()

  async function addPasskey(
    { id: operatorId }: Operator,
    id: string,
    name: string,
    credential: NewPasskey,
    counter: number,
  ) {
    if ((await rowsOf(operatorId)).length >= maxPasskeys) throw tooManyPasskeys()
    const { numInsertedOrUpdatedRows } = await store
      .insertInto('passkeys')
      .values({
        id,
        credential: credential.id,
        operator_id: operatorId,
        name,
        public_key: credential.publicKey,
        algorithm: credential.algorithm,
        counter,
        created_at: clock.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential').doNothing())
      .executeTakeFirst()
    if (Number(numInsertedOrUpdatedRows) === 0) throw notAccepted()
  }

  /** Verifies a proof. @returns the operator's ID and the passkey's ID; null if it is not accepted */
  async function verifyProof(state: string, proof: PasskeyProof, address: string) {
    const challenge = takeChallenge('sign-in', state)
    const row = await store.selectFrom('passkeys').selectAll().where('credential', '=', proof.id).executeTakeFirst()
    if (!row) return { operatorId: null, passkeyId: null, isAccepted: false }
    const stored = { publicKey: row.public_key, algorithm: row.algorithm, counter: row.counter }
    const counter = challenge === null ? null : verifyPasskeyProof(proof, challenge, relyingPartyOf(address), stored)
    if (counter !== null)
      await store.updateTable('passkeys').set({ counter, last_used_at: clock.now() }).where('id', '=', row.id).execute()
    return { operatorId: row.operator_id, passkeyId: row.id, isAccepted: counter !== null }
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

    count: async (operatorId: string): Promise<number> => (await rowsOf(operatorId)).length,

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
            id: Buffer.from(operator.id).toString('base64url'),
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
        const challenge = takeChallenge(`add ${operator.id}`, state)
        const counter = challenge === null ? null : verifyNewPasskey(credential, challenge, relyingPartyOf(address))
        if (counter === null) throw notAccepted()
        await addPasskey(operator, id, name, credential, counter)
      })
    },

    /** Removes one of the operator's own passkeys. @throws Refusal 404 */
    remove(operator: Operator, passkeyId: string) {
      const ids = { operatorId: operator.id, passkeyId }
      return recordAction({ endpoint: 'passkeyRemove', ids, operator }, async () => {
        const isOwn = (await rowsOf(operator.id)).some(({ id }) => id === passkeyId)
        // guard: only-own-passkeys-are-removed
        if (!isOwn) throw notFound('This passkey was already removed. Nothing was changed.')
        await store.deleteFrom('passkeys').where('id', '=', passkeyId).execute()
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
