/** Automation of batches: starts due batches, cancels batches when calling hours end, and stops batches whose calls fail or harm. */
import type { CallPages } from '../batches/call-pages.ts'
import type { FileChecks } from '../batches/checked-file.ts'
import type { Closings } from '../batches/closings.ts'
import type { PreparedBatches } from '../batches/prepared-batches.ts'
import type { StartPrepared } from '../batches/prepared-starts.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { SecondPersonRule } from '../calling-rules/second-person.ts'
import type { CallingRuleSetting } from '../calling-rules/setting.ts'
import type { Core } from '../cluster/core.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { InTransaction } from '../ledger/types.ts'
import type { Progress } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import { createAutomaticStarts } from './automatic-starts.ts'
import { createAutomaticStops } from './automatic-stops.ts'
import { createBreaker } from './breaker.ts'
import { createHarmStops } from './harm-stops.ts'
import { createHoursWatchdog } from './hours-watchdog.ts'

/**
 * Starts the automation, beginning with what is due now.
 *
 * @param deps.cancel cancels a batch in Switchboard's name. @throws Refusal
 * @param deps.look reads a batch's progress from the service; null: it cannot be read
 */
export function createAutomation(
  deps: Pick<Core, 'store' | 'cluster' | 'clock' | 'log'> & {
    registry: Registry
    snapshots: Snapshots
    preparedBatches: PreparedBatches
    startPrepared: StartPrepared
    closings: Closings
    pages: CallPages
    contacts: Contacts
    checkFile: FileChecks['checkFile']
    setting: CallingRuleSetting
    stopSwitch: StopSwitch
    /** Everybody who may start batches now. */
    starters: SecondPersonRule['approvers']
    cancel: (batchId: string, intention: { key: string; reason: string; also: InTransaction }) => Promise<unknown>
    refreshBatch: (batchId: string) => Promise<Progress | null>
  },
) {
  const { registry, snapshots } = deps
  const invalidate = () => snapshots.invalidate('batchStart', {})
  const starts = createAutomaticStarts({ ...deps, onStart: invalidate })
  const watchdog = createHoursWatchdog({
    ...deps,
    onPrepared: () => {
      invalidate()
      void starts.run()
    },
  })
  const automaticStops = createAutomaticStops(deps)
  const breaker = createBreaker({ ...deps, automaticStops })
  const harmStops = createHarmStops({ ...deps, automaticStops })

  registry.onCancelled(() => void starts.run())
  // Not awaited, so that the read that found the end is not delayed.
  registry.onComplete(() => {
    void starts.run()
    void watchdog.run()
    return Promise.resolve()
  })
  // Only the gateway that made the read checks the batch.
  snapshots.observe((read, snapshot, isOurs) => {
    if (isOurs) breaker.observe(read, snapshot)
  })
  void starts.run()
  void watchdog.run()

  return {
    startDue: starts.run,
    closeDue: watchdog.run,

    /** Stops the automation. Resolves when nothing is being started, cancelled or read. */
    async close(): Promise<void> {
      await watchdog.close()
      await starts.close()
      await breaker.close()
      await harmStops.close()
    },
  }
}
