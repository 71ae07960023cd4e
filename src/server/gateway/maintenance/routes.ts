/** Endpoints of Switchboard's own data. */
import { type Handler, parseJsonBody } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { Backups } from './backups.ts'
import type { RestoredNote } from './restored-note.ts'

export function maintenanceRoutes({ backups, restored }: { backups: Backups; restored: RestoredNote }) {
  return {
    backupList: async (c) => c.json(await backups.list()),
    backupMake: async (c) => {
      await parseJsonBody(c, 'backupMake')
      await backups.makeHere(operatorOf(c))
      return c.json(await backups.list())
    },
    restoredDismiss: async (c) => {
      await restored.dismiss(operatorOf(c))
      return c.json({ restored: null })
    },
  } satisfies Record<string, Handler>
}
