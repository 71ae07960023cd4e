/**
 * Prepared batches: a checked file with the fields of its start, recorded whole, which waits for something before it is sent: a word
 * after the first ten of its launch, the end of the part before it, or the hours in which its people may be called. Its people count as
 * held back (contacts), so that nobody else calls them meanwhile. Whoever starts one, a person or the gateway itself, `take`s its row
 * in the transaction of that start, so that it starts once. Longer than 300 lines, so that all that changes a row is in one place.
 */

import {
  batchHoursIn,
  type LaunchFields,
  type Operator,
  type PreparedBatch,
  type PreparedReason,
  type SmartCallback,
} from '#contract/index.ts'
import type { Recipient } from '#recipients/check/check.ts'
import { destinationsOf } from '#recipients/worker/destinations.ts'
import { dependsOnTime } from '#server/database/dependencies.ts'
import type { Contacts } from '../contacts/contacts.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import type { Outcome } from '../ledger/types.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { PreparedBatchTable, Store } from '../store/store.ts'

const hoursOfDay = 24
/** How long a prepared batch waits for a person, ms. */
export const waitsForPersonMs = 7 * hoursOfDay * 3_600_000

/** Without the file, which may have megabytes and is only read to be started. */
export type PreparedRow = Omit<PreparedBatchTable, 'file'>
const columns = [
  'id',
  'effect_id',
  'reason',
  'part',
  'parts',
  'target',
  'batch_id',
  'start_id',
  'fields',
  'calls',
  'operator',
  'operator_id',
  'workspace',
  'at',
  'until',
  'started_by',
  'starts_at',
  'problem',
] as const satisfies (keyof PreparedRow)[]

/** Reasons whose batches start one after another, in the order of their parts. */
const chained: readonly PreparedReason[] = ['after_first_ten', 'next_part']

/** The fields of a start as they are kept for a later one. `print`: the fingerprint of all people of the launch. */
export type KeptFields = LaunchFields & {
  print: string
  /** The second person who approved the whole launch, and the request for it. */
  approvalId?: string
  approvedBy?: string
}

/** What a person is told before the start; worked out once, since it needs every number. */
export type StartSummary = Pick<PreparedBatch, 'destinations' | 'callBacks' | 'gapHours'>
/** For those that were held back before this was stored. */
const noSummary: StartSummary = { destinations: [], callBacks: 0, gapHours: 0 }

/** What a person is told of a start that waits, before it is made. */
export function startSummary(
  { smartCallbackConfig }: LaunchFields,
  recipients: readonly Pick<Recipient, 'phone_number'>[],
): StartSummary {
  const { maxAttempts = 1, gaps = [] } = JSON.parse(smartCallbackConfig ?? '{}') as Partial<SmartCallback>
  const [gap] = gaps
  return {
    destinations: destinationsOf(recipients.map(({ phone_number }) => Number(phone_number.slice(1)))),
    callBacks: maxAttempts - 1,
    gapHours: gap ? gap.days * hoursOfDay + gap.hours : 0,
  }
}

/** A batch to prepare. */
export interface BatchToPrepare {
  reason: PreparedReason
  /** Its number among the parts of its launch that start one after another; 1 of 1 where there is one. */
  part?: { number: number; of: number }
  /** Keyed hash (`Ledger.hash`) of the launch's target: the same people cannot be started again beside it. */
  target: string
  /** The launch's fields. A start time among them is not kept: it was that of the launch. */
  fields: KeptFields
  /** The clean file that calls them. */
  file: string
  recipients: readonly Pick<Recipient, 'phone_number'>[]
  /** The recipients' hashes as `Contacts.hash` gives them, in the same order. */
  hashes: readonly string[]
  operator: Operator
  workspace: string
  /** The batch that it follows, where that is known already: then it is shown at once, and not when the launch has started. */
  batchId?: string
  /** `gateway`: started by itself as soon as it may (`automation/automatic-starts.ts`). */
  startedBy: 'person' | 'gateway'
  /** Epoch ms: the gateway does not start it before. */
  startsAt?: number
}

