/** After a batch: its rows as a file, and those who were not reached called again. */
import { readFile } from 'node:fs/promises'
import { readRecipients } from '#recipients/read.ts'
import { batchIn, begin, confirmStart, dialledNumbers, openBatch, people, startButton, watch } from './launching.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 100, env: {} } })

test('a manager takes the rows away, then calls exactly those that failed again, with all that their rows said', async ({
  page,
  world,
}) => {
  // These two are always busy, and never answer.
  const failing = ['+12025550102,Bea,=Busy,gold', '+12025550101,Nora,"No, answer",silver']
  const first = await begin(page, world, [...failing, ...people(4)])
  await page.goto(`/batches/${first}`)
  await openBatch(page)
  await watch(page, ({ completed, failed }) => completed + failed === 6)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 6 rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Renewals calls.csv')
  const read = readRecipients(await readFile(await download.path()), {})
  if (!read.ok) throw new Error(read.refusal.message)
  expect(read.file.recipients.map(({ values }) => values.last_name)).toContain('=Busy')
  await expect(page.getByRole('button', { name: 'Save the file of 6 rows' })).toBeVisible()

  const again = page.getByRole('button', { name: /^Call the \d that failed again$/ })
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible()
  await page.getByRole('link', { name: /^Go on with \d rows$/ }).click()
  await page.getByRole('link', { name: /^Go on with \d calls$/ }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renewals, again')
  await page.getByRole('button', { name: /^Call \d people again$/ }).click()
  await startButton(page).click()
  await confirmStart(page).click()
  await openBatch(page)
  const second = batchIn(page)
  expect(second).not.toBe(first)
  await watch(page, ({ completed, failed, total }) => completed + failed === total)
  const { calls } = await world.service('batchCallList', { params: { batchId: first }, query: { status: 'failed' } })
  expect((await dialledNumbers(world, second)).toSorted()).toEqual(
    calls.map(({ phone_number }) => phone_number).toSorted(),
  )
  const { calls: called } = await world.service('batchCallList', { params: { batchId: second } })
  expect(called.map(({ metadata }) => metadata)).toEqual(calls.map(({ metadata }) => metadata))
})
