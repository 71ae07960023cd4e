/**
 * Starts prepared batches that need no decision: the next part of a large file once the part before it has ended, and batches with a
 * start time. Each start makes all checks and is recorded in the ledger in the name of the operator who started the launch. Nothing
 * starts while changes are stopped. A batch that must not start automatically any more, such as a part after a cancelled one or a
 * refused start, is left to a person with the reason.
 */
import { type Operator, Refusal } from '#contract/index.ts'
import type { Closings } from '../batches/closings.ts'
import { decisionTtlMs, type PreparedBatches, type PreparedRow } from '../batches/prepared-batches.ts'
import type { StartPrepared } from '../batches/prepared-starts.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Core } from '../cluster/core.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { Registry } from '../registry/registry.ts'

/** How often the table is checked for due batches. Costs the service nothing. */
const checkIntervalMs = 10_000
/** Delay after a temporary refusal. */
const retryDelayMs = 60_000
/** Refusals after which a start is retried: nothing was sent, and the cause is not the start itself. */
const temporaryRefusals: readonly string[] = ['over_budget', 'stopped', 'service_down', 'not_recorded', 'stopping']
/** The people can be called later in the day, so the start is retried for a day. */
const outsideHours = 'outside_hours'
const hoursRetryDelayMs = 5 * 60_000
const maxHoursWaitMs = 24 * 3_600_000

