/**
 * Measures pages in a browser: the first paint, rows of a page opened by its address and their script, clicks to a list and a form, keys in
 * Review, and scrolling.
 */
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { recipientsCsv } from '../built-page.ts'
import { measureInTurn, median, quantile, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import { measureRowsByAddress } from './page/first-rows.ts'
import { draftCount, measureReviewKeys } from './page/keys.ts'
import { measureActionToPaint, withBrowser, withPage } from './page/measured-page.ts'
import { withLoadedSwitchboard } from './team/processes.ts'

const lists = [
  '/overview',
  '/calls',
  '/conversations',
  '/review',
  '/agents',
  '/flows',
  '/batches',
  '/batches/new',
  '/reports',
  '/settings',
]
/** A list, and the links of its records. */
const records = [
  ['/calls', 'main a[href^="/calls/"]:not([href="/calls/new"])', ''],
  ['/conversations', 'main a[href^="/conversations/"]', ''],
  ['/agents', 'tbody a[href^="/agents/"]', '/edit'],
] as const
const windows = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
/** Until most of what comes later is there. */
const settleMs = 3_000
/** Nobody notices less. */
const maxShift = 0.01

const firstRecord = (browser: Browser, url: string, [list, links, form]: (typeof records)[number]) =>
  withPage(browser, true, async (page) => {
    await page.goto(url + list)
    return `${await page.locator(links).first().getAttribute('href')}${form}`
  })

/** The layout shift of each main page; the worst one of each window is named. */
async function measureLayoutShifts(browser: Browser, url: string): Promise<Row[]> {
  const paths = [...lists]
  for (const record of records) paths.push(await firstRecord(browser, url, record))
  const rows: Row[] = []
  for (const [name, size] of Object.entries(windows)) {
    const shifts: { path: string; shift: number }[] = []
    for (const path of paths) {
      const shift = await withPage(browser, true, async (page) => {
        await page.setViewportSize(size)
        await page.goto(url + path)
        await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${settleMs}))`)
        return page.evaluate<number>('layoutShift()')
      })
      shifts.push({ path: path.replace(/[\w-]{12,}/, '…'), shift })
    }
    const worst = shifts.reduce((one, other) => (other.shift > one.shift ? other : one))
    const title = `Layout shift of ${paths.length} pages, ${name}, worst (${worst.path})`
    rows.push({ title, unit: '', ours: worst.shift, goal: { max: maxShift } })
  }
  return rows
}

const rounds = 9

const agentListPath = '/api/v1/agents'
const isListShown = `document.querySelector('h1')?.textContent.startsWith('Agents') && document.querySelector('tbody a')`
const isFormShown = `document.querySelector('h1')?.textContent.startsWith('New agent') && document.querySelector('form input')`

async function measureClick(page: Page, name: string, condition: string, request?: string): Promise<number> {
  const link = page.getByRole('link', { name, exact: true }).first()
  // A person's pointer is over the link before the click, which can start prefetching.
  await link.hover()
  return measureActionToPaint(page, 'click', condition, () => link.click(), request)
}

const openFirstPage = async (page: Page, url: string) => {
  await page.goto(url)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
}

const measureClicks = (browser: Browser, url: string) =>
  withPage(browser, true, async (page) => {
    await openFirstPage(page, url)
    const coldMs = await measureClick(page, 'Agents', isListShown, agentListPath)
    const formMs = await measureClick(page, 'New agent', isFormShown)
    await page.getByRole('link', { name: 'Flows', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor()
    return { cold: coldMs, form: formMs, warm: await measureClick(page, 'Agents', isListShown, agentListPath) }
  })

async function measureListsAndForms(browser: Browser, url: string): Promise<Row[]> {
  const clickTimes: Awaited<ReturnType<typeof measureClicks>>[] = []
  for (let round = 0; round < rounds; round++) {
    clickTimes.push(await measureClicks(browser, url))
  }
  const medianOf = (name: 'cold' | 'warm' | 'form') => median(clickTimes.map((times) => times[name]))
  return [
    { title: 'Click → list painted, first, beyond its request', unit: 'ms', ours: medianOf('cold'), goal: { max: 60 } },
    { title: 'Click → list painted, again, beyond its request', unit: 'ms', ours: medianOf('warm'), goal: { max: 40 } },
    { title: 'Click → form painted', unit: 'ms', ours: medianOf('form'), goal: { max: 50 } },
  ]
}

const rows = 50_000

/** Scrolls by seven rows per frame, like a fast wheel, then drags the scrollbar to random positions; resolves with the ms between frames. */
const scroll = `(async () => {
  const box = document.querySelector('[role=grid]').parentElement
  const longest = box.scrollHeight - box.clientHeight
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const wheel = Array.from({ length: 180 }, (_, index) => index * 7 * 34)
  const drag = Array.from({ length: 40 }, (_, index) => ((index * 37) % 40) * (longest / 40))
  const intervals = []
  let before = await nextFrame()
  for (const top of [...wheel, ...drag]) {
    box.scrollTop = top
    const now = await nextFrame()
    intervals.push(now - before)
    before = now
  }
  return intervals
})()`

const measureScrolling = (browser: Browser, url: string): Promise<Row[]> =>
  withPage(browser, true, async (page) => {
    await page.goto(`${url}/batches/new`)
    const file = { name: 'recipients.csv', mimeType: 'text/csv', buffer: Buffer.from(recipientsCsv(rows)) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('[role=grid] [role=rowheader]').first().waitFor()
    // The service also checks the file, on the same machine.
    await page.getByText(/^The service agrees on/).waitFor({ timeout: 60_000 })
    const intervals: number[] = []
    for (let round = 0; round < 3; round++) intervals.push(...(await page.evaluate<number[]>(scroll)))
    const title = `${rows.toLocaleString('en')} rows: time between frames while scrolling, p99`
    return [{ title, unit: 'ms', ours: quantile(intervals, 0.99), goal: { max: 20 } }]
  })

/** For comparison: a page with the same heading, without a framework. */
const bareHtml = '<!doctype html><title>Bare</title><style>body{margin:2rem}</style><h1>Overview</h1>'

/** The first contentful paint in ms, with an empty cache. */
const measureFirstPaint = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    await page.goto(url)
    await page.locator('h1').waitFor()
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  })

async function measureFirstPage(browser: Browser, url: string): Promise<Row[]> {
  const bareServer = createServer((_, response) => response.setHeader('content-type', 'text/html').end(bareHtml))
  await new Promise<void>((resolve) => bareServer.listen(0, '127.0.0.1', resolve))
  const bareUrl = `http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`
  try {
    await measureFirstPaint(browser, url)
    const firstPaintMs = await measureInTurn({
      ours: () => measureFirstPaint(browser, url),
      bare: () => measureFirstPaint(browser, bareUrl),
    })
    return [
      {
        title: 'First contentful paint, cold',
        unit: 'ms',
        ours: firstPaintMs.ours,
        comparison: { name: 'a bare page', value: firstPaintMs.bare },
        goal: { max: 1.4 },
      },
    ]
  } finally {
    bareServer.close()
  }
}

export async function bench(): Promise<Row[]> {
  execFileSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' })
  return withBrowser(async (browser) => [
    ...(await withSwitchboard(async (url) => [
      ...(await measureFirstPage(browser, url)),
      ...(await measureRowsByAddress(browser, url)),
      ...(await measureListsAndForms(browser, url)),
      ...(await measureScrolling(browser, url)),
    ])),
    ...(await withSwitchboard((url) => measureLayoutShifts(browser, url), { EMBEDDED_ACTIVITY: 'true' })),
    // Calls go on meanwhile.
    ...(await withLoadedSwitchboard({ drafts: draftCount, calls: 48 }, (url) => measureReviewKeys(browser, url))),
  ])
}
