/**
 * Copies an embedded database while it is in use. The open connection locks the file, so only that connection can copy it. SQLite's backup
 * copies a few pages at a time in a thread, and statements run in between. The copy shows the database as it is when the copy ends.
 */
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'

/** Pages of 4 KiB. A statement waits for one step at most. */
const pagesPerStep = 50

/** The embedded databases that this process has open, by their absolute paths. */
export const openFiles = new Map<string, DatabaseSync>()

/**
 * Copies a database that this process has open. When this resolves, the copy is on the disk, readable by its owner alone.
 *
 * @param file the database
 * @param to a path where no file exists
 * @param signal aborts the copy: this rejects with the signal's reason and leaves the incomplete file
 * @throws Error when the database is closed before the copy is complete
 */
export async function copyDatabase(file: string, to: string, signal?: AbortSignal): Promise<void> {
  const source = openFiles.get(resolve(file))
  if (!source) throw new Error(`${file} is not open in this process.`)
  const copy = await open(to, 'wx+', 0o600)
  try {
    let isFlushing = false
    // The last step flushes all unwritten pages while statements wait. Flushing during the copy keeps that step short.
    const progress = () => {
      // Throwing here ends the copy.
      signal?.throwIfAborted()
      // Node would continue to copy a closed database, and hold its lock until the copy is complete.
      if (!source.isOpen) throw new Error(`${file} was closed before its copy was complete.`)
      if (isFlushing) return
      isFlushing = true
      copy
        .datasync()
        .catch(() => {})
        .finally(() => (isFlushing = false))
    }
    await backup(source, to, { rate: pagesPerStep, progress })
    await copy.sync()
  } finally {
    await copy.close()
  }
}