/** "22 November 2026". In UTC, because its readers may be in any zone. */
const dateInWords = (at: number) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function createAutomaticStarts(
  deps: Pick<Core, 'store' | 'clock' | 'log'> & {
    cluster: Pick<Cluster, 'isLeader'>
    preparedBatches: PreparedBatches
    startPrepared: StartPrepared
    registry: Registry
    closings: Closings
    stopSwitch: StopSwitch
    /** Everybody who may start batches now. */
    starters: () => Promise<readonly Pick<Operator, 'id'>[]>
    /** Invalidates the cached batches. */
    onStart: () => void
  },
) {
  const {
    store,
    cluster,
    preparedBatches,
    startPrepared,
    registry,
    closings,
    stopSwitch,
    starters,
    onStart,
    clock,
    log,
  } = deps
  const retryAt = new Map<string, number>()
  const outsideSince = new Map<string, number>()
  let lastRun: Promise<void> = Promise.resolve()
  let isClosed = false

  /** @returns null: the previous batch has ended, so the next part may start; 'wait': it has not; `problem`: a person has to decide */
  async function readiness(batchId: string): Promise<'wait' | { problem: string } | null> {
    if (batchId === '')
      return {
        problem: 'The service gave no ID for the previous batch, so Switchboard cannot tell when that batch ends.',
      }
    // Ask first, then read: the data of an ended batch no longer changes.
    const hasEnded = await registry.isComplete(batchId)
    const batch = await registry.find(batchId)
    const name = batch?.name ?? batchId
    const cancelled = { problem: `${name} was cancelled.` }
    const closing = await closings.find(batchId)
    if (closing && closing.attempt > 0) {
      // The people left when calling hours ended come first, before the next part.
      if (
        closing.state === 'open' ||
        closing.state === 'cancelled' ||
        (await preparedBatches.hasUncalledPeopleOf(batchId))
      )
        return 'wait'
      // Nobody was left, unless someone else cancelled the batch too.
      if (closing.state === 'ended') return (await closings.isCancelledByOthers(batchId)) ? cancelled : null
    }
    // guard: parts-stop-after-a-cancel
    if (await closings.isCancelledByOthers(batchId)) return cancelled
    if (!hasEnded) return 'wait'
    const { progress } = batch ?? {}
    if (!progress?.isComplete) return { problem: `The service no longer knows ${name}.` }
    if (progress.status === 'cancelled' || progress.cancelled) return cancelled
    return progress.status === 'failed' ? { problem: `${name} failed.` } : null
  }

  /** @returns the name of a batch of the same launch that was cancelled since these people wait; undefined: none */
  async function cancelledSince({ batch_id, at }: PreparedRow): Promise<string | undefined> {
    const before = await registry.find(batch_id ?? '')
    const isElsewhere = before?.progress?.status === 'cancelled' && !(await closings.find(before.batchId))?.attempt
    if (isElsewhere) return before.name
    const batches = await store
      .selectFrom('known_batches')
      .select(['batch_id', 'name'])
      .where('launch_id', '=', before?.launchId ?? '')
      .execute()
    for (const one of batches) if (await closings.isCancelledByOthers(one.batch_id, { since: at })) return one.name
    return undefined
  }

  /** @returns when this process first found the batch outside the calling hours, epoch ms */
  function firstOutsideAt(id: string): number {
    const since = outsideSince.get(id) ?? clock.now()
    outsideSince.set(id, since)
    return since
  }

  /** @returns why a person has to decide on the start; null: Switchboard may start it */
  async function reasonToAskPerson(row: PreparedRow): Promise<string | null> {
    const { operator, operator_id, starts_at } = row
    const cancelled = row.reason === 'next_part' ? undefined : await cancelledSince(row)
    // guard: others-stop-after-a-cancel
    if (cancelled !== undefined) return `${cancelled} was cancelled.`
    // guard: starts-by-itself-for-who-may-start
    if (!(await starters()).some(({ id }) => id === operator_id))
      return `${operator}, who started this batch, can no longer start batches.`
    // Changes were stopped, or Switchboard was not running. After a week the start may no longer be wanted.
    // guard: late-starts-wait
    if (starts_at !== null && starts_at < clock.now() - decisionTtlMs)
      return `It was due to start on ${dateInWords(starts_at)}, more than a week ago.`
    return null
  }

  async function startOne(row: PreparedRow): Promise<void> {
    if ((retryAt.get(row.id) ?? 0) > clock.now()) return
    if (row.reason === 'next_part') {
      const ready = await readiness(row.batch_id ?? '')
      if (ready === 'wait') return
      if (ready) return preparedBatches.leaveToPerson(row.id, ready.problem)
    }
    const problem = await reasonToAskPerson(row)
    if (problem !== null) return preparedBatches.leaveToPerson(row.id, problem)
    const operator: Operator = { id: row.operator_id ?? '', name: row.operator, roles: [] }
    try {
      await startPrepared(
        row.id,
        { isAutomatic: true },
        // A new key for each attempt, so that a refused start can be retried. The row can be claimed once (`PreparedBatches.claim`).
        {
          key: crypto.randomUUID(),
          operator,
          requester: { operator: row.operator, page: 'batches', person: operator.id },
          workspace: row.workspace ?? '',
        },
      )
      onStart()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A person settles an unknown outcome. Until then its row stays claimed.
      if (error.data.sent === 'unknown') return onStart()
      const now = clock.now()
      if (temporaryRefusals.includes(error.code)) retryAt.set(row.id, now + retryDelayMs)
      else if (error.code === outsideHours && now - firstOutsideAt(row.id) < maxHoursWaitMs)
        retryAt.set(row.id, now + hoursRetryDelayMs)
      else await preparedBatches.leaveToPerson(row.id, error.message)
    }
  }

  async function startDue(): Promise<void> {
    // Only the leader starts batches. If two gateways believe that they lead, only one can claim the row.
    if (!cluster.isLeader()) return
    // guard: stopped-parts-wait
    if (isClosed || stopSwitch.refusalOf('batchStart')) return
    for (const row of await preparedBatches.listDueForGateway()) await startOne(row)
  }

  /** Starts due batches one after another. Resolves when done; never rejects. */
  function run(): Promise<void> {
    lastRun = lastRun.then(startDue).catch((error: unknown) => {
      log.error({ error: String(error) }, 'could not start a prepared batch')
    })
    return lastRun
  }
  const timer = setInterval(() => void run(), checkIntervalMs)
  timer.unref()

  return {
    run,

    /** Stops automatic starts. Resolves when the current one has ended. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await lastRun
    },
  }
}
