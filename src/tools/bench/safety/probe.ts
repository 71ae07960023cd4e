/** Loaded into the gateway before it starts. Reports the event loop delay and the memory since the last report. */

/** A report. */
export interface Watched {
  /** The longest event loop delay, ms. */
  stall: number
  /** Resident memory, MB: at the beginning, and at most. */
  memory: { before: number; most: number }
}

const megabytes = () => process.memoryUsage.rss() / 2 ** 20
let last = performance.now()
let stall = 0
let memory = { before: 0, most: 0 }
let isWatching = false

function turn(): void {
  const now = performance.now()
  stall = Math.max(stall, now - last)
  last = now
  memory.most = Math.max(memory.most, megabytes())
  if (isWatching) setImmediate(turn)
}

process.on('message', (wanted) => {
  isWatching = wanted === 'begin'
  if (isWatching) {
    globalThis.gc?.()
    const before = megabytes()
    memory = { before, most: before }
    stall = 0
    last = performance.now()
    setImmediate(turn)
  }
  process.send?.({ stall, memory } satisfies Watched)
})
