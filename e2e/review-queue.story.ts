/** The queue of drafts: keys held down, filters, unknown outcomes, new drafts. */
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
import { openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('holding a key down decides only one draft, and a pending decision survives a reload and shows its outcome', {
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
  // The recipient is next to the button.
  const number = groupNumber(first.conversation.customer.phone ?? '')
  await expect(approveButton(page).locator('..')).toContainText(`To ${number}`)

  // The next draft loads slowly.
  const arrived = Promise.withResolvers<void>()
  await page.route(`**/v1/api/conversations/${second.conversation._id}`, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.keyboard.down('Control')
  await expect(async () => {
    await page.keyboard.down('Enter')
    // Near the end of the undo window, or after it if a key press takes long.
    const line = pendingDecisions(page).getByText(/in [12] s\.$|^Checking|…$|^Approved/)
    await expect(line).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [50] })
  await page.keyboard.up('Enter')
  // Pressing the keys again while the next draft loads decides nothing.
  await expect(page.getByText('Loading conversation…')).toBeAttached()
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  arrived.resolve()
  await waitUntilDecidable(page, second)
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(1)

  await page.reload()
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(1)
  await expect(pendingDecisions(page).getByText(`Approved, not delivered to ${number}.`)).toBeVisible({
    timeout: 30_000,
  })
  expect(await readMessage(world, first)).toMatchObject({ status: 'approved', sent: false })
  expect(await readMessage(world, second)).toEqual(second.message)

  // A key pressed at the moment when the buttons become usable is not lost, even on a slow machine.
  await waitUntilDecidable(page, second)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(
    (title) => {
      new MutationObserver((_, observer) => {
        const says = (selector: string, text: string) =>
          [...document.querySelectorAll(selector)].some(({ textContent }) => textContent?.startsWith(text))
        if (!says('h2', title) || !says('button:not([aria-disabled=true])', 'Reject')) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'X', shiftKey: true, bubbles: true }))
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    },
    `Draft to ${customerNameOf(third)}`,
  )
  await page.keyboard.press('j')
  await expect(pendingDecisions(page).getByText(/^Rejecting the message to|^Rejected\./)).toBeVisible()
})

test('filters the queue by agent, flow and age, keeps the filter in the URL, shows the count in the title, and says when no draft is left', {
  tag: ['@U27', '@U17'],
}, async ({ page, browser, world }) => {
  const waiting = await waitingDrafts(world)
  const flowOf = ({ conversation }: WaitingDraft) => conversation.pathwayId ?? ''
  const single = waiting.find((one) => waiting.filter((other) => flowOf(other) === flowOf(one)).length === 1)
  const agentId = waiting[0]?.conversation.agentId ?? ''
  if (!single) throw new Error('no flow has exactly one draft')
  const agent = await world.service('agentShow', { params: { agentId } })
  const flow = await world.service('flowShow', { params: { flowId: flowOf(single) } })
  const anHourAgo = Date.now() - 3_600_000
  const isOld = ({ message }: WaitingDraft) => Date.parse(message.createdAt) < anHourAgo
  const old = waiting.filter(isOld)
  const ofAgent = old.filter(({ conversation }) => conversation.agentId === agentId)

  await openAs(page, 'reviewer', '/review')
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const expectRows = async (one: Page, count: number) => {
    await expect(queueRows(one)).toHaveCount(count)
    await expect(one).toHaveTitle(`(${count}) Review · Switchboard`)
  }
  await choose('Waiting', 'Over 1 hour')
  await expectRows(page, old.length)
  await choose('Agent', agent.name)
  await expectRows(page, ofAgent.length)
  await expect(page).toHaveURL(new RegExp(`[?&]agent=${agentId}&.*age=1h`))
  await page.reload()
  await expectRows(page, ofAgent.length)
  const colleague = await (await browser.newContext({ baseURL: world.url })).newPage()
  await colleague.goto(page.url())
  await expectRows(colleague, ofAgent.length)
  await colleague.context().close()
  // Drafts are decided one at a time.
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await choose('Agent', 'All agents')
  await choose('Waiting', 'Any wait')
  await choose('Flow', flow.name)
  await expectRows(page, 1)
  await waitUntilDecidable(page, single)
  // The last decision is in its undo window.
  await setUndoWindow(page, 20)
  await page.keyboard.press('Control+Enter')
  const emptyState = page.getByRole('region', { name: 'No draft open' })
  await expect(emptyState).toBeFocused()
  await expect(emptyState).toContainText('No drafts waiting')
})

test('an unknown outcome is resolved by hand, with a reason, and appears in the audit', {
  tag: ['@R08'],
}, async ({ page, world }) => {
  const [one, two] = await waitingDrafts(world)
  if (!one || !two) throw new Error('too few drafts')
  const droppedText = ({ message }: WaitingDraft) => `${message.message} simulate dropped on approve`
  for (const draft of [one, two]) await editTextAtService(world, draft, droppedText(draft))
  await openAs(page, 'reviewer', reviewPathOf(one))
  await setUndoWindow(page, 20)
  const unknownAbove = page.getByRole('region', { name: 'Unknown outcomes' })
  for (const [index, draft] of [one, two].entries()) {
    const message = droppedText(draft)
    if (index > 0) await navigateTo(page, reviewPathOf(draft))
    await waitUntilDecidable(page, { ...draft, message: { ...draft.message, message } })
    await page.keyboard.press('Control+Enter')
    await pendingDecisions(page).getByRole('button', { name: 'Send now' }).click()
    const sentence = `We could not confirm whether your message to ${customerNameOf(draft)} was sent.`
    await expect(unknownAbove.getByRole('listitem').filter({ hasText: sentence })).toHaveCount(1)
    await expect(unknownAbove.getByRole('listitem')).toHaveCount(index + 1)
    // The text is changed in the service's console, so reading the conversation cannot resolve the outcome.
    await editTextAtService(world, draft, `Dear ${customerNameOf(draft)}, all is well.`)
  }
  await navigateTo(page, '/settings/unknown')
  const unknown = page.getByRole('list', { name: 'Unknown outcomes' }).getByRole('listitem')
  await expect(unknown).toHaveCount(2)
  const resolve = async (draft: WaitingDraft, finding: string, reason: string) => {
    const dialog = page.getByRole('dialog', { name: 'Do you know whether a message was sent?' })
    const conversation = dialog.locator(`a[href="/conversations/${draft.conversation._id}"]`)
    await expect(async () => {
      for (const item of await unknown.all()) {
        await item.getByRole('button', { name: 'Resolve outcome' }).click()
        await expect(dialog).toBeVisible()
        if (await conversation.isVisible()) return
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
      throw new Error('the outcome is not in the list')
    }).toPass()
    const record = dialog.getByRole('button', { name: /^Record / })
    await expect(record).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('radio', { name: finding, exact: true }).check()
    await expect(record).toHaveAccessibleDescription('Enter how you know first.')
    await dialog.getByRole('textbox', { name: 'How you know' }).fill(reason)
    await record.click()
    await expect(dialog).toHaveCount(0)
  }
  await resolve(one, 'It did not happen', 'The console shows no sent message.')
  await expect(unknown).toHaveCount(1)
  await resolve(two, 'It happened', 'The customer read it to me.')
  await expect(page.getByText('No unknown outcomes')).toBeVisible()

  // The draft that was not sent is back in the queue and can be approved again. The other one stays resolved.
  const again = { ...one, message: { ...one.message, message: `Dear ${customerNameOf(one)}, all is well.` } }
  await navigateTo(page, `/conversations/${one.conversation._id}`)
  await expect(page.getByText(again.message.message)).toBeVisible()
  await page.getByRole('link', { name: 'Review this draft' }).click()
  await waitUntilDecidable(page, again)
  await page.keyboard.press('Control+Enter')
  await pendingDecisions(page).getByRole('button', { name: 'Send now' }).click()
  await expect(pendingDecisions(page).getByText(/^Sent to \+/)).toBeVisible()
  expect(await readMessage(world, one)).toMatchObject({ status: 'approved', sent: true })
  expect(await readMessage(world, two)).toMatchObject({ status: 'pending', sent: false })

  await openAs(page, 'admin', '/settings/audit?state=settled')
  const audit = page.getByRole('table', { name: 'Audit' }).getByRole('row')
  for (const [draft, outcome] of [
    [one, /Resolved: it did not happen\s*The console shows no sent message\./],
    [two, /Resolved: it happened\s*The customer read it to me\./],
  ] as const) {
    const row = audit.filter({ has: page.locator(`a[href="/conversations/${draft.conversation._id}"]`) })
    await expect(row).toContainText(outcome)
    await expect(row).toContainText('Approved a draft')
  }
})

test('a reviewer lets the agent draft another message in a conversation, which waits for review and is not sent', async ({
  page,
  world,
}) => {
  const flows = await world.service('messageFlowList')
  const flowOf = ({ conversation: { pathwayId } }: WaitingDraft) => flows.find(({ _id }) => _id === pathwayId)
  const first = (await waitingDrafts(world)).find((one) => flowOf(one)?.isActive)
  if (!first) throw new Error('no draft of a message flow')
  const { conversation } = first
  const show = () => world.service('conversationShow', { params: { conversationId: conversation._id } })
  await openAs(page, 'reviewer', `/conversations/${conversation._id}`)
  await page.getByRole('button', { name: 'Draft a message' }).click()
  const dialog = page.getByRole('dialog', { name: `Let the agent draft a message to ${customerNameOf(first)}?` })
  await expect(dialog.getByRole('combobox', { name: 'Flow' })).toHaveValue(flowOf(first)?.name ?? '')
  await dialog.getByRole('button', { name: 'Draft 1 message' }).click()
  await expect(page.getByText('The draft is waiting for review. Nothing was sent.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Review 2 drafts' })).toBeVisible()

  const { messages } = await show()
  const drafted = messages.at(-1)
  expect(messages).toHaveLength(conversation.messages.length + 1)
  expect(drafted).toMatchObject({ direction: 'outbound', status: 'pending', sent: false })
  await expect(page.getByText(drafted?.message ?? '', { exact: true })).toBeVisible()

  // A draft by another agent starts a new conversation. The notification links to it.
  const other = flows.find(({ isActive, agent }) => isActive && agent && agent !== flowOf(first)?.agent)
  if (!other) throw new Error('there is only one agent')
  await page.getByRole('button', { name: 'Draft a message' }).click()
  const flow = dialog.getByRole('combobox', { name: 'Flow' })
  await flow.fill(other.name)
  // The typed text stays while the page behind the dialog is updated.
  await page.waitForResponse((answer) => answer.url().endsWith(`/conversations/${conversation._id}`))
  await expect(flow).toHaveValue(other.name)
  await page.getByRole('option', { name: other.name, exact: true }).click()
  await dialog.getByRole('button', { name: 'Draft 1 message' }).click()
  await page.getByRole('button', { name: 'Open conversation' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/${conversation._id}$`))
  await expect(page.getByRole('link', { name: 'Review 1 draft' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Review 2 drafts' })).toBeVisible()

  // The new draft is also in the queue and can be approved there.
  await page.getByRole('link', { name: 'Review this draft' }).last().click()
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText(drafted?.message ?? '')
  await expect(approveButton(page)).not.toHaveAttribute('aria-disabled', 'true')
})
