/** Reads of the service: their snapshots, which are stored and shared between gateways, the poller, and what the service offers. */

import type { Core } from '../cluster/core.ts'
import type { Budget } from '../upstream/budget.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { createSnapshots } from './cached-reads.ts'
import { openCapabilities } from './capabilities.ts'
import { createChangeLog } from './change-log.ts'
import { openPersistedReads } from './persisted-reads.ts'
import { createPoller } from './poller.ts'
import { createReadSharing } from './shared-reads.ts'
import { createSharedViews } from './shared-views.ts'

/** @param deps.fingerprint of the API key with which everything is read */
export async function openReads(
  deps: Pick<Core, 'store' | 'cluster' | 'workspaces' | 'clock' | 'log'> & {
    requestService: RequestService
    budget: Budget
    serviceHealth: ServiceHealth
    fingerprint: string
  },
) {
  const changeLog = createChangeLog()
  const { persistedReads, restored } = await openPersistedReads(deps)
  const sharing = createReadSharing({ ...deps, persistedReads, changeLog })
  const snapshots = createSnapshots({ ...deps, changeLog, sharing })
  const sharedViews = deps.cluster.isShared ? createSharedViews(deps) : null
  const poller = createPoller({ ...deps, snapshots, changeLog, sharedViews })
  const capabilities = await openCapabilities({ ...deps, snapshots })
  return { changeLog, persistedReads, restoredReads: restored, snapshots, poller, capabilities }
}
