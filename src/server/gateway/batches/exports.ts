/**
 * Exports: every call of a batch as a file. Read page by page under the budget, at a pace that leaves most of it to people, one
 * page of all exports after another. What is read names people: it is its operator's alone, and is deleted when it is discarded, or half
 * an hour after its end. An export whose gateway ends is read anew by another.
 */

import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type BatchCallList, type BatchExport, type Operator, pageLimit, Refusal } from '#contract/index.ts'
import { dependsOnTime } from '#server/database/dependencies.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { ExportTable, Store } from '../store/store.ts'
import { type CallPages, isWanted } from './call-pages.ts'
import { type Exported, exportedCall, exportText, wasNeverPlaced } from './export-csv.ts'

type Wanted = Pick<BatchExport, 'batchId' | 'status' | 'form'>
/** Without the file, which may be large. */
type Row = Omit<Selectable<ExportTable>, 'file'>

/** ms for which an ended export can be fetched. */
const kept = 30 * 60_000
/** Under way at a time, of everybody. */
const most = 8

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

export function createExports(parts: {
  store: Store
  cluster: Cluster
  pages: CallPages
  clock: Clock
  recordAction: RecordAction
  writeQueue: WriteQueue
  contacts: Contacts
}) {
  const { store, cluster, pages, clock, recordAction, writeQueue, contacts } = parts
  /** Those that this gateway reads. */
  const reading = new Map<string, AbortController>()
  /** Calls whose people are known as never called already. */
  const learned = new LRUCache<string, true>({ max: 20_000 })
  const sweeps = new Set<NodeJS.Timeout>()
  let closed = false

  /**
   * Begins to read, or joins the same export of the same operator.
   *
   * @throws Refusal 503 when too many are under way, or when it cannot be recorded
   */
  async function start(wanted: Wanted, operator: Operator, who: Requester): Promise<BatchExport> {
    await sweep()
    const { batchId, status, form } = wanted
    const running = await rows().where('state', '=', 'running').execute()
    const same = running.find(
      (row) =>
        row.operator_id === operator.id && row.batch_id === batchId && row.status === status && row.form === form,
    )
    if (same) return present(same)
    if (running.length >= most)
      throw refusal({
        status: 503,
        code: 'busy',
        message: `${running.length} exports are being read already. Nothing was sent. Try again when one has ended.`,
      })
    const row: Row = {
      id: randomUUID(),
      gateway: cluster.number,
      batch_id: batchId,
      status,
      form,
      operator_id: operator.id,
      operator: who.operator,
      page: who.page,
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
    read(row)
    return present(row)
  }

  /** The operator's exports of a batch, the newest first. */
  async function list(batchId: string, operator: Operator): Promise<BatchExport[]> {
    const own = await of(operator).where('batch_id', '=', batchId).orderBy('at', 'desc').execute()
    for (const { ended_at } of own) if (ended_at !== null) dependsOnTime(steadyOf(clock, ended_at + kept) + 1)
    return own.filter(({ ended_at }) => ended_at === null || ended_at >= clock.now() - kept).map((row) => present(row))
  }

  /** Stops it, or discards what was read. @throws Refusal 404 */
  async function stop(id: string, operator: Operator): Promise<void> {
    await find(id, operator)
    // Another gateway that reads it finds no row with its next page.
    await store.deleteFrom('exports').where('id', '=', id).execute()
    reading.get(id)?.abort()
  }

  /** The file: UTF-8 with a mark, no cell begins a formula. @throws Refusal 404, 409 while it is not whole */
  async function file(id: string, operator: Operator): Promise<string> {
    const { state } = await find(id, operator)
    if (state !== 'done')
      throw refusal({ status: 409, code: 'invalid_state', message: 'This export is not whole, so there is no file.' })
    const row = await store.selectFrom('exports').select('file').where('id', '=', id).executeTakeFirst()
    if (row?.file == null) throw gone()
    return row.file
  }

  /** Reads no further. Another gateway does, or this one when it is started again. */
  function close(): void {
    closed = true
    for (const timer of sweeps) clearTimeout(timer)
    for (const stop of reading.values()) stop.abort()
  }

  /** Whom a list of calls shows as dropped before they were ever called: a new batch may continue with them. */
  async function observe(read: Read, { data, refusal }: Snapshot, isOurs: boolean): Promise<void> {
    const { batchId } = read.params
    if (!isOurs || read.name !== 'batchCallList' || batchId === undefined || refusal) return
    const dropped = (data as BatchCallList).calls.filter(
      (call) => wasNeverPlaced(call) && !learned.has(`${batchId}/${call.jobId}`),
    )
    if (dropped.length === 0) return
    await contacts.neverCalled(
      batchId,
      dropped.map(({ phone_number }) => phone_number),
    )
    for (const { jobId } of dropped) learned.set(`${batchId}/${jobId}`, true)
  }

  cluster.onTakeOver(async (numbers) => {
    await sweep()
    if (numbers.length === 0) return
    const taken = await store
      .updateTable('exports')
      .set({ gateway: cluster.number })
      .where('state', '=', 'running')
      .where('gateway', 'in', numbers)
      .returning(columns)
      .execute()
    for (const row of taken) read(row)
  })
  cluster.onFenced(() => {
    for (const stop of reading.values()) stop.abort()
  })

  /** At a pace of its own, beside what its operator reads. */
  function read(row: Row): void {
    if (closed) return
    const stop = new AbortController()
    reading.set(row.id, stop)
    void run(row, stop).finally(() => reading.delete(row.id))
  }

  async function run(
    { id, batch_id, status, form, operator, page, gateway }: Row,
    stop: AbortController,
  ): Promise<void> {
    /** By job: a page that moved while it was read brings nobody twice. null: not among those that are wanted. */
    const seen = new Map<string, Exported | null>()
    const wanted = { batchId: batch_id, status }
    const found = () => [...seen.values()].filter((row) => row !== null)
    const note = (change: Partial<ExportTable>) =>
      store
        .updateTable('exports')
        .set({ read: seen.size, rows: found().length, ...change })
        .where('id', '=', id)
        .where('gateway', '=', gateway)
        .returning('id')
        .execute()
    const end = (change: Partial<ExportTable>) =>
      writeQueue.write(async () => {
        await note({ ...change, ended_at: clock.now() })
        sweepLater()
      })
    try {
      await pages.readAll(wanted, { operator, page }, stop.signal, async ({ calls, pagination: { total } }) => {
        const before = seen.size
        for (const call of calls) seen.set(call.jobId, isWanted(wanted, call) ? exportedCall(call) : null)
        // Discarded, or another gateway's now. While the database is away that is not known, and reading goes on.
        const mine = await note({ total }).catch(() => [id])
        if (mine.length === 0) stop.abort()
        return seen.size > before
      })
      stop.signal.throwIfAborted()
      if (status === 'never_called')
        await contacts.neverCalled(
          batch_id,
          found().map(({ number }) => number),
        )
      await end({ state: 'done', file: exportText(form, found()) })
    } catch (error) {
      if (stop.signal.aborted) return
      const message = error instanceof Refusal ? error.message : 'Switchboard had an error of its own.'
      await end({ state: 'failed', message })
    }
  }

  const rows = () => store.selectFrom('exports').select(columns)
  const of = ({ id }: Operator) => rows().where('operator_id', /* guard: export-is-its-operators */ '=', id)
  const gone = () => notFound('There is no such export of yours any more. Nothing was sent. Begin it again.')

  async function find(id: string, operator: Operator): Promise<Row> {
    const row = await of(operator).where('id', '=', id).executeTakeFirst()
    if (!row) throw gone()
    return row
  }

  async function sweep(): Promise<void> {
    await store
      .deleteFrom('exports')
      .where('ended_at', '<', clock.now() - kept)
      .execute()
  }

  function sweepLater(): void {
    if (closed) return
    const timer = setTimeout(() => {
      sweeps.delete(timer)
      sweep().catch(() => {})
    }, kept + 1)
    timer.unref()
    sweeps.add(timer)
  }

  function present(row: Row): BatchExport {
    const { id, batch_id: batchId, status, form, at, state, read, rows, total, message } = row
    const left = Math.ceil(Math.max(0, (total ?? 0) - read) / pageLimit.most)
    const secondsLeft = state === 'running' && total !== null ? Math.ceil(pages.secondsFor(left)) : null
    return { id, batchId, status, form, at, state, read, total, rows, secondsLeft, message }
  }

  return {
    start,
    list,
    stop,
    file,
    observe,
    close,
  }
}

export type Exports = ReturnType<typeof createExports>
