/** What every page has, in any story. */
import type { Page } from '@playwright/test'

/** The one heading that says where one is. Words are its whole text; a pattern may be a part of it. */
export const heading = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' })

/**
 * Goes to an address within the app, as a link does: no new document but the first. The page before stays until the new one is there:
 * wait for something that only the new one has.
 */
export async function visit(page: Page, path: string) {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    history.pushState({ idx: idx + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** What a table says of one thing. */
export const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
