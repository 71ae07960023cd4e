/**
 * Exports: every call of a batch as a file. Read page by page under the budget, at a pace that leaves most of it to people, one
 * page of all exports after another. What is read names people: it stays in memory, is its operator's alone, and goes with the
 * process, when it is stopped, or half an hour after its end.
 */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import {
  type BatchCall,
  type BatchCallList,
  type BatchExport,
  type Operator,
  pageLimit,
  Refusal,
  serviceEndpoints,
} from '#contract/index.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Deeds } from '../ledger/admin-actions.ts'
import type { Clock } from '../shared/clock.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Who } from '../shared/who.ts'
import { addressOf, parseReading } from '../upstream/answers.ts'
import type { Ask } from '../upstream/budgeted-request.ts'
import { noAnswer, refusedByService } from '../upstream/refusals.ts'
import { type Exported, exportedCall, exportText, wasNeverPlaced } from './export-csv.ts'
import { createPace, type Pace } from './export-pace.ts'

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
/** ms that a page waits for its place before its turn comes again. */
const patience = 8_000
/** A page that brings no answer is asked again so often, after so many ms. */
const tries = 4
const between = 5_000
/** Under way at a time, of everybody. */
const most = 8

const isWanted = ({ status }: Wanted, call: BatchCall): boolean =>
  status !== 'never_called' || /* guard: only-never-placed-calls-continue */ wasNeverPlaced(call)
const rowsOf = ({ rows }: Job): Exported[] => [...rows.values()].filter((row) => row !== null)

export function createExports(parts: { ask: Ask; clock: Clock; deeds: Deeds; contacts: Contacts; perMinute: number }) {
  const { ask, clock, deeds, contacts } = parts
  const jobs = new Map<string, Job>()
  /** Calls whose people are known as never called already. */
  const learned = new LRUCache<string, true>({ max: 20_000 })
  const pace: Pace = createPace(parts.perMinute, parts.clock.steady)

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

  /** Stops it, or puts away what was read. @throws Refusal 404 */
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
      for (let page = 1; ; page += 1) {
        const { calls, pagination } = await readPage(job, page, who)
        if (job.stop.signal.aborted) return
        const before = job.rows.size
        for (const call of calls) job.rows.set(call.jobId, isWanted(job, call) ? exportedCall(call) : null)
        job.total = pagination.total
        // A service that gives the same page for ever is not asked for ever.
        if (!pagination.hasNext || job.rows.size === before) break
      }
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

  /** A page, in its turn. A spent budget is waited for; other troubles a few times. */
  async function readPage(job: Job, page: number, who: Who): Promise<BatchCallList> {
    const { signal } = job.stop
    for (let left = tries - 1; ; ) {
      await pace.turn(signal)
      try {
        return await read(job, page, who)
      } catch (error) {
        if (!(error instanceof Refusal) || signal.aborted) throw error
        const { code, by, status, retryAfter } = error.data
        const isLate = code === 'over_budget'
        if (!isLate && (left === 0 || (by === 'service' && status < 500))) throw error
        if (!isLate) left -= 1
        await pace.rest(isLate ? (retryAfter ?? 1) * 1_000 : between, signal)
      }
    }
  }

  async function read({ batchId, status }: Job, page: number, who: Who): Promise<BatchCallList> {
    const endpoint = serviceEndpoints.batchCallList
    const asked = status === 'never_called' ? 'cancelled' : status
    const path = addressOf(endpoint.path, { batchId }, { page, limit: pageLimit.most, status: asked })
    const outgoing = { kind: 'read', endpoint: 'batchCallList', method: 'GET', path, workspace: null } as const
    const exchange = await ask(outgoing, 'reads', who, patience)
    if (exchange.kind === 'failure') throw noAnswer(exchange)
    if (exchange.status < 200 || exchange.status > 299) throw refusedByService(exchange, clock.now())
    return parseReading(endpoint, exchange.body.toString('utf8'), { batchId }) as BatchCallList
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
    const pages = Math.ceil(Math.max(0, (total ?? 0) - rows.size) / pageLimit.most)
    const secondsLeft = state === 'running' && total !== null ? Math.ceil(pace.secondsFor(pages)) : null
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
