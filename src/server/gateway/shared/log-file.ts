/**
 * The log file. It is bounded: a full file is rotated while the gateway runs, and the file rotated before it is deleted. A line that
 * cannot be written, such as on a full disk, is dropped: logging never fails and never ends the process.
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

interface LogFileOptions {
  /** The rotated file has the same name with `.old` appended. */
  file: string
  /** Of one file; there are two at most. */
  maxBytes: number
  /** Called once each time lines begin to be dropped. */
  complain: (sentence: string) => void
}

/** Opens the file with the first line. */
export function createLogFile({ file, maxBytes, complain }: LogFileOptions): { write: (line: string) => void } {
  let descriptor: number | null = null
  let size = 0
  let dropped = 0
  let endsInHalf = false

  function open(): number {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const opened = openSync(file, 'a', 0o600)
    const stat = fstatSync(opened)
    // A device has no size and is never rotated.
    size = stat.isFile() ? stat.size : -Infinity
    return opened
  }

  /** The next line opens it anew: the file may have been replaced. */
  function close(): void {
    const opened = descriptor
    descriptor = null
    try {
      if (opened !== null) closeSync(opened)
    } catch {
      // Nothing is written to it any more.
    }
  }

  function setAside(): void {
    close()
    renameSync(file, `${file}.old`)
  }

  function append(text: string): void {
    const bytes = Buffer.from(endsInHalf ? `\n${text}` : text)
    descriptor ??= open()
    // guard: log-is-bounded
    if (size > 0 && size + bytes.length > maxBytes) {
      setAside()
      descriptor = open()
    }
    const written = writeSync(descriptor, bytes)
    size += written
    endsInHalf = written < bytes.length
    if (endsInHalf) throw new Error('The disk took half a line.')
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
          complain(`The log ${file} cannot be written (${String(error)}). Its lines are dropped until it can be.`)
        // guard: full-log-stops-nothing
        dropped += 1
      }
    },
  }
}
