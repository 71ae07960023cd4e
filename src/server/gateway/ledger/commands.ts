/** Commands: the ledger that records them before they are sent, their outcomes, rechecks of unknown ones, and the switch that stops all. */
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Core } from '../cluster/core.ts'
import type { Budget } from '../upstream/budget.ts'
import { createActionRecorder } from './admin-actions.ts'
import { createEffects } from './effects.ts'
import { createLedger } from './ledger.ts'
import { createRechecks, defaultCheckDelaysMs } from './recheck.ts'
import { createWrites } from './record-writes.ts'
import { createStopSwitch } from './stop-switch.ts'
import { createSubjects } from './subjects.ts'
import { createWriteQueue } from './write-queue.ts'

/**
 * @param deps.secret key of the hashes in the ledger
 * @param deps.names names that the ledger does not store
 * @param deps.onDone as `Command.onDone`, for commands that a read confirms
 * @param deps.checks delays of rechecks after an outcome became unknown, ms
 */
export async function createCommandLedger(
  deps: Pick<Core, 'store' | 'cluster' | 'stopping' | 'clock' | 'log'> & {
    secret: string
    snapshots: Snapshots
    budget: Budget
    names: Parameters<typeof createSubjects>[0]['names']
    onDone: Parameters<typeof createWrites>[0]['onDone']
    checks?: readonly number[] | undefined
  },
) {
  const rechecks = createRechecks({ ...deps, checkDelaysMs: deps.checks ?? defaultCheckDelaysMs })
  const writeQueue = createWriteQueue(deps.log)
  const subjects = createSubjects(deps)
  const effects = createEffects({ ...deps, writeQueue, checkTimesOf: (id) => rechecks.checkTimesOf(id), subjects })
  const recordAction = createActionRecorder({ ...deps, writeQueue })
  const stopSwitch = await createStopSwitch(deps)
  const ledger = createLedger({ ...deps, stopSwitch, writeQueue })
  const writes = createWrites({ ...deps, rechecks, writeQueue })
  return { rechecks, writeQueue, subjects, effects, recordAction, stopSwitch, ledger, writes }
}
