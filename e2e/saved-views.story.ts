/** Saved views: own ones on the review queue, and one on the wall for the team. */
import type { Page } from '@playwright/test'
import { newBrowserPage, openAs } from './operators.ts'
import { chooseOrder } from './page.ts'
import { expect, test } from './world.ts'

const viewsButton = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const viewItem = (page: Page, name: string | RegExp) =>
  page.getByRole('menu', { name: 'Views' }).getByRole('menuitem', { name })
const sorting = (page: Page) => page.getByRole('button', { name: /^Sort by/ })
const searchOf = (page: Page) => {
  const search = new URL(page.url()).searchParams
  // The draft that the queue opens by itself.
  for (const name of ['conversation', 'message']) search.delete(name)
  return search.toString()
}

test('views are saved, chosen, updated and deleted by keyboard, and those for the team by colleagues', async ({
  page,
  browser,
  world,
}) => {
  await test.step('a reviewer saves the filters of the queue by keyboard, chooses, updates and deletes them', async () => {
    await openAs(page, 'reviewer', '/review?sort=newest')
    await viewsButton(page, 'Views').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu', { name: 'Views' })).toBeVisible()
    await viewItem(page, 'Save this view…').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter a name.')).toBeVisible()
    await page.keyboard.type('Newest first')
    await page.keyboard.press('Enter')
    const current = viewsButton(page, 'View: Newest first')
    await expect(current).toBeFocused()

    await page.keyboard.press('Enter')
    await viewItem(page, 'All drafts').press('Enter')
    await expect.poll(() => searchOf(page)).toBe('')
    await expect(viewsButton(page, 'Views')).toBeFocused()
    await page.keyboard.press('Enter')
    await viewItem(page, 'Newest first').press('Enter')
    await expect.poll(() => searchOf(page)).toBe('sort=newest')
    await expect(sorting(page)).toContainText('Newest first')
    await expect(current).toBeFocused()

    await chooseOrder(page, 'Oldest first')
    const changed = viewsButton(page, 'View: Newest first · changed')
    await changed.click()
    await viewItem(page, 'Update “Newest first” to these filters').click()
    await expect(page.getByText('View “Newest first” updated')).toBeVisible()
    await expect(changed).toHaveCount(0)
    await current.click()
    // The same name is refused, and the text stays.
    await viewItem(page, 'Save this view…').click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('newest FIRST')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(
      dialog.getByText('There is already a view “newest FIRST” of this page.', { exact: false }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(current).toBeFocused()

    await page.reload()
    await current.click()
    await viewItem(page, 'Delete “Newest first”…').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await expect(viewsButton(page, 'Views')).toBeFocused()
    expect(searchOf(page)).toBe('sort=oldest')

    // A view of a list has its filters, its order and its columns.
    const chosen = 'model=gpt-4o&sort=updated&columns=name%2Cvoice'
    await page.goto(`/agents?${chosen}`)
    await viewsButton(page, 'Views').click()
    await viewItem(page, 'Save this view…').click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Voices')
    await page.keyboard.press('Enter')
    await viewsButton(page, 'View: Voices').click()
    await viewItem(page, 'All agents').click()
    await expect.poll(() => searchOf(page)).toBe('')
    await viewsButton(page, 'Views').click()
    await viewItem(page, 'Voices').click()
    await expect.poll(() => searchOf(page)).toBe(chosen)
    await expect(page.getByRole('button', { name: 'Remove filter Model: gpt-4o' })).toBeVisible()

    // Addresses that somebody stored when ended calls had other filters.
    await page.goto('/calls/ended?state=failed')
    await expect(page.getByRole('button', { name: 'Remove filter Outcome: Failed' })).toBeVisible()
    await page.goto('/calls/ended?state=completed')
    await expect(page.getByText('Ended calls are not filtered by state any more')).toBeVisible()
    await page.getByRole('button', { name: 'Remove this filter' }).click()
    await expect.poll(() => searchOf(page)).toBe('')
  })

  await test.step('a view of the wall for the team is chosen by a colleague, who cannot change it', async () => {
    await openAs(page, 'support', '/calls?sentiment=negative')
    await viewsButton(page, 'Views').click()
    await viewItem(page, 'Save this view…').click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Angry callers')
    await dialog.getByRole('radio', { name: 'For the team' }).check()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(viewsButton(page, 'View: Angry callers')).toBeVisible()

    const colleaguesPage = await newBrowserPage(browser, world)
    await openAs(colleaguesPage, 'reviewer', '/calls')
    await viewsButton(colleaguesPage, 'Views').click()
    await viewItem(colleaguesPage, /^Angry callers\s*Saved by /).click()
    await expect.poll(() => searchOf(colleaguesPage)).toBe('sentiment=negative')
    await expect(colleaguesPage.getByRole('button', { name: 'Remove filter Sentiment: Negative' })).toBeVisible()
    await viewsButton(colleaguesPage, 'View: Angry callers').click()
    await expect(viewItem(colleaguesPage, 'Save this view…')).toBeVisible()
    await expect(viewItem(colleaguesPage, /^(Rename|Delete)/)).toHaveCount(0)

    // The command palette has the views of the page behind it.
    await viewItem(colleaguesPage, 'All calls').click()
    await expect.poll(() => searchOf(colleaguesPage)).toBe('')
    await colleaguesPage.keyboard.press('Control+k')
    await colleaguesPage.getByRole('combobox', { name: 'Search' }).fill('angry')
    await colleaguesPage.getByRole('option', { name: 'View: Angry callers' }).click()
    await expect.poll(() => searchOf(colleaguesPage)).toBe('sentiment=negative')
    await colleaguesPage.context().close()

    await page.goto('/calls/do-not-call?columns=number,when')
    await viewsButton(page, 'Views').click()
    await viewItem(page, 'Save this view…').click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Only numbers')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(viewsButton(page, 'View: Only numbers')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('only')
    await expect(page.getByRole('option', { name: 'View: Only numbers' })).toBeVisible()
  })
})
