/** Before a list is called, a manager tries one of its rows on their own number and reads the transcript. */
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

/** Calls to this number are always answered. */
const own = '+12025550100'

test('a manager is called with the second row of the list and reads the transcript beside it, and nobody on the list is called', async ({
  page,
  world,
}) => {
  const rows = recipientRows(3)
  await page.goto('/batches/new')
  await chooseFile(page, csvOf(...rows))
  await page.getByRole('link', { name: 'Continue with 3 rows' }).click()
  await chooseAgent(page)
  await page.getByRole('button', { name: 'Next call' }).click()
  const panel = page.getByRole('region', { name: 'Test call' })
  await panel.getByRole('textbox', { name: 'Your own number' }).fill('+1 202 555 0100')
  await panel.getByRole('button', { name: 'Call me with row 3' }).click()
  const confirm = page.getByRole('dialog', { name: 'Call +1 202 555 0100 now?' })
  await expect(confirm).toContainText('with the values of row 3')
  await confirm.getByRole('button', { name: 'Call me' }).click()
  await expect(panel.getByRole('heading', { name: 'Transcript' })).toBeVisible({ timeout: 30_000 })
  await expect(panel).toContainText('with row 3')

  await page.getByRole('link', { name: 'Continue with 3 calls' }).click()
  await expect(startCallsButton(page)).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Already called' })).toHaveCount(0)
  await expect(panel.getByRole('heading', { name: 'Transcript' })).toBeVisible()
  const address = (await panel.getByRole('link', { name: 'Open this test' }).getAttribute('href')) ?? ''
  const batchId = address.split('/').at(-1) ?? ''
  expect(await dialledNumbers(world, batchId)).toEqual([own])
  const { calls } = await world.service('batchCallList', { params: { batchId } })
  expect(calls.map(({ metadata }) => metadata)).toMatchObject([{ first_name: 'Ava2', plan: 'gold' }])
  expect(await callsToNumbers(world, phoneNumbersIn(rows))).toEqual([])

  await navigateTo(page, '/batches')
  const line = page.getByRole('row').filter({ hasText: 'Test of Renewals' })
  await expect(line.getByText('Test', { exact: true })).toBeVisible()
})
