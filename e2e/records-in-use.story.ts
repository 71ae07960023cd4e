/** Changing an agent or a flow that batches still use: the administrator sees the batches first and types the record's name. */
import type { Page } from '@playwright/test'
import { csvOf, recipientRows, sendStartRequest, startBatchOnPage } from './batches.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

const uses = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Affected batches' })

const discard = async (page: Page) => {
  await page.getByRole('link', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
}

test('an administrator sees which calls will fail before removing an agent, its number or its flow', {
  tag: ['@U46'],
}, async ({ page, world }) => {
  const batchId = await startBatchOnPage(page, recipientRows(45))
  const { agentId } = await world.service('batchShow', { params: { batchId } })
  const agent = await world.service('agentShow', { params: { agentId: agentId ?? '' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.find((one) => one.agentId === agent.id && one.isActive && one.direction !== 'inbound')
  const held = await page.evaluate(
    async ({ id, file }) => {
      const body = new FormData()
      for (const [word, text] of [
        ['agentId', id],
        ['name', 'Spring offer'],
        ['first', '10'],
      ])
        body.set(word ?? '', text ?? '')
      body.set('file', new File([file], 'list.csv', { type: 'text/csv' }))
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return (await fetch('/gateway/launches', { method: 'POST', headers, body })).status
    },
    { id: agent.id, file: csvOf(...recipientRows(30, 100)) },
  )
  expect(held).toBe(200)

  // The flow: deactivated, it leaves the agent without one.
  await navigateTo(page, `/flows/${flow?.id}/edit`)
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Save flow' }).click()
  const off = page.getByRole('dialog', { name: `Deactivate the flow “${flow?.name}”?` })
  await expect(off.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expect(uses(page)).toContainText('Renewals')
  await expect(uses(page)).toContainText('Spring offer')
  await expect(uses(page)).toContainText('Held back · 20 calls will fail')
  await expect(off).toContainText(/\d+ calls will fail/)
  await off.getByRole('button', { name: 'Keep editing' }).click()
  expect((await world.service('flowShow', { params: { flowId: flow?.id ?? '' } })).isActive).toBe(true)
  await discard(page)
  await expect(pageHeading(page, flow?.name ?? '')).toBeVisible()

  // A new flow would take over the calls.
  await navigateTo(page, '/flows/new')
  await page.getByLabel('Name', { exact: true }).fill('Shorter call')
  await page.getByRole('combobox', { name: 'Agent (optional)' }).fill(agent.name)
  await page.getByRole('option', { name: agent.name }).click()
  await page.getByRole('button', { name: 'Create flow' }).click()
  const created = page.getByRole('dialog', { name: 'Create the flow “Shorter call”?' })
  await expect(created).toContainText('calls will use the flow “Shorter call” instead.')
  const create = created.getByRole('button', { name: /^Create flow and change \d+ calls$/ })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await created.getByRole('button', { name: 'Keep editing' }).click()
  await discard(page)
  await expect(pageHeading(page, 'Flows')).toBeVisible()

  // The number.
  await navigateTo(page, `/agents/${agent.id}/edit`)
  await page.getByLabel('Phone number').fill('')
  await page.getByRole('button', { name: 'Save agent' }).click()
  const number = page.getByRole('dialog', { name: `Remove the phone number of “${agent.name}”?` })
  await expect(uses(page)).toContainText('Renewals')
  await number.getByRole('button', { name: 'Keep editing' }).click()
  await discard(page)

  // The agent itself.
  await expect(pageHeading(page, agent.name)).toBeVisible()
  await page.getByRole('button', { name: 'Delete agent' }).click()
  const confirm = page.getByRole('dialog', { name: `Delete the agent “${agent.name}”?` })
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const act = confirm.getByRole('button', { name: /^Delete agent and fail \d+ calls$/ })
  await expect(uses(page).getByRole('listitem').filter({ hasText: 'Renewals' })).toContainText(
    /Running · \d+ calls will fail/,
  )
  await confirm.getByLabel(`Type “${agent.name}” to confirm`).fill(agent.name.slice(1))
  await expect(act).toHaveAttribute('aria-disabled', 'true')
  await confirm.getByLabel(`Type “${agent.name}” to confirm`).fill(agent.name)
  // A batch that starts while the dialog is open stops the delete.
  await sendStartRequest(page, agent.id, csvOf(...recipientRows(12, 200)), 'Late starters')
  await act.click()
  await expect(confirm.getByRole('alert')).toContainText('Nothing was sent.')
  await expect(uses(page)).toContainText('Late starters')
  expect((await world.service('agentShow', { params: { agentId: agent.id } })).name).toBe(agent.name)
  await act.click()
  await expect(pageHeading(page, 'Agents')).toBeVisible()
  await expect(world.service('agentShow', { params: { agentId: agent.id } })).rejects.toThrow('404')
})
