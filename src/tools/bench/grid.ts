/**
 * Measures 50,000 rows on Validate: how soon they are shown, and the work per frame while scrolling, compared with a bare table of the
 * same rows in the same browser.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { buildPage, recipientsCsv, withServer } from '../built-page.ts'
import { measureInTurn, median, quantile, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import type { BarePage } from './grid/page.ts'

// The functions that run in the page are compiled without the browser's types.
interface Box {
  scrollTop: number
  scrollHeight: number
  clientHeight: number
}
declare const document: { querySelector: (name: string) => { click: () => void; parentElement: Box } | null }
declare const requestAnimationFrame: (then: (now: number) => void) => void
declare const PerformanceObserver: new (
  callback: (list: { getEntries: () => { duration: number }[] }) => void,
) => {
  observe: (options: { type: string }) => void
  disconnect: () => void
}

const rows = 50_000
const rounds = 3
/** A row with its cells, not one that is still loading. */
const firstRow = '[role=grid] [role=rowheader]'

/** One of the two pages, and how to show and hide its table. */
interface Shown {
  page: Page
  open: (page: Page) => Promise<void>
  close: (page: Page) => Promise<void>
}

/** ms from the click to the frame with the first row. */
async function mount({ page, open, close }: Shown): Promise<number> {
  await page.bringToFront()
  await close(page)
  await page.waitForFunction((first) => document.querySelector(first) === null, firstRow)
  const shown = page.evaluate(
    (first) =>
      new Promise<number>((resolve) => {
        const check = (now: number) => {
          if (document.querySelector(first) === null) requestAnimationFrame(check)
          else resolve(performance.timeOrigin + now)
        }
        requestAnimationFrame(check)
      }),
    firstRow,
  )
  await open(page)
  const clicked = await page.evaluate(() => (globalThis as { clicked?: number }).clicked ?? Number.NaN)
  return (await shown) - clicked
}

interface Frames {
  /** ms between frames. */
  apart: number[]
  /** ms of work per frame. */
  work: number
  /** ms; 0 if no task took 50 ms or more. */
  longestTask: number
}

/** Counts the ms of work of the page's main thread, independent of other load on the machine. */
async function countWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const total = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await total()
  return async () => {
    const worked = (await total()) - before
    await session.detach()
    return worked
  }
}

/** Scrolls by seven rows per frame, like a fast wheel, then drags the scrollbar to random positions. */
async function scroll({ page }: Shown): Promise<Frames> {
  await page.bringToFront()
  const worked = await countWork(page)
  const frames = await page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]')
    if (!grid) throw new Error('The page has no table.')
    const box = grid.parentElement
    const frames = { apart: [] as number[], longestTask: 0 }
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) frames.longestTask = Math.max(frames.longestTask, duration)
    })
    tasks.observe({ type: 'longtask' })
    const most = box.scrollHeight - box.clientHeight
    const wheel = Array.from({ length: 180 }, (_, at) => at * 7 * 34)
    const dragged = Array.from({ length: 40 }, (_, at) => ((at * 37) % 40) * (most / 40))
    const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    let before = await next()
    for (const top of [...wheel, ...dragged]) {
      box.scrollTop = top
      const now = await next()
      frames.apart.push(now - before)
      before = now
    }
    tasks.disconnect()
    return frames
  })
  return { ...frames, work: (await worked()) / frames.apart.length }
}

async function measure(ours: Shown, bare: Shown): Promise<Row[]> {
  const mounted = await measureInTurn({ ours: () => mount(ours), bare: () => mount(bare) })
  const all = { ours: [] as Frames[], bare: [] as Frames[] }
  for (let round = 0; round < rounds; round++) {
    all.ours.push(await scroll(ours))
    all.bare.push(await scroll(bare))
  }
  const other = (value: number) => ({ name: 'bare TanStack Virtual', value })
  const work = (frames: Frames[]) => median(frames.map(({ work }) => work))
  const apart = (frames: Frames[]) =>
    quantile(
      frames.flatMap(({ apart }) => apart),
      0.99,
    )
  const longest = (frames: Frames[]) => Math.max(...frames.map(({ longestTask }) => longestTask))
  const grouped = `${rows.toLocaleString('en')} rows`
  return [
    { title: `${grouped}: step clicked → shown`, unit: 'ms', ours: mounted.ours, comparison: other(mounted.bare) },
    {
      title: `${grouped}: work per frame while scrolling`,
      unit: 'ms',
      ours: work(all.ours),
      comparison: other(work(all.bare)),
    },
    { title: `${grouped}: time between frames, p99`, unit: 'ms', ours: apart(all.ours), goal: { max: 20 } },
    { title: `${grouped}: longest task while scrolling`, unit: 'ms', ours: longest(all.ours), goal: { max: 50 } },
  ]
}

const stepLink = (step: number) => `nav[aria-label=Steps] li:nth-child(${step}) a`

/** Clicks within the page and records the time. */
const click = (name: string) => (page: Page) =>
  page.evaluate((name) => {
    const found = document.querySelector(name)
    if (!found) throw new Error(`The page has no ${name}.`)
    Object.assign(globalThis, { clicked: performance.timeOrigin + performance.now() })
    found.click()
  }, name)

async function openOurs(page: Page, url: string): Promise<Shown> {
  await page.goto(`${url}/batches/new`)
  const file = { name: 'recipients.csv', mimeType: 'text/csv', buffer: Buffer.from(recipientsCsv(rows)) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator(firstRow).first().waitFor()
  // The service also checks the file, on the same machine.
  await page.getByText(/^The service agrees on/).waitFor({ timeout: 60_000 })
  return { page, open: click(stepLink(2)), close: click(stepLink(1)) }
}

async function openBare(page: Page, url: string): Promise<Shown> {
  await page.goto(url)
  await page.evaluate((text) => (globalThis as unknown as { bench: BarePage }).bench.read(text), recipientsCsv(rows))
  return {
    page,
    open: (page) =>
      page.evaluate(() => {
        Object.assign(globalThis, { clicked: performance.timeOrigin + performance.now() })
        ;(globalThis as unknown as { bench: BarePage }).bench.mount()
      }),
    close: (page) => page.evaluate(() => (globalThis as unknown as { bench: BarePage }).bench.unmount()),
  }
}

export async function bench(): Promise<Row[]> {
  execFileSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'bench-grid-'))
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    await buildPage(join(import.meta.dirname, 'grid'), folder)
    const size = { viewport: { width: 1440, height: 900 } }
    return await withServer(folder, (bareUrl) =>
      withSwitchboard(async (url) =>
        measure(await openOurs(await browser.newPage(size), url), await openBare(await browser.newPage(size), bareUrl)),
      ),
    )
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
