/** For tests: what a gateway needs to follow calls and to keep them. */
import type { EndedKeptCall } from '../calls/kept/kept-call-rows.ts'
import { createKeptCalls } from '../calls/kept/kept-calls.ts'
import { createKeptResults } from '../calls/kept-results.ts'
import { createLiveCalls } from '../calls/live-calls.ts'
import type { Channel } from '../cluster/cluster.ts'
import { createSilentLog } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { connectChannels } from './channels.ts'
import { afterTest, type createTestClock } from './testing.ts'

/**
 * Starts it until the test is over.
 *
 * @param cluster by default no other gateway hears of it
 * @returns also `told`: the calls whose end was told, in order
 */
export function startKeptCalls(store: Store, clock: ReturnType<typeof createTestClock>, cluster?: Channel) {
  const told: EndedKeptCall[] = []
  const keptCalls = createKeptCalls({
    store,
    recordAction: (_, action) => action(),
    workspaces: [],
    onEnded: (calls) => told.push(...calls),
    onFound: () => {},
    clock,
    log: createSilentLog(),
  })
  afterTest(() => keptCalls.close())
  const liveCalls = createLiveCalls({
    snapshots: { distrustRefusal: () => {} } as never,
    poller: { setUrgentReads: () => {} } as never,
    registry: { findCall: () => Promise.resolve(null) } as never,
    capabilities: {} as never,
    keptCalls,
    cluster: cluster ?? connectChannels()[0],
    clock,
  })
  const keptResults = createKeptResults({ keptCalls, agentName: () => null, workspaces: [{ id: 'w' }], clock })
  return { keptCalls, liveCalls, keptResults, told }
}
