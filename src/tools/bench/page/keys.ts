/** Measures a queue of 500 drafts: from a key to the frame that shows its result. */
import type { Browser, Page } from '@playwright/test'
import { median, type Row } from '../../measure.ts'
import { measureActionToPaint, withPage } from './measured-page.ts'

export const draftCount = 500
const moveCount = 30
const decisionCount = 8

const currentDraft = `document.querySelector('[aria-label="Drafts waiting"] [aria-current]')`

async function measureKeys(page: Page, url: string): Promise<Row[]> {
  await page.goto(`${url}/review`)
  const lines = page.getByRole('list', { name: 'Drafts waiting' }).getByRole('listitem')
  await lines.nth(draftCount - 1).waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('j')
  const approveButton = page.getByRole('button', { name: 'Approve and send' })
  /** Until the next draft is current. @param requestPath the request that the key sends, which does not count */
  const measureKey = async (key: string, requestPath?: string) => {
    await approveButton.and(page.locator(':not([aria-disabled=true])')).waitFor()
    const hrefBefore = await page.evaluate<string>(`${currentDraft}.getAttribute('href')`)
    const hasMoved = `${currentDraft}?.getAttribute('href') !== '${hrefBefore}'`
    return measureActionToPaint(page, 'keydown', hasMoved, () => page.keyboard.press(key), requestPath)
  }
  const moveTimes: number[] = []
  for (let index = 0; index < moveCount; index++) moveTimes.push(await measureKey(index % 3 === 2 ? 'k' : 'j'))
  const decisionTimes: number[] = []
  for (let index = 0; index < decisionCount; index++)
    decisionTimes.push(await measureKey('Control+Enter', '/gateway/decisions'))
  return [
    { title: 'J or K in a queue of 500', unit: 'ms', ours: median(moveTimes), goal: { max: 50 } },
    {
      title: 'Approve → the next of 500, beyond its request',
      unit: 'ms',
      ours: median(decisionTimes),
      goal: { max: 50 },
    },
  ]
}

/** @param url of a dashboard with so many drafts */
export const measureReviewKeys = (browser: Browser, url: string): Promise<Row[]> =>
  withPage(browser, true, (page) => measureKeys(page, url))
