/** Who may come in, and what they may do (design: Operators). Changes count at once; the last administrator stays. */
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

interface Wanted {
  roles: Role[]
  email?: string | null | undefined
}
interface Invited {
  invitation: Invitation
  link: string
}

const readyStay = () =>
  refusal({
    status: 409,
    code: 'ready_operator',
    message: 'The ready operators of a simulation cannot be changed. Nothing was changed. Invite somebody instead.',
  })
const lastAdministrator = () =>
  refusal({
    status: 409,
    code: 'last_administrator',
    message:
      'This is the last administrator. Nothing was changed. Make somebody else an administrator first, then try again.',
  })

const invitationOver = () =>
  notFound('This invitation was used, was withdrawn, or is older than a day. Nothing was changed.')

const administers = ({ roles, disabled }: Pick<KnownOperator, 'roles' | 'disabled'>) =>
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
    administers(afterOf(before, wanted)) && /* guard: enabling-an-administrator-is-confirmed */ !administers(before)
  const somebody = (all: readonly KnownOperator[], id: string): KnownOperator => {
    const found = all.find((one) => one.id === id)
    if (!found) throw notFound('There is no such operator.')
    return found
  }

  const change = (id: string, wanted: Change) =>
    operators.change((all) => {
      const before = somebody(all, id)
      const after = afterOf(before, wanted)
      const others = all.some((one) => one.id !== id && administers(one))
      // guard: last-administrator-stays
      if (administers(before) && !administers(after) && !others) throw lastAdministrator()
      return after
    })

  return {
    /** Everybody, and the invitations that nobody has used. The ready operators where they can be used. */
    async list(
      by: Operator,
    ): Promise<{ operators: KnownOperator[]; invitations: Invitation[]; confirmWith: ConfirmWith }> {
      const ready = sessions.requiresSignIn()
        ? []
        : demoOperators.map((one) => ({ ...one, email: '', disabled: false, lastSeen: null }))
      return {
        operators: [...(await operators.all()), ...ready],
        invitations: await operators.invitations.open(),
        confirmWith: await confirmation.method(by),
      }
    },

    /**
     * Makes a one-time link.
     *
     * @param wanted with an e-mail it is for that person alone
     * @param address where people open Switchboard, such as `https://switchboard.example.com`
     * @throws Refusal 400 `email_taken`; 403 when it makes an administrator and whoever asks has not confirmed that it is they
     */
    invite({ roles, email = null }: Wanted, address: string, by: ConfirmationRequest): Promise<Invited> {
      const { token, id } = newLink()
      const ids = { invitationId: id, roles: roles.join(' ') }
      return recordAction({ endpoint: 'operatorInvite', ids, operator: by.operator }, async () => {
        // guard: inviting-an-administrator-is-confirmed
        if (roles.includes('admin')) await confirmation.check(by)
        if (email !== null && (await operators.isTaken(email))) throw emailTaken()
        const { invitation } = await operators.invitations.make(roles, { email, by: by.operator.name, token })
        return { invitation, link: `${address}/sign-in#link=${token}` }
      })
    },

    /** Takes back an invitation that nobody has used. @throws Refusal 404 */
    async withdraw(id: string, by: Operator): Promise<{ withdrawn: boolean }> {
      const invitation = await operators.invitations.named(id)
      if (!invitation) throw invitationOver()
      const ids = { invitationId: id, roles: invitation.roles.join(' ') }
      return recordAction({ endpoint: 'invitationWithdraw', ids, operator: by }, async () => {
        if (!(await operators.invitations.withdraw(id))) throw invitationOver()
        return { withdrawn: true }
      })
    },

    /** @throws Refusal 403 as `invite`; 404; 409 `ready_operator`, `last_administrator` */
    async update(id: string, wanted: Change, by: ConfirmationRequest): Promise<KnownOperator> {
      if (isDemoOperator(id)) throw readyStay()
      const ids = {
        operatorId: id,
        ...(wanted.roles && { roles: wanted.roles.join(' ') }),
        ...(wanted.disabled !== undefined && { disabled: `${wanted.disabled}` }),
      }
      return recordAction({ endpoint: 'operatorUpdate', ids, operator: by.operator }, async () => {
        if (makesAdministrator(somebody(await operators.all(), id), wanted)) await confirmation.check(by)
        return change(id, wanted)
      })
    },
  }
}
