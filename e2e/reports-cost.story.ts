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

  await navigateTo(page, '/reports/cost')
  await expect(pageHeading(page, 'Cost')).toBeVisible()
  await expect(page.getByText('No prices are set yet.')).toBeVisible()
  const countries = page.getByRole('table', { name: 'Comparison' })
  await expect(countries.getByRole('row').nth(1)).toContainText('–')

  await pressWithKeyboard(page, 'Set prices')
  await expect(page.getByRole('textbox', { name: 'Currency' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Currency' }).fill('EUR')
  await page.getByRole('spinbutton', { name: 'Price per minute' }).fill('0.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved the prices', { exact: false }).first()).toBeVisible()

  await expect(countries.getByRole('row').nth(1)).toContainText(/0\.50 EUR.*\d+\.\d\d EUR/)

  // Each cost is the price of the minutes, which are shown rounded, and the total is their sum. Calls that end meanwhile reach the total and
  // the table with two answers.
  const amountIn = (text: string | null | undefined) => Number(/(\d+\.\d\d) EUR/.exec(text ?? '')?.[1])
  await expect(async () => {
    const cells = await countries
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)))
    const costs = cells.map((row) => amountIn(row.at(-1)))
    for (const [index, cost] of costs.entries()) {
      expect(cost).toBeGreaterThan(0)
      expect(Math.abs(cost - 0.5 * Number(/\d+$/.exec(cells[index]?.[2] ?? '')?.[0]))).toBeLessThan(0.26)
    }
    const total = amountIn(await page.getByText('Total', { exact: true }).locator('xpath=..').textContent())
    expect(Math.abs(total - costs.reduce((sum, cost) => sum + cost, 0))).toBeLessThan(0.01 * (costs.length + 1))
  }).toPass()

  const days = page.getByRole('slider', { name: /^Cost by day/ })
  const costOfDay = async () => amountIn(await days.getAttribute('aria-valuetext'))
  await days.focus()
  await days.press('End')
  for (let press = 1; press < 28 && !((await costOfDay()) > 0); press++) await days.press('ArrowLeft')
  expect(await costOfDay()).toBeGreaterThan(0)
})
