/** Before a start, the manager sees who was already called or would be called too often, and leaves them out or calls them anyway. */

import {
  callsToNumbers,
  chooseAgent,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  phoneNumbersIn,
  recipientRows,
  sendStartRequest,
  startBatchByRequest,
  startCallsButton,
  waitForBatchPage,
} from './batches.ts'
import { readyAgent } from './calls.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1000, env: {} } })

test('a manager sees who on a longer list was already called or is called too often, and leaves them out or calls them with a reason', {
  tag: ['@R02'],
}, async ({ page, world }) => {
  const rows = recipientRows(5)
  const waiting = recipientRows(1, 70)
  const called = [...recipientRows(2, 60), ...waiting, ...rows]
  const longer = [...called, '+1 907 555 0100,Ava again,Nguyen,gold']
  const dialled = async () => (await callsToNumbers(world, phoneNumbersIn(called))).length
  const first = await startBatchByRequest(page, world, rows)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await sendStartRequest(page, (await readyAgent(world)).id, csvOf(...waiting), 'Tomorrow', { scheduledAt: tomorrow })
  // As Switchboard normalizes it.
  const over = async () => (await page.request.get(`/v1/api/batch-calls/${first}/status`)).json()
  await expect.poll(over).toMatchObject({ isComplete: true })

  await page.goto('/batches/new')
  await chooseFile(page, csvOf(...longer), 'renewals and two.csv')
  const tooOften = page.getByRole('region', { name: 'Called too often' })
  await expect(tooOften).toContainText('5 of the 8 people in this file were called in the last 24 hours')
  await continueToLastStep(page)
  const already = page.getByRole('region', { name: 'Already called' })
  await expect(already).toContainText(
    '1 of the 8 people in this file is in another batch that is running, scheduled or held back',
  )
  await expect(already.getByRole('link', { name: 'Tomorrow' })).toBeVisible()
  const by = tooOften.getByRole('list', { name: 'Batches and calls with these people' })
  await expect(by).toContainText(/5 people\s*Renewals.*by Grace Okafor/)
  await expect(startCallsButton(page)).toHaveAccessibleDescription(
    /1 person in this file is in another batch.* 5 people in this file have reached the limit/,
  )

  await tooOften.getByRole('button', { name: 'Leave out 5 people' }).click()
  // A duplicate row of one of them is left out as well.
  await expect(tooOften).toContainText('6 rows left out')
  await expect(startCallsButton(page)).toHaveAccessibleName('Start 3 calls')
  // The remaining rows are checked again, and the panel changes with the answer.
  await expect(tooOften).toContainText('Nobody else in this file has reached the limit.')
  await tooOften.getByRole('link', { name: 'Show left-out rows' }).click()
  const counts = page.getByRole('navigation', { name: 'Rows by status' })
  await expect(counts.getByRole('link', { name: 'Left out by you 6' })).toBeVisible()
  await expect(page.getByText('Left out: called too often').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download 6 left-out rows' })).toBeVisible()
  await already.getByRole('button', { name: 'Call 1 person again' }).click()
  await continueToLastStep(page)
  await expect(already).toContainText('1 person will be called again')
  await startCallsButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('1 person will be called again')
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  await expect.poll(dialled).toBe(8)

  // With another agent, the result is the same.
  await navigateTo(page, '/batches/new')
  await chooseFile(page, csvOf(...rows))
  await continueToLastStep(page)
  await chooseAgent(page, 1)
  await expect(tooOften).toContainText('Everyone in this file was called in the last 24 hours')
  await tooOften.getByRole('button', { name: 'Call them with a reason' }).click()
  await tooOften.getByLabel('Reason for calling over the limit').fill('They asked for it')
  await tooOften.getByRole('button', { name: 'Call 5 people' }).click()
  await expect(tooOften).toContainText('5 people will be called over the limit')
  await startCallsButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('5 people will be called over your limits: They asked for it')
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  await expect.poll(dialled).toBe(13)
})
