/** Invites operators and changes their roles. Changes apply at once, and there is always at least one administrator. */
import type { ConfirmWith, Invitation, KnownOperator, Operator, Role } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { emailTaken, notFound, refusal } from '../shared/refusals.ts'
import type { Confirmation, ConfirmationRequest } from './confirmation.ts'
import { demoOperators, demoOperatorUnchangeable, isDemoOperator } from './demo-operators.ts'
import { createToken } from './invitations.ts'
import type { Operators } from './operators.ts'
import type { Sessions } from './sign-in.ts'

interface Change {
  roles?: Role[] | undefined
  disabled?: boolean | undefined
}

interface InvitationRequest {
  roles: Role[]
  email?: string | null | undefined
}
interface NewInvitation {
  invitation: Invitation
  link: string
}

const lastAdministrator = () =>
  refusal({
    status: 409,
    code: 'last_administrator',
    message:
      'This is the last administrator. Nothing was changed. Make someone else an administrator first, then try again.',
  })

const invitationNotOpen = () =>
  notFound('This invitation was already used, withdrawn or renewed, or expired long ago. Nothing was changed.')

const linkOf = (address: string, token: string) => `${address}/sign-in#link=${token}`

const isActiveAdministrator = ({ roles, disabled }: Pick<KnownOperator, 'roles' | 'disabled'>) =>
  !disabled && roles.includes('admin')

export type OperatorAdministration = ReturnType<typeof createOperatorAdministration>

export function createOperatorAdministration(parts: {
  operators: Operators
  sessions: Sessions
  confirmation: Confirmation
  recordAction: RecordAction
}) {
  const { operators, sessions, confirmation, recordAction } = parts

  const applyChange = (before: KnownOperator, { roles, disabled }: Change): KnownOperator => ({
    ...before,
    roles: roles ?? before.roles,
    disabled: disabled ?? before.disabled,
  })
  const makesAdministrator = (before: KnownOperator, change: Change) =>
    isActiveAdministrator(applyChange(before, change)) &&
    /* guard: enabling-an-administrator-is-confirmed */ !isActiveAdministrator(before)
  const operatorById = (all: readonly KnownOperator[], id: string): KnownOperator => {
    const operator = all.find((one) => one.id === id)
    if (!operator) throw notFound('This operator does not exist.')
    return operator
  }

  const changeOperator = (id: string, change: Change) =>
    operators.change((all) => {
      const before = operatorById(all, id)
      const after = applyChange(before, change)
      const hasOtherAdministrator = all.some((one) => one.id !== id && isActiveAdministrator(one))
      // guard: last-administrator-stays
      if (isActiveAdministrator(before) && !isActiveAdministrator(after) && !hasOtherAdministrator)
        throw lastAdministrator()
      return after
    })

  return {
    /** Lists all operators and unused invitations, with the demo operators if sign-in is not required. */
    async list(
      by: Operator,
    ): Promise<{ operators: KnownOperator[]; invitations: Invitation[]; confirmWith: ConfirmWith }> {
      const listedDemoOperators = sessions.requiresSignIn()
        ? []
        : demoOperators.map((operator) => ({ ...operator, email: '', disabled: false, lastSeen: null }))
      return {
        operators: [...(await operators.list()), ...listedDemoOperators],
        invitations: await operators.invitations.listUnused(),
        confirmWith: await confirmation.confirmMethodOf(by),
      }
    },

    /**
     * Creates an invitation. With an e-mail, only that person can use it.
     *
     * @param address the URL at which people open Switchboard, for example `https://switchboard.example.com`
     * @throws Refusal 400 `email_taken`; 403 if the invitation is for an administrator and `by` has not confirmed their identity
     */
    invite(
      { roles, email = null }: InvitationRequest,
      address: string,
      by: ConfirmationRequest,
    ): Promise<NewInvitation> {
      const { token, id } = createToken()
      const ids = { invitationId: id, roles: roles.join(' ') }
      return recordAction({ endpoint: 'operatorInvite', ids, operator: by.operator }, async () => {
        // guard: inviting-an-administrator-is-confirmed
        if (roles.includes('admin')) await confirmation.requireConfirmation(by)
        if (email !== null && (await operators.isTaken(email))) throw emailTaken()
        const { invitation } = await operators.invitations.create(roles, { email, by: by.operator.name, token })
        return { invitation, link: linkOf(address, token) }
      })
    },

    /**
     * Replaces an unused invitation, which may have expired, by one with a new link. The earlier link stops working.
     *
     * @param address as in `invite`
     * @throws Refusal 400 `email_taken`; 403 as in `invite`; 404
     */
    async renew(id: string, address: string, by: ConfirmationRequest): Promise<NewInvitation> {
      const before = await operators.invitations.findById(id)
      if (!before) throw invitationNotOpen()
      const { roles, email } = before
      const { token, id: invitationId } = createToken()
      const ids = { invitationId, replacedId: id, roles: roles.join(' ') }
      return recordAction({ endpoint: 'invitationRenew', ids, operator: by.operator }, async () => {
        // guard: renewing-an-administrator-is-confirmed
        if (roles.includes('admin')) await confirmation.requireConfirmation(by)
        if (email !== null && (await operators.isTaken(email))) throw emailTaken()
        // guard: renewed-link-replaces-the-earlier-one
        if (!(await operators.invitations.withdraw(id))) throw invitationNotOpen()
        const { invitation } = await operators.invitations.create(roles, { email, by: by.operator.name, token })
        return { invitation, link: linkOf(address, token) }
      })
    },

    /** Withdraws an unused invitation. @throws Refusal 404 */
    async withdraw(id: string, by: Operator): Promise<{ withdrawn: boolean }> {
      const invitation = await operators.invitations.findById(id)
      if (!invitation) throw invitationNotOpen()
      const ids = { invitationId: id, roles: invitation.roles.join(' ') }
      return recordAction({ endpoint: 'invitationWithdraw', ids, operator: by }, async () => {
        if (!(await operators.invitations.withdraw(id))) throw invitationNotOpen()
        return { withdrawn: true }
      })
    },

    /** Changes an operator. @throws Refusal 403 as in `invite`; 404; 409 `ready_operator`, `last_administrator` */
    async update(id: string, change: Change, by: ConfirmationRequest): Promise<KnownOperator> {
      if (isDemoOperator(id)) throw demoOperatorUnchangeable()
      const ids = {
        operatorId: id,
        ...(change.roles && { roles: change.roles.join(' ') }),
        ...(change.disabled !== undefined && { disabled: `${change.disabled}` }),
      }
      return recordAction({ endpoint: 'operatorUpdate', ids, operator: by.operator }, async () => {
        if (makesAdministrator(operatorById(await operators.list(), id), change))
          await confirmation.requireConfirmation(by)
        return changeOperator(id, change)
      })
    },
  }
}
