/** A large batch needs the approval of a second person, who sees exactly what would start. */
import {
  batchIdFromUrl,
  chooseAgent,
  chooseFile,
  csvOf,
  dialledNumbers,
  phoneNumbersIn,
  recipientRows,
  waitForBatchPage,
} from './batches.ts'
import { switchOpenPageTo } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1000, env: {} } })

test('a manager requests approval of a batch, an administrator approves it, and the batch runs', async ({
  page,
  world,
}) => {
  const rows = recipientRows(4)
  await page.goto('/settings/calling-rules')
  const setting = page.getByRole('region', { name: 'Second person' })
  await setting.getByRole('checkbox', { name: 'Large batches need approval by a second person' }).check()
  await setting.getByLabel('Maximum people in a batch without approval').fill('3')
  const save = setting.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByText('Second person saved.')).toBeVisible()
  // The saved rule is read again, and the focus stays.
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toBeFocused()

  await switchOpenPageTo(page, 'campaign_manager')
  await navigateTo(page, '/batches/new')
  await chooseFile(page, csvOf(...rows))
  await page.getByRole('link', { name: /^Continue with \d+ rows?$/ }).click()
  await page.getByRole('link', { name: /^Continue with \d+ calls?$/ }).click()
  await chooseAgent(page)
  await page.getByRole('button', { name: 'Request approval of 4 calls' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click()
  await expect(page).toHaveURL(/\/batches$/)
  const own = page.getByRole('region', { name: 'renewals is waiting for approval' })
  await expect(own.getByRole('button', { name: 'Withdraw request' })).toBeVisible()
  await expect(own).toContainText('You requested 4 calls')
  expect(
    (await world.service('callHistory', { query: { limit: '100' } })).calls.map(({ toNumber }) => toNumber),
  ).not.toContain(phoneNumbersIn(rows)[0])

  await switchOpenPageTo(page, 'admin')
  // The list of batches has the same panel.
  await navigateTo(page, '/')
  await expect(pageHeading(page, 'Overview')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Approve 4 calls in renewals?' })
  await panel.getByRole('button', { name: 'Review request' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Tomás Rivera')
  await expect(dialog).toContainText('United States: 4')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'row 2' })).toContainText(phoneNumbersIn(rows)[0] ?? '')
  await dialog.getByRole('button', { name: 'Approve and start 4 calls' }).click()
  await waitForBatchPage(page)
  const dialled = async () => (await dialledNumbers(world, batchIdFromUrl(page))).toSorted()
  await expect.poll(dialled).toEqual(phoneNumbersIn(rows).toSorted())
  await expect(page.getByText('Tomás Rivera').first()).toBeVisible()
})
