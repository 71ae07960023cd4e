/** What Switchboard does with batches by itself: starts what is due, cancels when calling hours end, stops a batch whose calls fail. */
import type { CallPages } from '../batches/call-pages.ts'
import type { CheckFile } from '../batches/checked-file.ts'
import type { Closings } from '../batches/closings.ts'
import type { PreparedBatches } from '../batches/prepared-batches.ts'
import type { StartPrepared } from '../batches/prepared-starts.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { SecondPersonRule } from '../calling-rules/second-person.ts'
import type { CallingRuleSetting } from '../calling-rules/setting.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { InTransaction } from '../ledger/types.ts'
import type { Progress } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { createAutomaticStarts } from './automatic-starts.ts'
import { createBreaker } from './breaker.ts'
import { createHoursWatchdog } from './hours-watchdog.ts'

/**
 * Begins at once with what is due.
 *
 * @param deps.cancel cancels a batch in Switchboard's own name. @throws Refusal
 * @param deps.look reads anew how far a batch is; null: it cannot be read
 */
export function createAutomation(deps: {
  store: Store
  cluster: Cluster
  registry: Registry
  snapshots: Snapshots
  prepared: PreparedBatches
  startPrepared: StartPrepared
  closings: Closings
  pages: CallPages
  contacts: Contacts
  checkFile: CheckFile
  setting: CallingRuleSetting
  stopSwitch: StopSwitch
  /** Everybody who may start batches now. */
  starters: SecondPersonRule['approvers']
  cancel: (batchId: string, intention: { key: string; reason: string; also: InTransaction }) => Promise<unknown>
  look: (batchId: string) => Promise<Progress | null>
  clock: Clock
  log: Log
}) {
  const { registry, snapshots } = deps
  const reread = () => snapshots.invalidate('batchStart', {})
  const starts = createAutomaticStarts({ ...deps, onStart: reread })
  const watchdog = createHoursWatchdog({
    ...deps,
    onPrepared: () => {
      reread()
      void starts.run()
    },
  })
  const breaker = createBreaker(deps)

  registry.onCancelled(() => void starts.run())
  // Not waited for: whoever reads that a batch has ended is not held up by what follows from it.
  registry.onComplete(() => {
    void starts.run()
    void watchdog.run()
    return Promise.resolve()
  })
  // Of gateways the one that read it stops a batch.
  snapshots.observe((read, snapshot, isOurs) => {
    if (isOurs) breaker.observe(read, snapshot)
  })
  void starts.run()
  void watchdog.run()

  return {
    startDue: starts.run,
    closeDue: watchdog.run,

    /** Resolves when nothing is being started, cancelled or read; nothing more is done by itself. */
    async close(): Promise<void> {
      await watchdog.close()
      await starts.close()
      await breaker.close()
    },
  }
}
