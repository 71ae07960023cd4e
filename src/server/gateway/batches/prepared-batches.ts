/**
 * Prepared batches: a recorded file with the fields of its start, which is sent later. It waits for an operator's confirmation after the
 * first ten calls of its launch, for the end of the previous part, or for the calling hours of its people. Until then its people count as
 * held back (`contacts`), so that nobody else calls them. A start claims the row in its own transaction, so a prepared batch starts once,
 * whether an operator or the gateway starts it.
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
import { addExpiry } from '#server/database/dependencies.ts'
import type { ContactList } from '../contacts/contact-lists.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import type { Outcome } from '../ledger/types.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { PreparedBatchTable } from '../store/tables/batches.ts'
import type { FileRecipient } from './checked-file.ts'
import { fileRowsOf } from './file-rows.ts'

const hoursOfDay = 24
/** How long a prepared batch waits for an operator's decision. */
export const decisionTtlMs = 7 * hoursOfDay * 3_600_000

/** Without the file and its row numbers, which can be megabytes and are only needed for the start. */
export type PreparedRow = Omit<PreparedBatchTable, 'file' | 'file_rows'>
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

/** Batches with these reasons start one after another, in the order of their parts. */
const chainedReasons: readonly PreparedReason[] = ['after_first_ten', 'next_part']

/** The fields of a start, stored as JSON for a later start. */
export type StoredFields = LaunchFields & {
  /** The fingerprint of all people of the launch. */
  print: string
  /** The request with which a second person approved the whole launch. */
  approvalId?: string
  /** The id of that second person. */
  approvedBy?: string
}

/** Facts that an operator sees before the start. Stored, because computing them needs every number. */
export type StartSummary = Pick<PreparedBatch, 'destinations' | 'callBacks' | 'gapHours'>
/** Fields as stored: `told` is the summary. */
export type SummarizedFields<Fields> = Fields & { told: StartSummary }

/** Summarizes a waiting start for the operator who decides on it. */
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
  /** Its number among the parts of its launch, from 1. Not given: 1 of 1. */
  part?: { number: number; of: number }
  /** Keyed hash (`Ledger.hash`) of the launch's target. Prevents a second start of the same people. */
  target: string
  /** The launch's fields. Its start time is dropped, because it applied to the launch only. */
  fields: StoredFields
  /** The clean file that calls them. */
  file: string
  recipients: readonly Pick<FileRecipient, 'phone_number' | 'fileRow'>[]
  list: ContactList
  operator: Operator
  workspace: string
  /** The batch that it follows, if already known. Otherwise it is listed only once the launch has started. */
  batchId?: string
  /** `gateway`: started automatically (`automation/automatic-starts.ts`). */
  startedBy: 'person' | 'gateway'
  /** The gateway does not start it before, epoch ms. */
  startsAt?: number
}

/** @returns the name of the batch that a row becomes */
export function startName({ fields, reason, part, parts }: Pick<PreparedRow, 'fields' | 'reason' | 'part' | 'parts'>) {
  const { name } = JSON.parse(fields) as StoredFields
  const laterName = reason === 'outside_hours' ? `${name}, later` : name
  if (parts > 1) return `${laterName}, part ${part} of ${parts}`
  return reason === 'after_first_ten' ? `${name}, the others` : `${name}, later`
}

/** Whether an operator has to decide on it. */
export const waitsForPerson = ({ startedBy, problem }: Pick<PreparedBatch, 'startedBy' | 'problem'>): boolean =>
  startedBy === 'person' || problem !== null

