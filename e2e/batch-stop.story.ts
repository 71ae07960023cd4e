/** Stopping everything at once, from wherever one is. */
import { launch, people, watch } from './launching.ts'
import { become } from './operators.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a manager stops every running batch from a page that has nothing to do with them', async ({ page, world }) => {
  const first = await launch(page, people(40))
  await launch(page, people(40, 50))
  await page.goto('/agents')
  await become(page, 'campaign_manager')
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('stop')
  await page.getByRole('option', { name: 'Stop all running batches' }).click()
  const dialog = page.getByRole('dialog', { name: /^Stop all/ })
  await expect(dialog.getByRole('button', { name: 'Keep calling' })).toBeFocused()
  await expect(dialog).toContainText('Renewals')
  await dialog.getByRole('button', { name: /^Stop \d batches$/ }).click()
  await expect(page.getByText(/^Stopped \d batches\.$/)).toBeVisible()

  await page.goto(`/batches/${first}`)
  await watch(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
  const { batches } = await page.evaluate(
    async () => (await (await fetch('/gateway/batches?limit=100')).json()) as { batches: { batchId: string }[] },
  )
  for (const { batchId } of batches)
    expect((await world.service('batchProgress', { params: { batchId } })).waiting).toBe(0)
  await page.goto('/batches')
  await expect(page.getByRole('table', { name: 'Batches' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0)

  // Narrowed to what the manager started: nothing, and the address says so to anybody who opens it.
  await page.getByText('By me', { exact: true }).click()
  await expect(page.getByText('No such batches')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'By me' })).toBeChecked()
})