/** The name of the batch that a row becomes. */
export function startName({ fields, reason, part, parts }: Pick<PreparedRow, 'fields' | 'reason' | 'part' | 'parts'>) {
  const { name } = JSON.parse(fields) as KeptFields
  if (parts > 1) return `${name}, part ${part} of ${parts}`
  return reason === 'after_first_ten' ? `${name}, the others` : `${name}, later`
}

/** Whether it stands there until a person decides. */
export const waitsForPerson = ({ startedBy, problem }: Pick<PreparedBatch, 'startedBy' | 'problem'>): boolean =>
  startedBy === 'person' || problem !== null

function present(row: PreparedRow): PreparedBatch {
  const { name, agentId, hours, told } = JSON.parse(row.fields) as KeptFields & { told?: StartSummary }
  return {
    ...noSummary,
    ...told,
    id: row.id,
    effectId: row.effect_id,
    batchId: row.batch_id ?? '',
    reason: row.reason,
    name,
    startsAs: startName(row),
    part: row.part,
    parts: row.parts,
    agentId,
    hours: batchHoursIn(hours),
    calls: row.calls,
    operator: row.operator,
    startedBy: row.started_by,
    startsAt: row.starts_at,
    problem: row.problem,
    at: row.at,
    until: row.until,
  }
}

const gone = () =>
  refusal({
    status: 409,
    code: 'already_done',
    message: 'Someone has just started or discarded these calls. Nothing more was sent. Check the list of batches.',
  })

/** @param row a part whose turn has not come, or the part that is to be started before it */
export const partBefore = (row: PreparedRow) =>
  refusal({
    status: 409,
    code: 'part_before',
    message: `${startName(row)} starts by itself when the part before it has ended. Nothing was sent.`,
  })

export type PreparedBatches = ReturnType<typeof createPreparedBatches>

