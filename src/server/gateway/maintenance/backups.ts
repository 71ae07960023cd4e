/** Backups as administrators make them in Settings, and as a command on this machine asks for them. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Operator, Refusal } from '#contract/index.ts'
import { DatabaseUnusable } from '#server/database/faults.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'
import { backupsIn, type StorePlace, writeBackup } from './backup.ts'

/** Of those made in Settings so many are kept. */
const keptBackups = 3

const onPostgres = () =>
  refusal({
    status: 409,
    code: 'not_embedded',
    message: 'This Switchboard keeps its data in PostgreSQL. Back it up with pg_dump. Nothing was written.',
  })
const alreadyMaking = () =>
  refusal({ status: 409, code: 'already_under_way', message: 'A backup is being made now. Wait until it is done.' })

/** "2026-11-22T21-50-23Z": no colons, which some file systems refuse. */
const nameOf = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

export type Backups = ReturnType<typeof createBackups>

/** @param deps.place null: the database is not an embedded one */
export function createBackups(deps: { place: StorePlace | null; recordAction: RecordAction; clock: Clock }) {
  const { place, recordAction, clock } = deps
  const folder = place && join(place.folder, 'backups')
  const closing = new AbortController()
  let making: Promise<void> | null = null

  /**
   * Makes a backup.
   *
   * @param to the folder to make
   * @throws Refusal 409 on a PostgreSQL, or while another is made; 507 with a sentence when it cannot be written
   */
  async function make(to: string, operator: Operator): Promise<void> {
    if (!place) throw onPostgres()
    // guard: one-backup-at-a-time
    if (making) throw alreadyMaking()
    making = recordAction({ endpoint: 'backupMake', ids: {}, operator }, () =>
      writeBackup(place, to, clock.now(), /* guard: stop-breaks-off-a-backup */ closing.signal),
    )
    try {
      await making
    } catch (error) {
      if (!(error instanceof DatabaseUnusable)) throw error
      throw refusal({ status: 507, code: 'not_written', message: error.message })
    } finally {
      making = null
    }
  }

  return {
    make,

    /** Whole backups that were made in Settings, the latest first, and where they are. */
    async list() {
      return { folder, backups: folder === null ? [] : await backupsIn(folder) }
    },

    /** Makes one in the folder of the data, and deletes the oldest of those. */
    async makeHere(operator: Operator): Promise<void> {
      if (folder === null) throw onPostgres()
      await make(join(folder, nameOf(clock.now())), operator)
      const old = (await backupsIn(folder)).slice(keptBackups)
      for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
    },

    /** For a command on this machine. Returns why not, in a sentence; null: it is made. */
    async makeFor(to: string): Promise<string | null> {
      try {
        await make(to, { id: 'switchboard', name: 'Switchboard', roles: [] })
        return null
      } catch (error) {
        return error instanceof Refusal ? error.message : `The backup failed: ${String(error)}`
      }
    },

    /** Breaks off the one that is being made: a large one takes minutes. Resolves when nothing of it is left, and that is recorded. */
    async close(): Promise<void> {
      closing.abort(new DatabaseUnusable('The gateway was stopped before the backup was whole. Nothing is there.'))
      await making?.catch(() => {})
    },
  }
}
