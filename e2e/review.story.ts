/** Reviewers at work: what agents drafted goes out as it was read, once, or not at all. */
import type { Page } from '@playwright/test'
import { type Conversation, type Message, needsReview } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import { become } from './operators.ts'
import { expect, test, type World } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

interface Waiting {
  conversation: Conversation
  message: Message
}

/** What waits at the service, the oldest first. */
async function waitingAt(world: World): Promise<Waiting[]> {
  const conversations = await world.service('conversationList')
  return conversations
    .flatMap((conversation) =>
      conversation.messages.filter(needsReview).map((message): Waiting => ({ conversation, message })),
    )
    .toSorted((one, other) => Date.parse(one.message.createdAt) - Date.parse(other.message.createdAt))
}

/** The message as the service has it now. */
async function recordOf(world: World, { conversation, message }: Waiting): Promise<Message> {
  const { messages } = await world.service('conversationShow', { params: { conversationId: conversation._id } })
  const found = messages.find(({ _id }) => _id === message._id)
  if (!found) throw new Error('The message is gone.')
  return found
}

/** Changes the text past the gateway, as somebody in the service's own console does. */
const changeText = (world: World, { conversation, message }: Waiting, editedMessage: string) =>
  world.service('messageAction', {
    params: { conversationId: conversation._id, messageId: message._id },
    body: { metadata: { action: 'Edit', editedMessage } },
  })

const addressOf = ({ conversation, message }: Waiting) =>
  `/review?conversation=${conversation._id}&message=${message._id}`
const nameOf = ({ conversation }: Waiting) => conversation.customer.name ?? ''
const approve = (page: Page) => page.getByRole('button', { name: 'Approve and send' })
const pending = (page: Page) => page.getByRole('list', { name: 'Your decisions' })

/** Comes in as a reviewer. */
async function arrive(page: Page) {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await become(page, 'reviewer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Two keys, one soon after the other: a machine that is too busy for that tries again. */
const goTo = (page: Page, keys: string, title: string) =>
  expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 2_000 })
  }).toPass()

/** It is open, and can be decided. */
async function ready(page: Page, waiting: Waiting) {
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${nameOf(waiting)}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText(waiting.message.message)
  await expect(approve(page)).not.toHaveAttribute('aria-disabled', 'true')
}

test('a reviewer decides five messages with the keyboard alone, and the service has exactly that', async ({
  page,
  world,
}) => {
  await arrive(page)
  const [approved, edited, rejected, undone, skipped, next] = await waitingAt(world)
  if (!approved || !edited || !rejected || !undone || !skipped || !next) throw new Error('too few drafts')

  await goTo(page, 'gr', 'Review')
  await ready(page, approved)
  const rows = page.getByRole('list', { name: 'Messages that wait' }).getByRole('listitem')
  await expect(page).toHaveTitle(`(${await rows.count()}) Review · Switchboard`)

  // Held down, the keys decide once.
  await page.keyboard.down('Control')
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await ready(page, edited)
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${nameOf(edited)}` })).toBeFocused()
  await expect(pending(page).getByRole('listitem')).toHaveText([/^HeldSending to \+[\d ]+ in \d s\./])

  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Your edit' })).toBeFocused()
  await page.keyboard.type(' Best wishes, {name}')
  await expect(page.getByRole('list', { name: 'Look twice' })).toContainText('a placeholder: {name}')
  for (let press = 0; press < '{name}'.length; press += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('Priya')
  await expect(page.getByRole('list', { name: 'Look twice' })).toHaveCount(0)
  await expect(page.locator('ins')).toContainText('Best wishes, Priya')
  await page.keyboard.press('Control+Enter')

  await ready(page, rejected)
  await page.keyboard.press('Shift+X')
  await ready(page, undone)
  await page.keyboard.press('Control+Enter')
  await ready(page, skipped)
  await page.keyboard.press('z')
  await ready(page, undone)
  await page.keyboard.press('s')
  await ready(page, skipped)
  await page.keyboard.press('s')
  await ready(page, next)

  // A decision goes on to its end on any page, and is told there in the service's own word.
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${nameOf(next)}` })).toHaveCount(0)
  await goTo(page, 'gc', 'Live calls')
  const number = groupNumber(next.conversation.customer.phone ?? '')
  await expect(pending(page).getByText(`Sent to ${number}`)).toBeVisible()

  // Those before it have ended by now.
  expect(await recordOf(world, approved)).toMatchObject({
    status: 'approved',
    sent: true,
    message: approved.message.message,
  })
  expect(await recordOf(world, edited)).toMatchObject({
    status: 'approved',
    sent: true,
    message: `${edited.message.message} Best wishes, Priya`,
  })
  expect(await recordOf(world, rejected)).toMatchObject({ status: 'rejected', sent: false })
  for (const left of [undone, skipped]) expect(await recordOf(world, left)).toEqual(left.message)
})

