/** Reports: whether a change of an agent helped. */
import { startBatchByRequest, waitForBatchPage, waitForCounts, waitUntilComplete } from './batches.ts'
import { readyAgent } from './calls.ts'
import { openAs } from './operators.ts'
import { navigateTo, pageHeading, rowInTable } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 300, env: {} } })

test('a lead sees the calls of an agent before it was changed and after', async ({ page, world }) => {
  const agent = await readyAgent(world)
  await openAs(page, 'admin', `/agents/${agent.id}`)
  await expect(pageHeading(page, agent.name)).toBeVisible()

  /** Calls people, and opens the batch, so that the calls are seen. */
  async function call(...rows: string[]) {
    const batchId = await startBatchByRequest(page, world, rows)
    await waitUntilComplete(page, batchId)
    await navigateTo(page, `/batches/${batchId}`)
    await waitForBatchPage(page)
    await waitForCounts(page, ({ completed, failed }) => completed + failed === rows.length)
    await expect(page.getByRole('table', { name: 'Calls in this batch' }).getByRole('row')).toHaveCount(rows.length + 1)
  }
  // Calls that nobody answers have no duration, so they begin when they are dialled, also in simulated time.
  await call('+12025550101,Ada,Busy,gold', '+12025550102,Bea,Away,gold')
  const headers = { 'idempotency-key': crypto.randomUUID(), origin: world.url }
  const changed = await page.request.patch(`/api/v1/agents/${agent.id}`, {
    headers,
    data: { personality: 'Stricter.' },
  })
  expect(changed.status()).toBe(200)
  await call('+12025550104,Max,Fails,gold')

  await navigateTo(page, `/reports/agents?agent=${agent.id}`)
  const comparison = page.getByRole('table', { name: 'Before and since version 2' })
  const cells = (figure: string) => rowInTable(page, 'Before and since version 2', figure).getByRole('cell')
  await expect(comparison).toBeVisible()
  await expect(cells('Calls')).toHaveText(['Calls', /Before2$/, /later1$/, /Difference$/])
  await expect(cells('Answered')).toHaveText(['Answered', /Before0%$/, /later0%$/, /Difference±0$/])
  const versions = page.getByRole('table', { name: 'Versions with calls in this period' })
  await expect(versions.getByRole('row')).toHaveCount(3)
  await expect(versions.getByRole('row').nth(2).getByRole('link', { name: '2', exact: true })).toBeVisible()
  await expect(versions.getByRole('row').nth(1)).toContainText('Personality changed')
  // Its calls are those since the change.
  await versions.getByRole('row').nth(1).getByRole('link', { name: '1', exact: true }).press('Enter')
  await expect(pageHeading(page, 'Counted calls')).toBeFocused()
  await expect(page.getByRole('table', { name: 'Counted calls' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Counted calls' })).toContainText('Failed')
})
