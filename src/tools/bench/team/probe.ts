/** Loaded into a measured process before its program. On a message, reports the process's activity since the last report. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The activity of a process since the last report. */
export interface ProcessActivity {
  /** Processor time, ms. */
  processorMs: number
  /** The longest event loop delay, ms. */
  longestDelayMs: number
  /** The most memory that the process ever had, MB. */
  peakMemoryMb: number
}

const delayResolutionMs = 10
const delays = monitorEventLoopDelay({ resolution: delayResolutionMs })
delays.enable()
let lastUsage = process.cpuUsage()
process.on('message', () => {
  const { user, system } = process.cpuUsage(lastUsage)
  lastUsage = process.cpuUsage()
  const activity = {
    processorMs: (user + system) / 1_000,
    longestDelayMs: Math.max(0, delays.max / 1e6 - delayResolutionMs),
    peakMemoryMb: process.resourceUsage().maxRSS / 1_024,
  }
  delays.reset()
  process.send?.(activity satisfies ProcessActivity)
})
process.channel?.unref()