test('two reviewers on one message: one decides, the other is told by whom, and keeps what they typed', async ({
  page,
  browser,
  world,
}) => {
  const [first] = await waitingAt(world)
  if (!first) throw new Error('no draft')
  await arrive(page)
  const me = await page.evaluate(
    async () => ((await (await fetch('/gateway/session')).json()) as { operator: { name: string } }).operator.name,
  )
  await page.goto(addressOf(first))
  await ready(page, first)
  await page.keyboard.press('e')
  await page.keyboard.type(' Kind regards')

  const colleague = await (await browser.newContext({ baseURL: world.url })).newPage()
  await colleague.goto(addressOf(first))
  await expect(colleague.getByText(`${me} is editing this message.`)).toBeVisible()
  await expect(approve(colleague)).toHaveAttribute('aria-disabled', 'true')
  await colleague.keyboard.press('Control+Enter')
  await colleague.getByRole('button', { name: 'Review instead' }).click()
  await expect(page.getByText(/ is reading this message\./)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your edit' })).toHaveValue(/ Kind regards$/)
  await page.keyboard.press('Control+Enter')

  await expect(approve(colleague)).not.toHaveAttribute('aria-disabled', 'true')
  await colleague.getByRole('region', { name: 'Draft', exact: true }).waitFor()
  await colleague.keyboard.press('Control+Enter')
  await expect(page.getByText(/ approved this .*Nothing more was sent\./)).toBeVisible()
  await expect(page.getByText('Your edit was not sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy your edit' })).toBeVisible()

  await expect(pending(colleague).getByText(/^Sent to \+/)).toBeVisible()
  await expect(pending(page).getByRole('listitem')).toHaveCount(0)
  // One effect, and with the text that the one who decided had read.
  expect(await recordOf(world, first)).toMatchObject({
    status: 'approved',
    sent: true,
    message: first.message.message,
  })
  await colleague.context().close()
})

test('a text that changes while it is read, or while its approval is held, is not sent', async ({ page, world }) => {
  const [first] = await waitingAt(world)
  if (!first) throw new Error('no draft')
  await arrive(page)
  await page.goto(addressOf(first))
  await ready(page, first)

  await changeText(world, first, 'Your plan ends today.')
  const changed = page.getByRole('alert').filter({ hasText: 'The text changed while you were reading.' })
  await expect(changed).toContainText('Nothing was sent.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Read what is new first.' })).toBeVisible()
  await expect(pending(page).getByRole('listitem')).toHaveCount(0)

  await page.getByRole('button', { name: 'I have read the new version' }).click()
  await expect(approve(page)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(pending(page).getByText(/^Sending to /)).toBeVisible()
  await changeText(world, first, 'Your plan ended yesterday.')
  await expect(pending(page).getByText(/The text changed while you were reading\. Nothing was sent\./)).toBeVisible()
  expect(await recordOf(world, first)).toMatchObject({
    status: 'pending',
    sent: false,
    message: 'Your plan ended yesterday.',
  })
  // It is one click away, to be read and decided anew.
  await pending(page).getByRole('link', { name: 'Open the message' }).click()
  await ready(page, { ...first, message: { ...first.message, message: 'Your plan ended yesterday.' } })
})

test('before a service that lists nothing, conversations are opened by pasting their IDs, and decided', async ({
  page,
  world,
}, { project }) => {
  const waiting = (await waitingAt(world)).slice(0, 3)
  const [first] = waiting
  if (!first) throw new Error('no draft')
  await world.stop()
  if (project.name === 'separate') {
    await world.stopService()
    await world.startService({ EMBEDDED_SPECIFICATION_ONLY: 'true' })
    // Nobody has seen anything yet.
    await world.startGateway({ DATA_DIR: `${world.folder}/empty` })
  } else {
    await world.startGateway({ EMBEDDED_SPECIFICATION_ONLY: 'true' })
  }

  await page.goto('/review')
  if (project.name === 'separate') await expect(page.getByText('Queue is clear')).toBeVisible()
  await page.getByRole('button', { name: 'Open by ID' }).click()
  const ids = waiting.map(({ conversation }) => conversation._id)
  await page
    .getByRole('textbox', { name: 'Conversation IDs' })
    .fill(`${ids.slice(0, 2).join(', ')}\nhttps://console.example/conversations/${ids[2]}\nno-such-conversation`)
  await page.getByRole('button', { name: 'Open 4 conversations' }).click()
  const outcome = page.getByRole('region', { name: 'What was opened' })
  await expect(outcome).toContainText('3 conversations opened')
  await expect(outcome).toContainText('no-such-conversation')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.goto(addressOf(first))
  await ready(page, first)
  await page.keyboard.press('Control+Enter')
  await pending(page).getByRole('button', { name: 'Send now' }).click()
  await expect(pending(page).getByText(/^Sent to \+/)).toBeVisible()
  expect(await recordOf(world, first)).toMatchObject({ status: 'approved', sent: true })
})
