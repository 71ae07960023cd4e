/**
 * For tests: loaded before a gateway (`node --import`), gives that process a clock that differs from the machine's. `TURNED_CLOCK` is the
 * path of a file with the difference in milliseconds, which is read again at every SIGUSR2.
 */
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.TURNED_CLOCK ?? ''
const real = Date
const read = () => Number(readFileSync(file, 'utf8'))
let ahead = file === '' ? 0 : read()

globalThis.Date = class extends real {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(real.now() + ahead)
    else super(...(given as [number]))
  }
  static override now(): number {
    return real.now() + ahead
  }
} as DateConstructor
// The steady clock counts from the start of the process, by the machine's clock.
const origin = performance.timeOrigin + ahead
Object.defineProperty(performance, 'timeOrigin', { get: () => origin })
if (isMainThread && file !== '') process.on('SIGUSR2', () => (ahead = read()))
