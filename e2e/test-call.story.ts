/** Test call: before a batch starts, the agent calls the manager's own number with the values of one row. */
import {
  callsToNumbers,
  chooseAgent,
  chooseFile,
  csvOf,
  dialledNumbers,
  phoneNumbersIn,
  recipientRows,
  startCallsButton,
} from './batches.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1000, env: {} } })

/** The manager's number. Calls to it are always answered. */
const ownNumber = '+12025550100'

test('the agent calls a manager with the values of the second row, the transcript is shown, and nobody on the list is called', async ({
  page,
  world,
}) => {
  await page.goto('/settings/account')
  // A number is saved by its owner, and confirmed by an administrator.
  const ownNumbers = page.getByRole('region', { name: 'Your own numbers' })
  await ownNumbers.getByRole('textbox', { name: 'Phone number' }).fill('+1 202 555 0100')
  await ownNumbers.getByRole('button', { name: 'Save number' }).click()
  await expect(ownNumbers.getByRole('listitem')).toContainText('Not confirmed')
  await navigateTo(page, '/settings/operators/ready-admin')
  await page.getByRole('button', { name: 'Confirm +1 202 555 0100' }).click()
  await expect(page.getByText('Confirmed by Grace Okafor')).toBeVisible()

  const rows = recipientRows(3)
  await navigateTo(page, '/batches/new')
  await chooseFile(page, csvOf(...rows))
  await page.getByRole('link', { name: 'Continue with 3 rows' }).click()
  await chooseAgent(page)
  const testCallPanel = page.getByRole('region', { name: 'Test call' })
  await page.getByRole('button', { name: 'Next call' }).click()
  await testCallPanel.getByRole('button', { name: 'Call me with row 3' }).click()
  const confirmDialog = page.getByRole('dialog', { name: 'Call +1 202 555 0100 now?' })
  await expect(confirmDialog).toContainText('with the values of row 3')
  await confirmDialog.getByRole('button', { name: 'Call me' }).click()
  await expect(testCallPanel.getByRole('heading', { name: 'Transcript' })).toBeVisible({ timeout: 30_000 })
  await expect(testCallPanel).toContainText('with row 3')

  await page.getByRole('link', { name: 'Continue with 3 calls' }).click()
  await expect(startCallsButton(page)).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Already called' })).toHaveCount(0)
  await expect(testCallPanel.getByRole('heading', { name: 'Transcript' })).toBeVisible()
  const batchPath = (await testCallPanel.getByRole('link', { name: 'Open this test' }).getAttribute('href')) ?? ''
  const batchId = batchPath.split('/').at(-1) ?? ''
  expect(await dialledNumbers(world, batchId)).toEqual([ownNumber])
  const { calls } = await world.service('batchCallList', { params: { batchId } })
  expect(calls.map(({ metadata }) => metadata)).toMatchObject([{ first_name: 'Ava2', plan: 'gold' }])
  expect(await callsToNumbers(world, phoneNumbersIn(rows))).toEqual([])

  await navigateTo(page, '/batches')
  const batchRow = page.getByRole('row').filter({ hasText: 'Test of Renewals' })
  await expect(batchRow.getByText('Test', { exact: true })).toBeVisible()
})
