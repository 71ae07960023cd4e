/**
 * Shifts the clock of a gateway in a story. Node imports this module before the gateway. `CLOCK_FILE` names a file that contains the
 * offset in ms. Only `Date` is shifted: timers keep their real duration.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

const RealDate = Date
const clockFile = process.env.CLOCK_FILE ?? ''
const offsetMs = clockFile === '' ? 0 : Number(readFileSync(clockFile, 'utf8'))

class ShiftedDate extends RealDate {
  constructor(...parts: ConstructorParameters<typeof RealDate> | []) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }
}

if (clockFile !== '') {
  globalThis.Date = ShiftedDate as DateConstructor
  // Node takes the `Date` header from a clock of its own, so set it here.
  const writeHead = Reflect.get(ServerResponse.prototype, 'writeHead') as (...parts: unknown[]) => ServerResponse
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...parts: unknown[]) {
    this.setHeader('date', new Date().toUTCString())
    return Reflect.apply(writeHead, this, parts)
  }
}

/** The environment variables of a gateway with a shifted clock. */
export const shiftedClockEnv = (file: string) => ({
  NODE_OPTIONS: `--import=${import.meta.filename}`,
  CLOCK_FILE: file,
})

/** Sets the clock of every process that is started with this file from now on. @param epochMs the time at this moment */
export const setClock = (file: string, epochMs: number): void => writeFileSync(file, String(epochMs - RealDate.now()))
