/** Helpers for any page. */
import type { Page } from '@playwright/test'

/** The page's main heading. A string has to be the whole text; a pattern may match a part of it. */
export const pageHeading = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' })

/** Closes the open document with its input, so that the next page is a new document. */
export const closeDocument = (page: Page) => page.goto('about:blank')

/**
 * Navigates within the app, as a link does. Only the first call loads a document. The previous page stays until the new one is ready, so
 * wait for something that only the new page has.
 */
export async function navigateTo(page: Page, path: string) {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    history.pushState({ idx: idx + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** The row that contains this text, in the table with this name. */
export const rowInTable = (page: Page, tableName: string, text: string) =>
  page.getByRole('table', { name: tableName }).getByRole('row').filter({ hasText: text })
