/** After a batch: its rows are exported, and people who were not reached are called again. */
import { readFile } from 'node:fs/promises'
import { readRecipients } from '#recipients/read.ts'
import {
  batchIdFromUrl,
  confirmStartButton,
  dialledNumbers,
  phoneNumbersIn,
  recipientRows,
  startBatchByRequest,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { navigateTo, rowInTable } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 300, env: {} } })

test('a manager exports the rows, then calls exactly the failed ones again, with all their values', async ({
  page,
  world,
}) => {
  // The first is always busy. The second never answers.
  const failing = ['+12025550102,Bea,=Busy,gold', '+12025550101,Nora,"No, answer",silver']
  const first = await startBatchByRequest(page, world, [...failing, ...recipientRows(4)])
  const isOver = async () => (await world.service('batchProgress', { params: { batchId: first } })).isComplete
  await expect.poll(isOver, { intervals: [100] }).toBe(true)
  await page.goto(`/batches/${first}`)
  await waitForBatchPage(page)
  await waitForCounts(page, ({ completed, failed }) => completed + failed === 6)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 6 rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Renewals calls.csv')
  const read = readRecipients(await readFile(await download.path()), {})
  if (!read.ok) throw new Error(read.refusal.message)
  expect(read.file.recipients.map(({ values }) => values.last_name)).toContain('=Busy')
  await expect(page.getByRole('button', { name: 'Save file with 6 rows' })).toBeVisible()

  const again = page.getByRole('button', { name: /^Retry \d failed calls?$/ })
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible()
  await page.getByRole('link', { name: /^Continue with \d rows$/ }).click()
  await page.getByRole('link', { name: /^Continue with \d calls$/ }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renewals, again')
  // They were not reached, so these calls do not count for the contact limits.
  await startCallsButton(page).click()
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  const second = batchIdFromUrl(page)
  expect(second).not.toBe(first)
  const { calls } = await world.service('batchCallList', { params: { batchId: first }, query: { status: 'failed' } })
  const dialled = async () => (await dialledNumbers(world, second)).toSorted()
  await expect.poll(dialled).toEqual(calls.map(({ phone_number }) => phone_number).toSorted())
  const { calls: called } = await world.service('batchCallList', { params: { batchId: second } })
  expect(called.map(({ metadata }) => metadata)).toEqual(calls.map(({ metadata }) => metadata))

  // The same works for filtered calls, and for selected ones.
  await navigateTo(page, `/batches/${first}`)
  const { completed } = await waitForCounts(page, ({ total }) => total === 6)
  await page.getByRole('navigation', { name: 'Calls by status' }).getByRole('link', { name: 'Completed' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`with ${completed} (person|people)$`) })).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^Select \+1/ })
    .first()
    .press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Prepare a batch with 2 selected people' }).click()
  await expect(page.getByText('2 people selected in Renewals')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue with 2 rows' })).toBeVisible()
})

test('a manager cancels half way and continues with exactly the people never called: nobody is called twice', {
  tag: ['@R02'],
}, async ({ page, world }) => {
  const rows = recipientRows(40, 300)
  const first = await startBatchByRequest(page, world, rows)
  const hasBegun = async () => {
    const { completed, failed } = await world.service('batchProgress', { params: { batchId: first } })
    return Number(completed) + Number(failed) > 0
  }
  await expect.poll(hasBegun, { intervals: [100] }).toBe(true)
  // Cancelled without a browser, so that it is half way on any machine.
  const own = { 'idempotency-key': crypto.randomUUID(), origin: world.url }
  expect((await page.request.delete(`/v1/api/batch-calls/${first}`, { headers: own })).status()).toBe(200)
  await page.goto(`/batches/${first}`)
  await waitForBatchPage(page)
  const shown = await waitForCounts(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
  const left = shown.cancelled
  expect(left).toBeLessThan(rows.length)

  await page.getByRole('button', { name: `Continue with ${left} people never called` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible()
  const origin = page.getByText(`${left} people never called in Renewals`)
  await expect(origin.getByRole('link', { name: 'Renewals' })).toBeVisible()
  await page.reload()
  await expect(origin).toBeVisible()
  await page.getByRole('link', { name: `Continue with ${left} rows` }).click()
  await page.getByRole('link', { name: `Continue with ${left} calls` }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renewals, continued')
  // The cancelled batch has called none of them, so there is nothing to decide.
  await expect(startCallsButton(page)).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Already called' })).toHaveCount(0)
  await startCallsButton(page).click()
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  const second = batchIdFromUrl(page)
  await expect(page.getByText('People never called in Renewals').getByRole('link')).toHaveAttribute(
    'href',
    `/batches/${first}`,
  )
  await waitForCounts(page, ({ completed, failed, total }) => completed + failed === total)
  const { calls } = await world.service('batchCallList', {
    params: { batchId: first },
    query: { status: 'cancelled', limit: '100' },
  })
  const continued = await dialledNumbers(world, second)
  expect(continued.toSorted()).toEqual(calls.map(({ phone_number }) => phone_number).toSorted())
  const all = [...(await dialledNumbers(world, first)), ...continued]
  expect(all.toSorted()).toEqual(phoneNumbersIn(rows).toSorted())

  // Both pages link to each other, and the list has one entry for both.
  await navigateTo(page, `/batches/${first}`)
  const next = page.getByText('Continued in').getByRole('link', { name: 'Renewals, continued' })
  await expect(next).toHaveAttribute('href', `/batches/${second}`)
  await expect(page.getByText('Some of these people are already in Renewals, continued.')).toBeVisible()
  await navigateTo(page, '/batches')
  await expect(rowInTable(page, 'Batches', 'Renewals 2 parts')).toContainText(`${rows.length} of ${rows.length} called`)
  await page.getByRole('button', { name: 'Renewals 2 parts' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Batches' }).getByRole('link', { name: /^Renewals/ })).toHaveText([
    'Renewals',
    'Renewals, continued',
  ])
})
