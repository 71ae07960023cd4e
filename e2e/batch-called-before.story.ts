/** Before a start, the manager sees who was already called or would be called too often, and leaves them out or calls them anyway. */
import { readyAgent } from './calls.ts'
import {
  chooseAgent,
  chooseFile,
  confirmStart,
  csv,
  dialsOf,
  goToStart,
  numbersOf,
  people,
  requestStart,
  startBatchByRequest,
  startButton,
  waitForBatchPage,
} from './launching.ts'
import { visit } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1000, env: {} } })

test('a manager sees who on a longer list was already called or is called too often, and leaves them out or calls them with a reason', {
  tag: ['@R02'],
}, async ({ page, world }) => {
  const rows = people(5)
  const waiting = people(1, 70)
  const called = [...people(2, 60), ...waiting, ...rows]
  const longer = [...called, '+1 907 555 0100,Ava again,Nguyen,gold']
  const dialled = async () => (await dialsOf(world, numbersOf(called))).length
  const first = await startBatchByRequest(page, world, rows)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await requestStart(page, (await readyAgent(world)).id, csv(...waiting), 'Tomorrow', { scheduledAt: tomorrow })
  // As Switchboard normalizes it.
  const over = async () => (await page.request.get(`/v1/api/batch-calls/${first}/status`)).json()
  await expect.poll(over).toMatchObject({ isComplete: true })

  await page.goto('/batches/new')
  await chooseFile(page, csv(...longer), 'renewals and two.csv')
  const tooOften = page.getByRole('region', { name: 'Called too often' })
  await expect(tooOften).toContainText('5 of the 8 people in this file were called in the last 24 hours')
  await goToStart(page)
  const already = page.getByRole('region', { name: 'Already called' })
  await expect(already).toContainText(
    '1 of the 8 people in this file is in another batch that is running, scheduled or held back',
  )
  await expect(already.getByRole('link', { name: 'Tomorrow' })).toBeVisible()
  const by = tooOften.getByRole('list', { name: 'Batches and calls with these people' })
  await expect(by).toContainText(/5 people\s*Renewals.*by Grace Okafor/)
  await expect(startButton(page)).toHaveAccessibleDescription(
    /1 person in this file is in another batch.* 5 people in this file have reached the limit/,
  )

  await tooOften.getByRole('button', { name: 'Leave out 5 people' }).click()
  // A duplicate row of one of them is left out as well.
  await expect(tooOften).toContainText('6 rows left out')
  await expect(startButton(page)).toHaveAccessibleName('Start 3 calls')
  // The remaining rows are checked again, and the panel changes with the answer.
  await expect(tooOften).toContainText('Nobody else in this file has reached the limit.')
  await tooOften.getByRole('link', { name: 'Show left-out rows' }).click()
  const counts = page.getByRole('navigation', { name: 'Rows by status' })
  await expect(counts.getByRole('link', { name: 'Left out by you 6' })).toBeVisible()
  await expect(page.getByText('Left out: called too often').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download 6 left-out rows' })).toBeVisible()
  await already.getByRole('button', { name: 'Call 1 person again' }).click()
  await goToStart(page)
  await expect(already).toContainText('1 person will be called again')
  await startButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('1 person will be called again')
  await confirmStart(page).click()
  await waitForBatchPage(page)
  await expect.poll(dialled).toBe(8)

  // With another agent, the result is the same.
  await visit(page, '/batches/new')
  await chooseFile(page, csv(...rows))
  await goToStart(page)
  await chooseAgent(page, 1)
  await expect(tooOften).toContainText('Everyone in this file was called in the last 24 hours')
  await tooOften.getByRole('button', { name: 'Call them with a reason' }).click()
  await tooOften.getByLabel('Reason for calling over the limit').fill('They asked for it')
  await tooOften.getByRole('button', { name: 'Call 5 people' }).click()
  await expect(tooOften).toContainText('5 people will be called over the limit')
  await startButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('5 people will be called over your limits: They asked for it')
  await confirmStart(page).click()
  await waitForBatchPage(page)
  await expect.poll(dialled).toBe(13)
})
