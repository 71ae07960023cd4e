/** The queue of drafts: a key held down, filters, unknown outcomes, and a new draft by the agent. */
import type { Page } from '@playwright/test'
import { groupNumber } from '#phone/group.ts'
import {
  approveButton,
  customerNameOf,
  editTextAtService,
  pendingDecisions,
  presetUndoWindow,
  queueRows,
  readMessage,
  reviewPathOf,
  setUndoWindow,
  type WaitingDraft,
  waitingDrafts,
  waitUntilDecidable,
} from './drafts.ts'
import { newBrowserPage, openAs } from './operators.ts'
import { chooseFilter, navigateTo, removeFilter } from './page.ts'
import { createShiftedClock, timeTomorrow } from './shifted-clock.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('holding a key down decides only one draft, and after a reload, the page shows the pending decision and its outcome', {
  tag: ['@U16', '@U24'],
}, async ({ page, world }) => {
  const [first, second, third] = await waitingDrafts(world)
  if (!first || !second || !third) throw new Error('too few drafts')
  // The service will accept the approval, but cannot deliver this message.
  const message = `${first.message.message} simulate undelivered`
  await editTextAtService(world, first, message)
  await presetUndoWindow(page, 4)
  await openAs(page, 'reviewer', reviewPathOf(first))
  await waitUntilDecidable(page, { ...first, message: { ...first.message, message } })
  await page.keyboard.press('j')
  await waitUntilDecidable(page, second)
  await page.keyboard.press('k')
  await waitUntilDecidable(page, { ...first, message: { ...first.message, message } })
  // The recipient's number is next to the button.
  const recipientNumber = groupNumber(first.conversation.customer.phone ?? '')
  await expect(approveButton(page).locator('..')).toContainText(`To ${recipientNumber}`)

  // Delay the next draft.
  const secondDraftLoaded = Promise.withResolvers<void>()
  await page.route(`**/gateway/review-queue/${second.conversation._id}`, async (route) => {
    await secondDraftLoaded.promise
    await route.continue()
  })
  await page.keyboard.down('Control')
  await expect(async () => {
    await page.keyboard.down('Enter')
    // Hold the key until near the end of the undo window, or longer if a key press takes long on this machine.
    const line = pendingDecisions(page).getByText(/in [12] s\.$|^Checking|…$|^Approved/)
    await expect(line).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [50] })
  await page.keyboard.up('Enter')
  // Pressing the keys again while the next draft loads decides nothing.
  await expect(page.getByText('Loading conversation…')).toBeAttached()
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  secondDraftLoaded.resolve()
  await waitUntilDecidable(page, second)
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(1)

  await page.reload()
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(1)
  await expect(pendingDecisions(page).getByText(`Approved, not delivered to ${recipientNumber}.`)).toBeVisible({
    timeout: 30_000,
  })
  expect(await readMessage(world, first)).toMatchObject({ status: 'approved', sent: false })
  expect(await readMessage(world, second)).toEqual(second.message)

  // A key pressed at the moment when the buttons become usable is not lost, even on a slow machine.
  await waitUntilDecidable(page, second)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(
    (title) => {
      new MutationObserver((_, observer) => {
        const hasElement = (selector: string, text: string) =>
          [...document.querySelectorAll(selector)].some(({ textContent }) => textContent?.startsWith(text))
        if (!hasElement('h2', title) || !hasElement('button:not([aria-disabled=true])', 'Reject')) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'X', shiftKey: true, bubbles: true }))
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    },
    `Draft to ${customerNameOf(third)}`,
  )
  await page.keyboard.press('j')
  await expect(page.getByRole('form', { name: 'Reject this draft' })).toBeVisible()
  await page.keyboard.press('0')
  await page.keyboard.press('Enter')
  await expect(pendingDecisions(page).getByText(/^Rejecting the message to|^Rejected\./)).toBeVisible()
})

