/** Names with a hidden character that reverses the text after it: every page shows the character's code instead (reliability R37). */
import type { Page } from '@playwright/test'
import { chooseFile, sendStartRequest } from './batches.ts'
import { readyAgent } from './calls.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

const directionOverride = '\u202e'
const csvHeader = 'phone_number,first_name,last_name'
/** The call to the first number is long. The call to the second number results in a draft. */
const csvContent = [
  csvHeader,
  `+12025550105,Ada${directionOverride},evil`,
  `+12025550100,Bo${directionOverride},fdp`,
].join('\n')

/** Expects the character neither in the page's text, nor in a tooltip, nor in the window's title. */
async function expectNoDirectionOverride(page: Page) {
  expect(await page.locator('body').innerText()).not.toContain(directionOverride)
  expect(await page.title()).not.toContain(directionOverride)
  const tooltips = await page
    .locator('[title]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('title')))
  expect(tooltips.join()).not.toContain(directionOverride)
}

test.use({ settings: { plan: 'enterprise', speed: 10, env: {} } })

test('a direction character in a name or a cell is shown as a code on every page', { tag: ['@R37'] }, async ({
  page,
  world,
}) => {
  await test.step('a direction character in a name is shown as a code in cards, tables, the queue, headings and search results', async () => {
    await sendStartRequest(page, (await readyAgent(world)).id, csvContent)

    await page.goto('/calls')
    const callCard = page.getByRole('article').filter({ hasText: 'Ada' })
    await expect(callCard).toContainText('U+202E')
    await expectNoDirectionOverride(page)
    await callCard.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: /^Ada/ })).toContainText('U+202E')
    await expect(page.getByRole('region', { name: 'Participants' })).toContainText('Ada')
    await expectNoDirectionOverride(page)

    // Which calls the overview has room for depends on how many others are in progress.
    await navigateTo(page, '/overview')
    await expect(page.getByRole('list', { name: 'Live calls' })).toBeVisible()
    await expectNoDirectionOverride(page)

    await navigateTo(page, '/review')
    const draftsToBo = page
      .getByRole('list', { name: 'Drafts waiting' })
      .getByRole('listitem')
      .filter({ hasText: 'Bo' })
    const draftWithCode = draftsToBo.filter({ hasText: 'U+202E' })
    await expect(draftWithCode).toBeVisible()
    await draftWithCode.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 2, name: /^Draft to Bo/ })).toContainText('U+202E')
    await expectNoDirectionOverride(page)

    await navigateTo(page, '/conversations')
    await expect(page.getByRole('row').filter({ hasText: 'Bo' }).filter({ hasText: 'U+202E' })).toBeVisible()
    await expectNoDirectionOverride(page)
    // Search ignores the hidden character.
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('evil ada')
    await expect(page.getByRole('option', { name: /^Ada/ }).first()).toContainText('U+202E')
    await expectNoDirectionOverride(page)
  })

  await test.step('a direction character in a cell of the file is shown as a code', async () => {
    await page.goto('/batches/new')
    await chooseFile(
      page,
      [`${csvHeader},${directionOverride}nalp`, `+19075550900,${directionOverride}moc.live,Lee,gold`].join('\n'),
    )
    const cell = page.getByRole('gridcell').filter({ hasText: 'moc.live' })
    await expect(cell).toContainText('U+202E')
    await cell.click()
    await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText('U+202E')
    await expectNoDirectionOverride(page)
    await page.getByRole('link', { name: 'Continue with 1 row' }).click()
    await expect(page.getByRole('region', { name: 'One call' })).toContainText('U+202E')
    await expectNoDirectionOverride(page)
  })
})
