/**
 * Cancels the rest of a batch that calls too many wrong people, or people who do not want it, if that was chosen at its start (contract:
 * call-harm.ts). It asks the service nothing: it looks at the calls that were seen whenever one of them is recorded or corrected.
 */
import { LRUCache } from 'lru-cache'
import { type HarmCount, hasEnded, isCertainlyHarmful, Refusal } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Core } from '../cluster/core.ts'
import { harmIn } from '../registry/batch-alarms.ts'
import { type Progress, startFactsIn } from '../registry/batches.ts'
import { atMost } from '../shared/at-most.ts'
import { type AutomaticStops, retryMs } from './automatic-stops.ts'

/** Why a batch was stopped, for the audit. */
function auditReason({ counted, wrongPerson, askedNotToBeCalled, hungUp, certain }: HarmCount): string {
  const parts = [
    `${wrongPerson} wrong person`,
    `${askedNotToBeCalled} asked not to be called`,
    `${hungUp} hung up within 10 s`,
  ]
  return `Of the first ${counted} people reached: ${parts.join(', ')}. ${certain} of them are no guess.`
}

export function createHarmStops(
  deps: Pick<Core, 'store' | 'clock' | 'log'> & {
    cluster: Pick<Cluster, 'isLeader'>
    automaticStops: AutomaticStops
  },
) {
  const { store, cluster, automaticStops, clock, log } = deps
  /** By batch: when it is checked again after a cancel that was refused. */
  const pauses = new LRUCache<string, number>(atMost(1_000))
  let running: Promise<void> | null = null
  let mustRunAgain = false
  let closed = false

  /** Running batches whose start chose to be cancelled. One that was not started here is never cancelled. */
  async function findBatches(): Promise<string[]> {
    const rows = await store
      .selectFrom('known_batches as b')
      .innerJoin('effects as e', 'e.id', 'b.effect_id')
      .select(['b.batch_id', 'b.progress', 'e.ids'])
      .where('b.complete', '=', 0)
      .execute()
    return rows.flatMap(({ batch_id, progress, ids }) => {
      const known = progress === null ? null : (JSON.parse(progress) as Progress)
      // guard: harm-stop-leaves-ended-batches
      const isOver = known !== null && (hasEnded(known) || known.status === 'cancelled' || known.waiting === 0)
      return /* guard: harm-stop-is-chosen */ startFactsIn(ids).stopsForHarm && !isOver ? [batch_id] : []
    })
  }

  async function check(batchId: string): Promise<void> {
    if (clock.steady() < (pauses.get(batchId) ?? 0)) return
    const harm = await harmIn(store, batchId)
    // guard: harm-stop-needs-no-guess
    if (!isCertainlyHarmful(harm)) return
    const { attempt, mayStop } = await automaticStops.find(batchId)
    if (!mayStop || closed) return
    try {
      await automaticStops.stop(batchId, attempt + 1, { at: clock.now(), harm }, auditReason(harm))
      log.warn({ batchId, ...harm }, 'a batch was cancelled because of the people it called')
    } catch (error) {
      // The cancel was refused, or its outcome is unknown. The ledger says which at the next check.
      pauses.set(batchId, clock.steady() + retryMs)
      log.error(
        { batchId, error: error instanceof Refusal ? error.code : String(error) },
        'could not cancel a batch because of the people it called',
      )
    }
  }

  async function checkAll(): Promise<void> {
    do {
      mustRunAgain = false
      for (const batchId of await findBatches()) if (!closed) await check(batchId)
    } while (mustRunAgain)
  }

  function run(): void {
    if (closed || !cluster.isLeader()) return
    mustRunAgain = true
    if (running) return
    running = checkAll()
      .catch((error: unknown) => log.error({ error: String(error) }, 'could not check whom batches call'))
      .finally(() => {
        running = null
      })
  }

  tableChangesOf(store).onChange(['call_facts'], run)
  run()

  return {
    /** Resolves when no check is running. */
    async close(): Promise<void> {
      closed = true
      await running
    },
  }
}
