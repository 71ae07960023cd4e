/** Batches: starting them, what was prepared or waits for approval, when they have to end, and exports of their calls. */
import type { Snapshots } from '../cache/cached-reads.ts'
import type { RecipientChecks } from '../calling-rules/recipient-rules.ts'
import type { SecondPersonRule } from '../calling-rules/second-person.ts'
import type { Core } from '../cluster/core.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { Subjects } from '../ledger/subjects.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import type { Registry } from '../registry/registry.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { createApprovals } from './approvals.ts'
import { createCallPages } from './call-pages.ts'
import { createFileChecks } from './checked-file.ts'
import { createClosings } from './closings.ts'
import { createExports } from './exports.ts'
import { createFileRows } from './file-rows.ts'
import { createLaunches, type OwnNumberChecks } from './launches.ts'
import { createPreparedBatches } from './prepared-batches.ts'
import { createStartPrepared } from './prepared-starts.ts'
import { batchRoutes } from './routes.ts'
import { createStartSender } from './starts.ts'

interface Deps extends Pick<Core, 'store' | 'cluster' | 'configuration' | 'workspaces' | 'clock' | 'log'> {
  requestService: RequestService
  ledger: Ledger
  registry: Registry
  snapshots: Snapshots
  contacts: Contacts
  /** Key of the hashes of numbers. */
  contactsKey: string
  rules: RecipientChecks
  secondPerson: SecondPersonRule
  ownNumbers: OwnNumberChecks
  subjects: Subjects
  stopSwitch: StopSwitch
  recordAction: RecordAction
  writeQueue: WriteQueue
  /** Reads the progress of a batch from the service. */
  refreshBatch: (batchId: string) => Promise<unknown>
  onCallPage: Parameters<typeof createCallPages>[0]['onPage']
  knownRows: Parameters<typeof createExports>[0]['knownRows']
  numberRowsOf: Parameters<typeof createExports>[0]['numberRowsOf']
  cancel: Parameters<typeof batchRoutes>[0]['cancel']
  partRows?: number | undefined
  cached: AnswerCache
}

export function createBatches(deps: Deps) {
  const fileChecks = createFileChecks(deps.contactsKey)
  const preparedBatches = createPreparedBatches(deps)
  const closings = createClosings(deps)
  const fileRows = createFileRows(deps)
  const startSender = createStartSender({ ...deps, closings, fileRows })
  const starting = { ...deps, ...fileChecks, preparedBatches, closings, fileRows, startSender }
  const launches = createLaunches(starting)
  const startPrepared = createStartPrepared(starting)
  const approvals = createApprovals({ ...deps, launches })
  const pages = createCallPages({
    ...deps,
    requestsPerMinute: deps.configuration.rate.perMinute,
    onPage: deps.onCallPage,
  })
  const exports = createExports({ ...deps, pages })
  return {
    checkFile: fileChecks.checkFile,
    preparedBatches,
    closings,
    startPrepared,
    approvals,
    pages,
    exports,
    routes: batchRoutes({ ...deps, launches, startPrepared, preparedBatches, approvals, exports }),

    /** Catches up on starts that ended just before a gateway died. */
    async recover(): Promise<void> {
      await preparedBatches.recover()
      await approvals.recover()
    },

    /** Applies the outcome of a start that was unknown. */
    async applySettlement(startId: string, happened: boolean, batchId?: string): Promise<void> {
      await preparedBatches.applySettlement(startId, happened, batchId)
      if (!happened) {
        await closings.remove(startId)
        await fileRows.remove(startId)
      }
      await approvals.applySettlement(startId, happened)
    },
  }
}
