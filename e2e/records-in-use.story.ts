/** Before an agent or a flow that batches still use is changed or deleted, the administrator sees these batches. */
import type { Page } from '@playwright/test'
import { csvOf, recipientRows, sendStartRequest, startBatchOnPage } from './batches.ts'
import { chooseRareAction, navigateTo, pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

const affectedBatches = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Affected batches' })

const discardChanges = async (page: Page) => {
  await page.getByRole('link', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
}

test('an administrator sees which calls will change or fail before changing a flow, an agent’s number, or deleting the agent', {
  tag: ['@U46'],
}, async ({ page, world }) => {
  const batchId = await startBatchOnPage(page, recipientRows(45))
  const { agentId } = await world.service('batchShow', { params: { batchId } })
  const agent = await world.service('agentShow', { params: { agentId: agentId ?? '' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.find(
    ({ agentId: flowAgentId, isActive, direction }) => flowAgentId === agent.id && isActive && direction !== 'inbound',
  )
  const startStatus = await page.evaluate(
    async ({ id, file }) => {
      const body = new FormData()
      for (const [field, text] of [
        ['agentId', id],
        ['name', 'Spring offer'],
        ['first', '10'],
      ])
        body.set(field ?? '', text ?? '')
      body.set('file', new File([file], 'list.csv', { type: 'text/csv' }))
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return (await fetch('/gateway/launches', { method: 'POST', headers, body })).status
    },
    { id: agent.id, file: csvOf(...recipientRows(30, 100)) },
  )
  expect(startStatus).toBe(200)

  // Without this flow, the agent cannot place calls.
  await navigateTo(page, `/flows/${flow?.id}/edit`)
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Save flow' }).click()
  const deactivateDialog = page.getByRole('dialog', { name: `Deactivate the flow “${flow?.name}”?` })
  await expect(deactivateDialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expect(affectedBatches(page)).toContainText('Renewals')
  await expect(affectedBatches(page)).toContainText('Spring offer')
  await expect(affectedBatches(page)).toContainText('Held back · 20 calls will fail')
  await expect(deactivateDialog).toContainText(/\d+ calls will fail/)
  await deactivateDialog.getByRole('button', { name: 'Keep editing' }).click()
  expect((await world.service('flowShow', { params: { flowId: flow?.id ?? '' } })).isActive).toBe(true)
  await discardChanges(page)
  await expect(pageHeading(page, flow?.name ?? '')).toBeVisible()

  // With a new flow, the waiting calls would use that flow.
  await navigateTo(page, '/flows/new')
  await page.getByLabel('Name', { exact: true }).fill('Shorter call')
  await page.getByRole('button', { name: 'Flow', exact: true }).click()
  await page.getByRole('combobox', { name: 'Agent (optional)' }).fill(agent.name)
  await page.getByRole('option', { name: agent.name }).click()
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Create flow' }).click()
  const activateDialog = page.getByRole('dialog', { name: 'Activate the flow with 1 problem?' })
  await expect(activateDialog).toContainText('1. Start has no next step.')
  await activateDialog.getByRole('button', { name: 'Activate flow anyway' }).click()
  const createDialog = page.getByRole('dialog', { name: 'Create the flow “Shorter call”?' })
  await expect(createDialog).toContainText('calls will use the flow “Shorter call” instead.')
  const confirmCreateButton = createDialog.getByRole('button', { name: /^Create flow and change \d+ calls$/ })
  await expect(confirmCreateButton).toHaveAttribute('aria-disabled', 'true')
  await createDialog.getByRole('button', { name: 'Keep editing' }).click()
  await discardChanges(page)
  await expect(pageHeading(page, 'Flows')).toBeVisible()

  // Without a phone number, the agent cannot place calls.
  await navigateTo(page, `/agents/${agent.id}/edit`)
  await page.getByLabel('Phone number').fill('')
  await page.getByRole('button', { name: 'Save agent' }).click()
  const removeNumberDialog = page.getByRole('dialog', { name: `Remove the phone number of “${agent.name}”?` })
  await expect(affectedBatches(page)).toContainText('Renewals')
  await removeNumberDialog.getByRole('button', { name: 'Keep editing' }).click()
  await discardChanges(page)

  // The agent is deleted only after its name is typed.
  await expect(pageHeading(page, agent.name)).toBeVisible()
  await chooseRareAction(page, 'Delete agent')
  const deleteDialog = page.getByRole('dialog', { name: `Delete the agent “${agent.name}”?` })
  await expect(deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const confirmDeleteButton = deleteDialog.getByRole('button', { name: /^Delete agent and fail \d+ calls$/ })
  await expect(affectedBatches(page).getByRole('listitem').filter({ hasText: 'Renewals' })).toContainText(
    /Running · \d+ calls will fail/,
  )
  await deleteDialog.getByLabel(`Type “${agent.name}” to confirm`).fill(agent.name.slice(1))
  await expect(confirmDeleteButton).toHaveAttribute('aria-disabled', 'true')
  await deleteDialog.getByLabel(`Type “${agent.name}” to confirm`).fill(agent.name)
  // If another batch starts while the dialog is open, the agent is not deleted, and the dialog shows the new batch.
  await sendStartRequest(page, agent.id, csvOf(...recipientRows(12, 200)), 'Late starters')
  await confirmDeleteButton.click()
  await expect(deleteDialog.getByRole('alert')).toContainText('Nothing was sent.')
  await expect(affectedBatches(page)).toContainText('Late starters')
  expect((await world.service('agentShow', { params: { agentId: agent.id } })).name).toBe(agent.name)
  await confirmDeleteButton.click()
  await expect(pageHeading(page, 'Agents')).toBeVisible()
  await expect(world.service('agentShow', { params: { agentId: agent.id } })).rejects.toThrow('404')
})
