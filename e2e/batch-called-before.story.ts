/** Nobody is called twice by oversight: before a start the manager sees who is already called, and leaves them out or calls them again. */
import {
  begin,
  choose,
  chooseAgent,
  confirmStart,
  csv,
  dialsOf,
  goToStart,
  numbersOf,
  openBatch,
  people,
  startButton,
  watch,
} from './launching.ts'
import { visit } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 100, env: {} } })

test('a manager is told who of a longer list is called already: one click leaves them out, another calls them again', {
  tag: ['@R02'],
}, async ({ page, world }) => {
  const rows = people(5)
  const longer = [...people(2, 60), ...rows, '+1 907 555 0100,Ava again,Nguyen,gold']
  const dialled = async () => (await dialsOf(world, numbersOf(longer.slice(0, -1)))).length
  const first = await begin(page, world, rows)
  const over = async () => (await world.service('batchProgress', { params: { batchId: first } })).status
  await expect.poll(over).toBe('completed')

  await page.goto('/batches/new')
  await choose(page, csv(...longer), 'renewals and two.csv')
  const panel = page.getByRole('region', { name: 'Already called' })
  await expect(panel).toContainText('5 of the 7 people in your list are in a running or scheduled batch')
  await goToStart(page)
  await expect(panel).toContainText('5 of the 7 people in your list')
  const by = panel.getByRole('list', { name: 'Batches and calls that reach them' })
  await expect(by).toContainText(/5 people\s*Renewals.*by Grace Okafor/)
  await expect(by.getByRole('link', { name: 'Renewals' })).toBeVisible()
  await expect(startButton(page)).toHaveAccessibleDescription(
    /5 people in your list are in another batch or were called/,
  )

  await panel.getByRole('button', { name: 'Leave out 5 people' }).click()
  // A duplicate row of one of them is not called instead.
  await expect(panel).toContainText('6 rows left out')
  await expect(startButton(page)).toHaveAccessibleName('Start 2 calls')
  await panel.getByRole('link', { name: 'Show the left-out rows' }).click()
  const counts = page.getByRole('navigation', { name: 'Rows by what becomes of them' })
  await expect(counts.getByRole('link', { name: 'Left out by you 6' })).toBeVisible()
  await expect(page.getByText('Left out: already called').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download 6 left-out rows' })).toBeVisible()
  await goToStart(page)
  await startButton(page).click()
  await confirmStart(page).click()
  await openBatch(page)
  await watch(page, ({ completed, failed }) => completed + failed === 2)
  expect(await dialled()).toBe(7)

  // Another agent makes no difference.
  await visit(page, '/batches/new')
  await choose(page, csv(...longer))
  await goToStart(page)
  await chooseAgent(page, 1)
  await expect(panel).toContainText('Everybody in your list')
  await panel.getByRole('button', { name: 'Call 7 people again' }).click()
  await expect(panel).toContainText('7 people will be called again')
  await startButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('7 people will be called again')
  await confirmStart(page).click()
  await openBatch(page)
  await watch(page, ({ completed, failed }) => completed + failed === 7)
  expect(await dialled()).toBe(14)
})
