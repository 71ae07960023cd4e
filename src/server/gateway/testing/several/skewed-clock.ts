/**
 * For tests: gives a gateway process a clock that differs from the machine's. Loaded before the gateway with `node --import`.
 * `TURNED_CLOCK` is the path of a file with the difference in ms, which is read again at every SIGUSR2.
 */
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.TURNED_CLOCK ?? ''
const RealDate = Date
const readOffsetMs = () => Number(readFileSync(file, 'utf8'))
let offsetMs = file === '' ? 0 : readOffsetMs()

globalThis.Date = class extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...(parts as [number]))
  }
  static override now(): number {
    return RealDate.now() + offsetMs
  }
} as DateConstructor
// The gateway's monotonic clock is `performance.timeOrigin` plus the time since then.
const origin = performance.timeOrigin + offsetMs
Object.defineProperty(performance, 'timeOrigin', { get: () => origin })
if (isMainThread && file !== '') process.on('SIGUSR2', () => (offsetMs = readOffsetMs()))
