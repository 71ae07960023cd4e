/**
 * Exports: every call of a batch as a file. An export reads page by page, at a pace that leaves most of the request budget to people. The
 * file names people, so only its operator can fetch it. It is deleted when discarded, or half an hour after it ends. If a gateway stops,
 * another one reads its exports again from the start, without the first pages that a new one may read at once.
 */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type BatchCallList, type BatchExport, type Operator, pageLimit, Refusal } from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import { runExclusively } from '#server/database/run-exclusively.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Core } from '../cluster/core.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { atMost } from '../shared/at-most.ts'
import { steadyOf } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { ExportTable } from '../store/tables/batches.ts'
import { type CallPages, isSelected } from './call-pages.ts'
import { type ExportedCall, exportCall, exportText, type KnownRow, wasNeverPlaced } from './export-csv.ts'

type ExportRequest = Pick<BatchExport, 'batchId' | 'status' | 'form'>
/** Without the file, which may be large. */
type Row = Omit<Selectable<ExportTable>, 'file'>

/** How long an ended export can be fetched. */
const fileTtlMs = 30 * 60_000
/** Exports of all operators together. */
const maxRunningExports = 8
/** Exports of one operator, so that the others find a place. */
const maxRunningPerOperator = 2

const columns = [
  'id',
  'gateway',
  'batch_id',
  'status',
  'form',
  'operator_id',
  'operator',
  'page',
  'at',
  'state',
  'read',
  'rows',
  'total',
  'message',
  'ended_at',
] as const

/** @throws Refusal 429 when too many of this operator are running; 503 when too many of all operators are */
function assertPlaceFree(running: readonly Row[], operator: Operator): void {
  const own = running.filter((row) => row.operator_id === operator.id).length
  // guard: one-person-leaves-exports
  if (own >= maxRunningPerOperator)
    throw refusal({
      status: 429,
      code: 'rate_limited',
      message: `${own} of your exports are already running, so this one was not started. Try again when one of them has finished.`,
    })
  if (running.length >= maxRunningExports)
    throw refusal({
      status: 503,
      code: 'busy',
      message: `${running.length} exports are already running. Nothing was sent. Try again when one has finished.`,
    })
}

