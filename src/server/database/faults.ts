/** Errors of the database itself, not of a statement: a full disk, a damaged file, a server that does not answer. */

/** Another process uses the database. The message is written for operators. */
export class DatabaseBusy extends Error {}

/** The database cannot be used until somebody repairs it. The message is written for operators. */
export class DatabaseUnusable extends Error {}

/** The database is not responding now. */
export class DatabaseUnavailable extends Error {
  constructor() {
    super('The database is not responding.')
  }
}

/** SQLite: read-only, input or output error, damaged, full, cannot open. https://www.sqlite.org/rescode.html */
const sqliteFaults = new Set([8, 10, 11, 13, 14])

/** PostgreSQL: connection exceptions, insufficient resources (such as a full disk), shutting down or starting, read-only (a standby). */
const postgresFaults = /^(08...|53...|57P0[1-5]|25006)$/
const networkFaults =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EADDRNOTAVAIL)$/
/** Messages of the driver's errors that have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed)/

/**
 * Whether the database itself failed, not the caller's statement. If so, nothing was read or written.
 *
 * @param error whatever a statement threw
 */
export function isDatabaseFault(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  // Connecting to a host with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseFault)
  if (!(error instanceof Error)) return false
  const { code, errcode, cause } = error as { code?: unknown; errcode?: unknown; cause?: unknown }
  // The low byte of an extended result code is the primary code.
  if (typeof errcode === 'number') return sqliteFaults.has(errcode & 0xff)
  if (typeof code === 'string' && (postgresFaults.test(code) || networkFaults.test(code))) return true
  return driverMessages.test(error.message) || (cause !== undefined && isDatabaseFault(cause))
}
