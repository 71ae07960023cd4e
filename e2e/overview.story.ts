/** The overview: what today is like, for one's own work first. */
import { openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { batchIdOf, runningBatchName } from './page-list.ts'
import { expect, test } from './world.ts'

test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a reviewer sees by keyboard how long drafts wait and what came of today’s calls, and opens what a figure counts', async ({
  page,
  world,
}) => {
  await openAs(page, 'reviewer')
  await navigateTo(page, `/batches/${await batchIdOf(world, runningBatchName)}`)
  await expect(pageHeading(page, runningBatchName)).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(pageHeading(page, 'Overview')).toBeFocused()

  // What a reviewer does comes first.
  const figures = page.getByRole('main').getByRole('link')
  await expect(figures.filter({ hasText: 'Drafts to review' })).toContainText(/[1-9]/)
  const today = page.getByRole('region', { name: 'Calls today' })
  await expect(today).toContainText(/\d+% answered/)
  const hours = today.getByRole('slider')
  await hours.focus()
  await hours.press('Home')
  await expect(hours).toHaveAttribute(
    'aria-valuetext',
    /: .*(Reached a person|Answered, not read|No answer|Failed) \d+/,
  )
  await today.getByRole('button', { name: /^Table/ }).press('Enter')
  await expect(today.getByRole('table', { name: 'Calls today' }).getByRole('row')).not.toHaveCount(0)

  const drafts = page.getByRole('region', { name: 'Drafts to review' })
  const overTenMinutes = drafts.getByRole('link', { name: /^Over 10 minutes/ })
  const count = /\d+$/.exec(await overTenMinutes.innerText())?.[0] ?? ''
  await overTenMinutes.press('Enter')
  await expect(page).toHaveURL(/\/review\?age=10m/)
  await expect(pageHeading(page, 'Review')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Drafts waiting' }).getByRole('link')).toHaveCount(Number(count))
})
