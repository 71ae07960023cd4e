/** Loaded into a process that is measured: whenever it is asked, it answers what it has done since it was asked before. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Of a process since it was asked before. */
export interface Probed {
  /** Processor time, ms. */
  processorTime: number
  /** The longest that anything had to wait for its turn, ms. */
  longestDelay: number
}

const resolution = 10
const delays = monitorEventLoopDelay({ resolution })
delays.enable()
let before = process.cpuUsage()
process.on('message', () => {
  const { user, system } = process.cpuUsage(before)
  before = process.cpuUsage()
  const probed = { processorTime: (user + system) / 1_000, longestDelay: Math.max(0, delays.max / 1e6 - resolution) }
  delays.reset()
  process.send?.(probed satisfies Probed)
})
process.channel?.unref()
