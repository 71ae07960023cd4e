/**
 * Who has the page of a call open. A page's poll of the call's notes counts for some seconds. It is kept in memory and told to the other
 * gateways: nobody needs to know later who looked at a call.
 */
import { LRUCache } from 'lru-cache'
import type { CallViewer, Operator } from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
import type { Channel } from '../cluster/cluster.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'

/** How long a poll counts: three polls of the page. */
export const callViewerTtlMs = 15_000
/** The shortest time between two messages about the same operator and call to the other gateways. */
const publishIntervalMs = 5_000
const maxCalls = 1_000

interface View {
  operator: string
  /** Steady clock, ms. */
  until: number
}

interface CallKey {
  workspace: string
  roomName: string
}
const keyOf = ({ workspace, roomName }: CallKey) => JSON.stringify([workspace, roomName])

export function createCallViewers({ cluster, clock }: { cluster: Channel; clock: Clock }) {
  /** By call, then by the operator's ID. */
  const views = new LRUCache<string, Map<string, View>>(atMost(maxCalls))
  const published = new LRUCache<string, number>(atMost(maxCalls))
  const source = createSource()

  function record(call: CallKey, operatorId: string, operator: string): void {
    const key = keyOf(call)
    const ofCall = views.get(key) ?? new Map<string, View>()
    const isNew = (ofCall.get(operatorId)?.until ?? 0) <= clock.steady()
    ofCall.set(operatorId, { operator, until: clock.steady() + callViewerTtlMs })
    views.set(key, ofCall)
    if (isNew) source.markChanged()
  }

  cluster.subscribe('callViewed', ({ workspace, roomName, operatorId, operator }) =>
    record({ workspace, roomName }, operatorId, operator),
  )

  return {
    /** Records that an operator has the call open now. */
    mark(call: CallKey, { id: operatorId, name: operator }: Operator): void {
      record(call, operatorId, operator)
      const key = `${operatorId} ${keyOf(call)}`
      if (clock.steady() - (published.get(key) ?? -Infinity) < publishIntervalMs) return
      published.set(key, clock.steady())
      cluster.publish('callViewed', { ...call, operatorId, operator })
    },

    /** Who has the call open, by name. */
    list(call: CallKey): CallViewer[] {
      addDependency(source)
      const now = clock.steady()
      const ofCall = views.get(keyOf(call)) ?? new Map<string, View>()
      for (const [operatorId, { until }] of ofCall) {
        if (until <= now) ofCall.delete(operatorId)
        else addExpiry(until)
      }
      return [...ofCall]
        .map(([operatorId, { operator }]) => ({ operatorId, operator }))
        .toSorted((a, b) => a.operator.localeCompare(b.operator) || a.operatorId.localeCompare(b.operatorId))
    },
  }
}
