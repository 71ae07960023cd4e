/** Messaging agents and message flows: creating, editing, autopilot, and a service without these features. */
import { needsReview } from '#contract/index.ts'
import { customerNameOf, waitingDrafts } from './drafts.ts'
import { createColleague, openAs } from './operators.ts'
import { navigateTo, pageHeading, rowInTable } from './page.ts'
import { expect, test, type World } from './world.ts'

const findMessageFlow = async (world: World, name: string) => {
  const flow = (await world.service('messageFlowList', { query: { limit: '100' } })).find(
    (messageFlow) => messageFlow.name === name,
  )
  if (!flow) throw new Error(`There is no message flow ${name}.`)
  return flow
}

test('administrators manage messaging agents, flows and autopilot, and a reviewer sees which flow sends without review', async ({
  page,
  world,
}) => {
  await test.step('an administrator sees which message flow sends without review, and has to confirm before turning autopilot on', async () => {
    const flowBefore = await findMessageFlow(world, 'Delivery notice')
    expect(flowBefore.autopilot).toBe(true)
    await page.goto('/overview')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Flows' }).click()
    await page.getByRole('navigation', { name: 'Flows' }).getByRole('link', { name: 'Messages' }).click()
    await expect(pageHeading(page, 'Message flows')).toBeVisible()
    await expect(page.getByText('1 active flow sends without review')).toBeVisible()
    // The only flow that sends without review is listed first.
    const listedNames = page.getByRole('table', { name: 'Message flows' }).locator('[data-stretched]')
    await expect(listedNames.first()).toHaveText('Delivery notice')
    await expect(page.getByText('Sends without review', { exact: true })).toHaveCount(1)
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(listedNames.first()).toHaveText('Accounts, replies')
    await page.getByRole('textbox', { name: 'Search message flows by name' }).fill('NOTICE delivery')
    await expect(listedNames).toHaveText(['Delivery notice'])
    await listedNames.first().click()

    // Turning autopilot off needs no confirmation.
    await expect(pageHeading(page, 'Delivery notice')).toBeVisible()
    const reviewPanel = page.getByRole('region', { name: 'Review' })
    await reviewPanel.getByRole('button', { name: 'Turn off autopilot' }).press('Enter')
    await expect(page.getByText('Messages from “Delivery notice” now wait for review.')).toBeVisible()
    await expect(reviewPanel).toContainText('Autopilot is off')
    const { updatedAt: _, ...flowAfter } = await findMessageFlow(world, 'Delivery notice')
    const { updatedAt: __, ...otherFields } = flowBefore
    expect(flowAfter).toEqual({ ...otherFields, autopilot: false })

    const turnOnButton = reviewPanel.getByRole('button', { name: 'Turn on autopilot' })
    await turnOnButton.click()
    const dialog = page.getByRole('dialog', { name: 'Let “Delivery notice” send without review?' })
    await expect(dialog).toContainText('Nobody reviews it first')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect((await findMessageFlow(world, 'Delivery notice')).autopilot).toBe(false)
    await turnOnButton.click()
    await dialog.getByRole('button', { name: 'Turn on autopilot' }).click()
    await expect(page.getByText('“Delivery notice” now sends without review.')).toBeVisible()
    await expect(reviewPanel).toContainText('Autopilot is on')
    expect((await findMessageFlow(world, 'Delivery notice')).autopilot).toBe(true)

    // The audit shows the flow's name and links to it.
    await navigateTo(page, '/settings/audit')
    const row = page.getByRole('row').filter({ hasText: 'Changed a message flow' }).first()
    await row.getByRole('link', { name: 'Delivery notice', exact: true }).click()
    await expect(pageHeading(page, 'Delivery notice')).toBeVisible()
  })

  await test.step('an administrator creates a messaging agent and a flow for it, and an edit keeps unknown fields', async () => {
    await page.goto('/agents/messaging')
    await page.getByRole('link', { name: 'New messaging agent' }).click()
    await expect(pageHeading(page, 'New messaging agent')).toBeFocused()
    await page.getByRole('button', { name: 'Create messaging agent' }).click()
    const errorSummary = page.getByRole('alert', { name: /^The messaging agent was not created/ })
    await errorSummary.getByRole('link', { name: 'Enter the name.' }).click()
    await page.keyboard.type('Nora · Night desk')
    await page.getByLabel('Channel').fill('email')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Create messaging agent' }).click()
    await expect(pageHeading(page, 'Nora · Night desk')).toBeVisible()
    await expect(page.getByText('No message flow uses this agent')).toBeVisible()

    await navigateTo(page, '/flows/messages/new')
    await page.getByLabel('Name', { exact: true }).fill('Night questions')
    // A new flow is inactive. Without an agent, activating it asks.
    const activeSwitch = page.getByRole('switch', { name: 'Active' })
    await expect(activeSwitch).not.toBeChecked()
    await activeSwitch.click()
    await page.getByRole('button', { name: 'Create message flow' }).click()
    const activateDialog = page.getByRole('dialog', { name: 'Activate the message flow with 1 problem?' })
    await expect(activateDialog).toContainText('The flow has no messaging agent, so it cannot write messages.')
    await activateDialog.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('combobox', { name: 'Messaging agent' }).fill('night desk')
    await page.getByRole('option', { name: 'Nora · Night desk' }).click()
    await page.getByLabel('Prompt').fill('Answer until the morning.')
    await page.getByRole('button', { name: 'Create message flow' }).click()
    await expect(pageHeading(page, 'Night questions')).toBeVisible()
    // Autopilot is off in a new flow.
    await expect(page.getByRole('region', { name: 'Review' })).toContainText('Autopilot is off')
    const created = await findMessageFlow(world, 'Night questions')
    expect(created.isActive).toBe(true)

    // Meanwhile, a colleague changes the flow outside Switchboard.
    await page.getByRole('link', { name: 'Edit message flow' }).click()
    await page.getByRole('textbox', { name: 'First message' }).fill('Good evening!')
    const { _id, createdAt: _, updatedAt: __, ...body } = created
    const colleaguesFlow = { ...body, prompt: 'Be brief.', tags: ['night'], settings: { delay: 7 } }
    await world.service('messageFlowReplace', { params: { messageFlowId: _id }, body: colleaguesFlow })
    await page.getByRole('button', { name: 'Save message flow' }).click()
    const conflict = page.getByRole('alert', { name: /Someone else changed this message flow while you were editing/ })
    await expect(conflict.getByRole('list', { name: 'Their changes in your form' })).toContainText('Be brief.')
    await page.getByRole('button', { name: 'Save message flow' }).click()
    await expect(page.getByText('Good evening!')).toBeVisible()
    await expect
      .poll(() => findMessageFlow(world, 'Night questions'))
      .toMatchObject({ ...colleaguesFlow, initiationMessage: 'Good evening!' })

    await page.getByRole('link', { name: 'Nora · Night desk' }).click()
    await expect(rowInTable(page, 'Message flows of this agent', 'Night questions')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('night questions')
    await page.getByRole('option', { name: 'Night questions' }).click()
    await expect(pageHeading(page, 'Night questions')).toBeVisible()
  })

  await test.step('a draft and its conversation show a reviewer that the flow sends without review, and link to the flow', async () => {
    const flows = await world.service('messageFlowList', { query: { limit: '100' } })
    const flowById = (id: string | null) => flows.find(({ _id }) => _id === id)
    const draft = (await waitingDrafts(world)).find(({ conversation }) => flowById(conversation.pathwayId))
    const flow = flowById(draft?.conversation.pathwayId ?? null)
    if (!draft || !flow) throw new Error('No draft belongs to a message flow.')
    const { _id, createdAt: _, updatedAt: __, ...body } = flow
    const { request } = await createColleague(world, 'admin')
    const changed = await request.put(`/v1/api/message-flows/${_id}`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      data: { ...body, autopilot: true },
    })
    expect(changed.status()).toBe(200)

    const { conversation, message } = draft
    await openAs(page, 'reviewer')
    await navigateTo(page, `/review?conversation=${conversation._id}&message=${message._id}`)
    await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(draft)}` })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('Sends without review')).toBeVisible()
    await main.getByRole('link', { name: 'Full conversation' }).click()
    await expect(main.getByText('Sends without review')).toBeVisible()
    await main.getByRole('button', { name: 'Draft a message' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('combobox', { name: 'Flow' })).toHaveValue(flow.name)
    await page.keyboard.press('Escape')
    expect(conversation.messages.some(needsReview)).toBe(true)

    await main.getByRole('link', { name: flow.name }).click()
    await expect(pageHeading(page, flow.name)).toBeVisible()
    const turnOffButton = page.getByRole('button', { name: 'Turn off autopilot' })
    await expect(turnOffButton).toHaveAttribute('aria-disabled', 'true')
    await expect(turnOffButton).toHaveAccessibleDescription(
      'Changing message flows needs the administrator role. Ask an administrator.',
    )
  })
})
