/** Names with hidden direction characters: every page shows the characters and keeps the text around them in order (reliability R37). */
import type { Page } from '@playwright/test'
import { chooseFile, sendStartRequest } from './batches.ts'
import { readyAgent } from './calls.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

const override = '\u202e'
const header = 'phone_number,first_name,last_name'
/** The first call is long. The second leaves a draft. */
const file = [header, `+12025550105,Ada${override},evil`, `+12025550100,Bo${override},fdp`].join('\n')

/** Expects the character neither on the page nor in the window's title. */
async function expectNoOverride(page: Page) {
  expect(await page.locator('body').innerText()).not.toContain(override)
  expect(await page.title()).not.toContain(override)
  const titles = await page.locator('[title]').evaluateAll((all) => all.map((one) => one.getAttribute('title')))
  expect(titles.join()).not.toContain(override)
}

test('a direction character in a name is shown as a code: on the wall, in lists, in the queue, in headings', {
  tag: ['@R37'],
}, async ({ page, world }) => {
  await sendStartRequest(page, (await readyAgent(world)).id, file)

  await page.goto('/calls')
  const card = page.getByRole('article').filter({ hasText: 'Ada' })
  await expect(card).toContainText('U+202E')
  await expectNoOverride(page)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Ada/ })).toContainText('U+202E')
  await expect(page.getByRole('region', { name: 'Participants' })).toContainText('Ada')
  await expectNoOverride(page)

  await navigateTo(page, '/')
  await expect(page.getByRole('table', { name: 'Calls in progress' })).toContainText('U+202E')
  await expectNoOverride(page)

  await navigateTo(page, '/review')
  const waiting = page.getByRole('list', { name: 'Drafts waiting' }).getByRole('listitem').filter({ hasText: 'Bo' })
  const bo = waiting.filter({ hasText: 'U+202E' })
  await expect(bo).toBeVisible()
  await bo.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: /^Draft to Bo/ })).toContainText('U+202E')
  await expectNoOverride(page)

  await navigateTo(page, '/conversations')
  await expect(page.getByRole('row').filter({ hasText: 'Bo' }).filter({ hasText: 'U+202E' })).toBeVisible()
  await expectNoOverride(page)
  // Search ignores the hidden character.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('evil ada')
  await expect(page.getByRole('option', { name: /^Ada/ }).first()).toContainText('U+202E')
  await expectNoOverride(page)
})

test.describe('before anybody is called', () => {
  test.use({ readOnly: true })

  test('a direction character in a cell is shown as a code while a batch is prepared', {
    tag: ['@R37'],
  }, async ({ page }) => {
    await page.goto('/batches/new')
    await chooseFile(page, [`${header},${override}nalp`, `+19075550900,${override}moc.live,Lee,gold`].join('\n'))
    const cell = page.getByRole('gridcell').filter({ hasText: 'moc.live' })
    await expect(cell).toContainText('U+202E')
    await cell.click()
    await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText('U+202E')
    await expectNoOverride(page)
    await page.getByRole('link', { name: 'Continue with 1 row' }).click()
    await expect(page.getByRole('region', { name: 'One call' })).toContainText('U+202E')
    await expectNoOverride(page)
  })
})
