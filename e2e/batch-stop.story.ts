/** Batches and all changes are stopped at once, from any page. */

import {
  csvOf,
  recipientRows,
  sendStartRequest,
  startBatchByRequest,
  startBatchOnPage,
  waitForCounts,
} from './batches.ts'
import { readyAgent } from './calls.ts'
import { createColleague, openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { openRunningBatch } from './page-list.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a cancel that the service did not confirm can be repeated in the same dialog, and the state of the batch resolves it', async ({
  page,
  world,
}) => {
  const batchId = await startBatchByRequest(page, world, recipientRows(60))
  await page.goto(`/batches/${batchId}`)
  const agentId = (await world.service('batchShow', { params: { batchId } })).agentId ?? ''
  const { name } = await world.service('agentShow', { params: { agentId } })
  const rename = (to: string) => world.service('agentUpdate', { params: { agentId }, body: { name: to } })
  await rename(`${name} simulate dropped on cancel`)
  await page.getByRole('button', { name: /^Cancel remaining \d+ calls$/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel the remaining/ })
  const cancel = dialog.getByRole('button', { name: /^Cancel \d+ calls$/ })
  await cancel.click()
  await expect(dialog.getByRole('alert')).toContainText('You can safely cancel again.')
  await expect(cancel).toBeEnabled()

  await rename(name)
  await cancel.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Cancelled \d+ calls\.$/)).toBeVisible()
  await waitForCounts(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
  const outcomes = () =>
    page.evaluate(async () => {
      const { effects } = (await (await fetch('/gateway/effects')).json()) as {
        effects: { endpoint: string; state: string; happened: boolean | null }[]
      }
      return effects
        .filter(({ endpoint }) => endpoint === 'batchCancel')
        .map(({ state, happened }) => [state, happened])
    })
  await expect.poll(outcomes).toEqual([
    ['done', null],
    ['settled', true],
  ])
})

test('a manager stops all running batches from an unrelated page', async ({ page, world }) => {
  // Before the others, while the batch of the seed data still has calls to place.
  await openRunningBatch(world)
  const first = await startBatchOnPage(page, recipientRows(40))
  await startBatchOnPage(page, recipientRows(40, 50))
  await openAs(page, 'campaign_manager', '/agents')
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('stop')
  await page.getByRole('option', { name: 'Stop all running batches' }).click()
  const dialog = page.getByRole('dialog', { name: /^Stop all/ })
  await expect(dialog.getByRole('button', { name: 'Keep calling' })).toBeFocused()
  await expect(dialog).toContainText('Renewals')
  await dialog.getByRole('button', { name: 'Stop 3 batches' }).click()
  await expect(page.getByText('Stopped 3 batches.')).toBeVisible()

  await navigateTo(page, `/batches/${first}`)
  await waitForCounts(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
  const { batches } = await page.evaluate(
    async () => (await (await fetch('/gateway/batches?limit=100')).json()) as { batches: { batchId: string }[] },
  )
  for (const { batchId } of batches)
    expect((await world.service('batchProgress', { params: { batchId } })).waiting).toBe(0)
  await navigateTo(page, '/batches')
  await expect(page.getByRole('table', { name: 'Batches' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0)

  // The filter "started by me" matches nothing. It is in the URL, so it is the same for everybody who opens it.
  await page.getByText('By me', { exact: true }).click()
  await expect(page.getByText('No batches found')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'By me' })).toBeChecked()
})

test.describe('with fast calls', () => {
  test.use({ settings: { plan: 'enterprise', speed: 40, env: {} } })

  test('Switchboard stops a batch whose calls fail to connect, says why, and offers a batch of the people never called', async ({
    page,
    world,
  }) => {
    const failing = Array.from({ length: 30 }, (_, at) => `+120255501${70 + at},Bo${at},Nguyen,gold`)
    await page.goto(`/batches/${await startBatchByRequest(page, world, [...failing, ...recipientRows(70)])}`)
    const stopped = page.getByRole('alert').filter({ hasText: 'Switchboard stopped this batch' })
    await expect(stopped).toContainText(/: \d+ of the first \d+ calls failed for a technical reason/)
    const { waiting, cancelled } = await waitForCounts(page, (shown) => shown.cancelled > 0)
    expect(waiting).toBe(0)
    await stopped.getByRole('button', { name: `Continue with ${cancelled} people never called` }).click()
    await expect(page.getByRole('link', { name: `Continue with ${cancelled} rows` })).toBeVisible()
  })
})

test('an administrator stops all changes: colleagues are refused with the reason, every page says so, a batch can still be cancelled, and changes are allowed again', {
  tag: ['@U09'],
}, async ({ page, world }) => {
  const batchId = await startBatchByRequest(page, world, recipientRows(60))
  const manager = await createColleague(world, 'campaign_manager')
  const start = async () => sendStartRequest(manager, (await readyAgent(world)).id, csvOf(...recipientRows(3, 80)))
  await openAs(page, 'admin', '/settings/stop')
  await page.getByRole('button', { name: 'Stop all changes' }).click()
  const stopping = page.getByRole('dialog', { name: 'Stop all changes for everyone?' })
  const stop = stopping.getByRole('button', { name: 'Stop all changes' })
  await expect(stop).toHaveAttribute('aria-disabled', 'true')
  await stopping.getByLabel('Reason').fill('The price list is wrong.')
  await stop.click()
  await expect(stopping).toHaveCount(0)
  const why = /Grace Okafor stopped all changes .*“The price list is wrong\.”/
  expect((await start()).error).toMatchObject({ code: 'stopped', message: expect.stringMatching(why) })

  const banner = page.getByText('All changes are stopped', { exact: true })
  await expect(banner).toBeVisible()
  // The banner pushes no part of a draft out of the window.
  await page.setViewportSize({ width: 1280, height: 900 })
  await navigateTo(page, '/review')
  await expect(page.getByRole('button', { name: 'Approve and send' })).toBeInViewport({ ratio: 1 })
  await navigateTo(page, '/batches')
  await expect(page.getByRole('main').getByRole('link', { name: 'New batch' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New batch' })).toHaveAccessibleDescription(why)
  await navigateTo(page, `/batches/${batchId}`)
  await page.getByRole('button', { name: /^Cancel remaining \d+ calls$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel \d+ calls$/ })
    .click()
  await expect(page.getByText(/^Cancelled \d+ calls\.$/)).toBeVisible()

  await page.getByRole('link', { name: 'Stop switch' }).click()
  await page.getByRole('button', { name: 'Allow changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow changes' }).click()
  await expect(banner).toHaveCount(0)
  expect((await start()).batchId).toMatch(/^batch_/)
})
