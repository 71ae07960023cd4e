/**
 * Measures 50,000 rows on the step that checks the rows of a new batch: how soon they are shown, and the work per frame while scrolling,
 * compared with a bare table of the same rows in the same browser.
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
declare const requestAnimationFrame: (callback: (now: number) => void) => void
declare const PerformanceObserver: new (
  callback: (list: { getEntries: () => { duration: number }[] }) => void,
) => {
  observe: (options: { type: string }) => void
  disconnect: () => void
}

const rows = 50_000
const rounds = 3
/** The header of a row that is loaded, with all its cells. */
const firstRow = '[role=grid] [role=rowheader]'

/** A page with a table, and functions that show and hide the table. */
interface TablePage {
  page: Page
  open: (page: Page) => Promise<void>
  close: (page: Page) => Promise<void>
}

/** ms from the click to the frame with the first row. */
async function measureMount({ page, open, close }: TablePage): Promise<number> {
  await page.bringToFront()
  await close(page)
  await page.waitForFunction((first) => document.querySelector(first) === null, firstRow)
  const firstRowShownAt = page.evaluate(
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
  return (await firstRowShownAt) - clicked
}

interface Frames {
  /** ms between frames. */
  intervalsMs: number[]
  /** ms of work per frame. */
  workPerFrameMs: number
  /** ms; 0 if no task took 50 ms or more. */
  longestTaskMs: number
}

/** Counts the ms of work of the page's main thread, independent of other load on the machine. */
async function startWorkMeasurement(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readTotalWorkMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const workBeforeMs = await readTotalWorkMs()
  return async () => {
    const worked = (await readTotalWorkMs()) - workBeforeMs
    await session.detach()
    return worked
  }
}

/** Scrolls by seven rows per frame, like a fast wheel, then drags the scrollbar to random positions. */
async function measureScrolling({ page }: TablePage): Promise<Frames> {
  await page.bringToFront()
  const endWorkMeasurement = await startWorkMeasurement(page)
  const frames = await page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]')
    if (!grid) throw new Error('The page has no table.')
    const box = grid.parentElement
    const frames = { intervalsMs: [] as number[], longestTaskMs: 0 }
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) frames.longestTaskMs = Math.max(frames.longestTaskMs, duration)
    })
    tasks.observe({ type: 'longtask' })
    const maxScrollTop = box.scrollHeight - box.clientHeight
    const wheelPositions = Array.from({ length: 180 }, (_, index) => index * 7 * 34)
    const dragPositions = Array.from({ length: 40 }, (_, index) => ((index * 37) % 40) * (maxScrollTop / 40))
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    let previousFrameAt = await nextFrame()
    for (const top of [...wheelPositions, ...dragPositions]) {
      box.scrollTop = top
      const frameAt = await nextFrame()
      frames.intervalsMs.push(frameAt - previousFrameAt)
      previousFrameAt = frameAt
    }
    tasks.disconnect()
    return frames
  })
  return { ...frames, workPerFrameMs: (await endWorkMeasurement()) / frames.intervalsMs.length }
}

async function measure(ours: TablePage, bare: TablePage): Promise<Row[]> {
  const mountMs = await measureInTurn({ ours: () => measureMount(ours), bare: () => measureMount(bare) })
  const framesOf = { ours: [] as Frames[], bare: [] as Frames[] }
  for (let round = 0; round < rounds; round++) {
    framesOf.ours.push(await measureScrolling(ours))
    framesOf.bare.push(await measureScrolling(bare))
  }
  const compareWithBare = (value: number) => ({ name: 'bare TanStack Virtual', value })
  const medianWorkPerFrameMs = (frames: Frames[]) => median(frames.map(({ workPerFrameMs }) => workPerFrameMs))
  const p99IntervalMs = (frames: Frames[]) =>
    quantile(
      frames.flatMap(({ intervalsMs }) => intervalsMs),
      0.99,
    )
  const longestTaskMs = (frames: Frames[]) => Math.max(...frames.map(({ longestTaskMs }) => longestTaskMs))
  const rowsLabel = `${rows.toLocaleString('en')} rows`
  return [
    {
      title: `${rowsLabel}: step clicked → shown`,
      unit: 'ms',
      ours: mountMs.ours,
      comparison: compareWithBare(mountMs.bare),
    },
    {
      title: `${rowsLabel}: work per frame while scrolling`,
      unit: 'ms',
      ours: medianWorkPerFrameMs(framesOf.ours),
      comparison: compareWithBare(medianWorkPerFrameMs(framesOf.bare)),
    },
    {
      title: `${rowsLabel}: time between frames, p99`,
      unit: 'ms',
      ours: p99IntervalMs(framesOf.ours),
      goal: { max: 20 },
    },
    {
      title: `${rowsLabel}: longest task while scrolling`,
      unit: 'ms',
      ours: longestTaskMs(framesOf.ours),
      goal: { max: 50 },
    },
  ]
}

const stepLink = (step: number) => `nav[aria-label=Steps] li:nth-child(${step}) a`

/** Clicks within the page and records the time. */
const createClick = (name: string) => (page: Page) =>
  page.evaluate((name) => {
    const link = document.querySelector(name)
    if (!link) throw new Error(`The page has no ${name}.`)
    Object.assign(globalThis, { clicked: performance.timeOrigin + performance.now() })
    link.click()
  }, name)

async function openOurs(page: Page, url: string): Promise<TablePage> {
  await page.goto(`${url}/batches/new`)
  const file = { name: 'recipients.csv', mimeType: 'text/csv', buffer: Buffer.from(recipientsCsv(rows)) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator(firstRow).first().waitFor()
  // The service also checks the file, on the same machine.
  await page.getByText(/^The service agrees on/).waitFor({ timeout: 60_000 })
  return { page, open: createClick(stepLink(2)), close: createClick(stepLink(1)) }
}

async function openBare(page: Page, url: string): Promise<TablePage> {
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
