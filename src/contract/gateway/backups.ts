/** The gateway's endpoints for its own data: backups of the embedded database, and the notice after a restore. */
import * as z from 'zod/mini'
import { administrationRequests } from '../requests/administration.ts'
import { epochMs } from '../shared/wire.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'

/** The data were restored from a backup. */
export const Restored = z.object({
  /** The moment of the backup, epoch ms. */
  from: z.number(),
  /** When the backup was restored, epoch ms. */
  at: z.number(),
})
export type Restored = z.output<typeof Restored>

export const Backups = z.object({
  /** Their path on the machine; null: the data is in PostgreSQL, which has its own backup tools. */
  folder: z.nullable(z.string()),
  /** Latest first. */
  backups: z.array(
    z.object({
      name: z.string(),
      at: epochMs,
      bytes: z.number(),
    }),
  ),
})
export type Backups = z.output<typeof Backups>

export const backupEndpoints = {
  /** The backups that were made in Settings and are still kept, the latest first. */
  backupList: gatewayEndpoint(administrationRequests.backupList, { response: Backups }),
  /** Backs up the embedded database on this machine, while it is in use. The latest three are kept. */
  backupMake: gatewayEndpoint(administrationRequests.backupMake, {
    response: Backups,
    body: z.strictObject({}),
  }),
  /** Somebody has looked at what was done after the backup from which the data were restored. */
  restoredDismiss: gatewayEndpoint(administrationRequests.restoredDismiss, {
    response: z.object({ restored: z.null() }),
  }),
}
