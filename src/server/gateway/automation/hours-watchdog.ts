/**
 * Cancels the rest of a batch when calling hours end for the first of its people. If the gateway was down at that moment, it cancels as
 * soon as it is back. The cancel is recorded in the ledger and retried until the batch is cancelled or has ended. Once its last calls
 * have ended, the people who were never called are read from the service and become prepared batches: one for those who may be called
 * now, others for those whose hours begin later. Batches that an operator or the breaker has cancelled are left alone.
 */
import { openingsOf } from '#calling-hours/groups.ts'
import { groupByPlace } from '#calling-hours/people.ts'
import { hoursOf, type Operator, Refusal } from '#contract/index.ts'
import { type CallPages, isSelected } from '../batches/call-pages.ts'
import type { FileChecks } from '../batches/checked-file.ts'
import type { ClosingRow, Closings } from '../batches/closings.ts'
import { type ExportedCall, exportCall, exportText } from '../batches/export-csv.ts'
import type { PreparedBatches, StoredFields } from '../batches/prepared-batches.ts'
import type { CallingRuleSetting } from '../calling-rules/setting.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Core } from '../cluster/core.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { InTransaction } from '../ledger/types.ts'
import type { Progress } from '../registry/batches.ts'
import type { Store } from '../store/store.ts'

/** Limits the delay of a cancel after a start just before the hours end, or after the clock was set. */
const maxSleepMs = 5_000
/** Delays before a failed cancel or read is retried; they grow with each attempt. */
const firstRetryMs = 15_000
const maxRetryMs = 60_000
const who = { operator: '', page: 'batches' }

/**
 * @param deps.cancel cancels a batch in Switchboard's name. @throws Refusal
 * @param deps.look reads a batch's progress from the service; null: it cannot be read
 * @param deps.onPrepared a prepared batch may have to be started now
 */
