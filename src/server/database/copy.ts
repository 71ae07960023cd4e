/**
 * Copies an embedded database while it is in use. Its file is locked by the connection that has it open, so only that connection can copy
 * it: SQLite's own backup, a few pages at a time in a thread. Statements go on in between and see nothing of it; the copy is the database
 * of the moment in which it ends.
 */
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'

/** With 4 KiB each: a statement waits for so many at most. */
const pagesPerStep = 50

/** The embedded databases that this process has open, by their absolute paths. */
export const openFiles = new Map<string, DatabaseSync>()

/**
 * Copies a database that this process has open. What was copied is on the disk when this resolves; only its owner may read it.
 *
 * @param file the database
 * @param to a path at which nothing is yet
 * @param signal breaks the copy off: it rejects with the signal's reason, and leaves what was copied so far
 * @throws Error when the database is closed meanwhile
 */
export async function copyDatabase(file: string, to: string, signal?: AbortSignal): Promise<void> {
  const source = openFiles.get(resolve(file))
  if (!source) throw new Error(`${file} is not open here.`)
  const copy = await open(to, 'wx+', 0o600)
  try {
    let isFlushing = false
    // The last step writes to the disk what was not written before, and statements wait for it: so it is written all along.
    const progress = () => {
      // What is thrown here ends the copy.
      signal?.throwIfAborted()
      // Node would go on with a database that is closed, and keep its lock until the copy is whole.
      if (!source.isOpen) throw new Error(`${file} was closed before its copy was whole.`)
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
