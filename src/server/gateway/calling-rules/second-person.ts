/**
 * The rule that a start of many people needs a second person. It counts the people of the whole file, so people who are called later,
 * for example after the first ten, need no further approval. If a launch was not approved (because the rule was changed since) and too
 * many of its people remain, anybody but the operator who started the launch may start them, without a request.
 *
 * The people of an operator's earlier starts of the day count too, so that many small starts do not pass for a large one. A workspace has
 * no time zone, so a day is the last 24 hours, as for the contact limits. Somebody whom the new start calls again counts once. Approved starts, tests and starts that called nobody do not count.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type ApprovalNeed,
  type CallingRules,
  managers,
  type Operator,
  type Refusal,
  type SecondPerson,
} from '#contract/index.ts'
import type { Core } from '../cluster/core.ts'
import { listAsRows, rowsPerSlice } from '../contacts/slices.ts'
import { nobodyCalled, recentMs } from '../contacts/states.ts'
import { refusal } from '../shared/refusals.ts'
import { accountsOf, includesAnother, readTies, samePerson, type Ties } from '../store/same-person.ts'
import type { Store } from '../store/store.ts'

/** Somebody who may approve starts of others. */
export type Approver = Pick<Operator, 'id' | 'name' | 'roles'>

/** Whether these roles may approve starts. */
export const mayApprove = ({ roles }: Pick<Operator, 'roles'>): boolean => managers.some((role) => roles.includes(role))

const nobodyElseProblem =
  'Starts of this size need a second person, and nobody else can approve yours. Ask an administrator to invite another campaign manager, or to turn off “Second person” in the calling rules.'

/**
 * Decides whether a start needs a second person.
 *
 * @param people.all number of people of the whole launch
 * @param people.earlier number of other people of the operator's earlier starts of the day
 * @param requesterId ID of the operator who starts it
 * @returns null if it needs no approval
 */
export function approvalNeed(
  { all, earlier }: { all: number; earlier: number },
  { above }: SecondPerson,
  requesterId: string,
  approvers: readonly Pick<Operator, 'id'>[],
  ties: Ties = [],
): ApprovalNeed | null {
  if (above === null || all + earlier <= above) return null
  const problem = includesAnother(ties, requesterId, approvers) ? '' : nobodyElseProblem
  return { above, earlier: all > above ? 0 : earlier, problem }
}

/** Why the rule cannot be turned on; '' if it can. Two people must be able to approve. */
export const enablingProblem = (oldRule: SecondPerson, newRule: SecondPerson, approverCount: number): string =>
  oldRule.above === null && newRule.above !== null && approverCount < 2
    ? 'To require a second person, at least two campaign managers or administrators must be able to start batches. Nothing was changed. Invite someone first.'
    : ''

const nobodyApproves = (problem: string): Refusal =>
  refusal({ status: 409, code: 'nobody_can_approve', message: `${problem} Nothing was sent.` })

const approvalNeeded = (people: number, { above, earlier }: Pick<ApprovalNeed, 'above' | 'earlier'>): Refusal => {
  const inWords = (count: number, more = '') => `${count} ${more}${count === 1 ? 'person' : 'people'}`
  const others = earlier > 0 ? ` You started batches with ${inWords(earlier, 'more ')} in the last 24 hours.` : ''
  return refusal({
    status: 409,
    code: 'approval_needed',
    message: `This start has ${inWords(people)}.${others} More than ${inWords(above)} ${above === 1 ? 'needs' : 'need'} the approval of a second person. Nothing was sent. Request approval.`,
  })
}

export type SecondPersonRule = ReturnType<typeof createSecondPersonRule>

