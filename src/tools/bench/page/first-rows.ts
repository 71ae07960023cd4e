/** Measures how soon a page that was opened by its address shows rows, beside a bare page, on a desk, a slow machine and a slow network. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { buildPage, withServer } from '../../built-page.ts'
import { measureInTurn, median, type Row } from '../../measure.ts'
import { withPage } from './measured-page.ts'

const bytesPerKiB = 1024

const conditions = [
  { name: '1×', cpuRate: 1, network: null },
  { name: 'CPU 4×', cpuRate: 4, network: null },
  // Bytes a second.
  { name: 'slow 4G', cpuRate: 1, network: { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 } },
] as const
type Condition = (typeof conditions)[number]

/** Browser expressions that are true once rows are shown. */
const isListShown = `document.querySelector('tbody a')`
const pages = [
  { name: 'a list', path: 'agents', isShown: isListShown },
  // Its figures, which a loader has read before.
  { name: 'the overview', path: '', isShown: `document.querySelector('main a[href="/calls"]')` },
]

interface FirstRows {
  ms: number
  /** The scripts that were requested until then. */
  scripts: number
  scriptKiB: number
}

/** With an empty cache. The other pages are preloaded, as they are for people. */
const measureFirstRows = (browser: Browser, url: string, isShown: string, { cpuRate, network }: Condition) =>
  withPage(browser, true, async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    if (network) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
    }
    await page.addInitScript(`globalThis.rows = whenPainted(() => ${isShown})`)
    await page.goto(url)
    return page.evaluate<FirstRows>(`rows.then((ms) => {
      const scripts = performance.getEntriesByType('resource').filter(
        ({ name, startTime }) => startTime < ms && new URL(name).pathname.endsWith('.js'))
      const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return { ms, scripts: scripts.length, scriptKiB: bytes / ${bytesPerKiB} }
    })`)
  })

/** Serves the bare page, with the answer to its read as Switchboard gives it, while `work` runs. */
async function withBarePage<T>(switchboard: string, work: (url: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'))
  try {
    await buildPage(join(import.meta.dirname, 'bare'), folder)
    const path = '/api/v1/agents?limit=100'
    const session = await fetch(new URL('/gateway/session', switchboard))
    const cookie = session.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const answer = await (await fetch(new URL(path, switchboard), { headers: { cookie } })).text()
    return await withServer(folder, work, { [path]: answer })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const measureRowsByAddress = (browser: Browser, switchboard: string): Promise<Row[]> =>
  withBarePage(switchboard, async (bareUrl) => {
    const rows: Row[] = []
    for (const { name, path, isShown } of pages) {
      const url = new URL(path, switchboard).href
      const scripts: FirstRows[] = []
      for (const condition of conditions) {
        const ms = await measureInTurn({
          ours: async () => {
            const measured = await measureFirstRows(browser, url, isShown, condition)
            scripts.push(measured)
            return measured.ms
          },
          bare: async () => (await measureFirstRows(browser, bareUrl, isListShown, condition)).ms,
        })
        rows.push({
          title: `Rows of ${name} by its address, ${condition.name}`,
          unit: 'ms',
          ours: ms.ours,
          comparison: { name: 'a bare page', value: ms.bare },
          goal: { max: 2 },
        })
      }
      rows.push(
        {
          title: `Script until the rows of ${name}`,
          unit: 'KiB',
          ours: median(scripts.map(({ scriptKiB }) => scriptKiB)),
          goal: { max: 200 },
        },
        {
          title: `Files of script until the rows of ${name}`,
          unit: '',
          ours: median(scripts.map((measured) => measured.scripts)),
          goal: { max: 10 },
        },
      )
    }
    return rows
  })
