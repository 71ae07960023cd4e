/**
 * Shifts the clock of a gateway in a story. Node imports this module before the gateway, with `CLOCK_FILE` naming a file that contains
 * the offset in ms. Only `Date` is shifted. Timers keep their real duration.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

const RealDate = Date
const file = process.env.CLOCK_FILE ?? ''
const offsetMs = file === '' ? 0 : Number(readFileSync(file, 'utf8'))

class ShiftedDate extends RealDate {
  constructor(...parts: ConstructorParameters<typeof RealDate> | []) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }
}

if (file !== '') {
  globalThis.Date = ShiftedDate as DateConstructor
  // Node writes this header with a clock of its own.
  const writeHead = Reflect.get(ServerResponse.prototype, 'writeHead') as (...parts: unknown[]) => ServerResponse
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...parts: unknown[]) {
    this.setHeader('date', new Date().toUTCString())
    return Reflect.apply(writeHead, this, parts)
  }
}

/** The environment of a gateway with a shifted clock. */
export const shiftedClockEnv = (file: string) => ({
  NODE_OPTIONS: `--import=${import.meta.filename}`,
  CLOCK_FILE: file,
})

/** Sets the clock of a process with this file, from its next start. @param moment epoch ms */
export const setClock = (file: string, moment: number): void => writeFileSync(file, String(moment - RealDate.now()))
