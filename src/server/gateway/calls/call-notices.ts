/** The calls that need a look, for hidden tabs whose operators have asked to be notified, and for the list beside an open call. */
import type { CallNotice } from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { activeCallListRead } from './call-reads.ts'
import type { ConcernSetting } from './concern-setting.ts'
import type { LiveCalls } from './live-calls.ts'

/** Time between two reads of the list of calls for hidden tabs. Timers of tabs may fire a little early. */
const readIntervalMs = 15_000 - 500
/** What was read of a call longer ago may no longer be true. */
const maxAgeMs = 45_000

export function createCallNotices(deps: {
  liveCalls: LiveCalls
  snapshots: Snapshots
  capabilities: Capabilities
  concernSetting: ConcernSetting
  clock: Clock
}) {
  const { liveCalls, snapshots, capabilities, concernSetting, clock } = deps
  /** When the list of each workspace was last requested here, whether or not it was answered (steady clock, ms). */
  const triedAt = new Map<string, number>()

  return {
    /**
     * Reads the list of calls if it is due, once for everybody who polls. Sends nothing if the service cannot list its calls: reading them one by
     * one would take the requests of those who look at them. A failure changes nothing.
     */
    async refresh(workspace: string, requester: Requester): Promise<void> {
      if (!capabilities.isKnown('active-calls')) return
      const read = activeCallListRead(workspace)
      const now = clock.steady()
      const lastReadAt = Math.max(snapshots.peek(read)?.readAt ?? -Infinity, triedAt.get(workspace) ?? -Infinity)
      if (now - lastReadAt < readIntervalMs) return
      triedAt.set(workspace, now)
      await snapshots.refresh(read, 'watching', requester, 0).catch(() => undefined)
    },

    /** @returns the calls of a workspace that need a look, from what was read of them in the last 45 seconds */
    async list(workspace: string): Promise<CallNotice[]> {
      const { calls } = liveCalls.show(workspace, await concernSetting.current(workspace))
      return calls.flatMap(({ roomName, readAt, concerns: [first] }) => {
        const until = steadyOf(clock, readAt) + maxAgeMs
        if (!first || clock.steady() >= until) return []
        addExpiry(until)
        return [{ roomName, reason: first.reason }]
      })
    },
  }
}
