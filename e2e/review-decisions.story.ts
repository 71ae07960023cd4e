/** The list of decisions and their outcomes covers and moves nothing else on the page. */
import type { Locator, Page } from '@playwright/test'
import {
  customerNameOf,
  draftPathOf,
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

const boundingBoxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return box
}
/** Whether two elements overlap. */
async function isOverlapping(first: Locator, second: Locator): Promise<boolean> {
  const [a, b] = [await boundingBoxOf(first), await boundingBoxOf(second)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
const withText = (draft: WaitingDraft, message: string): WaitingDraft => ({
  ...draft,
  message: { ...draft.message, message },
})
const decisionsRegion = (page: Page) => page.getByRole('region', { name: 'Decisions' })
const openDraftRegion = (page: Page) => page.getByRole('region', { name: /^Draft to / })

test('each decision shows the person and links to the message, covers and moves nothing, and stays until it is dismissed if it failed', {
  tag: ['@U24', '@U26'],
}, async ({ page, world }) => {
  const [first, second, third, fourth, fifth] = await waitingDrafts(world)
  if (!first || !second || !third || !fourth || !fifth) throw new Error('too few drafts')
  const undeliverableDraft = withText(first, 'Your order left us today, simulate undelivered.')
  const unconfirmedDraft = withText(second, 'Your invoice is attached, simulate dropped on approve.')
  for (const { conversation, message } of [undeliverableDraft, unconfirmedDraft])
    await editTextAtService(world, { conversation, message }, message.message)
  await presetUndoWindow(page, 30)
  await openAs(page, 'reviewer', reviewPathOf(undeliverableDraft))
  await waitUntilDecidable(page, undeliverableDraft)
  await page.keyboard.press('z')
  await expect(page.getByText('No decision can be undone now.')).toBeInViewport()

  const queueRegion = page.getByRole('region', { name: 'Queue' })
  // The decisions open at the foot of the queue, whose drafts and whose beginning stay where they are.
  const placesOf = async () => {
    const { x, y, width } = await boundingBoxOf(queueRegion)
    const row = await boundingBoxOf(queueRows(page).first())
    return { x, y, width, row }
  }
  const initialPlaces = await placesOf()
  const approveWithoutUndoWindow = async (draft: WaitingDraft) => {
    await page.keyboard.press('Control+Enter')
    const line = pendingDecisions(page)
      .getByRole('listitem')
      .filter({ hasText: customerNameOf(draft) })
    await expect(line.getByRole('link')).toContainText(draft.message.message.slice(0, 100))
    await line.getByRole('button', { name: 'Send now' }).click()
  }
  await approveWithoutUndoWindow(undeliverableDraft)
  await expect(pendingDecisions(page).getByText(/^Approved, not delivered to/)).toBeVisible()
  await waitUntilDecidable(page, unconfirmedDraft)
  await approveWithoutUndoWindow(unconfirmedDraft)
  await expect(decisionsRegion(page).getByText(/^We could not confirm/)).toBeVisible()
  // Change the text at the service. Otherwise the gateway could read the conversation and resolve the outcome by itself.
  await editTextAtService(world, unconfirmedDraft, 'All is well.')
  // Move the pointer away, because a decision under the pointer stays in place.
  await page.getByRole('heading', { level: 1 }).hover()
  const unknownOutcomes = page.getByRole('region', { name: 'Unknown outcomes' })
  await expect(unknownOutcomes).toContainText(
    `We could not confirm whether your message to ${customerNameOf(second)} was sent.`,
  )
  await expect(unknownOutcomes.getByRole('link')).toHaveAttribute('href', draftPathOf(second))
  expect(await placesOf()).toEqual(initialPlaces)
  for (const region of [queueRegion, openDraftRegion(page)])
    expect(await isOverlapping(decisionsRegion(page), region)).toBe(false)

  // On a phone, the next draft begins directly below the decisions.
  await waitUntilDecidable(page, third)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(queueRegion).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText(fourth.message.message)
  await expect(decisionsRegion(page)).toBeInViewport({ ratio: 1 })
  // The decision in its undo window is below the unknown outcome, and its Undo button is visible.
  await expect(pendingDecisions(page).getByRole('button', { name: 'Undo' }).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(fourth)}` })).toBeInViewport({
    ratio: 1,
  })
  expect(await isOverlapping(decisionsRegion(page), openDraftRegion(page))).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  const decisionTo = (draft: WaitingDraft) =>
    pendingDecisions(page)
      .getByRole('listitem')
      .filter({ hasText: customerNameOf(draft) })
  await decisionTo(third).getByRole('button', { name: 'Send now' }).click()
  await expect(decisionTo(third)).toContainText('Sent to')

  // The list of what is unfinished has the message.
  await page.getByRole('link', { name: 'Not delivered (1)' }).click()
  const row = page
    .getByRole('table', { name: 'Not delivered' })
    .getByRole('row')
    .filter({ hasText: customerNameOf(first) })
  await expect(row).toContainText(undeliverableDraft.message.message)
  await page.goBack()
  await page.getByRole('link', { name: 'Your decisions today' }).click()
  const ownDecisions = page.getByRole('table', { name: 'Your decisions today' }).getByRole('row')
  await expect(ownDecisions.filter({ hasText: customerNameOf(first) })).toContainText('Approved, not delivered to')
  await navigateTo(page, '/unfinished')
  await expect(row.getByRole('button', { name: 'Copy the message' })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Show timeline of / })).toBeVisible()
  await row.getByRole('link').click()
  await expect(pageHeading(page, customerNameOf(first))).toBeVisible()

  // Other pages count the decisions, also after the gateway was killed and restarted, and lead to the list of what is unfinished.
  const countOf = (decisions: string) =>
    page.getByRole('banner').getByRole('link', { name: `Unfinished: ${decisions}`, exact: true })
  await expect(countOf('2 to check')).toBeVisible()
  await navigateTo(page, reviewPathOf(fourth))
  await waitUntilDecidable(page, fourth)
  await page.keyboard.press('Control+Enter')
  await expect(decisionTo(fourth)).toContainText(/Sending to .* in \d+ s/)
  await world.killGateways()
  await world.startGateway()
  await navigateTo(page, '/overview')
  await countOf('2 to check, 1 in progress').click()
  await expect(decisionTo(fourth)).toContainText(/Sending to .* in \d+ s/)
  await decisionTo(fourth).getByRole('button', { name: 'Send now' }).click()
  await expect(decisionTo(fourth)).toContainText('Sent to')
  // A failed decision is shown until it is dismissed.
  const failedDecision = pendingDecisions(page)
    .getByRole('listitem')
    .filter({ hasText: /Approved, not delivered to/ })
  await page.reload()
  await expect(failedDecision).toHaveCount(1)
  await failedDecision.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failedDecision).toHaveCount(0)
  await page.reload()
  await expect(countOf('1 to check')).toBeVisible()
  await expect(failedDecision).toHaveCount(0)

  // A URL that names only a conversation opens its draft, never another one.
  await navigateTo(page, `/review?conversation=${fifth.conversation._id}`)
  await waitUntilDecidable(page, fifth)
  await navigateTo(page, `/review?conversation=${first.conversation._id}`)
  await expect(page.getByText('No draft is waiting in this conversation')).toBeVisible()
  await expect(queueRows(page).first()).toBeVisible()
  await expect(openDraftRegion(page)).toHaveCount(0)
})

test('decisions made in another tab move nothing on the wall of live calls, and are counted above it', {
  tag: ['@U24'],
}, async ({ page, context, world }) => {
  const [first, second, third] = await waitingDrafts(world)
  if (!first || !second || !third) throw new Error('too few drafts')
  await editTextAtService(world, first, 'Your order left us today, simulate undelivered.')
  const undeliverable = withText(first, 'Your order left us today, simulate undelivered.')
  await presetUndoWindow(page, 30)
  await openAs(page, 'reviewer', '/calls')
  const main = page.getByRole('main')
  const card = page.getByRole('list', { name: 'Calls' }).getByRole('listitem').first()
  await card.hover()
  /** Where the wall and its first card begin. Cards come and go with calls, but none moves down. */
  const places = async () => [
    (await boundingBoxOf(main)).y,
    (await boundingBoxOf(card)).y,
    (await boundingBoxOf(main)).x,
  ]
  const initialPlaces = await places()

  const reviewTab = await context.newPage()
  await presetUndoWindow(reviewTab, 30)
  await reviewTab.goto(reviewPathOf(undeliverable))
  await waitUntilDecidable(reviewTab, undeliverable)
  await reviewTab.keyboard.press('Control+Enter')
  await waitUntilDecidable(reviewTab, second)
  await reviewTab.keyboard.press('Control+Enter')
  await expect(pendingDecisions(reviewTab).getByRole('listitem')).toHaveCount(2)

  await page.bringToFront()
  const count = page.getByRole('banner').getByRole('link', { name: /^Unfinished: / })
  await expect(count).toHaveAccessibleName('Unfinished: 2 in progress')
  expect(await places()).toEqual(initialPlaces)
  for (const draft of [first, second])
    await pendingDecisions(reviewTab)
      .getByRole('listitem')
      .filter({ hasText: customerNameOf(draft) })
      .getByRole('button', { name: 'Send now' })
      .click()
  await waitUntilDecidable(reviewTab, third)
  await reviewTab.keyboard.press('Control+Enter')
  await expect(count).toHaveAccessibleName('Unfinished: 1 to check, 1 in progress')
  expect(await places()).toEqual(initialPlaces)

  // On a phone, the number alone is shown. The link leads to the list.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(count).toBeInViewport({ ratio: 1 })
  await count.click()
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(3)
})
