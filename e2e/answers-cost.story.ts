/** What calls cost, with the team's own prices. */
import { openAs } from './operators.ts'
import { navigateTo, pageHeading, pressWithKeyboard } from './page.ts'
import { batchIdOf, completedBatchName } from './page-list.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('an administrator sets prices by keyboard and sees what the calls cost', async ({ page, world }) => {
  await openAs(page, 'admin')
  await navigateTo(page, `/batches/${await batchIdOf(world, completedBatchName)}`)
  await expect(pageHeading(page, completedBatchName)).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()

  await navigateTo(page, '/answers/cost')
  await expect(pageHeading(page, 'Cost')).toBeVisible()
  await expect(page.getByText('No prices are set yet.')).toBeVisible()
  const countries = page.getByRole('table', { name: 'Comparison' })
  await expect(countries.getByRole('row').nth(1)).toContainText('–')

  await pressWithKeyboard(page, 'Set prices', 'link')
  await expect(pageHeading(page, 'Prices')).toBeFocused()
  await page.getByRole('textbox', { name: 'Currency' }).fill('EUR')
  await page.getByRole('spinbutton', { name: 'Price per minute' }).fill('0.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved the prices', { exact: false }).first()).toBeVisible()

  await navigateTo(page, '/answers/cost')
  await expect(pageHeading(page, 'Cost')).toBeVisible()
  await expect(countries.getByRole('row').nth(1)).toContainText(/0\.50 EUR.*\d+\.\d\d EUR/)
  const days = page.getByRole('slider', { name: /^Cost by day/ })
  await days.focus()
  await days.press('End')
  await expect(days).toHaveAttribute('aria-valuetext', /: Calls \d+\.\d\d EUR$/)
})
