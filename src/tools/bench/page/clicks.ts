/** Measures how soon a list and a form are shown by a click. */
import type { Browser, Page } from '@playwright/test'
import { median, type Row } from '../../measure.ts'
import { measureActionToPaint, withPage } from './measured-page.ts'

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

export async function measureListsAndForms(browser: Browser, url: string): Promise<Row[]> {
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
