/** Helpers for stories about review: drafts at the service, and the controls of the review page. */
import type { Page } from '@playwright/test'
import { type Conversation, type Message, needsReview } from '#contract/index.ts'
import { expect, type World } from './world.ts'

export interface WaitingDraft {
  conversation: Conversation
  message: Message
}

/** Reads the drafts that wait for review from the service, oldest first. */
export async function waitingDrafts(world: World): Promise<WaitingDraft[]> {
  const conversations = await world.service('conversationList')
  return conversations
    .flatMap((conversation) =>
      conversation.messages.filter(needsReview).map((message): WaitingDraft => ({ conversation, message })),
    )
    .toSorted((a, b) => Date.parse(a.message.createdAt) - Date.parse(b.message.createdAt))
}

/** Reads the current state of the message from the service. */
export async function readMessage(world: World, { conversation, message }: WaitingDraft): Promise<Message> {
  const { messages } = await world.service('conversationShow', { params: { conversationId: conversation._id } })
  const currentMessage = messages.find(({ _id }) => _id === message._id)
  if (!currentMessage) throw new Error('The message is gone.')
  return currentMessage
}

/** Changes the text without the gateway, as somebody in the service's console does. */
export const editTextAtService = (world: World, { conversation, message }: WaitingDraft, editedMessage: string) =>
  world.service('messageAction', {
    params: { conversationId: conversation._id, messageId: message._id },
    body: { metadata: { action: 'Edit', editedMessage } },
  })

/** The address of an open draft, as links have it. */
export const draftPathOf = ({ conversation, message }: WaitingDraft) =>
  `/review?conversation=${conversation._id}&message=${message._id}`
/** The same, with the queue in the order of `waitingDrafts`. */
export const reviewPathOf = (draft: WaitingDraft) => `${draftPathOf(draft)}&sort=oldest`
export const customerNameOf = ({ conversation }: WaitingDraft) => conversation.customer.name ?? ''
export const approveButton = (page: Page) => page.getByRole('button', { name: 'Approve and send' })
export const queueRows = (page: Page) => page.getByRole('list', { name: 'Drafts waiting' }).getByRole('listitem')
export const pendingDecisions = (page: Page) => page.getByRole('list', { name: 'Your decisions' })

/** Sets an undo window that is long enough for a slow machine, as a change in another tab does. */
export const setUndoWindow = (page: Page, seconds: number) =>
  page.evaluate((newValue) => {
    const key = 'switchboard.hold'
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, String(seconds))

/** Sets the undo window before the page is opened. */
export const presetUndoWindow = (page: Page, seconds: number) =>
  page.addInitScript((value) => {
    // An empty page has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('switchboard.hold', value)
  }, String(seconds))

/** Presses keys in quick succession until the page with this title is open: a slow machine may need several attempts. */
export const pressShortcut = (page: Page, keys: string, title: string) =>
  expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 5_000 })
  }).toPass()

/** Waits until everything that the page has decided is sent and confirmed. */
export const waitUntilSent = (page: Page) =>
  expect(page.getByRole('banner').getByRole('link', { name: /^Unfinished/ })).toHaveCount(0, { timeout: 40_000 })

/** The description of a disabled button, which says why it is disabled; '' for an enabled button. */
const disabledReason = (button: Element) =>
  button.ariaDisabled === 'true'
    ? `${button.ariaDescribedByElements?.map(({ textContent }) => textContent).join(' ')}.`
    : ''

/** Waits until the draft is open and its buttons are enabled. */
export async function waitUntilDecidable(page: Page, draft: WaitingDraft) {
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(draft)}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText(draft.message.message)
  await expect.poll(() => approveButton(page).evaluate(disabledReason), 'why the draft cannot be decided').toBe('')
}
