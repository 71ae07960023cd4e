/** Messages for the person who starts the process: why a database could not be opened, and what to do. */
import { dirname } from 'node:path'
import { DatabaseBusy, DatabaseUnusable, isDatabaseFault } from './faults.ts'

const cannotWrite = (file: string) =>
  `${file} cannot be written. Give this user write access to ${dirname(file)}, or set DATA_DIR to another folder.`

const damaged = (file: string) =>
  `${file} is damaged. Nothing was changed. Restore a backup, or move the file away to start with an empty database.`

/** The pages of a database do not fit together. */
export const databaseDamaged = (file: string): DatabaseUnusable => new DatabaseUnusable(damaged(file))

/** By SQLite's primary result code, https://www.sqlite.org/rescode.html. */
const sqliteMessages: Record<number, (file: string) => string> = {
  8: cannotWrite,
  10: (file) =>
    `${file} cannot be read or written because its disk reports errors. Nothing was changed. Check the disk.`,
  11: damaged,
  13: (file) => `The disk of ${file} is full. Free up space, then start again.`,
  14: cannotWrite,
  26: (file) =>
    `${file} is not a database, or it is damaged. Nothing was changed. Restore a backup, or move the file away to start with an empty database.`,
}

/** By the code of a file system error. */
const folderMessages: Record<string, (file: string) => string> = {
  EACCES: cannotWrite,
  EPERM: cannotWrite,
  EROFS: cannotWrite,
  // Creating a folder on a read-only file system fails with this code.
  ENOENT: cannotWrite,
  ENOTDIR: (file) =>
    `${dirname(file)} is not a folder. Move the file with this name away, or set DATA_DIR to another folder.`,
  EEXIST: (file) =>
    `${dirname(file)} is not a folder. Move the file with this name away, or set DATA_DIR to another folder.`,
  ENOSPC: (file) => `The disk of ${file} is full. Free up space, then start again.`,
}

/** By PostgreSQL's error code, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const postgresMessages: Record<string, (server: string) => string> = {
  '28000': (server) => `The PostgreSQL at ${server} refused the user name. Correct DATABASE_URL.`,
  '28P01': (server) => `The PostgreSQL at ${server} refused the password. Correct DATABASE_URL.`,
  '3D000': (server) => `The PostgreSQL at ${server} does not have this database. Create it, or correct DATABASE_URL.`,
  '42501': (server) =>
    `The PostgreSQL at ${server} does not allow this user to create tables. Grant the user this permission.`,
}

type Location = { file: string } | { url: string }

/** The location of a database for messages: without user and password. */
export const describeLocation = (location: Location): string => {
  if ('file' in location) return location.file
  const url = URL.parse(location.url)
  return url ? `${url.host}${url.pathname}` : 'DATABASE_URL'
}

function startMessage(error: unknown, location: Location): string | undefined {
  const { code, errcode } = error as { code?: string; errcode?: number }
  const where = describeLocation(location)
  if ('file' in location)
    return typeof errcode === 'number' ? sqliteMessages[errcode & 0xff]?.(where) : folderMessages[code ?? '']?.(where)
  const knownMessage = postgresMessages[code ?? '']?.(where)
  return (
    knownMessage ??
    (isDatabaseFault(error)
      ? `The PostgreSQL at ${where} is not responding. Start it, or correct DATABASE_URL.`
      : undefined)
  )
}

/** The error as DatabaseUnusable with a message for operators, if its cause is known; else the error itself. */
export function toStartError(error: unknown, location: Location): unknown {
  if (error instanceof DatabaseBusy || error instanceof DatabaseUnusable) return error
  const sentence = startMessage(error, location)
  return sentence === undefined ? error : new DatabaseUnusable(sentence, { cause: error })
}
