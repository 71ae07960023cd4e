/** A process that replays recorded pages in many tabs. Each browser uses at most six connections, and each tab the ETags of its own answers. */
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../../measure.ts'
import type { Asked } from './record.ts'

/** The limit in Chromium. */
const connections = 6
/** The interval at which this process's own delay is measured, ms. */
const resolution = 5

export interface Tab {
  /** The browser of the tab. Tabs of one browser share its connections. */
  browser: number
  address: string
  cookie: string
  asked: Asked[]
  periodMs: number
}

export interface Work {
  tabs: Tab[]
  /** Whether tabs send conditional requests. */
  conditional: boolean
  warmUpMs: number
  measuredMs: number
}

export interface Result {
  p50: number
  p95: number
  p99: number
  answers: number
  notModified: number
  refused: number
  bytes: number
  /** The delay of answers by this process itself, ms, which the figures above include. */
  ownDelay: number
}

async function play({ tabs, conditional, warmUpMs, measuredMs }: Work, begun: () => void): Promise<Result> {
  const agents = new Map<number, Agent>()
  const sockets = new Set<Socket>()
  const agentOf = (browser: number) => {
    const agent = agents.get(browser) ?? new Agent({ keepAlive: true, maxSockets: connections })
    agents.set(browser, agent)
    return agent
  }
  const took: number[] = []
  const counts = { answers: 0, notModified: 0, refused: 0 }
  const delays = monitorEventLoopDelay({ resolution })
  let measuring = false
  let over = false

  /** @param tags the ETags of the tab's answers, by path */
  function ask(tab: Tab, { path, headers }: Asked, tags: Map<string, string>): Promise<void> {
    const tag = tags.get(path)
    const began = performance.now()
    return new Promise((resolve) => {
      const sent = request(tab.address + path, {
        agent: agentOf(tab.browser),
        headers: { ...headers, cookie: tab.cookie, ...(conditional && tag && { 'if-none-match': tag }) },
      })
      sent.on('socket', (socket) => sockets.add(socket))
      sent.on('response', (answer: IncomingMessage) => {
        if (answer.headers.etag) tags.set(path, answer.headers.etag)
        answer.resume().on('end', () => {
          if (measuring) {
            took.push(performance.now() - began)
            counts.answers += 1
            if (answer.statusCode === 304) counts.notModified += 1
            else if (answer.statusCode !== 200 && answer.statusCode !== 226) counts.refused += 1
          }
          resolve()
        })
      })
      sent.on('error', () => {
        if (measuring) counts.refused += 1
        resolve()
      })
      sent.end()
    })
  }

  /**
   * Replays a page: opens it at this part of the warm-up and loads everything it shows, then continues from another time of the recording. A
   * request that is still pending is not sent again.
   */
  async function run(tab: Tab, phase: number): Promise<void> {
    const tags = new Map<string, string>()
    const underWay = new Set<string>()
    await wait(phase * warmUpMs * 0.8)
    await Promise.all([...new Map(tab.asked.map((one) => [one.path, one])).values()].map((one) => ask(tab, one, tags)))
    const began = performance.now() - phase * tab.periodMs
    for (let round = 0; ; round += 1) {
      for (const one of tab.asked) {
        const due = began + round * tab.periodMs + one.at
        if (due < performance.now() - 50) continue
        await wait(Math.max(0, due - performance.now()))
        if (over) return
        if (underWay.has(one.path)) continue
        underWay.add(one.path)
        void ask(tab, one, tags).finally(() => underWay.delete(one.path))
      }
      // This round has no more requests.
      await wait(1)
      if (over) return
    }
  }

  const read = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0)
  for (const [at, tab] of tabs.entries()) void run(tab, (at * 0.618_034) % 1)
  await wait(warmUpMs)
  begun()
  measuring = true
  delays.enable()
  const before = read()
  await wait(measuredMs)
  measuring = false
  delays.disable()
  const bytes = read() - before
  over = true
  for (const agent of agents.values()) agent.destroy()
  const ownDelay = Math.max(0, delays.percentile(95) / 1e6 - resolution)
  return { p50: quantile(took, 0.5), p95: quantile(took, 0.95), p99: quantile(took, 0.99), bytes, ownDelay, ...counts }
}

process.on('message', (work: Work) => {
  void play(work, () => process.send?.('begun')).then((result) => process.send?.(result))
})
