/**
 * Rests of launches: "call the first 10, then ask me". Who is not among the first ten waits here, in a table of its own, until a
 * person says yes or no, and no longer than a day; it is recorded with the start of the first ten or not at all. Nothing of it is
 * sent by itself.
 */
import type { LaunchFields, LaunchRest, SmartCallback } from '#contract/index.ts'
import type { Recipient } from '#recipients/check/check.ts'
import { destinationsOf } from '#recipients/worker/destinations.ts'
import type { Outcome } from '../ledger/types.ts'
import type { Endings } from '../ledger/write-queue.ts'
import type { Clock } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store, Tables } from '../store/store.ts'

const hoursOfDay = 24

/** What is stored of a launch with people held back: its fields, and what the operator is told before they are called. */
export function restFields(fields: LaunchFields & { print: string }, others: readonly Recipient[]): string {
  const { maxAttempts = 1, gaps = [] } = JSON.parse(fields.smartCallbackConfig ?? '{}') as Partial<SmartCallback>
  const [gap] = gaps
  const told: Told = {
    destinations: destinationsOf(others.map(({ phone_number }) => Number(phone_number.slice(1)))),
    callBacks: maxAttempts - 1,
    gapHours: gap ? gap.days * hoursOfDay + gap.hours : 0,
  }
  return JSON.stringify({ ...fields, told })
}
type Told = Pick<LaunchRest, 'destinations' | 'callBacks' | 'gapHours'>
/** For those that were held back before this was stored. */
const nothingTold: Told = { destinations: [], callBacks: 0, gapHours: 0 }

export type RestRow = Tables['rests']

/** ms that a rest waits for a word. */
export const restKept = 24 * 3_600_000

const gone = () =>
  refusal({
    status: 409,
    code: 'already_done',
    message: 'Somebody has just decided about the others. Nothing more was sent. Look at the batches.',
  })

/** The table of those who were held back, and what becomes of them. */
export function createRests(parts: { store: Store; endings: Endings; clock: Clock }) {
  const { store, endings, clock } = parts

  /** Recorded in the transaction of the start of the first ten. */
  async function keep(
    store: Store,
    effectId: string,
    rest: Pick<RestRow, 'target' | 'fields' | 'file' | 'calls' | 'operator'>,
  ): Promise<void> {
    const row = { ...rest, effect_id: effectId, batch_id: null, start_id: null, at: clock.now() }
    await store.insertInto('rests').values(row).execute()
  }

  /** The first ten were started, or were not. */
  function first(effectId: string, started: { batchId: string } | null): Promise<void> {
    return endings.write(async () => {
      if (started) await set(effectId, { batch_id: started.batchId })
      else await remove(effectId)
    })
  }

  /** Recorded in the transaction of the start of the rest: of two people only one starts it. */
  async function take(store: Store, effectId: string, startId: string): Promise<void> {
    const { numUpdatedRows } = await store
      .updateTable('rests')
      .set({ start_id: startId })
      .where('effect_id', '=', effectId)
      .where('start_id', 'is', null)
      .executeTakeFirst()
    // guard: remainder-starts-once
    if (Number(numUpdatedRows) === 0) throw gone()
  }

  /** How the start of the rest ended; what is unknown waits to be settled. */
  async function second(effectId: string, state: Outcome['state']): Promise<void> {
    if (state === 'unknown') return
    await endings.write(() => (state === 'done' ? remove(effectId) : set(effectId, { start_id: null })))
  }

  /** A person has looked what became of a start that nobody answered, of the first ten or of the rest. */
  async function settled(effectId: string, happened: boolean, batchId: string | undefined): Promise<void> {
    await first(effectId, happened ? { batchId: batchId ?? '' } : null)
    const row = await store.selectFrom('rests').select('effect_id').where('start_id', '=', effectId).executeTakeFirst()
    if (row) await second(row.effect_id, happened ? 'done' : 'refused')
  }

  /** Those that wait for a word, the oldest first. */
  async function list(): Promise<LaunchRest[]> {
    await sweep()
    const rows = await waiting().where('batch_id', 'is not', null).where('start_id', 'is', null).orderBy('at').execute()
    return rows.map(({ effect_id: effectId, batch_id: batchId, fields, calls, operator, at }) => {
      const { name, agentId, told } = JSON.parse(fields) as { name: string; agentId: string; told?: Told }
      return {
        ...nothingTold,
        ...told,
        effectId,
        batchId: batchId ?? '',
        name,
        agentId,
        calls,
        operator,
        at,
        until: at + restKept,
      }
    })
  }

  /** One that waits, or is being started just now. @throws Refusal 404 */
  async function find(effectId: string): Promise<RestRow> {
    await sweep()
    const row = await waiting().where('effect_id', '=', effectId).executeTakeFirst()
    if (!row)
      throw notFound('The others of this launch do not wait any more: they were started, discarded, or waited a day.')
    return row
  }

  /** A rest of the very same recipients, by their (hashed) target. */
  function of(target: string): Promise<RestRow | undefined> {
    return waiting().where('target', '=', target).executeTakeFirst()
  }

  /** @throws Refusal 404, 409 when it is being started */
  async function discard(effectId: string): Promise<void> {
    await find(effectId)
    const { numDeletedRows } = await store
      .deleteFrom('rests')
      .where('effect_id', '=', effectId)
      .where('start_id', 'is', null)
      .executeTakeFirst()
    if (Number(numDeletedRows) === 0) throw gone()
  }

  /** Who waited a day waits no longer, whether or not the disk lets go of it now. */
  async function sweep(): Promise<void> {
    await store
      .deleteFrom('rests')
      .where('at', '<', clock.now() - restKept)
      .execute()
      .catch(() => {})
  }

  function waiting() {
    return store
      .selectFrom('rests')
      .selectAll()
      .where('at', '>=', clock.now() - restKept)
  }

  async function set(effectId: string, values: Partial<RestRow>): Promise<void> {
    await store.updateTable('rests').set(values).where('effect_id', '=', effectId).execute()
  }

  async function remove(effectId: string): Promise<void> {
    await store.deleteFrom('rests').where('effect_id', '=', effectId).execute()
  }

  return {
    keep,
    first,
    take,
    second,
    settled,
    list,
    find,
    of,
    discard,
    sweep,
  }
}

export type Rests = ReturnType<typeof createRests>
