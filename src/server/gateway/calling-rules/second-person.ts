/**
 * The rule that a start of many people needs a second person. It counts the people of the whole file: those who are called later, such
 * as after the first ten, are approved with it, and are started without a further approval. Where a launch was not approved as a
 * whole (the rule was changed since), its remaining people need a second person as well if they are too many: then anybody but
 * whoever started the launch may start them, which takes the place of a request.
 */
import {
  type ApprovalNeed,
  type CallingRules,
  managers,
  type Operator,
  type Refusal,
  type SecondPerson,
} from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'

/** Somebody who may approve starts of others. */
export type Approver = Pick<Operator, 'id' | 'name' | 'roles'>

/** Enabled operators of these may approve. */
export const mayApprove = ({ roles }: Pick<Operator, 'roles'>): boolean => managers.some((role) => roles.includes(role))

const nobodyElse =
  'Starts of this size need a second person, and nobody else can approve yours. Ask an administrator to turn off “Second person” in the calling rules, or to invite another campaign manager.'

/**
 * Decides whether a start needs a second person.
 *
 * @param people of the whole launch
 * @param askerId of the operator who starts it
 * @returns null: it needs none
 */
export function approvalNeed(
  people: number,
  { above }: SecondPerson,
  askerId: string,
  approvers: readonly Pick<Operator, 'id'>[],
): ApprovalNeed | null {
  if (above === null || people <= above) return null
  return { above, problem: approvers.some(({ id }) => id !== askerId) ? '' : nobodyElse }
}

/** The rule can only be turned on where somebody can approve. @returns the sentence for who cannot; '' */
export const enablingProblem = (before: SecondPerson, after: SecondPerson, approvers: number): string =>
  before.above === null && after.above !== null && approvers < 2
    ? 'A second person can only be required once at least two people may start batches: campaign managers and administrators. Nothing was changed. Invite somebody first.'
    : ''

const nobodyApproves = (problem: string): Refusal =>
  refusal({ status: 409, code: 'nobody_can_approve', message: `${problem} Nothing was sent.` })

export type SecondPersonRule = ReturnType<typeof createSecondPerson>

/** The rule, asked where a start is made. @param parts.approvers everybody who may approve starts of others now */
export function createSecondPerson({
  store,
  setting,
  approvers,
}: {
  store: Store
  setting: { of: (workspace: string) => Promise<Pick<CallingRules, 'approval'>> }
  approvers: () => Promise<readonly Approver[]>
}) {
  async function need(people: number, workspace: string, operator: Pick<Operator, 'id'>): Promise<ApprovalNeed | null> {
    const { approval } = await setting.of(workspace)
    return approval.above === null ? null : approvalNeed(people, approval, operator.id, await approvers())
  }

  return {
    approvers,

    /** Whether a start of so many people by this operator needs a second person; null: it does not. */
    need,

    /** @throws Refusal 409 `approval_needed`, or `nobody_can_approve` */
    async assertApproved(people: number, workspace: string, operator: Operator): Promise<void> {
      const needed = await need(people, workspace, operator)
      if (!needed) return
      if (needed.problem) throw nobodyApproves(needed.problem)
      // guard: many-people-need-a-second-person
      throw refusal({
        status: 409,
        code: 'approval_needed',
        message: `A start of more than ${needed.above} people needs the approval of a second person, and this one calls ${people}. Nothing was sent. Ask for approval.`,
      })
    },

    /**
     * The remaining people of a launch that was not approved as it is to go on.
     *
     * @param startId the start of that launch in the ledger
     * @param wasApproved it was, but a rule is overruled now that was not overruled then
     * @throws Refusal 409 `approval_needed` when its own operator starts too many
     */
    async assertPreparedApproved(
      people: number,
      workspace: string,
      operator: Operator,
      startId: string,
      wasApproved = false,
    ): Promise<void> {
      const needed = await need(people, workspace, operator)
      if (!needed) return
      const started = await store
        .selectFrom('effects')
        .select('operator_id')
        .where('id', '=', startId)
        .executeTakeFirst()
      if (started && started.operator_id !== operator.id) return
      if (needed.problem) throw nobodyApproves(needed.problem)
      const how = wasApproved
        ? 'for which no second person approved calls outside the hours or to people who are called already'
        : 'that you started without approval'
      // guard: prepared-batch-needs-a-second-person
      throw refusal({
        status: 409,
        code: 'approval_needed',
        message: `A start of more than ${needed.above} people needs a second person, and these are ${people} of a batch ${how}. Nothing was sent. Another campaign manager or administrator has to start them.`,
      })
    },

    /** Nobody can be asked. @throws Refusal 409 `nobody_can_approve`, 409 `no_approval_needed` */
    async assertMayRequest(people: number, workspace: string, operator: Operator): Promise<void> {
      const needed = await need(people, workspace, operator)
      if (needed?.problem) throw nobodyApproves(needed.problem)
      if (!needed)
        throw refusal({
          status: 409,
          code: 'no_approval_needed',
          message: 'A start of this size needs no approval. Nothing was sent. Start it without.',
        })
    },
  }
}
