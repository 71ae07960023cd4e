/** Readiness: Switchboard can record, and the service answers. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'

/** The result of a check is reused for this long, since each check writes to the disk, ms. */
const writableTtlMs = 1_000
const writeTimeoutMs = 3_000

const serviceFaults: Record<Exclude<ServiceHealth['state'], 'up'>, string> = {
  down: 'The calling service is not responding.',
  key_refused: 'The calling service rejects the API key.',
  unknown: 'The calling service has not responded yet.',
}

export type Readiness = ReturnType<typeof createReadiness>

/** @param deps `probe` sends a cheap read to the service; it is not called while the service is up */
export function createReadiness(deps: {
  store: Store
  cluster: Pick<Cluster, 'number'>
  state: ServiceHealth
  probe: () => Promise<unknown>
  /** Aborted when this gateway accepts no new commands. */
  stopping: AbortSignal
  clock: Clock
}) {
  const { store, cluster, state, probe, stopping, clock } = deps
  let writable: { answer: Promise<boolean>; until: number } | null = null

  async function write(): Promise<boolean> {
    const written = store
      .updateTable('gateways')
      .set(({ eb }) => ({ beat: eb('beat', '+', 1) }))
      .where('number', '=', cluster.number)
      .executeTakeFirstOrThrow()
      .then(
        // No row: this gateway started on a full disk, and could not be recorded yet.
        ({ numUpdatedRows }) => numUpdatedRows > 0n,
        () => false,
      )
    return Promise.race([written, pause(writeTimeoutMs, false, { ref: false })])
  }

  return {
    /** @throws Refusal 503 `not_ready` with every reason */
    async check(): Promise<{ status: 'ready' }> {
      const now = clock.steady()
      if (!writable || writable.until <= now) writable = { answer: write(), until: now + writableTtlMs }
      if (state.state !== 'up') void probe()
      const fields = {
        ...(stopping.aborted && { gateway: 'This gateway is being stopped.' }),
        ...(!(await writable.answer) && { database: 'Nothing can be recorded.' }),
        ...(state.state !== 'up' && { service: serviceFaults[state.state] }),
      }
      const reasons = Object.values(fields)
      // guard: not-ready-is-said
      if (reasons.length > 0)
        throw refusal({ status: 503, code: 'not_ready', message: reasons.join(' '), fields, retryAfter: 5 })
      return { status: 'ready' }
    },
  }
}
