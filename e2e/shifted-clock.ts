/**
 * Shifts the clock of a gateway in a story. Node imports this module before the gateway. `CLOCK_FILE` names a file that contains the
 * offset in ms. Only `Date` is shifted: timers keep their real duration.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from './world.ts'

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

const hourMs = 3_600_000
const nextMidnightMs = (Math.floor(Date.now() / (24 * hourMs)) + 1) * 24 * hourMs
/** A time of tomorrow in UTC, epoch ms. Hours from 24 on are of the days after. */
export const timeTomorrow = (hours: number, minutes = 0) => nextMidnightMs + hours * hourMs + minutes * 60_000

/**
 * The clock of a story's gateway, and of the service embedded in it.
 *
 * @param startsAt the time at the start of each world, epoch ms
 */
export function createShiftedClock(startsAt: number) {
  const file = join(mkdtempSync(join(tmpdir(), 'switchboard-clock-')), 'offset')
  /** Sets the clock of every process that is started from now on. @param epochMs the time at this moment */
  const set = (epochMs: number) => writeFileSync(file, String(epochMs - RealDate.now()))
  /** For `test.use`: the settings of a world with this clock. */
  const settings =
    ({ env, ...others }: Settings) =>
    // Playwright reads a fixture's dependencies from the pattern, and this one has none.
    // biome-ignore lint/correctness/noEmptyPattern: as above
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide: (settings: Settings) => Promise<void>) => {
      set(startsAt)
      await provide({
        ...others,
        env: { ...env, NODE_OPTIONS: `--import=${import.meta.filename}`, CLOCK_FILE: file },
      })
    }
  return { set, settings, now: () => RealDate.now() + Number(readFileSync(file, 'utf8')) }
}
