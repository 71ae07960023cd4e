/** The gateway's endpoints for its own data: backups of the embedded database, and the notice after a restore. */
import * as z from 'zod/mini'

export interface Restored {
  /** The moment of the backup, epoch ms. */
  from: number
  /** When the backup was restored, epoch ms. */
  at: number
}

export interface Backups {
  /** Their path on the machine; null: the data is in PostgreSQL, which has its own backup tools. */
  folder: string | null
  /** Latest first. */
  backups: {
    name: string
    at: number
    bytes: number
  }[]
}

export const backupEndpoints = {
  /** The backups that were made in Settings and are still kept, the latest first. */
  backupList: { response: z.custom<Backups>() },
  /** Backs up the embedded database on this machine, while it is in use. The latest three are kept. */
  backupMake: { response: z.custom<Backups>(), body: z.strictObject({}) },
  /** Somebody has looked at what was done after the backup from which the data were restored. */
  restoredDismiss: { response: z.custom<{ restored: null }>() },
}
