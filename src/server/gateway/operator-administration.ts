/** Who may come in, and what they may do (design: Operators). Changes count at once; the last administrator stays. */
import type { Invitation, KnownOperator, Operator, Role } from '#contract/index.ts'
import type { Deeds } from './deeds.ts'
import type { Operators } from './operators.ts'
import { isReady, readyOperators } from './ready-operators.ts'
import { emailTaken, notFound, refusal } from './refusals.ts'
import type { Sessions } from './session.ts'

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

const administers = ({ roles, disabled }: Pick<KnownOperator, 'roles' | 'disabled'>) =>
  !disabled && roles.includes('admin')

export type OperatorAdministration = ReturnType<typeof createOperatorAdministration>

export function createOperatorAdministration(parts: { operators: Operators; sessions: Sessions; deeds: Deeds }) {
  const { operators, sessions, deeds } = parts

  const change = (id: string, wanted: Change) =>
    operators.change((all) => {
      const before = all.find((one) => one.id === id)
      if (!before) throw notFound('There is no such operator.')
      const after = { ...before, roles: wanted.roles ?? before.roles, disabled: wanted.disabled ?? before.disabled }
      const others = all.some((one) => one.id !== id && administers(one))
      if (administers(before) && !administers(after) && !others) throw lastAdministrator()
      return after
    })

  return {
    /** Everybody, and the invitations that nobody has used. The ready operators where they can be used. */
    async list(): Promise<{ operators: KnownOperator[]; invitations: Invitation[] }> {
      const ready = sessions.wall()
        ? []
        : readyOperators.map((one) => ({ ...one, email: '', disabled: false, lastSeen: null }))
      return { operators: [...(await operators.all()), ...ready], invitations: await operators.invitations.open() }
    },

    /**
     * Makes a one-time link.
     *
     * @param wanted with an e-mail it is for that person alone
     * @param address where people open Switchboard, such as `https://switchboard.example.com`
     * @throws Refusal 400 `email_taken`
     */
    invite: ({ roles, email = null }: Wanted, address: string, by: Operator): Promise<Invited> =>
      deeds({ endpoint: 'operatorInvite', ids: { roles: roles.join(' ') }, operator: by }, async () => {
        if (email !== null && (await operators.isTaken(email))) throw emailTaken()
        const { token, invitation } = await operators.invitations.make(roles, email)
        return { invitation, link: `${address}/sign-in#link=${token}` }
      }),

    /** @throws Refusal 404; 409 `ready_operator`, `last_administrator` */
    async update(id: string, wanted: Change, by: Operator): Promise<KnownOperator> {
      if (isReady(id)) throw readyStay()
      const ids = {
        operatorId: id,
        ...(wanted.roles && { roles: wanted.roles.join(' ') }),
        ...(wanted.disabled !== undefined && { disabled: `${wanted.disabled}` }),
      }
      return deeds({ endpoint: 'operatorUpdate', ids, operator: by }, () => change(id, wanted))
    },
  }
}
