/** Measures how soon a list and a form are shown, by URL and by click. */
import type { Browser, Page } from '@playwright/test'
import { median, type Row } from '../../measure.ts'
import { deedToPaint, withPage } from './measured-page.ts'

const rounds = 9
/** Less than this is rounded to 0.00. */
const noShift = 0.005
/** Two frames at 60 Hz, in ms. */
const twoFrames = 33.4

const agents = '/api/v1/agents'
const listed = `document.querySelector('h1')?.textContent.startsWith('Agents') && document.querySelector('tbody a')`
const formed = `document.querySelector('h1')?.textContent.startsWith('New agent') && document.querySelector('form input')`

/** ms from opening the URL to the first rows, with an empty cache. */
const rowsVisible = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    await page.goto(`${url}/agents`)
    await page.locator('tbody a').first().waitFor()
    return page.evaluate<number>(
      `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))`,
    )
  })

async function click(page: Page, name: string, there: string, request?: string): Promise<number> {
  const link = page.getByRole('link', { name, exact: true }).first()
  // Before a click, the pointer is over the link.
  await link.hover()
  return deedToPaint(page, 'click', there, () => link.click(), request)
}

const firstPage = async (page: Page, url: string) => {
  await page.goto(url)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
}

const clicks = (browser: Browser, url: string) =>
  withPage(browser, true, async (page) => {
    await firstPage(page, url)
    const cold = await click(page, 'Agents', listed, agents)
    const form = await click(page, 'New agent', formed)
    await page.getByRole('link', { name: 'Flows', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor()
    return { cold, form, warm: await click(page, 'Agents', listed, agents) }
  })

/** The layout shift while the first page loads and in the following second. */
const shifted = (browser: Browser, url: string) =>
  withPage(browser, true, async (page) => {
    await firstPage(page, url)
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 1_000))`)
    return page.evaluate<number>('shifted()')
  })

export async function listsAndForms(browser: Browser, url: string): Promise<Row[]> {
  const measured: Awaited<ReturnType<typeof clicks>>[] = []
  const rows: number[] = []
  const shifts: number[] = []
  for (let round = 0; round < rounds; round++) {
    rows.push(await rowsVisible(browser, url))
    measured.push(await clicks(browser, url))
    shifts.push(await shifted(browser, url))
  }
  const middle = (name: 'cold' | 'warm' | 'form') => median(measured.map((one) => one[name]))
  return [
    // Relative to another dashboard on a quiet machine (376 ms), which is not available from npm.
    { title: 'Rows of a list visible, cold', unit: 'ms', ours: median(rows), goal: { max: 0.65 * 376 } },
    { title: 'Click → list painted, first, beyond its request', unit: 'ms', ours: middle('cold'), goal: { max: 35 } },
    { title: 'Click → list painted, again, beyond its request', unit: 'ms', ours: middle('warm'), goal: { max: 40 } },
    { title: 'Click → form painted', unit: 'ms', ours: middle('form'), goal: { max: twoFrames } },
    { title: 'Layout shift of the first page, worst', unit: '', ours: Math.max(...shifts), goal: { max: noShift } },
  ]
}
