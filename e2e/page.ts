/** Helpers for any page. */
import type { Page } from '@playwright/test'

/** The page's main heading. A string has to be the whole text, a pattern can match a part of it. */
export const heading = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' })

/**
 * Navigates within the app, as a link does, without loading a document after the first. The previous page stays until the new one is
 * ready, so wait for something that only the new page has.
 */
export async function visit(page: Page, path: string) {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    history.pushState({ idx: idx + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** The row of a table that contains this name. */
export const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
