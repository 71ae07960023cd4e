/**
 * Cancels what remains of a batch when calling hours end where the first of its people is; also after the gateway was down at that
 * moment, as soon as it is back. The cancel goes the gateway's own way, in the ledger, and is tried again until the batch is cancelled
 * or has ended. Once its last calls have ended, those who were never called are read from the service and stand as prepared batches:
 * those who may be called now, and those whose hours open later. A batch that an operator or the breaker has cancelled is left alone.
 */
import { openingsOf } from '#calling-hours/groups.ts'
import { groupByPlace } from '#calling-hours/people.ts'
import { hoursOf, type Operator, Refusal } from '#contract/index.ts'
import { type CallPages, isSelected } from '../batches/call-pages.ts'
import type { CheckFile } from '../batches/checked-file.ts'
import type { ClosingRow, Closings } from '../batches/closings.ts'
import { type ExportedCall, exportCall, exportText } from '../batches/export-csv.ts'
import type { PreparedBatches, StoredFields } from '../batches/prepared-batches.ts'
import type { CallingRuleSetting } from '../calling-rules/setting.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { InTransaction } from '../ledger/types.ts'
import type { Progress } from '../registry/batches.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'

/** Longest sleep, ms: a start just before the hours end, or a clock that is set, delays a cancel by no more. */
const longestSleepMs = 5_000
/** A cancel or a reading that had no effect is tried again after this long, ms, and later after the longer time. */
const firstRetryMs = 15_000
const longestRetryMs = 60_000
const who = { operator: 'Switchboard', page: 'batches' }

export type HoursWatchdog = ReturnType<typeof createHoursWatchdog>

/**
 * @param deps.cancel cancels a batch in Switchboard's own name. @throws Refusal
 * @param deps.look reads anew how far a batch is; null: it cannot be read
 * @param deps.onPrepared a prepared batch may have to be started now
 */
