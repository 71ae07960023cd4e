/** Versions: what an administrator changed or deleted is restored. */
import type { Page } from '@playwright/test'
import { openAs } from './operators.ts'
import { closeDocument, navigateTo, pageHeading, rowInTable } from './page.ts'
import { firstFlow } from './page-list.ts'
import { expect, test } from './world.ts'

/** Sends a command as the signed-in operator. */
async function send(page: Page, method: string, path: string, data?: object) {
  const headers = { 'idempotency-key': crypto.randomUUID(), origin: new URL(page.url()).origin }
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
  expect(answer.status()).toBe(200)
}

test('an administrator takes back a change and deletions, and an open form says that somebody deleted its flow', async ({
  page,
  world,
}) => {
  await test.step('an administrator takes back a change of a prompt, and the deletion of an agent and its flow', async () => {
    const flow = (await world.service('flowList', { query: { limit: '100' } })).flows.find(
      ({ agentId }) => agentId !== null,
    )
    if (!flow?.agentId) throw new Error('No flow has an agent.')
    const agent = await world.service('agentShow', { params: { agentId: flow.agentId } })
    await openAs(page, 'admin', `/agents/${agent.id}`)
    await expect(pageHeading(page, agent.name)).toBeVisible()

    // The prompt is changed, and the change is restored.
    await navigateTo(page, `/flows/${flow.id}`)
    await expect(pageHeading(page, flow.name)).toBeVisible()
    await send(page, 'PATCH', `/api/v1/flows/${flow.id}`, { prompt: `${flow.prompt} Be brief.` })
    await page.getByRole('link', { name: 'Versions' }).click()
    await expect(pageHeading(page, `Versions of ${flow.name}`)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Versions' }).getByRole('link').first()).toContainText('Prompt changed')
    await expect(page.getByRole('list', { name: 'Changes' }).locator('ins')).toContainText('Be brief.')
    await expect(page.getByRole('button', { name: 'Restore this version' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('link', { name: /^First seen/ }).click()
    await page.getByRole('link', { name: 'Restore this version' }).click()
    await expect(page.getByText('Version 1 is filled in. Nothing changes until you save it.')).toBeVisible()
    // Meanwhile somebody changes it again, so it is not overwritten.
    const nextPrompt = `${flow.prompt} Be quick.`
    await send(page, 'PATCH', `/api/v1/flows/${flow.id}`, { prompt: nextPrompt })
    await page.getByRole('button', { name: 'Save flow' }).click()
    await expect(page.getByRole('alert')).toContainText('There is a later version than the one that you compared with.')
    expect((await world.service('flowShow', { params: { flowId: flow.id } })).prompt).toBe(nextPrompt)
    await closeDocument(page)
    await navigateTo(page, `/flows/${flow.id}/versions`)
    await page.getByRole('link', { name: /^First seen/ }).click()
    await page.getByRole('link', { name: 'Restore this version' }).click()
    await page.getByRole('button', { name: 'Save flow' }).click()
    await expect(pageHeading(page, flow.name)).toBeVisible()
    expect((await world.service('flowShow', { params: { flowId: flow.id } })).prompt).toBe(flow.prompt)

    // Both are deleted and created again, the flow with the new agent.
    await send(page, 'DELETE', `/api/v1/flows/${flow.id}`)
    await send(page, 'DELETE', `/api/v1/agents/${agent.id}`)
    const restored: string[] = []
    for (const [kind, { name }] of [['agent', agent] as const, ['flow', flow] as const]) {
      await navigateTo(page, `/${kind}s`)
      await expect(pageHeading(page, kind === 'flow' ? 'Flows' : 'Agents')).toBeVisible()
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Updated' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: `Deleted ${kind}s` }).click()
      // Another list has columns of its own.
      await expect(page.getByRole('columnheader')).toHaveText(['Name', 'By', 'Restored', 'Deleted'])
      await rowInTable(page, `Deleted ${kind}s`, name).getByRole('link').first().click()
      await expect(page.getByText(`This ${kind} was deleted.`)).toBeVisible()
      await page.getByRole('link', { name: 'Restore this version' }).click()
      await expect(page.getByText(/^Version \d+ of the deleted record is filled in\. It gets a new ID\./)).toBeVisible()
      await page.getByRole('button', { name: `Create ${kind}` }).click()
      await expect(pageHeading(page, name)).toBeVisible()
      restored.push(page.url().split('/').at(-1) ?? '')
    }
    const [agentId = '', flowId = ''] = restored
    expect([agentId, flowId]).not.toContain(flow.id)
    const newFlow = await world.service('flowShow', { params: { flowId } })
    // It was active. Its form asks about its problems before it is again.
    const { prompt, flowData, rules } = flow
    expect(newFlow).toMatchObject({ agentId, isActive: false, prompt, flowData, rules })
    const { personality, phoneNumber } = await world.service('agentShow', { params: { agentId } })
    expect({ personality, phoneNumber }).toEqual({ personality: agent.personality, phoneNumber: agent.phoneNumber })

    // The old ID leads to the new record, and the new one to the old.
    // A new document, because this one still has the flow as it was read before.
    await page.goto(`/flows/${flow.id}`)
    await expect(page.getByText(`“${flow.name}” was deleted by Grace Okafor`)).toBeVisible()
    await page.getByRole('link', { name: 'See its versions and restore it' }).click()
    await expect(pageHeading(page, `Versions of ${flow.name}`)).toBeVisible()
    await page.getByRole('link', { name: 'Show the restored record' }).click()
    await expect(page).toHaveURL(new RegExp(`/flows/${flowId}$`))
    await page.getByRole('link', { name: 'Versions' }).click()
    await expect(page.getByRole('link', { name: 'Show the deleted record' })).toHaveAttribute(
      'href',
      new RegExp(flow.id),
    )
  })

  await test.step('the open form of a flow says that somebody deleted it, and keeps the changes', async () => {
    const { id, name } = await firstFlow(world)
    await openAs(page, 'admin', `/flows/${id}/edit`)
    const nameField = page.getByLabel('Name', { exact: true })
    await expect(nameField).toHaveValue(name)
    await nameField.fill('Shorter call')
    await send(page, 'DELETE', `/api/v1/flows/${id}`)
    await page.keyboard.press('Control+s')
    const notice = page.getByRole('alert').filter({ hasText: 'This flow was deleted, so it cannot be saved.' })
    await expect(notice).toBeVisible()
    await expect(nameField).toHaveValue('Shorter call')
    await expect(notice.getByRole('link', { name: 'See its versions and restore it' })).toHaveAttribute(
      'href',
      `/flows/${id}/versions`,
    )
    await closeDocument(page)
    await navigateTo(page, '/flows/new')
    await expect(page.getByRole('list', { name: 'Other unsaved work' })).toContainText(name)
  })
})
