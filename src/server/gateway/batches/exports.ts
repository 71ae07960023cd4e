/**
 * Exports: every call of a batch as a file. Read page by page under the budget, at a pace that leaves most of it to people, one
 * page of all exports after another. What is read names people: it stays in memory, is its operator's alone, and goes with the
 * process, when it is stopped, or half an hour after its end.
 */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type BatchCallList, type BatchExport, type Operator, pageLimit, Refusal } from '#contract/index.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Deeds } from '../ledger/admin-actions.ts'
import type { Clock } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Who } from '../shared/who.ts'
import { type CallPages, isWanted } from './call-pages.ts'
import { type Exported, exportedCall, exportText, wasNeverPlaced } from './export-csv.ts'

type Wanted = Pick<BatchExport, 'batchId' | 'status' | 'form'>
interface Job extends Wanted {
  id: string
  operatorId: string
  at: number
  state: BatchExport['state']
  /** By job: a page that moved while it was read brings nobody twice. null: not among those that are wanted. */
  rows: Map<string, Exported | null>
  total: number | null
  message: string
  endedAt: number | null
  stop: AbortController
}

/** ms for which an ended export can be fetched. */
const kept = 30 * 60_000
/** Under way at a time, of everybody. */
const most = 8

const rowsOf = ({ rows }: Job): Exported[] => [...rows.values()].filter((row) => row !== null)

export function createExports(parts: { pages: CallPages; clock: Clock; deeds: Deeds; contacts: Contacts }) {
  const { pages, clock, deeds, contacts } = parts
  const jobs = new Map<string, Job>()
  /** Calls whose people are known as never called already. */
  const learned = new LRUCache<string, true>({ max: 20_000 })

  /**
   * Begins to read, or joins the same export of the same operator.
   *
   * @throws Refusal 503 when too many are under way, or when it cannot be recorded
   */
  async function start(wanted: Wanted, operator: Operator, who: Who): Promise<BatchExport> {
    sweep()
    const same = of(operator).find(
      (job) =>
        job.state === 'running' &&
        job.batchId === wanted.batchId &&
        job.status === wanted.status &&
        job.form === wanted.form,
    )
    if (same) return present(same)
    const running = [...jobs.values()].filter(({ state }) => state === 'running')
    if (running.length >= most)
      throw refusal({
        status: 503,
        code: 'busy',
        message: `${running.length} exports are being read already. Nothing was sent. Try again when one has ended.`,
      })
    const { batchId, status, form } = wanted
    const ids = { batchId, status, form }
    const job = await deeds({ endpoint: 'batchExportStart', ids, operator }, () => {
      const made: Job = {
        ...wanted,
        id: randomUUID(),
        operatorId: operator.id,
        at: clock.now(),
        state: 'running',
        rows: new Map(),
        total: null,
        message: '',
        endedAt: null,
        stop: new AbortController(),
      }
      jobs.set(made.id, made)
      return Promise.resolve(made)
    })
    // At a pace of its own, beside what its operator reads.
    void run(job, { operator: who.operator, page: who.page })
    return present(job)
  }

  /** The operator's exports of a batch, the newest first. */
  function list(batchId: string, operator: Operator): BatchExport[] {
    sweep()
    return of(operator)
      .filter((job) => job.batchId === batchId)
      .toSorted((a, b) => b.at - a.at)
      .map((job) => present(job))
  }

  /** Stops it, or discards what was read. @throws Refusal 404 */
  function stop(id: string, operator: Operator): void {
    const job = find(id, operator)
    job.stop.abort()
    jobs.delete(id)
  }

  /** The file: UTF-8 with a mark, no cell begins a formula. @throws Refusal 404, 409 while it is not whole */
  function file(id: string, operator: Operator): string {
    const job = find(id, operator)
    const { state, form } = job
    if (state !== 'done')
      throw refusal({ status: 409, code: 'invalid_state', message: 'This export is not whole, so there is no file.' })
    return exportText(form, rowsOf(job))
  }

  function close(): void {
    for (const { stop } of jobs.values()) stop.abort()
    jobs.clear()
  }

  /** Whom a list of calls shows as dropped before they were ever called: a new batch may continue with them. */
  async function observe(read: Read, { data, refusal }: Snapshot): Promise<void> {
    const { batchId } = read.params
    if (read.name !== 'batchCallList' || batchId === undefined || refusal) return
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

  async function run(job: Job, who: Who): Promise<void> {
    try {
      await pages.readAll(job, who, job.stop.signal, ({ calls, pagination }) => {
        const before = job.rows.size
        for (const call of calls) job.rows.set(call.jobId, isWanted(job, call) ? exportedCall(call) : null)
        job.total = pagination.total
        return job.rows.size > before
      })
      if (job.status === 'never_called')
        await contacts.neverCalled(
          job.batchId,
          rowsOf(job).map(({ number }) => number),
        )
      job.state = 'done'
    } catch (error) {
      if (job.stop.signal.aborted) return
      job.state = 'failed'
      job.message = error instanceof Refusal ? error.message : 'Switchboard had an error of its own.'
    } finally {
      job.endedAt = clock.now()
    }
  }

  function of(operator: Operator): Job[] {
    return [...jobs.values()].filter(
      /* guard: export-is-its-operators */ ({ operatorId }) => operatorId === operator.id,
    )
  }

  function find(id: string, operator: Operator): Job {
    const job = of(operator).find((one) => one.id === id)
    if (!job) throw notFound('There is no such export of yours any more. Nothing was sent. Begin it again.')
    return job
  }

  function sweep(): void {
    const before = clock.now() - kept
    for (const job of jobs.values()) if (job.endedAt !== null && job.endedAt < before) jobs.delete(job.id)
  }

  function present(job: Job): BatchExport {
    const { id, batchId, status, form, at, state, rows, total, message } = job
    const left = Math.ceil(Math.max(0, (total ?? 0) - rows.size) / pageLimit.most)
    const secondsLeft = state === 'running' && total !== null ? Math.ceil(pages.secondsFor(left)) : null
    const read = rows.size
    return { id, batchId, status, form, at, state, read, total, rows: rowsOf(job).length, secondsLeft, message }
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