/** Checks the rule for starts. @param deps.approvers returns everybody who may approve starts now */
export function createSecondPersonRule({
  store,
  setting,
  approvers,
  clock,
}: Pick<Core, 'store' | 'clock'> & {
  setting: { get: (workspace: string, transaction?: Store) => Promise<Pick<CallingRules, 'approval'>> }
  approvers: () => Promise<readonly Approver[]>
}) {
  /**
   * Counts the people whom the operator's starts of the day call without approval, without the people of the new start. Those who wait
   * count with their launch.
   *
   * @returns 0 if the new start exceeds the limit without them
   */
  async function countEarlier(
    hashes: readonly string[],
    above: number,
    { id }: Pick<Operator, 'id'>,
    from: Store,
  ): Promise<number> {
    if (hashes.length > above) return 0
    const accounts = accountsOf(await readTies(from), id)
    const since = clock.now() - recentMs
    const earlier = from
      .selectFrom('contact_sources as s')
      .innerJoin('effects as e', 'e.id', 's.effect_id')
      .innerJoin('contacts as c', 'c.list', 's.list')
      .select(({ fn }) => fn.count<number>('c.number').distinct().as('people'))
      .where('s.at', '>', since)
      .where('s.kind', 'in', ['batch', 'rest'])
      .where('s.ended_at', '<>', nobodyCalled)
      .where('e.at', '>', since)
      .where('e.operator_id', 'in', accounts)
      .where('e.ids', 'not like', '%"approvalId":"%')
      .where('e.ids', 'not like', '%"originCalls":"held_back"%')
      .where('e.ids', 'not like', '%"originCalls":"next_part"%')
    let { people } = await earlier.executeTakeFirstOrThrow()
    for (let index = 0; index < hashes.length && people > 0; index += rowsPerSlice) {
      const slice = listAsRows(from, hashes.slice(index, index + rowsPerSlice))
      const inBoth = earlier.where(sql<boolean>`c.number in (select value from ${slice})`)
      await yieldToEventLoop()
      people -= (await inBoth.executeTakeFirstOrThrow()).people
    }
    return people
  }

  /**
   * @param hashes of the people of the start
   * @param earlier other people of the operator's earlier starts; not given: they are counted
   * @returns the approval that this operator's start of these people needs; null: none
   */
  async function findNeed(
    hashes: readonly string[],
    workspace: string,
    operator: Pick<Operator, 'id'>,
    earlier?: number,
  ): Promise<ApprovalNeed | null> {
    const { approval } = await setting.get(workspace)
    if (approval.above === null) return null
    const counts = {
      all: hashes.length,
      earlier: earlier ?? (await countEarlier(hashes, approval.above, operator, store)),
    }
    return approvalNeed(counts, approval, operator.id, await approvers(), await readTies(store))
  }

  return {
    approvers,
    findNeed,

    /** @throws Refusal 409 `approval_needed`, or `nobody_can_approve` */
    async assertApproved(hashes: readonly string[], workspace: string, operator: Operator): Promise<void> {
      const need = await findNeed(hashes, workspace, operator)
      if (!need) return
      if (need.problem) throw nobodyApproves(need.problem)
      // guard: many-people-need-a-second-person
      throw approvalNeeded(hashes.length, need)
    },

    /**
     * Repeats the check in the transaction that records the start, before its people are recorded. Call it after the rules, whose locks make
     * simultaneous starts wait until this one is recorded.
     *
     * @throws Refusal 409 `approval_needed`
     */
    async assertApprovedAgain(
      store: Store,
      hashes: readonly string[],
      workspace: string,
      operator: Operator,
    ): Promise<void> {
      const { approval } = await setting.get(workspace, store)
      if (approval.above === null) return
      const need = approvalNeed(
        { all: hashes.length, earlier: await countEarlier(hashes, approval.above, operator, store) },
        approval,
        operator.id,
        [],
      )
      // guard: simultaneous-starts-count-together
      if (need) throw approvalNeeded(hashes.length, need)
    },

    /**
     * Checks the start of a launch's remaining people if its approval does not cover it.
     *
     * @param startId the start of the launch in the ledger
     * @param wasApproved the launch was approved, but the start now overrules a rule that the approval did not
     * @throws Refusal 409 `approval_needed` if the operator who started the launch starts too many people
     */
    async assertPreparedApproved(
      hashes: readonly string[],
      workspace: string,
      operator: Operator,
      startId: string,
      wasApproved = false,
    ): Promise<void> {
      // Its people counted with their launch.
      const need = await findNeed(hashes, workspace, operator, 0)
      if (!need) return
      const launchStart = await store
        .selectFrom('effects')
        .select('operator_id')
        .where('id', '=', startId)
        .executeTakeFirst()
      if (launchStart && !samePerson(await readTies(store), launchStart.operator_id, operator.id)) return
      if (need.problem) throw nobodyApproves(need.problem)
      const withoutApproval = wasApproved
        ? 'for which nobody approved calls outside the calling hours or to people who are already called'
        : 'that you started without approval'
      // guard: prepared-batch-needs-a-second-person
      throw refusal({
        status: 409,
        code: 'approval_needed',
        message: `A start of more than ${need.above} people needs a second person, and these are ${hashes.length} people in a batch ${withoutApproval}. Nothing was sent. Ask another campaign manager or administrator to start them.`,
      })
    },

    /** Checks that an approval is needed and somebody can give it. @throws Refusal 409 `nobody_can_approve`, 409 `no_approval_needed` */
    async assertMayRequest(hashes: readonly string[], workspace: string, operator: Operator): Promise<void> {
      const need = await findNeed(hashes, workspace, operator)
      if (need?.problem) throw nobodyApproves(need.problem)
      if (!need)
        throw refusal({
          status: 409,
          code: 'no_approval_needed',
          message: 'A start of this size needs no approval. Nothing was sent. Start the batch without a request.',
        })
    },
  }
}