function present(row: PreparedRow): PreparedBatch {
  const { name, agentId, hours, told: summary } = JSON.parse(row.fields) as SummarizedFields<StoredFields>
  return {
    ...summary,
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

const alreadyDecided = () =>
  refusal({
    status: 409,
    code: 'already_done',
    message: 'Someone has just started or discarded these calls. Nothing more was sent. Check the list of batches.',
  })

/** Refuses a part because an earlier part has to start first. @param row the part that the message names */
export const earlierPartFirst = (row: PreparedRow) =>
  refusal({
    status: 409,
    code: 'part_before',
    message: `${startName(row)} starts automatically when the previous part has ended. Nothing was sent.`,
  })

export type PreparedBatches = ReturnType<typeof createPreparedBatches>

/** Creates the access to prepared batches. */
export function createPreparedBatches(deps: {
  store: Store
  contacts: Pick<Contacts, 'addHeldBack'>
  recordAction: RecordAction
  writeQueue: WriteQueue
  clock: Clock
}) {
  const { store, contacts, recordAction, writeQueue, clock } = deps

  /**
   * Records a prepared batch and holds its people back.
   *
   * @param store of the transaction that records the launch, or the end of calling hours
   * @param effectId the start of its launch
   * @returns its id
   */
  async function add(store: Store, effectId: string, batch: BatchToPrepare): Promise<string> {
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
        file_rows: fileRowsOf(recipients),
        calls: recipients.length,
        operator: operator.name,
        operator_id: operator.id,
        workspace,
        at: now,
        until: startedBy === 'person' ? now + decisionTtlMs : null,
        started_by: startedBy,
        starts_at: startsAt,
        problem: null,
      })
      .execute()
    await contacts.addHeldBack(store, effectId, id, batch.list)
    return id
  }

  /** @param startedBatch null: the launch did not start, so its prepared batches are deleted */
  function onLaunchEnded(effectId: string, startedBatch: { batchId: string } | null): Promise<void> {
    return writeQueue.write(async () => {
      if (startedBatch) await setPrecedingBatch(store, effectId, startedBatch.batchId)
      else await store.deleteFrom('prepared_batches').where('effect_id', '=', effectId).execute()
    })
  }

  /** Records that the remaining parts of a launch follow this batch. */
  async function setPrecedingBatch(store: Store, effectId: string, batchId: string): Promise<void> {
    const update = store.updateTable('prepared_batches').set({ batch_id: batchId }).where('effect_id', '=', effectId)
    await update.execute()
  }

  /**
   * Claims a prepared batch in the transaction of its start, so that only one of two starts succeeds and parts start in order.
   *
   * @throws Refusal 409 `already_done`, `part_before`
   */
  async function claim(store: Store, id: string, startId: string): Promise<void> {
    const { numUpdatedRows } = await store
      .updateTable('prepared_batches')
      .set({ start_id: startId })
      .where('id', '=', id)
      .where('start_id', 'is', null)
      .executeTakeFirst()
    // guard: prepared-batch-starts-once
    if (Number(numUpdatedRows) === 0) throw alreadyDecided()
    const row = await store
      .selectFrom('prepared_batches')
      .select(['reason', 'effect_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const first = chainedReasons.includes(row.reason) && (await firstPart(store, row.effect_id))
    // guard: parts-start-in-their-order
    if (first && first.id !== id) throw earlierPartFirst(first)
  }

  /** @returns the part of a launch that starts next, or is being started */
  function firstPart(store: Store, effectId: string): Promise<PreparedRow | undefined> {
    return store
      .selectFrom('prepared_batches')
      .select(columns)
      .where('effect_id', '=', effectId)
      .where('reason', 'in', chainedReasons)
      .orderBy('part')
      .executeTakeFirst()
  }

  /** Deletes a prepared batch after its start, and lets the later parts follow the new batch. */
  function onStarted({ id, effect_id, reason, batch_id }: PreparedRow, batchId: string): Promise<void> {
    return writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        await store.deleteFrom('prepared_batches').where('id', '=', id).execute()
        if (chainedReasons.includes(reason)) await setPrecedingBatch(store, effect_id, batchId)
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

  /** Whether people who were not called by this batch before calling hours ended are still waiting. */
  async function hasUncalledPeopleOf(batchId: string): Promise<boolean> {
    const row = await selectWaiting()
      .where('reason', '=', 'window_closed')
      .where('batch_id', '=', batchId)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Releases a claimed batch if its start was refused. An unknown outcome stays claimed until someone settles it. */
  async function onStartEnded(startId: string, state: Outcome['state']): Promise<void> {
    if (state !== 'refused') return
    await writeQueue.write(async () => {
      await store.updateTable('prepared_batches').set({ start_id: null }).where('start_id', '=', startId).execute()
    })
  }

  /** Applies the settlement of a start with an unknown outcome. The start is of a launch or of a prepared batch. */
  async function applySettlement(effectId: string, happened: boolean, batchId = ''): Promise<void> {
    await onLaunchEnded(effectId, happened ? { batchId } : null)
    const row = await store
      .selectFrom('prepared_batches')
      .select(columns)
      .where('start_id', '=', effectId)
      .executeTakeFirst()
    if (!row) return
    if (happened) return onStarted(row, batchId)
    await onStartEnded(effectId, 'refused')
    if (row.started_by === 'gateway')
      await leaveToPerson(row.id, 'Its start was not confirmed, and no calls were made.')
  }

  /** Catches up on starts whose end was recorded in the ledger just before the process died. Call once, at startup. */
  async function recover(): Promise<void> {
    const rows = await store.selectFrom('prepared_batches').select(['effect_id', 'batch_id', 'start_id']).execute()
    const starts = new Set(rows.flatMap(({ start_id }) => start_id ?? []))
    const launches = new Set(rows.flatMap(({ effect_id, batch_id }) => (batch_id === null ? effect_id : [])))
    for (const id of new Set([...starts, ...launches])) {
      const effect = await effectRows(store).where('e.id', '=', id).executeTakeFirst()
      if (effect?.state !== 'refused' && effect?.happened !== 0) continue
      if (starts.has(id)) await onStartEnded(id, 'refused')
      if (launches.has(id)) await onLaunchEnded(id, null)
    }
  }

  /** Stops automatic starts of a batch and gives operators a week to decide. @param problem a sentence that says why */
  function leaveToPerson(id: string, problem: string): Promise<void> {
    return writeQueue.write(async () => {
      await store
        .updateTable('prepared_batches')
        .set({ problem, until: clock.now() + decisionTtlMs })
        .where('id', '=', id)
        .execute()
    })
  }

  /** Lists batches whose launch has started, oldest first, and the parts of a launch in order. */
  const allBatches = createMemo(deps, async () => {
    const readRows = () =>
      selectWaiting()
        .where('batch_id', 'is not', null)
        .where('start_id', 'is', null)
        .orderBy('at')
        .orderBy('part')
        .execute()
    const expired = store
      .selectFrom('prepared_batches')
      .select('id')
      .where('until', '<', clock.now())
      .where('start_id', 'is', null)
    if (await expired.limit(1).executeTakeFirst()) await sweep()
    const rows = await readRows()
    for (const { until } of rows) if (until !== null) addExpiry(steadyOf(clock, until) + 1)
    return rows.map(present)
  })
  const list = (): Promise<PreparedBatch[]> => allBatches.value(null)

  /** @returns batches that the gateway may start automatically now: the next part of each launch, and those whose time has come */
  async function listDueForGateway(): Promise<PreparedRow[]> {
    const rows = await selectWaiting()
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
      if (!chainedReasons.includes(row.reason) || (await firstPart(store, row.effect_id))?.id === row.id) due.push(row)
    return due
  }

  /** @returns a batch that waits or is being started @throws Refusal 404 */
  async function find(id: string): Promise<PreparedBatchTable> {
    await sweep()
    const row = await selectWaiting().select(['file', 'file_rows']).where('id', '=', id).executeTakeFirst()
    if (!row)
      throw notFound(
        'These people are no longer waiting: their batch was started or discarded, or nobody decided in time.',
      )
    return row
  }

  /** @param target hashed @returns prepared batches of a launch of exactly the same recipients */
  function findByTarget(target: string): Promise<PreparedRow[]> {
    return selectWaiting().where('target', '=', target).execute()
  }

  /**
   * Discards a batch and the parts after it. The audit has the operator, the batch that they belong to, and how many people are not called.
   *
   * @throws Refusal 404, 409 while it is being started, 503 `not_recorded`
   */
  async function discard(id: string, operator: Operator): Promise<void> {
    const { reason, effect_id, batch_id, part, calls } = await find(id)
    const laterParts = await store
      .selectFrom('prepared_batches')
      .select(['id', 'calls'])
      .where('effect_id', '=', effect_id)
      .where('reason', 'in', chainedReasons)
      .where('part', '>', part)
      .execute()
    const following = chainedReasons.includes(reason) ? laterParts : []
    const notCalled = following.reduce((sum, row) => sum + row.calls, calls)
    const ids = { ...(batch_id && { batchId: batch_id }), notCalled: String(notCalled) }
    await recordAction({ endpoint: 'preparedBatchDiscard', ids, operator }, () =>
      store.transaction().execute(async (store) => {
        const deletion = store.deleteFrom('prepared_batches').where('start_id', 'is', null)
        const { numDeletedRows } = await deletion.where('id', '=', id).executeTakeFirst()
        // guard: started-part-is-not-discarded
        if (Number(numDeletedRows) === 0) throw alreadyDecided()
        const ids = following.map((row) => row.id)
        if (ids.length > 0) await deletion.where('id', 'in', ids).execute()
      }),
    )
  }

  /**
   * Deletes batches that nobody decided on in time, and the parts after them. A failed write is ignored: the next sweep repeats it.
   */
  async function sweep(): Promise<void> {
    const expiredLaunches = store
      .selectFrom('prepared_batches as p')
      .select('p.effect_id')
      .where('p.until', '<', clock.now())
      .where('p.start_id', 'is', null)
      .where('p.reason', 'in', chainedReasons)
    await store
      .deleteFrom('prepared_batches')
      .where('start_id', 'is', null)
      .where((eb) =>
        eb.or([
          eb('until', '<', clock.now()),
          // guard: parts-wait-no-longer-than-the-first
          eb.and([eb('reason', 'in', chainedReasons), eb('effect_id', 'in', expiredLaunches)]),
        ]),
      )
      .execute()
      .catch(() => {})
  }

  function selectWaiting() {
    return store
      .selectFrom('prepared_batches')
      .select(columns)
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>=', clock.now())]))
  }

  return {
    add,
    onLaunchEnded,
    claim,
    onStarted,
    hasUncalledPeopleOf,
    onStartEnded,
    applySettlement,
    recover,
    leaveToPerson,
    list,
    listDueForGateway,
    find,
    findByTarget,
    discard,
    sweep,
  }
}
