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
  const approvalSetting = page.getByRole('region', { name: 'Second approval' })
  await approvalSetting.getByRole('checkbox', { name: 'Large batches need approval by a second person' }).check()
  await approvalSetting.getByLabel('Maximum people in a batch without approval').fill('3')
  const saveButton = approvalSetting.getByRole('button', { name: 'Save' })
  await saveButton.click()
  await expect(page.getByText('Saved the approval rule.')).toBeVisible()
  // After saving, the page reads the rule again, and the focus stays on the button.
  await expect(saveButton).toHaveAttribute('aria-disabled', 'true')
  await expect(saveButton).toBeFocused()

  await switchOpenPageTo(page, 'campaign_manager')
  await navigateTo(page, '/batches/new')
  await chooseFile(page, csvOf(...rows))
  await page.getByRole('link', { name: /^Continue with \d+ rows?$/ }).click()
  await page.getByRole('link', { name: /^Continue with \d+ calls?$/ }).click()
  await chooseAgent(page)
  await page.getByRole('button', { name: 'Request approval of 4 calls' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click()
  await expect(page).toHaveURL(/\/unfinished$/)
  const pendingRequest = page.getByRole('region', { name: 'renewals is waiting for approval' })
  await expect(pendingRequest.getByRole('button', { name: 'Withdraw request' })).toBeVisible()
  await expect(pendingRequest).toContainText('You requested 4 calls')
  expect(
    (await world.service('callHistory', { query: { limit: '100' } })).calls.map(({ toNumber }) => toNumber),
  ).not.toContain(phoneNumbersIn(rows)[0])

  await switchOpenPageTo(page, 'admin')
  // The overview and the list of batches say that there is one, and lead to it.
  await navigateTo(page, '/overview')
  await expect(pageHeading(page, 'Overview')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1 start waits for approval')
  await page.getByRole('link', { name: 'Open unfinished' }).click()
  const approvalPanel = page.getByRole('region', { name: 'Approve 4 calls in renewals?' })
  await approvalPanel.getByRole('button', { name: 'Review request' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Tomás Rivera')
  await expect(dialog).toContainText('United States: 4')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'row 2' })).toContainText(phoneNumbersIn(rows)[0] ?? '')
  await dialog.getByRole('button', { name: 'Approve and start 4 calls' }).click()
  await waitForBatchPage(page)
  const sortedDialledNumbers = async () => (await dialledNumbers(world, batchIdFromUrl(page))).toSorted()
  await expect.poll(sortedDialledNumbers).toEqual(phoneNumbersIn(rows).toSorted())
  await expect(page.getByText('Tomás Rivera').first()).toBeVisible()
})
