/**
 * The operators' own phone numbers. An operator saves them, and an administrator confirms or removes them. A test of a batch calls only a confirmed
 * number of the operator who starts it, and only a few times within an hour, because no rule about recipients applies to a test.
 */
import { randomUUID } from 'node:crypto'
import { type Operator, type OwnNumber, ownNumberLimits, type Role } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { type Clock, hourMs } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import { includesAnother, readTies, samePerson } from '../store/same-person.ts'
import type { Store } from '../store/store.ts'

const numberGone = () => notFound('This number is no longer saved. Nothing was changed.')
const tooManyNumbers = () =>
  refusal({
    status: 409,
    code: 'too_many_numbers',
    message: `You can save ${ownNumberLimits.numbers} numbers. Nothing was changed. Remove one first.`,
  })
const confirmedByOther = () =>
  refusal({
    status: 409,
    code: 'own_number',
    message: 'Another administrator has to confirm your own number. Nothing was changed.',
  })

export type OwnNumbers = ReturnType<typeof createOwnNumbers>

/** @param deps.currentOperators returns everybody who may use Switchboard now */
export function createOwnNumbers(deps: {
  store: Store
  recordAction: RecordAction
  currentOperators: () => Promise<readonly { id: string; roles: readonly Role[] }[]>
  clock: Clock
}) {
  const { store, recordAction, currentOperators, clock } = deps
  const rowsOf = (operatorId: string, from: Store = store) =>
    from.selectFrom('own_numbers').selectAll().where('operator_id', '=', operatorId).orderBy('added_at').execute()

  /**
   * Whether a start of these numbers can be a test: it calls one number, which is confirmed. What a browser says about it does not count.
   *
   * @param store the transaction, if there is one
   */
  async function isConfirmed(
    operatorId: string,
    numbers: readonly string[],
    store: Store = deps.store,
  ): Promise<boolean> {
    const confirmed = (await rowsOf(operatorId, store)).filter(({ confirmed_at }) => confirmed_at !== null)
    // guard: test-goes-to-a-confirmed-number
    if (confirmed.every(({ number }) => number !== numbers[0])) return false
    return numbers.length === 1
  }

  /**
   * Whether the operator has started few tests within the last hour.
   *
   * @param store the transaction that records a test
   * @param startId the test, which does not count itself
   */
  async function hasTestsLeft(operatorId: string, store: Store, startId: string): Promise<boolean> {
    const tests = await store
      .selectFrom('effects')
      .select('id')
      .where('at', '>', clock.now() - hourMs)
      .where('endpoint', '=', 'batchStart')
      .where('operator_id', '=', operatorId)
      .where('ids', 'like', '%"test":"1"%')
      .where('id', '<>', startId)
      .limit(ownNumberLimits.testsPerHour)
      .execute()
    // guard: tests-are-few
    return tests.length < ownNumberLimits.testsPerHour
  }

  const removeNumber = (
    endpoint: 'ownNumberRemove' | 'operatorNumberRemove',
    operator: Operator,
    operatorId: string,
    numberId: string,
  ): Promise<void> =>
    recordAction({ endpoint, ids: { operatorId, numberId }, operator }, async () => {
      const deletion = store.deleteFrom('own_numbers').where('id', '=', numberId)
      const { numDeletedRows } = await deletion.where('operator_id', '=', operatorId).executeTakeFirst()
      if (Number(numDeletedRows) === 0) throw numberGone()
    })

  return {
    /** Lists the numbers of an operator, the oldest first. */
    list: async (operatorId: string): Promise<OwnNumber[]> =>
      (await rowsOf(operatorId)).map(({ id, number, added_at, confirmed_by }) => ({
        id,
        number,
        addedAt: added_at,
        confirmedBy: confirmed_by,
      })),

    /** Saves a number of the operator. One that is saved already stays as it is. @throws Refusal 409 `too_many_numbers` */
    add(operator: Operator, number: string): Promise<void> {
      const id = randomUUID()
      const ids = { operatorId: operator.id, numberId: id }
      return recordAction({ endpoint: 'ownNumberAdd', ids, operator }, () =>
        store.transaction().execute(async (store) => {
          const row = { id, operator_id: operator.id, number, added_at: clock.now() }
          await store
            .insertInto('own_numbers')
            .values({ ...row, confirmed_by: null, confirmed_at: null })
            .onConflict((conflict) => conflict.columns(['operator_id', 'number']).doNothing())
            .execute()
          // guard: own-numbers-are-few
          if ((await rowsOf(operator.id, store)).length > ownNumberLimits.numbers) throw tooManyNumbers()
        }),
      )
    },

    /** Removes a number of the operator. @throws Refusal 404 */
    remove: (operator: Operator, numberId: string): Promise<void> =>
      removeNumber('ownNumberRemove', operator, operator.id, numberId),

    /** Removes a number of any operator. @throws Refusal 404 */
    removeOf: (by: Operator, operatorId: string, numberId: string): Promise<void> =>
      removeNumber('operatorNumberRemove', by, operatorId, numberId),

    /**
     * Confirms that a number is the operator's own. An administrator confirms an own number only if there is no other administrator.
     *
     * @throws Refusal 404, 409 `own_number`
     */
    async confirm(by: Operator, operatorId: string, numberId: string): Promise<void> {
      const admins = (await currentOperators()).filter(({ roles }) => roles.includes('admin'))
      const ties = await readTies(store)
      // guard: own-number-is-confirmed-by-another
      if (samePerson(ties, operatorId, by.id) && includesAnother(ties, by.id, admins)) throw confirmedByOther()
      const ids = { operatorId, numberId }
      await recordAction({ endpoint: 'operatorNumberConfirm', ids, operator: by }, async () => {
        const { numUpdatedRows } = await store
          .updateTable('own_numbers')
          .set({ confirmed_by: by.name, confirmed_at: clock.now() })
          .where('id', '=', numberId)
          .where('operator_id', '=', operatorId)
          .executeTakeFirst()
        if (Number(numUpdatedRows) === 0) throw numberGone()
      })
    },

    isConfirmed,
    hasTestsLeft,
  }
}
