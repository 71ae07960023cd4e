/** Endpoints of backups and of the notice after a restore. */
import { type Handler, parseJsonBody } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { Backups } from './backups.ts'
import type { RestoredNotice } from './restored-notice.ts'

export function maintenanceRoutes({ backups, restored }: { backups: Backups; restored: RestoredNotice }) {
  return {
    backupList: async (c) => c.json(await backups.list()),
    backupMake: async (c) => {
      await parseJsonBody(c, 'backupMake')
      await backups.make(operatorOf(c))
      return c.json(await backups.list())
    },
    restoredDismiss: async (c) => {
      await restored.dismiss(operatorOf(c))
      return c.json({ restored: null })
    },
  } satisfies Record<string, Handler>
}
