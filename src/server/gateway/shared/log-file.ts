/**
 * The log file. Its size is bounded: a full file is rotated while the gateway runs, and the previously rotated file is deleted. A line
 * that cannot be written, for example on a full disk, is dropped: logging never throws and never ends the process.
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

interface LogFileOptions {
  /** The rotated file has the same name with `.old` appended. */
  file: string
  /** Maximum size of one file. There are two at most. */
  maxBytes: number
  /** Called once whenever lines start to be dropped. */
  complain: (sentence: string) => void
}

/** Opens the file with the first line. */
export function createLogFile({ file, maxBytes, complain }: LogFileOptions): { write: (line: string) => void } {
  let descriptor: number | null = null
  let size = 0
  let dropped = 0
  let endsInPartialLine = false

  function open(): number {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const opened = openSync(file, 'a', 0o600)
    const stat = fstatSync(opened)
    // A device has no size and is never rotated.
    size = stat.isFile() ? stat.size : -Infinity
    return opened
  }

  /** The next line opens the file again, because it may have been replaced. */
  function close(): void {
    const opened = descriptor
    descriptor = null
    try {
      if (opened !== null) closeSync(opened)
    } catch {
      // Nothing more is written to it.
    }
  }

  function rotate(): void {
    close()
    renameSync(file, `${file}.old`)
  }

  function append(text: string): void {
    const bytes = Buffer.from(endsInPartialLine ? `\n${text}` : text)
    descriptor ??= open()
    // guard: log-is-bounded
    if (size > 0 && size + bytes.length > maxBytes) {
      rotate()
      descriptor = open()
    }
    const written = writeSync(descriptor, bytes)
    size += written
    endsInPartialLine = written < bytes.length
    if (endsInPartialLine) throw new Error('Only part of a line was written.')
  }

  return {
    write(line) {
      try {
        if (dropped > 0)
          append(`${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'lines were dropped' })}\n`)
        dropped = 0
        append(line)
      } catch (error) {
        close()
        if (dropped === 0)
          complain(
            `The log ${file} cannot be written (${String(error)}). Lines are dropped until it can be written again.`,
          )
        // guard: full-log-stops-nothing
        dropped += 1
      }
    },
  }
}
