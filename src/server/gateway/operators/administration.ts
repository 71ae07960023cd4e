/** Invites operators and changes their roles. Changes apply at once, and there is always at least one administrator. */
import type { ConfirmWith, Invitation, KnownOperator, Operator, Role } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { emailTaken, notFound, refusal } from '../shared/refusals.ts'
import type { Confirmation, ConfirmationRequest } from './confirmation.ts'
import { demoOperators, isDemoOperator } from './demo-operators.ts'
import { newLink } from './invitations.ts'
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

const demoOperatorFixed = () =>
  refusal({
    status: 409,
    code: 'ready_operator',
    message: 'Demo users cannot be changed. Nothing was changed. Invite someone instead.',
  })
const lastAdministrator = () =>
  refusal({
    status: 409,
    code: 'last_administrator',
    message:
      'This is the last administrator. Nothing was changed. Make someone else an administrator first, then try again.',
  })

const invitationOver = () =>
  notFound('This invitation was already used, was withdrawn, or is older than a day. Nothing was changed.')

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

  const afterOf = (before: KnownOperator, { roles, disabled }: Change): KnownOperator => ({
    ...before,
    roles: roles ?? before.roles,
    disabled: disabled ?? before.disabled,
  })
  const makesAdministrator = (before: KnownOperator, wanted: Change) =>
    isActiveAdministrator(afterOf(before, wanted)) &&
    /* guard: enabling-an-administrator-is-confirmed */ !isActiveAdministrator(before)
  const operatorById = (all: readonly KnownOperator[], id: string): KnownOperator => {
    const found = all.find((one) => one.id === id)
    if (!found) throw notFound('This operator does not exist.')
    return found
  }

  const change = (id: string, wanted: Change) =>
    operators.change((all) => {
      const before = operatorById(all, id)
      const after = afterOf(before, wanted)
      const others = all.some((one) => one.id !== id && isActiveAdministrator(one))
      // guard: last-administrator-stays
      if (isActiveAdministrator(before) && !isActiveAdministrator(after) && !others) throw lastAdministrator()
      return after
    })

  return {
    /** All operators and open invitations, and the demo operators if nobody has to sign in. */
    async list(
      by: Operator,
    ): Promise<{ operators: KnownOperator[]; invitations: Invitation[]; confirmWith: ConfirmWith }> {
      const demo = sessions.requiresSignIn()
        ? []
        : demoOperators.map((one) => ({ ...one, email: '', disabled: false, lastSeen: null }))
      return {
        operators: [...(await operators.all()), ...demo],
        invitations: await operators.invitations.open(),
        confirmWith: await confirmation.method(by),
      }
    },

    /**
     * Creates an invitation. With an e-mail, only that person can use it.
     *
     * @param address where people open Switchboard, for example `https://switchboard.example.com`
     * @throws Refusal 400 `email_taken`; 403 if it is for an administrator and the sender has not confirmed their identity
     */
    invite(
      { roles, email = null }: InvitationRequest,
      address: string,
      by: ConfirmationRequest,
    ): Promise<NewInvitation> {
      const { token, id } = newLink()
      const ids = { invitationId: id, roles: roles.join(' ') }
      return recordAction({ endpoint: 'operatorInvite', ids, operator: by.operator }, async () => {
        // guard: inviting-an-administrator-is-confirmed
        if (roles.includes('admin')) await confirmation.check(by)
        if (email !== null && (await operators.isTaken(email))) throw emailTaken()
        const { invitation } = await operators.invitations.create(roles, { email, by: by.operator.name, token })
        return { invitation, link: `${address}/sign-in#link=${token}` }
      })
    },

    /** Withdraws an open invitation. @throws Refusal 404 */
    async withdraw(id: string, by: Operator): Promise<{ withdrawn: boolean }> {
      const invitation = await operators.invitations.findById(id)
      if (!invitation) throw invitationOver()
      const ids = { invitationId: id, roles: invitation.roles.join(' ') }
      return recordAction({ endpoint: 'invitationWithdraw', ids, operator: by }, async () => {
        if (!(await operators.invitations.withdraw(id))) throw invitationOver()
        return { withdrawn: true }
      })
    },

    /** @throws Refusal 403 as `invite`; 404; 409 `ready_operator`, `last_administrator` */
    async update(id: string, wanted: Change, by: ConfirmationRequest): Promise<KnownOperator> {
      if (isDemoOperator(id)) throw demoOperatorFixed()
      const ids = {
        operatorId: id,
        ...(wanted.roles && { roles: wanted.roles.join(' ') }),
        ...(wanted.disabled !== undefined && { disabled: `${wanted.disabled}` }),
      }
      return recordAction({ endpoint: 'operatorUpdate', ids, operator: by.operator }, async () => {
        if (makesAdministrator(operatorById(await operators.all(), id), wanted)) await confirmation.check(by)
        return change(id, wanted)
      })
    },
  }
}