export function createHoursWatchdog(
  deps: Pick<Core, 'store' | 'clock' | 'log'> & {
    cluster: Pick<Cluster, 'isLeader'>
    closings: Closings
    preparedBatches: PreparedBatches
    pages: CallPages
    contacts: Contacts
    checkFile: FileChecks['checkFile']
    setting: Pick<CallingRuleSetting, 'get'>
    cancel: (batchId: string, intention: { key: string; reason: string; also: InTransaction }) => Promise<unknown>
    refreshBatch: (batchId: string) => Promise<Progress | null>
    onPrepared: () => void
  },
) {
  const {
    store,
    cluster,
    closings,
    preparedBatches,
    pages,
    contacts,
    checkFile,
    setting,
    cancel,
    refreshBatch,
    onPrepared,
    clock,
    log,
  } = deps
  /** By start: when it is retried (steady clock, ms), and how many attempts there were. */
  const retries = new Map<string, { at: number; tries: number }>()
  /** By start: the last state that was handled. The database may not have accepted its update yet. */
  const handledStates = new Map<string, ClosingRow['state']>()
  const stop = new AbortController()
  let lastRun: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function closeBatch(row: ClosingRow): Promise<void> {
    const { start_id, batch_id, attempt } = row
    // A cancel with an unknown outcome may have stopped no call, so only certain ones count.
    // guard: closing-leaves-ended-batches
    if ((await closings.isCancelledByOthers(batch_id, { isCertain: true })) || (attempt === 0 && row.complete === 1))
      return closings.update(start_id, { state: 'ended' })
    // Only the answer of the previous attempt may have been lost.
    const progress = /* guard: batch-is-closed-once */ attempt > 0 ? await refreshBatch(batch_id) : null
    if (!progress?.isComplete && progress?.status !== 'cancelled') {
      const also: InTransaction = async (store, cancel_id) => {
        const attempted = { cancel_id, attempt: attempt + 1 }
        await store.updateTable('batch_closings').set(attempted).where('start_id', '=', start_id).execute()
      }
      const reason = `Calling hours ended at ${row.place}.`
      await cancel(batch_id, { key: `closing/${batch_id}/${attempt + 1}`, reason, also })
      log.info({ batchId: batch_id }, 'a batch was cancelled because calling hours ended')
    }
    await closings.update(start_id, { state: 'cancelled', cancelled_at: clock.now(), problem: null })
  }

  async function readNeverCalled(batchId: string): Promise<ExportedCall[]> {
    const rows = new Map<string, ExportedCall | null>()
    const wanted = { batchId, status: 'never_called' } as const
    await pages.readAll(wanted, who, stop.signal, ({ calls }) => {
      const before = rows.size
      for (const call of calls) rows.set(call.jobId, isSelected(wanted, call) ? exportCall(call) : null)
      return rows.size > before
    })
    return [...rows.values()].filter((row) => row !== null)
  }

  /**
   * Prepares the people who were never called. Those who may be called now wait for a person to start them. The others wait until their
   * hours begin: in one batch per zone if Switchboard starts them, in one batch if a person does.
   */
  async function prepareNeverCalled(row: ClosingRow): Promise<void> {
    const { start_id, batch_id, workspace, target } = row
    // Someone cancelled the batch at the same moment or later, so nobody of it is to be called.
    // guard: cancel-by-hand-ends-a-batch
    if (await closings.isCancelledByOthers(batch_id))
      return closings.update(start_id, { state: 'ended', problem: null })
    const left = await readNeverCalled(batch_id)
    if (left.length === 0) return closings.update(start_id, { state: 'ended', problem: null })
    const { recipients, hashes, write } = await checkFile(Buffer.from(exportText('recipients', left)), {
      person: row.operator_id,
      isStart: true,
    })
    const numbers = recipients.map(({ phone_number }) => phone_number)
    const fields = JSON.parse(row.fields) as StoredFields
    const hours = hoursOf(fields, (await setting.get(workspace)).hours)
    const groups = groupByPlace(numbers.map((number) => Number(number.slice(1))))
    const operator: Operator = { id: row.operator_id, name: row.operator, roles: [] }
    const openings = openingsOf(groups, hours, clock.now(), row.after_hours === 'gateway').map(
      ({ groups: some, at }) => {
        const places = some.flatMap(({ positions }) => positions).toSorted((one, other) => one - other)
        const list = { hashes: places.flatMap((place) => hashes[place] ?? []) }
        return { people: places.flatMap((place) => recipients[place] ?? []), list, at }
      },
    )
    const record = async (store: Store) => {
      const { numUpdatedRows } = await store
        .updateTable('batch_closings')
        .set({ state: 'prepared', problem: null })
        .where('start_id', '=', start_id)
        .where('state', '=', 'cancelled')
        .executeTakeFirst()
      // guard: never-called-are-prepared-once
      if (Number(numUpdatedRows) === 0) return
      for (const { people, list, at } of openings)
        await preparedBatches.add(store, start_id, {
          reason: 'window_closed',
          target,
          fields,
          file: write(people).toString(),
          recipients: people,
          list,
          operator,
          workspace,
          batchId: batch_id,
          startedBy: at === null ? 'person' : row.after_hours,
          startsAt: at ?? undefined,
        })
    }
    const lists = openings.map(({ list }) => list)
    await contacts.writeBefore(lists, () => store.transaction().execute(record))
    // Only now that they are held back, so that no other start can call them in between.
    await contacts.deleteNeverCalled(batch_id, numbers)
    onPrepared()
  }

  async function handle(row: ClosingRow): Promise<void> {
    const { start_id, batch_id, state } = row
    const before = retries.get(start_id)
    if (handledStates.get(start_id) === state || (before && before.at > clock.steady())) return
    try {
      await (state === 'open' ? closeBatch(row) : prepareNeverCalled(row))
      handledStates.set(start_id, state)
      retries.delete(start_id)
    } catch (error) {
      if (stop.signal.aborted) return
      const tries = (before?.tries ?? 0) + 1
      const wait = Math.min(maxRetryMs, firstRetryMs * tries)
      retries.set(start_id, { at: clock.steady() + wait, tries })
      const problem = error instanceof Refusal ? error.message : 'Switchboard had an internal error.'
      log.error(
        { batchId: batch_id, state, error: error instanceof Refusal ? error.code : String(error) },
        'calling hours ended, but a batch could not be cancelled or the people never called could not be prepared',
      )
      await closings.update(start_id, { problem })
    }
  }

  async function runDue(): Promise<void> {
    // Only the leader cancels. If two gateways believe that they lead, their cancels have the same key.
    if (stop.signal.aborted || !cluster.isLeader()) return
    // In parallel, so that one late answer of the service does not delay the others.
    await Promise.all((await closings.listDue(clock.now())).map(handle))
  }

  /** Schedules the next run for when the next batch has to be cancelled. */
  async function schedule(): Promise<void> {
    clearTimeout(timer)
    const now = clock.now()
    const next = await closings.nextClosingAt(now).catch(() => undefined)
    if (stop.signal.aborted) return
    timer = setTimeout(() => void run(), Math.min(maxSleepMs, (next ?? Infinity) - now))
    timer.unref()
  }

  /** Cancels and prepares what is due. Resolves when done; never rejects. */
  function run(): Promise<void> {
    lastRun = lastRun
      .then(runDue)
      .catch((error: unknown) => log.error({ error: String(error) }, 'the check for ended calling hours failed'))
      .then(schedule)
    return lastRun
  }

  return {
    run,

    /** Stops the watchdog. Resolves when nothing is being cancelled or read. */
    async close(): Promise<void> {
      stop.abort()
      clearTimeout(timer)
      await lastRun
    },
  }
}
