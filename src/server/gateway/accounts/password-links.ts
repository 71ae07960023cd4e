/**
 * One-time links with which operators choose a new password. An administrator or a command on the gateway's machine creates one. The old
 * password works until the link is used. Only hashes of the tokens are stored, and each operator has at most one link.
 */
import type { Operator } from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Confirmation, ConfirmationRequest } from '../operators/confirmation.ts'
import { demoOperatorUnchangeable, isDemoOperator } from '../operators/demo-operators.ts'
import { hashToken } from '../operators/invitations.ts'
import { linkUsed, type Operators, type SignedIn } from '../operators/operators.ts'
import type { Visitor } from '../operators/session-store.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import { insertPasswordLink, passwordLinkTtlMs } from './password-link-rows.ts'

const isDisabled = () =>
  refusal({
    status: 409,
    code: 'operator_disabled',
    message: 'This operator is disabled. No link was made and nothing was changed. Enable them first.',
  })
const signsInElsewhere = () =>
  refusal({
    status: 409,
    code: 'no_password',
    message:
      'This operator has no password, because they sign in with a provider. No link was made, nothing was changed.',
  })
const noOpenLink = () =>
  notFound('This link was already used, was withdrawn, or is older than a day. Nothing was changed.')

/** The account to which a link belongs. */
interface Holder {
  operator: Operator
  email: string
}

export type PasswordLinks = ReturnType<typeof createPasswordLinks>

export function createPasswordLinks(deps: {
  operators: Operators
  confirmation: Confirmation
  store: Store
  recordAction: RecordAction
  /** Records a refused use of a link. */
  recordFailure: (code: string) => Promise<void>
  clock: Clock
}) {
  const { operators, confirmation, store, recordAction, clock } = deps

  /** @returns the operator for whom the link was made; null if it was used or withdrawn, has expired, or never existed */
  async function findHolder(token: string): Promise<Holder | null> {
    const link = await store
      .selectFrom('password_links')
      .select('operator_id')
      .where('token', '=', hashToken(token))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()
    const found = link && (await operators.list()).find(({ id }) => id === link.operator_id)
    // guard: disabled-operator-has-no-link
    if (!found || found.disabled) return null
    const { id, name, roles, email } = found
    return { operator: { id, name, roles }, email }
  }

  /** Deletes the link if it is still there, sets the password, and ends all sessions. */
  async function setPassword(token: string, { id }: Operator, password: string): Promise<void> {
    const link = await store
      .deleteFrom('password_links')
      .where('token', '=', hashToken(token))
      .where('expires_at', '>', clock.now())
      .returningAll()
      .executeTakeFirst()
    // guard: password-link-works-once
    if (!link) throw linkUsed()
    try {
      await operators.profiles.setPassword(id, password)
    } catch (error) {
      await store.insertInto('password_links').values(link).execute()
      throw error
    }
    // guard: reset-ends-all-sessions
    await operators.sessions.endSessions(id, 'all', '')
  }

  /** Makes an operator's link invalid. @returns whether there was one */
  async function discard(operatorId: string): Promise<boolean> {
    const link = await store
      .deleteFrom('password_links')
      .where('operator_id', '=', operatorId)
      .returning('expires_at')
      .executeTakeFirst()
    return link !== undefined && link.expires_at > clock.now()
  }

  return {
    /**
     * Makes a link for an operator, in place of an earlier one. For an administrator, `by` has to confirm their identity.
     *
     * @param address the URL at which people open Switchboard
     * @throws Refusal 403 if the identity is not confirmed; 404; 409 `ready_operator`, `operator_disabled`, `no_password`
     */
    async make(
      operatorId: string,
      address: string,
      by: ConfirmationRequest,
    ): Promise<{ link: string; expiresAt: number }> {
      if (isDemoOperator(operatorId)) throw demoOperatorUnchangeable()
      const ids = { operatorId }
      return recordAction({ endpoint: 'passwordLinkMake', ids, operator: by.operator }, async () => {
        const known = (await operators.list()).find(({ id }) => id === operatorId)
        if (!known) throw notFound('This operator does not exist.')
        // guard: link-for-an-administrator-is-confirmed
        if (known.roles.includes('admin')) await confirmation.requireConfirmation(by)
        if (known.disabled) throw isDisabled()
        if (!(await operators.hasPassword(operatorId))) throw signsInElsewhere()
        const now = clock.now()
        const token = await insertPasswordLink(store, { operatorId, madeBy: by.operator.name, now })
        return { link: `${address}/sign-in#reset=${token}`, expiresAt: now + passwordLinkTtlMs }
      })
    },

    /** Withdraws an operator's link. @throws Refusal 404 */
    withdraw(operatorId: string, by: Operator): Promise<{ withdrawn: boolean }> {
      return recordAction({ endpoint: 'passwordLinkWithdraw', ids: { operatorId }, operator: by }, async () => {
        if (!(await discard(operatorId))) throw noOpenLink()
        return { withdrawn: true }
      })
    },

    /** @returns the operator's open link; null if there is none */
    async find(operatorId: string): Promise<{ madeBy: string; madeAt: number; expiresAt: number } | null> {
      const link = await store
        .selectFrom('password_links')
        .selectAll()
        .where('operator_id', '=', operatorId)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      if (!link) return null
      addExpiry(steadyOf(clock, link.expires_at))
      return { madeBy: link.made_by, madeAt: link.made_at, expiresAt: link.expires_at }
    },

    /** @returns the e-mail address of the account whose password the link sets; null if the link does not work */
    check: async (token: string): Promise<string | null> => (await findHolder(token))?.email ?? null,

    /**
     * Sets a new password and starts a session. All other sessions of the operator end.
     *
     * @throws Refusal 400 `link_used`; 503 if it cannot be recorded
     */
    async use(token: string, password: string, visitor: Visitor): Promise<SignedIn> {
      const holder = await findHolder(token)
      if (!holder) {
        const refused = linkUsed()
        await deps.recordFailure(refused.code)
        throw refused
      }
      const { operator, email } = holder
      const ids = { operatorId: operator.id }
      await recordAction({ endpoint: 'passwordReset', ids, operator }, () => setPassword(token, operator, password))
      return { operator, email, cookies: await operators.sessions.startSession(operator.id, visitor) }
    },

    discard,
  }
}
