/** A test of the connection: one cheap question, and which optional features the service has. */
import { createHash } from 'node:crypto'
import { Refusal } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import type { Clock } from '../shared/clock.ts'
import type { Budget } from '../upstream/budget.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'

/** The cheapest question that every service answers. */
export const probe: Read = { name: 'agentList', params: {}, query: { page: 1, limit: 1 }, workspace: null }

/** Of a key: the first of its hash, never the key itself. */
export const fingerprintOf = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(0, 8)

export type TestConnection = ReturnType<typeof createConnectionTest>

export function createConnectionTest(parts: {
  apiKey: string
  snapshots: Snapshots
  budget: Budget
  capabilities: Capabilities
  state: ServiceHealth
  clock: Clock
}) {
  const { snapshots, budget, capabilities, state, clock } = parts
  const fingerprint = fingerprintOf(parts.apiKey)

  /** Asks, if the service is worth a try. @throws Refusal 503 when the budget has no place for it */
  const ask = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'over_budget') throw error
      return false
    }
  }

  /** @throws Refusal 503 when the budget has no place for the question */
  return async (workspace: string, operator: string) => {
    const who = { operator, page: 'connection test' }
    const begun = clock.steady()
    const answered = await ask(() => snapshots.readFresh(probe, 'reads', who))
    const took = answered ? Math.round(clock.steady() - begun) : null
    // Without a place for these the answer is what is known of them.
    if (state.state === 'up') await ask(() => capabilities.discoverAll(workspace, who)).catch(() => false)
    const cost = budget
      .sentLastMinute(clock.steady())
      .filter(({ page, startedAt: at }) => page === who.page && at >= begun).length
    return { state: state.state, took, cost, extensions: capabilities.summary(), fingerprint }
  }
}
