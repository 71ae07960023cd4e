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
  waitUntilComplete,
} from './batches.ts'
import { readyAgent } from './calls.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1000, env: {} } })

test('a manager sees who in a longer file was already called or would be called too often, and leaves them out or calls them with a reason', {
  tag: ['@R02'],
}, async ({ page, world }) => {
  const rows = recipientRows(5)
  const scheduledRow = recipientRows(1, 70)
  const rowsInBatches = [...recipientRows(2, 60), ...scheduledRow, ...rows]
  const longerFile = [...rowsInBatches, '+1 907 555 0100,Ava again,Nguyen,gold']
  const countDialledCalls = async () => (await callsToNumbers(world, phoneNumbersIn(rowsInBatches))).length
  const firstBatchId = await startBatchByRequest(page, world, rows)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await sendStartRequest(page, (await readyAgent(world)).id, csvOf(...scheduledRow), 'Tomorrow', {
    scheduledAt: tomorrow,
  })
  await waitUntilComplete(page, firstBatchId)

  await page.goto('/batches/new')
  await chooseFile(page, csvOf(...longerFile), 'longer list.csv')
  const calledTooOftenPanel = page.getByRole('region', { name: 'Called too often' })
  await expect(calledTooOftenPanel).toContainText('5 of the 8 people in this file were called in the last 24 hours')
  await continueToLastStep(page)
  const alreadyCalledPanel = page.getByRole('region', { name: 'Already called' })
  await expect(alreadyCalledPanel).toContainText(
    '1 of the 8 people in this file is in another batch that is running, scheduled or held back',
  )
  await expect(alreadyCalledPanel.getByRole('link', { name: 'Tomorrow' })).toBeVisible()
  const batchList = calledTooOftenPanel.getByRole('list', { name: 'Batches and calls with these people' })
  await expect(batchList).toContainText(/5 people\s*Renewals.*by Grace Okafor/)
  await expect(startCallsButton(page)).toHaveAccessibleDescription(
    /1 person in this file is in another batch.* 5 people in this file have reached the limit/,
  )

  await calledTooOftenPanel.getByRole('button', { name: 'Leave out 5 people' }).click()
  // Six rows: the duplicate row of one of these people is left out as well.
  await expect(calledTooOftenPanel).toContainText('6 rows left out')
  await expect(startCallsButton(page)).toHaveAccessibleName('Start 3 calls')
  // Switchboard checks the remaining rows again and updates the panel.
  await expect(calledTooOftenPanel).toContainText('Nobody else in this file has reached the limit.')
  await calledTooOftenPanel.getByRole('link', { name: 'Show left-out rows' }).click()
  const rowCounts = page.getByRole('navigation', { name: 'Rows by status' })
  await expect(rowCounts.getByRole('link', { name: 'Left out 6' })).toBeVisible()
  await expect(page.getByText('Left out: called too often').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download 6 left-out rows' })).toBeVisible()
  await alreadyCalledPanel.getByRole('button', { name: 'Call 1 person again' }).click()
  await continueToLastStep(page)
  await expect(alreadyCalledPanel).toContainText('1 person will be called again')
  await startCallsButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('1 person will be called again')
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  await expect.poll(countDialledCalls).toBe(8)

  // The contact limits apply to the person, whichever agent calls.
  await navigateTo(page, '/batches/new')
  await chooseFile(page, csvOf(...rows))
  await continueToLastStep(page)
  await chooseAgent(page, 1)
  await expect(calledTooOftenPanel).toContainText('Everyone in this file was called in the last 24 hours')
  await calledTooOftenPanel.getByRole('button', { name: 'Call them anyway' }).click()
  await calledTooOftenPanel.getByLabel('Reason for calling over the limit').fill('They asked for it')
  await calledTooOftenPanel.getByRole('button', { name: 'Call 5 people' }).click()
  await expect(calledTooOftenPanel).toContainText('5 people will be called over the limit')
  await startCallsButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('5 people will be called over your limits: They asked for it')
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  await expect.poll(countDialledCalls).toBe(13)
})
