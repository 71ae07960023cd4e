/** Measures how soon a list and a form are shown, by URL and by click. */
import type { Browser, Page } from '@playwright/test'
import { median, type Row } from '../../measure.ts'
import { measureActionToPaint, withPage } from './measured-page.ts'

const rounds = 9
/** A smaller layout shift is shown as 0.00. */
const maxLayoutShift = 0.005
/** Two frames at 60 Hz, in ms. */
const twoFramesMs = 33.4

const agentListPath = '/api/v1/agents'
const isListShown = `document.querySelector('h1')?.textContent.startsWith('Agents') && document.querySelector('tbody a')`
const isFormShown = `document.querySelector('h1')?.textContent.startsWith('New agent') && document.querySelector('form input')`

/** ms from opening the URL to the first rows, with an empty cache. */
const measureFirstRows = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    await page.goto(`${url}/agents`)
    await page.locator('tbody a').first().waitFor()
    return page.evaluate<number>(
      `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))`,
    )
  })

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

/** The layout shift while the first page loads and in the following second. */
const measureLayoutShift = (browser: Browser, url: string) =>
  withPage(browser, true, async (page) => {
    await openFirstPage(page, url)
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 1_000))`)
    return page.evaluate<number>('layoutShift()')
  })

export async function measureListsAndForms(browser: Browser, url: string): Promise<Row[]> {
  const clickTimes: Awaited<ReturnType<typeof measureClicks>>[] = []
  const firstRowsTimes: number[] = []
  const shifts: number[] = []
  for (let round = 0; round < rounds; round++) {
    firstRowsTimes.push(await measureFirstRows(browser, url))
    clickTimes.push(await measureClicks(browser, url))
    shifts.push(await measureLayoutShift(browser, url))
  }
  const medianOf = (name: 'cold' | 'warm' | 'form') => median(clickTimes.map((times) => times[name]))
  return [
    // Relative to another dashboard on a quiet machine (376 ms), which is not available from npm.
    { title: 'Rows of a list visible, cold', unit: 'ms', ours: median(firstRowsTimes), goal: { max: 0.65 * 376 } },
    { title: 'Click → list painted, first, beyond its request', unit: 'ms', ours: medianOf('cold'), goal: { max: 35 } },
    { title: 'Click → list painted, again, beyond its request', unit: 'ms', ours: medianOf('warm'), goal: { max: 40 } },
    { title: 'Click → form painted', unit: 'ms', ours: medianOf('form'), goal: { max: twoFramesMs } },
    {
      title: 'Layout shift of the first page, worst',
      unit: '',
      ours: Math.max(...shifts),
      goal: { max: maxLayoutShift },
    },
  ]
}