test.describe('in the evening', () => {
  // In the morning, no draft has waited for an hour.
  const clock = createShiftedClock(timeTomorrow(18))
  test.use({ settings: clock.settings({ plan: 'enterprise', speed: 1, env: {} }) })

  test('a reviewer filters the queue, and lets the agent draft another message, which waits for review and is rejected for a new one', {
    tag: ['@U27', '@U17'],
  }, async ({ page, browser, world }) => {
    await test.step('a reviewer filters the queue by agent, flow and age; the filter is in the URL, and the title shows the number of drafts', async () => {
      const waiting = await waitingDrafts(world)
      const flowIdOf = ({ conversation }: WaitingDraft) => conversation.pathwayId ?? ''
      // Agents that call. Messaging agents write to people who wrote first.
      const { agents } = await world.service('agentList', { query: { limit: '100' } })
      const ofCallingAgents = waiting.filter(({ conversation }) => agents.some(({ id }) => id === conversation.agentId))
      // A call in progress may leave another draft of its agent's flow.
      const { data: activeCalls } = await world.service('activeCallList')
      const isCalling = (agentId: string) => activeCalls.some(({ roomName }) => roomName.startsWith(agentId))
      const onlyDraftOfFlow = ofCallingAgents.find(
        (draft) =>
          !isCalling(draft.conversation.agentId ?? '') &&
          waiting.filter((other) => flowIdOf(other) === flowIdOf(draft)).length === 1,
      )
      // A draft may become an hour old meanwhile.
      const oldDrafts = () => waiting.filter(({ message }) => Date.parse(message.createdAt) < clock.now() - 3_600_000)
      const agentId = oldDrafts()[0]?.conversation.agentId ?? ''
      if (!onlyDraftOfFlow) throw new Error('no flow has exactly one draft')
      const oldDraftsOfAgent = () => oldDrafts().filter(({ conversation }) => conversation.agentId === agentId)
      const messagingAgents = await world.service('messagingAgentList')
      const agentName =
        agents.find(({ id }) => id === agentId)?.name ?? messagingAgents.find(({ _id }) => _id === agentId)?.name ?? ''
      const flow = await world.service('flowShow', { params: { flowId: flowIdOf(onlyDraftOfFlow) } })

      await openAs(page, 'reviewer', '/review')
      const expectRows = (reviewPage: Page, drafts: () => WaitingDraft[]) =>
        expect
          .poll(async () => {
            const count = drafts().length
            const title = `${count > 0 ? `(${count}) ` : ''}Review · Switchboard`
            return [(await queueRows(reviewPage).count()) - count, (await reviewPage.title()) === title]
          })
          .toEqual([0, true])
      // The search finds a person by name. A draft that names a day which nobody mentioned says so.
      await page.getByRole('textbox', { name: 'Search drafts' }).fill(customerNameOf(onlyDraftOfFlow))
      await expectRows(page, () => waiting.filter((draft) => customerNameOf(draft) === customerNameOf(onlyDraftOfFlow)))
      await page.getByRole('textbox', { name: 'Search drafts' }).fill('')
      await expect(
        queueRows(page)
          .filter({ hasText: /Check: .*New date/ })
          .first(),
      ).toBeVisible()
      await chooseFilter(page, 'Waiting', 'Over 1 hour')
      await expectRows(page, oldDrafts)
      await chooseFilter(page, 'Agent', agentName)
      await expectRows(page, oldDraftsOfAgent)
      await expect(page).toHaveURL(
        ({ searchParams }) => searchParams.get('agent') === agentId && searchParams.get('age') === '1h',
      )
      await page.reload()
      await expectRows(page, oldDraftsOfAgent)
      const colleague = await newBrowserPage(browser, world)
      await colleague.goto(page.url())
      await expectRows(colleague, oldDraftsOfAgent)
      await colleague.context().close()
      // Drafts are decided one at a time.
      await expect(page.getByRole('checkbox')).toHaveCount(0)

      await removeFilter(page, `Agent: ${agentName}`)
      await removeFilter(page, 'Waiting: Over 1 hour')
      await chooseFilter(page, 'Flow', flow.name)
      await expectRows(page, () => [onlyDraftOfFlow])
      await waitUntilDecidable(page, onlyDraftOfFlow)
      // Decide the only draft. While the decision is in its undo window, the queue is empty.
      await setUndoWindow(page, 20)
      await page.keyboard.press('Control+Enter')
      const emptyState = page.getByRole('region', { name: 'No draft open' })
      await expect(emptyState).toBeFocused()
      await expect(emptyState).toContainText('No drafts waiting')
      await page.keyboard.press('z')
      await expect(queueRows(page)).toHaveCount(1)
    })

    await test.step('a reviewer lets the agent draft another message, which waits for review and is not sent, and rejects it for a new draft', async () => {
      const flows = await world.service('messageFlowList')
      const flowOfDraft = ({ conversation: { pathwayId } }: WaitingDraft) => flows.find(({ _id }) => _id === pathwayId)
      const first = (await waitingDrafts(world)).find((draft) => flowOfDraft(draft)?.isActive)
      if (!first) throw new Error('no draft of a message flow')
      const { conversation } = first
      const readConversation = () => world.service('conversationShow', { params: { conversationId: conversation._id } })
      await openAs(page, 'reviewer', `/conversations/${conversation._id}`)
      await page.getByRole('button', { name: 'Draft a message' }).click()
      const dialog = page.getByRole('dialog', { name: `Let the agent draft a message to ${customerNameOf(first)}?` })
      await expect(dialog.getByRole('combobox', { name: 'Flow' })).toHaveValue(flowOfDraft(first)?.name ?? '')
      await dialog.getByRole('button', { name: 'Draft 1 message' }).click()
      await expect(page.getByText('The draft is waiting for review. Nothing was sent.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Review 2 drafts' })).toBeVisible()

      const { messages } = await readConversation()
      const newDraft = messages.at(-1)
      expect(messages).toHaveLength(conversation.messages.length + 1)
      expect(newDraft).toMatchObject({ direction: 'outbound', status: 'pending', sent: false })
      await expect(page.getByText(newDraft?.message ?? '', { exact: true })).toBeVisible()

      // A draft by another agent starts a new conversation. The notification links to it.
      const flowOfOtherAgent = flows.find(
        ({ isActive, agent }) => isActive && agent && agent !== flowOfDraft(first)?.agent,
      )
      if (!flowOfOtherAgent) throw new Error('there is only one agent')
      await page.getByRole('button', { name: 'Draft a message' }).click()
      const flowPicker = dialog.getByRole('combobox', { name: 'Flow' })
      await flowPicker.fill(flowOfOtherAgent.name)
      // The typed text stays when the page behind the dialog is updated.
      await page.waitForResponse((answer) => answer.url().endsWith(`/conversations/${conversation._id}`))
      await expect(flowPicker).toHaveValue(flowOfOtherAgent.name)
      await page.getByRole('option', { name: flowOfOtherAgent.name, exact: true }).click()
      await dialog.getByRole('button', { name: 'Draft 1 message' }).click()
      await page.getByRole('button', { name: 'Open conversation' }).click()
      await expect(page).not.toHaveURL(new RegExp(`/${conversation._id}$`))
      await expect(page.getByRole('link', { name: 'Review 1 draft' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('link', { name: 'Review 2 drafts' })).toBeVisible()

      // The new draft is also in the queue and can be approved there.
      await page.getByRole('link', { name: 'Review this draft' }).last().click()
      await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText(newDraft?.message ?? '')
      await expect(approveButton(page)).not.toHaveAttribute('aria-disabled', 'true')

      // Rejected with feedback, it is replaced by another draft.
      await page.keyboard.press('Shift+X')
      await page.keyboard.press('Shift+Enter')
      await expect(
        page.getByText('Choose a reason or write a note. The agent gets it as feedback.').last(),
      ).toBeVisible()
      await page.getByRole('textbox', { name: /^Note/ }).fill('Please make it shorter.')
      await page.keyboard.press('Shift+Enter')
      const decisions = pendingDecisions(page)
      await expect(decisions.getByText(/and asking for a new draft in \d+ s\.$/)).toBeVisible()
      await expect(decisions.getByText(/^Rejected\..* The agent wrote a new draft\./)).toBeVisible({ timeout: 30_000 })
      const [rejected, redrafted] = (await readConversation()).messages.slice(-2)
      expect(rejected).toMatchObject({ _id: newDraft?._id, status: 'rejected', sent: false })
      expect(redrafted).toMatchObject({ direction: 'outbound', status: 'pending', sent: false })
      expect(redrafted?.message.length).toBeLessThan(newDraft?.message.length ?? 0)
    })
  })
})

test('a reviewer resolves unknown outcomes by hand, with a reason, and the audit shows the reason', {
  tag: ['@R08'],
}, async ({ page, world }) => {
  const [firstDraft, secondDraft] = await waitingDrafts(world)
  if (!firstDraft || !secondDraft) throw new Error('too few drafts')
  const droppedText = ({ message }: WaitingDraft) => `${message.message} simulate dropped on approve`
  for (const draft of [firstDraft, secondDraft]) await editTextAtService(world, draft, droppedText(draft))
  await openAs(page, 'reviewer', reviewPathOf(firstDraft))
  await setUndoWindow(page, 20)
  const unknownOutcomes = page.getByRole('region', { name: 'Unknown outcomes' })
  for (const [index, draft] of [firstDraft, secondDraft].entries()) {
    const message = droppedText(draft)
    if (index > 0) await navigateTo(page, reviewPathOf(draft))
    await waitUntilDecidable(page, { ...draft, message: { ...draft.message, message } })
    await page.keyboard.press('Control+Enter')
    await pendingDecisions(page).getByRole('button', { name: 'Send now' }).click()
    const sentence = `We could not confirm whether your message to ${customerNameOf(draft)} was sent.`
    await expect(unknownOutcomes.getByRole('listitem').filter({ hasText: sentence })).toHaveCount(1)
    await expect(unknownOutcomes.getByRole('listitem')).toHaveCount(index + 1)
    // Change the text at the service. Otherwise the gateway could read the conversation and resolve the outcome by itself.
    await editTextAtService(world, draft, `Dear ${customerNameOf(draft)}, all is well.`)
  }
  await navigateTo(page, '/unfinished')
  const unknownRows = page.getByRole('list', { name: 'Unconfirmed actions' }).getByRole('listitem')
  await expect(unknownRows).toHaveCount(2)
  const resolveOutcome = async (draft: WaitingDraft, finding: string, reason: string) => {
    const dialog = page.getByRole('dialog', { name: 'Do you know whether a message was sent?' })
    const conversation = dialog.locator(`a[href="/conversations/${draft.conversation._id}"]`)
    await expect(async () => {
      for (const item of await unknownRows.all()) {
        await item.getByRole('button', { name: 'Resolve outcome' }).click()
        await expect(dialog).toBeVisible()
        if (await conversation.isVisible()) return
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
      throw new Error('the outcome is not in the list')
    }).toPass()
    const recordButton = dialog.getByRole('button', { name: /^Record / })
    await expect(recordButton).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('radio', { name: finding, exact: true }).check()
    await expect(recordButton).toHaveAccessibleDescription('Enter how you know first.')
    await dialog.getByRole('textbox', { name: 'How you know' }).fill(reason)
    await recordButton.click()
    await expect(dialog).toHaveCount(0)
  }
  await resolveOutcome(firstDraft, 'It did not happen', 'The console shows no sent message.')
  await expect(unknownRows).toHaveCount(1)
  await resolveOutcome(secondDraft, 'It happened', 'The customer read it to me.')
  await expect(unknownRows).toHaveCount(0)

  // The draft that was not sent is back in the queue and can be approved again. The other draft is not.
  const editedDraft = {
    ...firstDraft,
    message: { ...firstDraft.message, message: `Dear ${customerNameOf(firstDraft)}, all is well.` },
  }
  await navigateTo(page, `/conversations/${firstDraft.conversation._id}`)
  await expect(page.getByText(editedDraft.message.message)).toBeVisible()
  await page.getByRole('link', { name: 'Review this draft' }).click()
  await waitUntilDecidable(page, editedDraft)
  await page.keyboard.press('Control+Enter')
  await pendingDecisions(page).getByRole('button', { name: 'Send now' }).click()
  await expect(pendingDecisions(page).getByText(/^Sent to \+/)).toBeVisible()
  expect(await readMessage(world, firstDraft)).toMatchObject({ status: 'approved', sent: true })
  expect(await readMessage(world, secondDraft)).toMatchObject({ status: 'pending', sent: false })

  await openAs(page, 'admin', '/settings/audit?state=settled')
  const auditRows = page.getByRole('table', { name: 'Audit' }).getByRole('row')
  for (const [draft, outcome] of [
    [firstDraft, /Resolved: it did not happen\s*The console shows no sent message\./],
    [secondDraft, /Resolved: it happened\s*The customer read it to me\./],
  ] as const) {
    const row = auditRows.filter({ has: page.locator(`a[href="/conversations/${draft.conversation._id}"]`) })
    await expect(row).toContainText(outcome)
    await expect(row).toContainText('Approved a draft')
  }
})