export function createExports(
  deps: Pick<Core, 'store' | 'cluster' | 'clock'> & {
    pages: CallPages
    recordAction: RecordAction
    writeQueue: WriteQueue
    contacts: Contacts
    /** What is known of the rows of a batch, by job ID, with transcripts if they are wanted. */
    knownRows: (batchId: string, areTranscriptsWanted: boolean) => Promise<ReadonlyMap<string, KnownRow>>
    /** Numbers the row at a place among all of the batch, from 1, as in the file that a person chose if that is known. */
    numberRowsOf: (batchId: string) => Promise<(place: number) => number>
  },
) {
  const { store, cluster, pages, clock, recordAction, writeQueue, contacts, knownRows, numberRowsOf } = deps
  /** Aborts the exports that this gateway is reading, by export id. */
  const abortById = new Map<string, AbortController>()
  /** Calls already recorded as never placed, by batch id and job id. */
  const knownNeverCalled = new LRUCache<string, true>(atMost(20_000))
  const sweeps = new Set<NodeJS.Timeout>()
  let closed = false

  /**
   * Starts an export, or joins the operator's running export with the same selection.
   *
   * @throws Refusal as `assertPlaceFree`; 503 when it cannot be recorded
   */
  function start(request: ExportRequest, operator: Operator, requester: Requester): Promise<BatchExport> {
    // One after another, so that each one counts those before it.
    return runExclusively(store, 'exports', () => startCounted(request, operator, requester))
  }

  async function startCounted(request: ExportRequest, operator: Operator, requester: Requester): Promise<BatchExport> {
    await sweep()
    const { batchId, status, form } = request
    const running = await selectRows().where('state', '=', 'running').execute()
    const duplicate = running.find(
      (row) =>
        row.operator_id === operator.id && row.batch_id === batchId && row.status === status && row.form === form,
    )
    if (duplicate) return present(duplicate)
    assertPlaceFree(running, operator)
    const row: Row = {
      id: randomUUID(),
      gateway: cluster.number,
      batch_id: batchId,
      status,
      form,
      operator_id: operator.id,
      operator: requester.operator,
      page: requester.page,
      at: clock.now(),
      state: 'running',
      read: 0,
      rows: 0,
      total: null,
      message: '',
      ended_at: null,
    }
    await recordAction({ endpoint: 'batchExportStart', ids: { batchId, status, form }, operator }, () =>
      store
        .insertInto('exports')
        .values({ ...row, file: null })
        .execute(),
    )
    startReading(row)
    return present(row)
  }

  /** @returns the operator's exports of a batch, newest first */
  async function list(batchId: string, operator: Operator): Promise<BatchExport[]> {
    const own = await selectOwn(operator).where('batch_id', '=', batchId).orderBy('at', 'desc').execute()
    for (const { ended_at } of own) if (ended_at !== null) addExpiry(steadyOf(clock, ended_at + fileTtlMs) + 1)
    return own
      .filter(({ ended_at }) => ended_at === null || ended_at >= clock.now() - fileTtlMs)
      .map((row) => present(row))
  }

  /** Stops a running export, or discards an ended one. @throws Refusal 404 */
  async function stop(id: string, operator: Operator): Promise<void> {
    await find(id, operator)
    // Another gateway that reads it stops when it finds no row to save its next page.
    await store.deleteFrom('exports').where('id', '=', id).execute()
    abortById.get(id)?.abort()
  }

  /** @returns CSV in UTF-8 with a byte order mark; no cell starts a formula @throws Refusal 404, 409 while incomplete */
  async function file(id: string, operator: Operator): Promise<string> {
    const { state } = await find(id, operator)
    if (state !== 'done')
      throw refusal({ status: 409, code: 'invalid_state', message: 'This export is incomplete, so there is no file.' })
    const row = await store.selectFrom('exports').select('file').where('id', '=', id).executeTakeFirst()
    if (row?.file == null) throw exportGone()
    return row.file
  }

  /** Reads the exports of ended gateways again. @param numbers of the gateways, from `Cluster.onTakeOver` */
  async function takeOver(numbers: readonly number[]): Promise<void> {
    await sweep()
    const takenOver = await store
      .updateTable('exports')
      .set({ gateway: cluster.number })
      .where('state', '=', 'running')
      // Its own too: the answer of an earlier try may have been lost.
      .where('gateway', 'in', [...numbers, cluster.number])
      .returning(columns)
      .execute()
    const unread = takenOver.filter(({ id }) => !isRead(id))
    // Their first pages were read at once when they began.
    if (unread.length > 0) pages.skipBurst()
    for (const row of unread) startReading(row)
  }

  /** Stops reading. Another gateway, or this one after a restart, reads the exports again. */
  function close(): void {
    closed = true
    for (const timer of sweeps) clearTimeout(timer)
    for (const controller of abortById.values()) controller.abort()
  }

  /** Deletes the contacts of people whom any list of calls shows as never called, so that a new batch may call them. */
  async function observe(
    read: Read,
    { data, refusal }: Pick<Snapshot, 'data' | 'refusal'>,
    isOurs: boolean,
  ): Promise<void> {
    const { batchId } = read.params
    if (!isOurs || read.name !== 'batchCallList' || batchId === undefined || refusal) return
    const dropped = (data as BatchCallList).calls.filter(
      (call) => wasNeverPlaced(call) && !knownNeverCalled.has(`${batchId}/${call.jobId}`),
    )
    if (dropped.length === 0) return
    await contacts.deleteNeverCalled(
      batchId,
      dropped.map(({ phone_number }) => phone_number),
    )
    for (const { jobId } of dropped) knownNeverCalled.set(`${batchId}/${jobId}`, true)
  }

  cluster.onFenced(() => {
    for (const controller of abortById.values()) controller.abort()
  })

  /** Whether this gateway reads an export. A reader that was aborted may still be ending. */
  const isRead = (id: string) => abortById.get(id)?.signal.aborted === false

  function startReading(row: Row): void {
    if (closed || isRead(row.id)) return
    const controller = new AbortController()
    abortById.set(row.id, controller)
    void readCalls(row, controller).finally(() => abortById.get(row.id) === controller && abortById.delete(row.id))
  }

  async function readCalls(
    { id, batch_id, status, form, operator, page, gateway }: Row,
    controller: AbortController,
  ): Promise<void> {
    /** By job id, so that a call that moves to another page during the export appears once. null: not selected. */
    const callsByJob = new Map<string, ExportedCall | null>()
    /** The row numbers of calls; empty for a selection, whose places among all of the batch are not known. */
    const rowNumbers = new Map<string, number>()
    const query = { batchId: batch_id, status }
    const selectedCalls = () => [...callsByJob.values()].filter((row) => row !== null)
    const saveProgress = (changes: Partial<ExportTable>) =>
      store
        .updateTable('exports')
        .set({ read: callsByJob.size, rows: selectedCalls().length, ...changes })
        .where('id', '=', id)
        .where('gateway', '=', gateway)
        .returning('id')
        .execute()
    const end = (changes: Partial<ExportTable>) =>
      writeQueue.write(async () => {
        await saveProgress({ ...changes, ended_at: clock.now() })
        sweepLater()
      })
    try {
      const numberRow = await numberRowsOf(batch_id)
      await pages.readAll(query, { operator, page }, controller.signal, async ({ calls, pagination: { total } }) => {
        const sizeBefore = callsByJob.size
        for (const call of calls) {
          if (status === 'all' && !rowNumbers.has(call.jobId))
            rowNumbers.set(call.jobId, numberRow(rowNumbers.size + 1))
          const exported = isSelected(query, call) ? exportCall(call, rowNumbers.get(call.jobId)) : null
          callsByJob.set(call.jobId, exported)
        }
        // No row: the export was discarded, or another gateway owns it. If the database is unavailable, continue.
        const ownedRows = await saveProgress({ total }).catch(() => [id])
        if (ownedRows.length === 0) controller.abort()
        return callsByJob.size > sizeBefore
      })
      controller.signal.throwIfAborted()
      if (status === 'never_called')
        await contacts.deleteNeverCalled(
          batch_id,
          selectedCalls().map(({ number }) => number),
        )
      const known = await knownRows(batch_id, form === 'transcripts')
      await end({ state: 'done', file: exportText(form, selectedCalls(), known) })
    } catch (error) {
      if (controller.signal.aborted) return
      const message = error instanceof Refusal ? error.message : 'Switchboard had an internal error.'
      await end({ state: 'failed', message })
    }
  }

  const selectRows = () => store.selectFrom('exports').select(columns)
  const selectOwn = ({ id }: Operator) =>
    selectRows().where('operator_id', /* guard: export-is-its-operators */ '=', id)
  const exportGone = () => notFound('This export no longer exists. Nothing was sent. Start it again.')

  async function find(id: string, operator: Operator): Promise<Row> {
    const row = await selectOwn(operator).where('id', '=', id).executeTakeFirst()
    if (!row) throw exportGone()
    return row
  }

  async function sweep(): Promise<void> {
    await store
      .deleteFrom('exports')
      .where('ended_at', '<', clock.now() - fileTtlMs)
      .execute()
  }

  function sweepLater(): void {
    if (closed) return
    const timer = setTimeout(() => {
      sweeps.delete(timer)
      sweep().catch(() => {})
    }, fileTtlMs + 1)
    timer.unref()
    sweeps.add(timer)
  }

  function present(row: Row): BatchExport {
    const { id, batch_id: batchId, status, form, at, state, read, rows, total, message } = row
    const pagesLeft = Math.ceil(Math.max(0, (total ?? 0) - read) / pageLimit.most)
    const secondsLeft = state === 'running' && total !== null ? Math.ceil(pages.estimateSeconds(pagesLeft)) : null
    return { id, batchId, status, form, at, state, read, total, rows, secondsLeft, message }
  }

  return {
    start,
    list,
    stop,
    file,
    observe,
    takeOver,
    close,
  }
}

export type Exports = ReturnType<typeof createExports>
