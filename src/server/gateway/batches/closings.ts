/**
 * Closings: when each batch must be cancelled because calling hours end for the first of its people. Recorded with the batch's start.
 * The file is not stored: only the service knows who was never called, so its list of calls is read after the cancel. A stored file
 * would save no request, and would hold names and numbers without need.
 */
import type { Closing } from '../calling-rules/recipient-rules.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import type { Store } from '../store/store.ts'
import type { BatchClosingTable } from '../store/tables/batches.ts'
import type { StoredFields } from './prepared-batches.ts'

/** A batch's closing, with the operator who started the batch. */
export type ClosingRow = BatchClosingTable & {
  batch_id: string
  /** 1: the batch has ended, as far as is known. */
  complete: number
  operator: string
  operator_id: string
}

export type Closings = ReturnType<typeof createClosings>

export function createClosings({ store, writeQueue }: { store: Store; writeQueue: WriteQueue }) {
  function selectRows() {
    return store
      .selectFrom('batch_closings as c')
      .innerJoin('known_batches as b', 'b.effect_id', 'c.start_id')
      .innerJoin('effects as e', 'e.id', 'c.start_id')
      .selectAll('c')
      .select(['b.batch_id', 'b.complete', 'e.operator', 'e.operator_id'])
  }

  /** Updates a row. Retries until the database accepts it. */
  const update = (startId: string, changes: Partial<BatchClosingTable>): Promise<void> =>
    writeQueue.write(async () => {
      await store.updateTable('batch_closings').set(changes).where('start_id', '=', startId).execute()
    })

  return {
    /** Records when a batch must be cancelled. Runs in the transaction of its start. */
    async add(
      store: Store,
      startId: string,
      {
        closing,
        fields,
        target,
        workspace,
      }: { closing: Closing; fields: StoredFields; target: string; workspace: string },
    ): Promise<void> {
      await store
        .insertInto('batch_closings')
        .values({
          start_id: startId,
          closes_at: closing.at,
          place: closing.place,
          after_hours: fields.afterHours ?? 'person',
          fields: JSON.stringify(fields),
          target,
          workspace,
          state: 'open',
          attempt: 0,
          cancel_id: null,
          cancelled_at: null,
          problem: null,
        })
        .execute()
    },

    /** Deletes the closing of a start that did not happen. */
    remove: (startId: string): Promise<void> =>
      writeQueue.write(async () => {
        await store.deleteFrom('batch_closings').where('start_id', '=', startId).execute()
      }),

    update,

    /** @param now epoch ms @returns batches to cancel now, and cancelled ones that have ended since */
    listDue: (now: number): Promise<ClosingRow[]> =>
      selectRows()
        .where((eb) =>
          eb.or([
            eb.and([eb('c.state', '=', 'open'), eb('c.closes_at', '<=', now)]),
            eb.and([eb('c.state', '=', 'cancelled'), eb('b.complete', '=', 1)]),
          ]),
        )
        .orderBy('c.closes_at')
        .execute(),

    /** @param now epoch ms @returns when the next batch after now has to be cancelled, epoch ms; undefined: none */
    async nextClosingAt(now: number): Promise<number | undefined> {
      const row = await store
        .selectFrom('batch_closings')
        .select('closes_at')
        .where('state', '=', 'open')
        .where('closes_at', '>', now)
        .orderBy('closes_at')
        .executeTakeFirst()
      return row?.closes_at
    },

    /** @returns undefined if the batch has no closing */
    find: (batchId: string): Promise<ClosingRow | undefined> =>
      selectRows().where('b.batch_id', '=', batchId).executeTakeFirst(),

    /**
     * Whether an operator or the circuit breaker has cancelled the batch, rather than its closing.
     *
     * @param isCertain false: cancels with an unknown outcome count too
     * @param since epoch ms
     */
    async isCancelledByOthers(batchId: string, { isCertain = false, since = 0 } = {}): Promise<boolean> {
      const cancel = await effectRows(store)
        .where('e.id', 'in', (eb) => eb.selectFrom('effect_things').select('effect_id').where('thing', '=', batchId))
        .where('e.endpoint', '=', 'batchCancel')
        .where('e.ids', '=', JSON.stringify({ batchId }))
        .where('h.state', '<>', 'refused')
        .where((eb) => eb.or([eb('h.happened', 'is', null), eb('h.happened', '=', 1)]))
        .where('e.at', '>=', since)
        .$if(isCertain, (query) => query.where('h.state', 'in', ['done', 'settled']))
        .where((eb) =>
          eb.or([
            eb('e.operator_id', '<>', 'switchboard'),
            eb('e.id', 'in', eb.selectFrom('breaker_stops').select('breaker_stops.effect_id')),
          ]),
        )
        .executeTakeFirst()
      return cancel !== undefined
    },
  }
}
