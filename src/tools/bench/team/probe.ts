/** Loaded into a measured process. On request, reports its activity since the last report. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The activity of a process since the last report. */
export interface Probed {
  /** Processor time, ms. */
  processorTime: number
  /** The longest event loop delay, ms. */
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