export function createHoursWatchdog(deps: {
  store: Store
  cluster: Pick<Cluster, 'isLeader'>
  closings: Closings
  prepared: PreparedBatches
  pages: CallPages
  contacts: Contacts
  checkFile: CheckFile
  setting: Pick<CallingRuleSetting, 'of'>
  cancel: (batchId: string, intention: { key: string; reason: string; also: InTransaction }) => Promise<unknown>
  look: (batchId: string) => Promise<Progress | null>
  onPrepared: () => void
  clock: Clock
  log: Log
}) {
  const {
    store,
    cluster,
    closings,
    prepared,
    pages,
    contacts,
    checkFile,
    setting,
    cancel,
    look,
    onPrepared,
    clock,
    log,
  } = deps
  /** By start: when it is tried again (steady clock), and after how many tries. */
  const retries = new Map<string, { at: number; tries: number }>()
  /** By start: the state in which it was dealt with. The disk may not have taken that yet. */
  const handled = new Map<string, ClosingRow['state']>()
  const stop = new AbortController()
  let turn: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function closeBatch(row: ClosingRow): Promise<void> {
    const { start_id, batch_id, attempt } = row
    // A cancel of which nobody knows whether it was carried out stops no call.
    // guard: closing-leaves-ended-batches
    if ((await closings.isCancelledByOthers(batch_id, { isCertain: true })) || (attempt === 0 && row.complete === 1))
      return closings.update(start_id, { state: 'ended' })
    // The answer to the try before may be all that was lost.
    const seen = /* guard: batch-is-closed-once */ attempt > 0 ? await look(batch_id) : null
    if (!seen?.isComplete && seen?.status !== 'cancelled') {
      const also: InTransaction = async (store, cancel_id) => {
        const tried = { cancel_id, attempt: attempt + 1 }
        await store.updateTable('batch_closings').set(tried).where('start_id', '=', start_id).execute()
      }
      const reason = `Calling hours ended at ${row.place}.`
      await cancel(batch_id, { key: `closing/${batch_id}/${attempt + 1}`, reason, also })
      log.info({ batchId: batch_id }, 'a batch was cancelled because calling hours ended')
    }
    await closings.update(start_id, { state: 'cancelled', cancelled_at: clock.now(), problem: null })
  }

  async function neverCalled(batchId: string): Promise<ExportedCall[]> {
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
   * Those who may be called now wait for nothing but a start; the others until their hours open: by zone where Switchboard starts them,
   * in one batch where a person does.
   */
  async function prepareNeverCalled(row: ClosingRow): Promise<void> {
    const { start_id, batch_id, workspace, target } = row
    // Somebody wanted the batch to end, in the same moment or since.
    // guard: cancel-by-hand-ends-a-batch
    if (await closings.isCancelledByOthers(batch_id))
      return closings.update(start_id, { state: 'ended', problem: null })
    const left = await neverCalled(batch_id)
    if (left.length === 0) return closings.update(start_id, { state: 'ended', problem: null })
    const { recipients, hashes, write } = await checkFile(Buffer.from(exportText('recipients', left)))
    const numbers = recipients.map(({ phone_number }) => phone_number)
    const fields = JSON.parse(row.fields) as StoredFields
    const hours = hoursOf(fields, (await setting.of(workspace)).hours)
    const groups = groupByPlace(numbers.map((number) => Number(number.slice(1))))
    const operator: Operator = { id: row.operator_id, name: row.operator, roles: [] }
    await store.transaction().execute(async (store) => {
      const { numUpdatedRows } = await store
        .updateTable('batch_closings')
        .set({ state: 'prepared', problem: null })
        .where('start_id', '=', start_id)
        .where('state', '=', 'cancelled')
        .executeTakeFirst()
      // guard: never-called-are-prepared-once
      if (Number(numUpdatedRows) === 0) return
      for (const { groups: some, at } of openingsOf(groups, hours, clock.now(), row.after_hours === 'gateway')) {
        const places = some.flatMap(({ places }) => places).toSorted((one, other) => one - other)
        const people = places.flatMap((place) => recipients[place] ?? [])
        await prepared.add(store, start_id, {
          reason: 'window_closed',
          target,
          fields,
          file: write(people).toString(),
          recipients: people,
          hashes: places.flatMap((place) => hashes[place] ?? []),
          operator,
          workspace,
          batchId: batch_id,
          startedBy: at === null ? 'person' : row.after_hours,
          startsAt: at ?? undefined,
        })
      }
    })
    // They are held back by now: no other start may call them in between.
    await contacts.neverCalled(batch_id, numbers)
    onPrepared()
  }

  async function tryOne(row: ClosingRow): Promise<void> {
    const { start_id, batch_id, state } = row
    const before = retries.get(start_id)
    if (handled.get(start_id) === state || (before && before.at > clock.steady())) return
    try {
      await (state === 'open' ? closeBatch(row) : prepareNeverCalled(row))
      handled.set(start_id, state)
      retries.delete(start_id)
    } catch (error) {
      if (stop.signal.aborted) return
      const tries = (before?.tries ?? 0) + 1
      const wait = Math.min(longestRetryMs, firstRetryMs * tries)
      retries.set(start_id, { at: clock.steady() + wait, tries })
      const problem = error instanceof Refusal ? error.message : 'Switchboard had an error of its own.'
      log.error(
        { batchId: batch_id, state, error: error instanceof Refusal ? error.code : String(error) },
        'a batch whose calling hours have ended could not be cancelled, or those never called could not be prepared',
      )
      await closings.update(start_id, { problem })
    }
  }

  async function runDue(): Promise<void> {
    // Of several gateways the leader cancels. Where two believe that they lead, both cancels have one key.
    if (stop.signal.aborted || !cluster.isLeader()) return
    // A service that answers one of them late holds up no other.
    await Promise.all((await closings.due(clock.now())).map(tryOne))
  }

  /** Sleeps until the next batch has to be cancelled. */
  async function arm(): Promise<void> {
    clearTimeout(timer)
    const now = clock.now()
    const next = await closings.nextAt(now).catch(() => undefined)
    if (stop.signal.aborted) return
    timer = setTimeout(() => void run(), Math.min(longestSleepMs, (next ?? Infinity) - now))
    timer.unref()
  }

  /** Cancels and prepares what is due; resolves when it is. Nothing is thrown. */
  function run(): Promise<void> {
    turn = turn
      .then(runDue)
      .catch((error: unknown) => log.error({ error: String(error) }, 'calling hours could not be watched'))
      .then(arm)
    return turn
  }

  return {
    run,

    /** Resolves when nothing is being cancelled or read. */
    async close(): Promise<void> {
      stop.abort()
      clearTimeout(timer)
      await turn
    },
  }
}
