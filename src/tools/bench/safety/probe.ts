/** Loaded into the gateway before it starts. After the message "end", reports the event loop delay and the memory since "begin". */

export interface ProbeReport {
  /** The longest event loop delay, ms. */
  longestDelayMs: number
  /** Resident memory, MB: at the beginning, and its maximum. */
  memory: { before: number; max: number }
}

const residentMegabytes = () => process.memoryUsage.rss() / 2 ** 20
let lastTurnAt = performance.now()
let longestDelayMs = 0
let memoryMb = { before: 0, max: 0 }
let isWatching = false

function measureTurn(): void {
  const now = performance.now()
  longestDelayMs = Math.max(longestDelayMs, now - lastTurnAt)
  lastTurnAt = now
  memoryMb.max = Math.max(memoryMb.max, residentMegabytes())
  if (isWatching) setImmediate(measureTurn)
}

process.on('message', (command) => {
  isWatching = command === 'begin'
  if (isWatching) {
    globalThis.gc?.()
    const residentMb = residentMegabytes()
    memoryMb = { before: residentMb, max: residentMb }
    longestDelayMs = 0
    lastTurnAt = performance.now()
    setImmediate(measureTurn)
  }
  process.send?.({ longestDelayMs, memory: memoryMb } satisfies ProbeReport)
})
