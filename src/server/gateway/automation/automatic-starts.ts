/**
 * Starts prepared batches that nobody has to decide about: the next part of a large file once the part before it has ended, and what has
 * a time of its own. Each goes the way of every start: all checks, the ledger, in the name of whoever started the launch. Nothing starts
 * while changes are stopped; it starts once they are allowed again. What must not go by itself any more is left to a person, with
 * the reason: a part after one that was cancelled, a start that is refused.
 */
import { type Operator, Refusal } from '#contract/index.ts'
import type { Closings } from '../batches/closings.ts'
import { decisionTtlMs, type PreparedBatches, type PreparedRow } from '../batches/prepared-batches.ts'
import type { StartPrepared } from '../batches/prepared-starts.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'

/** How often the table is read for what is due, ms. It costs the service nothing. */
const everyMs = 10_000
/** After a refusal that may pass by itself, ms. */
const retryAfterMs = 60_000
/** Refusals that say nothing about this start: it is tried again. Nothing was sent. */
const passing: readonly string[] = ['over_budget', 'stopped', 'service_down', 'not_recorded', 'stopping']
/** Its people may be called later in the day: it is tried again, for a day. */
const outsideHours = 'outside_hours'
const hoursRetryMs = 5 * 60_000
const hoursWaitMs = 24 * 3_600_000

/** "22 November 2026": in UTC, since who reads it may be anywhere. */
const day = (at: number) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export type AutomaticStarts = ReturnType<typeof createAutomaticStarts>

export function createAutomaticStarts(deps: {
  store: Store
  cluster: Pick<Cluster, 'isLeader'>
  prepared: PreparedBatches
  startPrepared: StartPrepared
  registry: Registry
  closings: Closings
  stopSwitch: StopSwitch
  /** Everybody who may start batches now. */
  starters: () => Promise<readonly Pick<Operator, 'id'>[]>
  /** The batches that have changed are to be read again. */
  onStart: () => void
  clock: Clock
  log: Log
}) {
  const { store, cluster, prepared, startPrepared, registry, closings, stopSwitch, starters, onStart, clock, log } =
    deps
  const retryAt = new Map<string, number>()
  const outsideSince = new Map<string, number>()
  let turn: Promise<void> = Promise.resolve()
  let isClosed = false

  /** Why a part does not follow the batch before it by itself; null: it does, and that batch has ended; 'wait': it has not. */
  async function afterBatch(batchId: string): Promise<'wait' | { problem: string } | null> {
    if (batchId === '')
      return {
        problem: 'The service gave no ID for the batch before it, so Switchboard cannot see when that batch ends.',
      }
    // Asked before it is read: what is read of a batch that has ended does not change.
    const hasEnded = await registry.isComplete(batchId)
    const batch = await registry.find(batchId)
    const name = batch?.name ?? batchId
    const cancelled = { problem: `${name} was cancelled.` }
    const closing = await closings.find(batchId)
    if (closing && closing.attempt > 0) {
      // The part goes on where the batch before it does: behind those who were left when calling hours ended.
      if (closing.state === 'open' || closing.state === 'cancelled' || (await prepared.hasUncalledPeopleOf(batchId)))
        return 'wait'
      // Nobody was left of it, unless somebody else cancelled it besides.
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

  /** The name of a batch of the same launch that was cancelled since these people wait; undefined: none was. */
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

  /** When it was first found outside the calling hours, as far as this process knows. */
  function sinceOf(id: string): number {
    const since = outsideSince.get(id) ?? clock.now()
    outsideSince.set(id, since)
    return since
  }

  /** Why nobody but a person starts it any more; null: Switchboard may. */
  async function refusedToItself(row: PreparedRow): Promise<string | null> {
    const { operator, operator_id, starts_at } = row
    const cancelled = row.reason === 'next_part' ? undefined : await cancelledSince(row)
    // guard: others-stop-after-a-cancel
    if (cancelled !== undefined) return `${cancelled} was cancelled.`
    // guard: starts-by-itself-for-who-may-start
    if (!(await starters()).some(({ id }) => id === operator_id))
      return `${operator}, who started this list, can no longer start batches.`
    // Changes were stopped, or Switchboard was not running: what was right then need not be right now.
    // guard: late-starts-wait
    if (starts_at !== null && starts_at < clock.now() - decisionTtlMs)
      return `It was to start on ${day(starts_at)}, more than a week ago.`
    return null
  }

  async function startOne(row: PreparedRow): Promise<void> {
    if ((retryAt.get(row.id) ?? 0) > clock.now()) return
    if (row.reason === 'next_part') {
      const after = await afterBatch(row.batch_id ?? '')
      if (after === 'wait') return
      if (after) return prepared.leaveToPerson(row.id, after.problem)
    }
    const problem = await refusedToItself(row)
    if (problem !== null) return prepared.leaveToPerson(row.id, problem)
    const operator: Operator = { id: row.operator_id ?? '', name: row.operator, roles: [] }
    try {
      await startPrepared(
        row.id,
        { asLaunched: true },
        // A key of its own: a start that was refused may be tried again. The row is taken once (`PreparedBatches.take`).
        {
          key: crypto.randomUUID(),
          operator,
          who: { operator: row.operator, page: 'batches' },
          workspace: row.workspace ?? '',
        },
      )
      onStart()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // What nobody knows is settled by a person; its row waits for that.
      if (error.data.sent === 'unknown') return onStart()
      const now = clock.now()
      if (passing.includes(error.code)) retryAt.set(row.id, now + retryAfterMs)
      else if (error.code === outsideHours && now - sinceOf(row.id) < hoursWaitMs)
        retryAt.set(row.id, now + hoursRetryMs)
      else await prepared.leaveToPerson(row.id, error.message)
    }
  }

  async function startDue(): Promise<void> {
    // Of several gateways the leader starts them. Where two believe that they lead, the row is taken once.
    if (!cluster.isLeader()) return
    // guard: stopped-parts-wait
    if (isClosed || stopSwitch.refusalOf('batchStart')) return
    for (const row of await prepared.dueByGateway()) await startOne(row)
  }

  /** Starts what is due, one after another; resolves when it is. Nothing is thrown. */
  function run(): Promise<void> {
    turn = turn.then(startDue).catch((error: unknown) => {
      log.error({ error: String(error) }, 'a prepared batch could not be started')
    })
    return turn
  }
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()

  return {
    run,

    /** Resolves when nothing is being started; nothing more starts by itself. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await turn
    },
  }
}
