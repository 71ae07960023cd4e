/** Helpers for stories about review: drafts at the service, and how the page shows them. */
import type { Page } from '@playwright/test'
import { type Conversation, type Message, needsReview } from '#contract/index.ts'
import { expect, type World } from './world.ts'

export interface WaitingDraft {
  conversation: Conversation
  message: Message
}

/** Drafts at the service, oldest first. */
export async function waitingDrafts(world: World): Promise<WaitingDraft[]> {
  const conversations = await world.service('conversationList')
  return conversations
    .flatMap((conversation) =>
      conversation.messages.filter(needsReview).map((message): WaitingDraft => ({ conversation, message })),
    )
    .toSorted((one, other) => Date.parse(one.message.createdAt) - Date.parse(other.message.createdAt))
}

/** The message at the service now. */
export async function recordOf(world: World, { conversation, message }: WaitingDraft): Promise<Message> {
  const { messages } = await world.service('conversationShow', { params: { conversationId: conversation._id } })
  const found = messages.find(({ _id }) => _id === message._id)
  if (!found) throw new Error('The message is gone.')
  return found
}

/** Changes the text without the gateway, as somebody in the service's console does. */
export const changeText = (world: World, { conversation, message }: WaitingDraft, editedMessage: string) =>
  world.service('messageAction', {
    params: { conversationId: conversation._id, messageId: message._id },
    body: { metadata: { action: 'Edit', editedMessage } },
  })

export const addressOf = ({ conversation, message }: WaitingDraft) =>
  `/review?conversation=${conversation._id}&message=${message._id}`
export const nameOf = ({ conversation }: WaitingDraft) => conversation.customer.name ?? ''
export const approve = (page: Page) => page.getByRole('button', { name: 'Approve and send' })
export const rows = (page: Page) => page.getByRole('list', { name: 'Drafts waiting' }).getByRole('listitem')
export const pending = (page: Page) => page.getByRole('list', { name: 'Your decisions' })

/** Sets an undo window that is long enough for a slow machine. */
export async function setUndoWindow(page: Page, seconds: number) {
  const setting = page.getByRole('slider', { name: 'Undo window' })
  await setting.fill(String(seconds))
  await expect(setting).toHaveAttribute('aria-valuetext', `${seconds} s`)
}

/** Sets the undo window before the page is opened. */
export const presetUndoWindow = (page: Page, seconds: number) =>
  page.addInitScript((text) => localStorage.setItem('switchboard.hold', text), String(seconds))

/** Presses two keys in quick succession, and again if the machine was too slow. */
export const goTo = (page: Page, keys: string, title: string) =>
  expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 5_000 })
  }).toPass()

/** Why a button cannot be pressed; '' if it can. */
const whyNot = (button: Element) =>
  button.ariaDisabled === 'true' ? `${button.ariaDescribedByElements?.map((by) => by.textContent).join(' ')}.` : ''

/** Waits until the draft is open and can be decided. */
export async function ready(page: Page, waiting: WaitingDraft) {
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${nameOf(waiting)}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText(waiting.message.message)
  await expect.poll(() => approve(page).evaluate(whyNot), 'why it cannot be decided').toBe('')
}
