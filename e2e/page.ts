/** Helpers for any page. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The page's main heading. A string has to be the whole text; a pattern may match a part of it. */
export const pageHeading = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' })

/**
 * Lets the pages of a browser context load only the code of what they show. Otherwise each document also loads the code of all other pages
 * while the browser is idle, some 200 files.
 */
export const skipPreloading = (context: BrowserContext) =>
  context.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))

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

/** Moves the focus to an element by pressing only Tab or Shift+Tab. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const keyTowardsTarget = () =>
    target.evaluate((element) => {
      const focused = document.activeElement ?? document.body
      if (focused === element) return null
      // The body contains the target, so it counts as before it.
      return focused.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
    })
  let pressCount = 0
  for (let key = await keyTowardsTarget(); key; key = await keyTowardsTarget()) {
    expect(++pressCount, `presses of Tab to reach ${String(target)}`).toBeLessThan(120)
    await page.keyboard.press(key)
  }
}

/** Moves the focus to a button or link with Tab, and presses Enter. */
export async function pressWithKeyboard(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'link' = 'button',
): Promise<void> {
  const control = page.getByRole(role, { name }).first()
  await expect(control).toBeVisible()
  // The control is disabled until a check has finished.
  await expect(control).not.toHaveAttribute('aria-disabled', 'true')
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Opens the menu of a page with what people rarely do with its record, such as deleting it. @returns the action in it */
export async function findRareAction(page: Page, name: string): Promise<Locator> {
  const main = page.getByRole('main')
  // The list that was open before has such a menu too.
  const edit = main.getByRole('link', { name: /^Edit / }).or(main.getByRole('button', { name: /^Edit / }))
  await expect(edit.first()).toBeVisible()
  await main.getByRole('button', { name: 'More actions' }).click()
  return page.getByRole('menuitem', { name })
}
export const chooseRareAction = async (page: Page, name: string) => (await findRareAction(page, name)).click()

/** Chooses a value of a filter; its button or option has its count too, if the list knows it. */
export async function chooseFilter(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter( |$)/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  const many = panel.getByRole('combobox', { name: filter })
  await panel.getByRole('group', { name: filter }).getByRole('button', { name: value }).or(many).click()
  if (await many.isVisible()) await page.getByRole('option', { name: value }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
}
export const removeFilter = async (page: Page, filterAndValue: string) =>
  page.getByRole('button', { name: `Remove filter ${filterAndValue}` }).click()

export async function chooseOrder(page: Page, order: string): Promise<void> {
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitem', { name: order }).click()
}
