/** The list of decisions and their outcomes: nothing on the page is covered or moved. */
import type { Locator, Page } from '@playwright/test'
import {
  customerNameOf,
  editTextAtService,
  pendingDecisions,
  presetUndoWindow,
  queueRows,
  reviewPathOf,
  type WaitingDraft,
  waitingDrafts,
  waitUntilDecidable,
} from './drafts.ts'
import { openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return box
}
/** Whether two elements overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
const withText = (draft: WaitingDraft, message: string): WaitingDraft => ({
  ...draft,
  message: { ...draft.message, message },
})
const decisions = (page: Page) => page.getByRole('region', { name: 'Decisions' })
const openDraft = (page: Page) => page.getByRole('region', { name: /^Draft to / })

test('each line names the person and links to the message, covers and moves nothing, and a failed one stays until it is dismissed', {
  tag: ['@U24', '@U26'],
}, async ({ page, world }) => {
  const [first, second, third, fourth] = await waitingDrafts(world)
  if (!first || !second || !third || !fourth) throw new Error('too few drafts')
  const undelivered = withText(first, 'Your order left us today, simulate undelivered.')
  const unknown = withText(second, 'Your invoice is attached, simulate dropped on approve.')
  for (const { conversation, message } of [undelivered, unknown])
    await editTextAtService(world, { conversation, message }, message.message)
  await presetUndoWindow(page, 30)
  await openAs(page, 'reviewer', reviewPathOf(undelivered))
  await waitUntilDecidable(page, undelivered)
  await page.keyboard.press('z')
  await expect(page.getByText('No decision can be undone now.')).toBeInViewport()

  const queue = page.getByRole('region', { name: 'Queue' })
  const before = await boxOf(queue)
  const approveNow = async (draft: WaitingDraft) => {
    await page.keyboard.press('Control+Enter')
    const line = pendingDecisions(page)
      .getByRole('listitem')
      .filter({ hasText: customerNameOf(draft) })
    await expect(line.getByRole('link')).toContainText(draft.message.message.slice(0, 100))
    await line.getByRole('button', { name: 'Send now' }).click()
  }
  await approveNow(undelivered)
  await expect(pendingDecisions(page).getByText(/^Approved, not delivered to/)).toBeVisible()
  await waitUntilDecidable(page, unknown)
  await approveNow(unknown)
  await expect(decisions(page).getByText(/^We could not confirm/)).toBeVisible()
  // The text is changed in the service's console, so reading the conversation cannot resolve the outcome.
  await editTextAtService(world, unknown, 'All is well.')
  // Move the pointer away: a line under the pointer keeps its place.
  await page.getByRole('heading', { level: 1 }).hover()
  const onTop = page.getByRole('region', { name: 'Unknown outcomes' })
  await expect(onTop).toContainText(`We could not confirm whether your message to ${customerNameOf(second)} was sent.`)
  await expect(onTop.getByRole('link')).toHaveAttribute('href', reviewPathOf(second))
  expect(await boxOf(queue)).toEqual(before)
  for (const other of [queue, openDraft(page)]) expect(await overlap(decisions(page), other)).toBe(false)

  // On a phone the next draft begins directly below the decisions.
  await waitUntilDecidable(page, third)
  await page.setViewportSize({ width: 390, height: 844 })
  const phone = await boxOf(queue)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText(fourth.message.message)
  await expect(decisions(page)).toBeInViewport({ ratio: 1 })
  // It is below the unknown outcome, during the undo window.
  await expect(pendingDecisions(page).getByRole('button', { name: 'Undo' }).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(fourth)}` })).toBeInViewport({
    ratio: 1,
  })
  expect(await boxOf(queue)).toMatchObject({ width: phone.width, height: phone.height })
  for (const other of [queue, openDraft(page)]) expect(await overlap(decisions(page), other)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })

  // Undelivered messages have a list.
  await page.getByRole('link', { name: 'Not delivered (1)' }).click()
  const row = page
    .getByRole('table', { name: 'Not delivered' })
    .getByRole('row')
    .filter({ hasText: customerNameOf(first) })
  await expect(row).toContainText(undelivered.message.message)
  await row.getByRole('link').click()
  await expect(pageHeading(page, customerNameOf(first))).toBeVisible()

  // Other pages show it at the top. A crash during the undo window loses nothing: it is sent once, on time.
  const sends = page.getByRole('region', { name: 'Pending decisions' })
  const held = sends.getByRole('listitem').filter({ hasText: customerNameOf(third) })
  await expect(held).toContainText(/Sending to .* in \d+ s/)
  expect(await overlap(sends, pageHeading(page, customerNameOf(first)))).toBe(false)
  await world.killGateways()
  await world.startGateway()
  await navigateTo(page, '/')
  await expect(held).toContainText(/Sending to .* in \d+ s/)
  await held.getByRole('button', { name: 'Send now' }).click()
  await expect(held).toContainText('Sent to')
  // A failed decision is shown until it is dismissed.
  const wrong = sends.getByRole('listitem').filter({ hasText: /Approved, not delivered to/ })
  await page.reload()
  await expect(wrong).toHaveCount(1)
  await wrong.getByRole('button', { name: 'Dismiss' }).click()
  await expect(wrong).toHaveCount(0)
  await page.reload()
  await expect(sends).toBeVisible()
  await expect(wrong).toHaveCount(0)

  // A URL that names only a conversation opens its draft, never another one.
  await navigateTo(page, `/review?conversation=${fourth.conversation._id}`)
  await waitUntilDecidable(page, fourth)
  await navigateTo(page, `/review?conversation=${first.conversation._id}`)
  await expect(page.getByText('No draft is waiting in this conversation')).toBeVisible()
  await expect(queueRows(page).first()).toBeVisible()
  await expect(openDraft(page)).toHaveCount(0)
})
