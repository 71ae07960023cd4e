/**
 * Turns the clock of a gateway in a story: imported before it starts, with the story's file as `CLOCK_FILE`, which holds how many ms the
 * process is ahead. Only its date is turned; what it waits for takes as long as ever.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

const RealDate = Date
const file = process.env.CLOCK_FILE ?? ''
const ahead = file === '' ? 0 : Number(readFileSync(file, 'utf8'))

class TurnedDate extends RealDate {
  constructor(...parts: ConstructorParameters<typeof RealDate> | []) {
    if (parts.length === 0) super(RealDate.now() + ahead)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + ahead
  }
}

if (file !== '') {
  globalThis.Date = TurnedDate as DateConstructor
  // Node writes this header by a clock of its own.
  const writeHead = Reflect.get(ServerResponse.prototype, 'writeHead') as (...parts: unknown[]) => ServerResponse
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...parts: unknown[]) {
    this.setHeader('date', new Date().toUTCString())
    return Reflect.apply(writeHead, this, parts)
  }
}

/** The environment of a gateway whose clock a story turns. */
export const turnable = (file: string) => ({ NODE_OPTIONS: `--import=${import.meta.filename}`, CLOCK_FILE: file })

/** From its next start on it is this moment (epoch ms) in a process with that file. */
export const turnTo = (file: string, moment: number): void => writeFileSync(file, String(moment - RealDate.now()))