/** The table of prepared batches, and what becomes of them. */
export function createPreparedBatches(deps: {
  store: Store
  contacts: Pick<Contacts, 'holdBack'>
  writeQueue: WriteQueue
  clock: Clock
}) {
  const { store, contacts, writeQueue, clock } = deps

  /**
   * Records a prepared batch and holds its people back.
   *
   * @param store of the transaction in which the launch, or whatever else makes it necessary, is recorded
   * @param effectId the start of its launch
   * @returns its id
   */
  async function keep(store: Store, effectId: string, batch: BatchToPrepare): Promise<string> {
    const { reason, part = { number: 1, of: 1 }, target, file, recipients, operator, workspace } = batch
    const { batchId = null, startedBy, startsAt = null } = batch
    const fields = { ...batch.fields, scheduledAt: undefined, first: undefined }
    const id = crypto.randomUUID()
    const now = clock.now()
    await store
      .insertInto('prepared_batches')
      .values({
        id,
        effect_id: effectId,
        reason,
        part: part.number,
        parts: part.of,
        target,
        batch_id: batchId,
        start_id: null,
        fields: JSON.stringify({ ...fields, told: startSummary(fields, recipients) }),
        file,
        calls: recipients.length,
        operator: operator.name,
        operator_id: operator.id,
        workspace,
        at: now,
        until: startedBy === 'person' ? now + waitsForPersonMs : null,
        started_by: startedBy,
        starts_at: startsAt,
        problem: null,
      })
      .execute()
    await contacts.holdBack(store, effectId, id, batch.hashes)
    return id
  }

  /** The launch itself was started, or was not: then nobody of it waits. */
  function launched(effectId: string, started: { batchId: string } | null): Promise<void> {
    return writeQueue.write(async () => {
      if (started) await follows(store, effectId, started.batchId)
      else await store.deleteFrom('prepared_batches').where('effect_id', '=', effectId).execute()
    })
  }

  /** What is left of a launch follows this batch. */
  async function follows(store: Store, effectId: string, batchId: string): Promise<void> {
    const named = store.updateTable('prepared_batches').set({ batch_id: batchId }).where('effect_id', '=', effectId)
    await named.execute()
  }

  /**
   * In the transaction of its start: of two who start it only one does, and no part before the one that comes first.
   *
   * @throws Refusal 409 `already_done`, `part_before`
   */
  async function take(store: Store, id: string, startId: string): Promise<void> {
    const { numUpdatedRows } = await store
      .updateTable('prepared_batches')
      .set({ start_id: startId })
      .where('id', '=', id)
      .where('start_id', 'is', null)
      .executeTakeFirst()
    // guard: prepared-batch-starts-once
    if (Number(numUpdatedRows) === 0) throw gone()
    const row = await store
      .selectFrom('prepared_batches')
      .select(['reason', 'effect_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const before = chained.includes(row.reason) && (await firstPart(store, row.effect_id))
    // guard: parts-start-in-their-order
    if (before && before.id !== id) throw partBefore(before)
  }

  /** The part of a launch that is to be started next, or is being started. */
  function firstPart(store: Store, effectId: string): Promise<PreparedRow | undefined> {
    return store
      .selectFrom('prepared_batches')
      .select(columns)
      .where('effect_id', '=', effectId)
      .where('reason', 'in', chained)
      .orderBy('part')
      .executeTakeFirst()
  }

  /** It is a batch now: the parts behind it follow that one. */
  function started({ id, effect_id, reason, batch_id }: PreparedRow, batchId: string): Promise<void> {
    return writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        await store.deleteFrom('prepared_batches').where('id', '=', id).execute()
        if (chained.includes(reason)) await follows(store, effect_id, batchId)
        if (reason !== 'window_closed') return
        await store
          .updateTable('prepared_batches')
          .set({ batch_id: batchId })
          .where('reason', '=', 'next_part')
          .where('batch_id', '=', batch_id)
          .execute()
      }),
    )
  }

  /** Whether people wait who were left of this batch when calling hours ended. */
  async function waitsAfter(batchId: string): Promise<boolean> {
    const row = await waiting().where('reason', '=', 'window_closed').where('batch_id', '=', batchId).executeTakeFirst()
    return row !== undefined
  }

  /** How a start ended that took one. What is unknown waits to be settled; what was refused waits on. */
  async function startEnded(startId: string, state: Outcome['state']): Promise<void> {
    if (state !== 'refused') return
    await writeQueue.write(async () => {
      await store.updateTable('prepared_batches').set({ start_id: null }).where('start_id', '=', startId).execute()
    })
  }

  /** A person has settled a start that nobody answered: of a launch, or of a prepared batch. */
  async function settled(effectId: string, happened: boolean, batchId = ''): Promise<void> {
    await launched(effectId, happened ? { batchId } : null)
    const row = await store
      .selectFrom('prepared_batches')
      .select(columns)
      .where('start_id', '=', effectId)
      .executeTakeFirst()
    if (!row) return
    if (happened) return started(row, batchId)
    await startEnded(effectId, 'refused')
    if (row.started_by === 'gateway')
      await leaveToPerson(row.id, 'Its start was not confirmed, and no calls were made.')
  }

  /** Starts whose end was recorded, but not here before the process died. Call once, at the start. */
  async function recover(): Promise<void> {
    const rows = await store.selectFrom('prepared_batches').select(['effect_id', 'batch_id', 'start_id']).execute()
    const starts = new Set(rows.flatMap(({ start_id }) => start_id ?? []))
    const launches = new Set(rows.flatMap(({ effect_id, batch_id }) => (batch_id === null ? effect_id : [])))
    for (const id of new Set([...starts, ...launches])) {
      const effect = await effectRows(store).where('e.id', '=', id).executeTakeFirst()
      if (effect?.state !== 'refused' && effect?.happened !== 0) continue
      if (starts.has(id)) await startEnded(id, 'refused')
      if (launches.has(id)) await launched(id, null)
    }
  }

  /** The gateway does not start it by itself: a person has a week to decide. @param problem a sentence that says why */
  function leaveToPerson(id: string, problem: string): Promise<void> {
    return writeQueue.write(async () => {
      await store
        .updateTable('prepared_batches')
        .set({ problem, until: clock.now() + waitsForPersonMs })
        .where('id', '=', id)
        .execute()
    })
  }

  /** Those whose launch has started, the oldest first, and the parts of one launch in their order. */
  const all = createMemo(deps, async () => {
    const read = () =>
      waiting().where('batch_id', 'is not', null).where('start_id', 'is', null).orderBy('at').orderBy('part').execute()
    const late = store
      .selectFrom('prepared_batches')
      .select('id')
      .where('until', '<', clock.now())
      .where('start_id', 'is', null)
    if (await late.limit(1).executeTakeFirst()) await sweep()
    const rows = await read()
    for (const { until } of rows) if (until !== null) dependsOnTime(steadyOf(clock, until) + 1)
    return rows.map(present)
  })
  const list = (): Promise<PreparedBatch[]> => all.value(null)

  /** Those that the gateway may have to start now by itself: the first part of each launch, and what has a time of its own. */
  async function dueByGateway(): Promise<PreparedRow[]> {
    const rows = await waiting()
      .where('batch_id', 'is not', null)
      .where('start_id', 'is', null)
      .where('started_by', '=', 'gateway')
      .where('problem', 'is', null)
      .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', clock.now())]))
      .orderBy('at')
      .orderBy('part')
      .execute()
    const due: PreparedRow[] = []
    for (const row of rows)
      if (!chained.includes(row.reason) || (await firstPart(store, row.effect_id))?.id === row.id) due.push(row)
    return due
  }

  /** One that waits, or is being started just now. @throws Refusal 404 */
  async function find(id: string): Promise<PreparedBatchTable> {
    await sweep()
    const row = await waiting().select('file').where('id', '=', id).executeTakeFirst()
    if (!row)
      throw notFound(
        'These people are no longer waiting: their batch was started or discarded, or nobody decided in time.',
      )
    return row
  }

  /** Prepared batches of a launch of the very same recipients, by its (hashed) target. */
  function of(target: string): Promise<PreparedRow[]> {
    return waiting().where('target', '=', target).execute()
  }

  /** Discards it, with the parts that would follow it. @throws Refusal 404, 409 when it is being started */
  async function discard(id: string): Promise<void> {
    const { reason, effect_id, part } = await find(id)
    await store.transaction().execute(async (store) => {
      const waits = store.deleteFrom('prepared_batches').where('start_id', 'is', null)
      const { numDeletedRows } = await waits.where('id', '=', id).executeTakeFirst()
      // guard: started-part-is-not-discarded
      if (Number(numDeletedRows) === 0) throw gone()
      if (!chained.includes(reason)) return
      await waits.where('effect_id', '=', effect_id).where('reason', 'in', chained).where('part', '>', part).execute()
    })
  }

  /**
   * Who waited in vain waits no longer, nor do the parts behind: nobody said that they may start. Whether or not the disk lets go of it
   * now.
   */
  async function sweep(): Promise<void> {
    const late = store
      .selectFrom('prepared_batches as p')
      .select('p.effect_id')
      .where('p.until', '<', clock.now())
      .where('p.start_id', 'is', null)
      .where('p.reason', 'in', chained)
    await store
      .deleteFrom('prepared_batches')
      .where('start_id', 'is', null)
      .where((eb) =>
        eb.or([
          eb('until', '<', clock.now()),
          // guard: parts-wait-no-longer-than-the-first
          eb.and([eb('reason', 'in', chained), eb('effect_id', 'in', late)]),
        ]),
      )
      .execute()
      .catch(() => {})
  }

  function waiting() {
    return store
      .selectFrom('prepared_batches')
      .select(columns)
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>=', clock.now())]))
  }

  return {
    keep,
    launched,
    take,
    started,
    waitsAfter,
    startEnded,
    settled,
    recover,
    leaveToPerson,
    list,
    dueByGateway,
    find,
    of,
    discard,
    sweep,
  }
}
