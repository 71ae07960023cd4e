/** Cancelling while nothing of the organisation's sixty requests a minute is left. */
import { readyAgent } from './calls.ts'
import { askToStart, csv, openBatch, people, watch } from './launching.ts'
import { become } from './operators.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'developer', speed: 1, env: {} } })

test('R10 a manager cancels though the budget is spent, sees at once that it stopped, and is told when the next cancel goes', async ({
  page,
  world,
}) => {
  await page.goto('/batches')
  await become(page, 'campaign_manager')
  const { batchId: second } = await askToStart(page, (await readyAgent(world)).id, csv(...people(5)))
  await page.goto(`/batches/${second}`)
  await watch(page, ({ total }) => total === 5)
  await page.getByRole('link', { name: 'Batches', exact: true }).last().click()
  await page.getByRole('link', { name: /^Visit reminders/ }).click()
  await openBatch(page)
  const { waiting } = await watch(page, (shown) => shown.total === 120)

  // A colleague reads until readings are refused: what is left is kept for commands.
  await page.evaluate(async () => {
    for (let at = 0; (await fetch(`/api/v1/agents/nobody-${at}`)).status !== 503; at++);
  })
  const cancel = page.getByRole('button', { name: /^Cancel remaining \d+ calls?$/ })
  const dialog = page.getByRole('dialog')
  const sure = dialog.getByRole('button', { name: /^Cancel \d+ calls?$/ })
  await cancel.click()
  const asked = Date.now()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    sure.click(),
  ])
  expect(Date.now() - asked).toBeLessThan(1_000)
  expect(answer.status()).toBe(200)
  await expect(page.getByText(/^Cancelled \d+ calls\.$/)).toBeVisible()
  // Nothing can be read meanwhile: the page knows it from the answer.
  expect(await page.evaluate(async () => (await fetch('/api/v1/agents/nobody')).status)).toBe(503)
  const after = await watch(page, (shown) => shown.waiting === 0)
  expect(after.cancelled).toBeGreaterThanOrEqual(waiting - 1)

  // Another program with the same key takes what was kept: the service itself refuses the next cancel.
  await expect(async () => {
    for (;;) await world.service('agentList')
  }).rejects.toThrow('429')
  await page.getByRole('link', { name: 'Batches', exact: true }).last().click()
  await page.getByRole('link', { name: 'Second' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()
  await cancel.click()
  await sure.click()
  const told = dialog.getByRole('status')
  await expect(told).toContainText('nothing was cancelled yet. It goes by itself in')
  const left = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await told.textContent()) ?? '') ?? []
    return (Number(minutes) * 60 + Number(seconds)) * 1_000
  }
  // A minute after the first of the sixty there is room again.
  const room = Math.min(...(await world.requests())) + 60_000
  await expect.poll(async () => Math.abs(room - Date.now() - (await left()))).toBeLessThan(3_000)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})
