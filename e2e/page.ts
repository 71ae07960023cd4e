/** What every page has, in any story. */
import type { Page } from '@playwright/test'

/** The one heading that says where one is. Words are its whole text; a pattern may be a part of it. */
export const heading = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' })

/** What a table says of one thing. */
export const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
