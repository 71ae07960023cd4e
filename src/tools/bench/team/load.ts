/** A process that replays recorded pages as many tabs. Each browser has at most six connections, and each tab its own ETags. */
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../../measure.ts'
import type { RecordedRequest } from './record.ts'

/** Chromium's limit of connections to one host. */
const maxConnections = 6
/** The interval at which this process's own delay is measured, ms. */
const delayResolutionMs = 5

export interface Tab {
  /** The browser of the tab. Tabs of one browser share its connections. */
  browser: number
  address: string
  cookie: string
  requests: RecordedRequest[]
  periodMs: number
}

export interface LoadOptions {
  tabs: Tab[]
  warmUpMs: number
  measuredMs: number
}

export interface LoadResult {
  p50: number
  p95: number
  p99: number
  answers: number
  notModified: number
  refused: number
  bytes: number
  /** How long this process itself delayed the answers, p95, ms. The figures above include this delay. */
  ownDelayMs: number
}

async function replayTabs({ tabs, warmUpMs, measuredMs }: LoadOptions, onWarmedUp: () => void): Promise<LoadResult> {
  const agents = new Map<number, Agent>()
  const sockets = new Set<Socket>()
  const agentOf = (browser: number) => {
    const agent = agents.get(browser) ?? new Agent({ keepAlive: true, maxSockets: maxConnections })
    agents.set(browser, agent)
    return agent
  }
  const durations: number[] = []
  const counts = { answers: 0, notModified: 0, refused: 0 }
  const delays = monitorEventLoopDelay({ resolution: delayResolutionMs })
  let isMeasuring = false
  let isOver = false

  /** @param tags the ETags of the tab's answers, by path */
  function sendRequest(tab: Tab, { path, headers }: RecordedRequest, tags: Map<string, string>): Promise<void> {
    const tag = tags.get(path)
    const began = performance.now()
    return new Promise((resolve) => {
      const outgoing = request(tab.address + path, {
        agent: agentOf(tab.browser),
        headers: { ...headers, cookie: tab.cookie, ...(tag && { 'if-none-match': tag }) },
      })
      outgoing.on('socket', (socket) => sockets.add(socket))
      outgoing.on('response', (answer: IncomingMessage) => {
        if (answer.headers.etag) tags.set(path, answer.headers.etag)
        answer.resume().on('end', () => {
          if (isMeasuring) {
            durations.push(performance.now() - began)
            counts.answers += 1
            if (answer.statusCode === 304) counts.notModified += 1
            else if (answer.statusCode !== 200 && answer.statusCode !== 226) counts.refused += 1
          }
          resolve()
        })
      })
      outgoing.on('error', () => {
        if (isMeasuring) counts.refused += 1
        resolve()
      })
      outgoing.end()
    })
  }

  /**
   * Replays a page in a loop: opens it at some point of the warm-up, sends each of its requests once, and then replays the recording,
   * starting at a different point for each tab. A request that is still pending is not sent again.
   */
  async function replayTab(tab: Tab, phase: number): Promise<void> {
    const tags = new Map<string, string>()
    const pendingPaths = new Set<string>()
    await wait(phase * warmUpMs * 0.8)
    await Promise.all(
      [...new Map(tab.requests.map((recorded) => [recorded.path, recorded])).values()].map((recorded) =>
        sendRequest(tab, recorded, tags),
      ),
    )
    const began = performance.now() - phase * tab.periodMs
    for (let round = 0; ; round += 1) {
      for (const recorded of tab.requests) {
        const dueAt = began + round * tab.periodMs + recorded.atMs
        if (dueAt < performance.now() - 50) continue
        await wait(Math.max(0, dueAt - performance.now()))
        if (isOver) return
        if (pendingPaths.has(recorded.path)) continue
        pendingPaths.add(recorded.path)
        void sendRequest(tab, recorded, tags).finally(() => pendingPaths.delete(recorded.path))
      }
      // Wait even if this round sent no request, so that the loop does not block the process.
      await wait(1)
      if (isOver) return
    }
  }

  const countBytesRead = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0)
  for (const [index, tab] of tabs.entries()) void replayTab(tab, (index * 0.618_034) % 1)
  await wait(warmUpMs)
  onWarmedUp()
  isMeasuring = true
  delays.enable()
  const bytesBefore = countBytesRead()
  await wait(measuredMs)
  isMeasuring = false
  delays.disable()
  const bytes = countBytesRead() - bytesBefore
  isOver = true
  for (const agent of agents.values()) agent.destroy()
  const ownDelayMs = Math.max(0, delays.percentile(95) / 1e6 - delayResolutionMs)
  return {
    p50: quantile(durations, 0.5),
    p95: quantile(durations, 0.95),
    p99: quantile(durations, 0.99),
    bytes,
    ownDelayMs,
    ...counts,
  }
}

process.on('message', (work: LoadOptions) => {
  void replayTabs(work, () => process.send?.('begun')).then((result) => process.send?.(result))
})
