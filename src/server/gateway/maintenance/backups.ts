/** Backups made by administrators in Settings, or requested by a command on this machine. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Operator, Refusal } from '#contract/index.ts'
import { DatabaseUnusable } from '#server/database/faults.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'
import { backupsIn, type StorePlace, writeBackup } from './backup.ts'

/** Number of backups kept of those made in Settings. */
const maxKeptBackups = 3

const notEmbedded = () =>
  refusal({
    status: 409,
    code: 'not_embedded',
    message: 'The data of this Switchboard is in PostgreSQL. Back it up with pg_dump. Nothing was written.',
  })
const alreadyRunning = () =>
  refusal({
    status: 409,
    code: 'already_under_way',
    message: 'A backup is already running. Wait until it has finished.',
  })

/** "2026-11-22T21-50-23Z". No colons, because some file systems refuse them. */
const nameOf = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

export type Backups = ReturnType<typeof createBackups>

/** @param deps.place null: the database is not an embedded one */
export function createBackups(deps: { place: StorePlace | null; recordAction: RecordAction; clock: Clock }) {
  const { place, recordAction, clock } = deps
  const folder = place && join(place.folder, 'backups')
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  /**
   * Makes a backup.
   *
   * @param to the folder to create
   * @throws Refusal 409 on PostgreSQL or while another backup is running; 507 with a sentence if it cannot be written
   */
  async function run(to: string, operator: Operator): Promise<void> {
    if (!place) throw notEmbedded()
    // guard: one-backup-at-a-time
    if (running) throw alreadyRunning()
    running = recordAction({ endpoint: 'backupMake', ids: {}, operator }, () =>
      writeBackup(place, to, clock.now(), /* guard: stop-breaks-off-a-backup */ stopping.signal),
    )
    try {
      await running
    } catch (error) {
      if (!(error instanceof DatabaseUnusable)) throw error
      throw refusal({ status: 507, code: 'not_written', message: error.message })
    } finally {
      running = null
    }
  }

  return {
    /** @returns complete backups made in Settings, latest first, and their folder */
    async list() {
      return { folder, backups: folder === null ? [] : await backupsIn(folder) }
    },

    /** Makes a backup in the data folder, and deletes the oldest ones. */
    async make(operator: Operator): Promise<void> {
      if (folder === null) throw notEmbedded()
      await run(join(folder, nameOf(clock.now())), operator)
      const old = (await backupsIn(folder)).slice(maxKeptBackups)
      for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
    },

    /** Makes a backup for a command on this machine. @returns a sentence that says why it failed; null: it succeeded */
    async makeForCommand(to: string): Promise<string | null> {
      try {
        await run(to, { id: 'switchboard', name: 'Switchboard', roles: [] })
        return null
      } catch (error) {
        return error instanceof Refusal ? error.message : `The backup failed: ${String(error)}`
      }
    },

    /** Aborts a running backup, which may take minutes. Resolves when its files are deleted and the failure is recorded. */
    async close(): Promise<void> {
      stopping.abort(
        new DatabaseUnusable('The gateway was stopped before the backup was complete. No files were kept.'),
      )
      await running?.catch(() => {})
    },
  }
}
