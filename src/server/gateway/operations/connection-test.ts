/** Tests the connection with one cheap read, and finds out which optional features the service has. */
import { createHash } from 'node:crypto'
import { Refusal } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import type { Clock } from '../shared/clock.ts'
import type { Budget } from '../upstream/budget.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'

/** The cheapest read that every service supports. */
export const probe: Read = { name: 'agentList', params: {}, query: { page: 1, limit: 1 }, workspace: null }

/** The start of a key's hash, which identifies the key without revealing it. */
export const fingerprintOf = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(0, 8)

export type TestConnection = ReturnType<typeof createConnectionTest>

export function createConnectionTest(parts: {
  apiKey: string
  snapshots: Snapshots
  budget: Budget
  capabilities: Capabilities
  serviceHealth: ServiceHealth
  clock: Clock
}) {
  const { snapshots, budget, capabilities, serviceHealth: state, clock } = parts
  const fingerprint = fingerprintOf(parts.apiKey)

  /** @returns whether the read succeeded @throws Refusal 503 when the budget has no slot for it */
  const tryRead = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'over_budget') throw error
      return false
    }
  }

  /** @throws Refusal 503 when the budget has no slot for the read */
  return async (workspace: string, operator: string) => {
    const who = { operator, page: 'connection test' }
    const testStart = clock.steady()
    const answered = await tryRead(() => snapshots.readFresh(probe, 'reads', who))
    const took = answered ? Math.round(clock.steady() - testStart) : null
    // If the budget has no slot for these reads, report what is known.
    if (state.state === 'up') await tryRead(() => capabilities.discoverAll(workspace, who)).catch(() => false)
    const cost = budget
      .sentLastMinute(clock.steady())
      .filter(({ page, startedAt }) => page === who.page && startedAt >= testStart).length
    return { state: state.state, took, cost, extensions: capabilities.summary(), fingerprint }
  }
}
