/** Review: drafts with the same text are decided one by one, and what differs is marked. */
import {
  approveButton,
  editTextAtService,
  presetUndoWindow,
  queueRows,
  readMessage,
  reviewPathOf,
  type WaitingDraft,
  waitingDrafts,
  waitUntilDecidable,
  waitUntilSent,
} from './drafts.ts'
import { openAs } from './operators.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

const textFor = ({ conversation }: WaitingDraft, day: string, amount: string) =>
  `Hello ${conversation.customer.name?.split(' ')[0]}, your yearly check is due. We come on ${day} and it costs ${amount}.`

test('a reviewer goes through drafts with the same text one by one, sees what differs, and decides each', async ({
  page,
  world,
}) => {
  const waiting = (await waitingDrafts(world)).slice(0, 4)
  const [first, other, second, third] = waiting
  if (!first || !other || !second || !third) throw new Error('too few drafts')
  const alike: WaitingDraft[] = []
  for (const [draft, day, amount] of [
    [first, 'Monday', '$40'],
    [second, 'Tuesday', '$40'],
    [third, 'Monday', '$55'],
  ] as const) {
    const message = textFor(draft, day, amount)
    await editTextAtService(world, draft, message)
    alike.push({ ...draft, message: { ...draft.message, message } })
  }
  await presetUndoWindow(page, 1)
  await openAs(page, 'reviewer', reviewPathOf(first))
  await expect(page.getByText('2 other drafts have the same text, except for names, numbers and dates.')).toBeVisible()
  await page.keyboard.press('a')

  // The queue shows what is different instead of the text that all share.
  await expect(queueRows(page)).toHaveCount(3)
  await expect(queueRows(page).nth(1)).toContainText('Tuesday · $40')
  // A draft that the page opened by itself stays open when the reviewer leaves the group, and enters it again.
  await page.goto(`/review?alike=${new URL(page.url()).searchParams.get('alike')}`)
  const heading = page.getByRole('heading', { level: 2, name: /^Draft to/ })
  const opened = await heading.innerText()
  await page.keyboard.press('a')
  await expect(page).not.toHaveURL(/alike=/)
  await expect(heading).toHaveText(opened)
  await page.keyboard.press('a')
  await expect(queueRows(page)).toHaveCount(3)
  for (const [index, draft] of alike.entries()) {
    await waitUntilDecidable(page, draft)
    // Playwright has no type for the role of a <mark>.
    const marks = page.getByRole('region', { name: 'Draft', exact: true }).locator('mark')
    await expect(marks).not.toHaveCount(0)
    if (index === 0) await expect(marks.filter({ hasText: 'Monday' })).toHaveCount(1)
    await page.keyboard.press('Control+Enter')
  }
  await expect(page.getByText('No more drafts with this text')).toBeVisible()
  await waitUntilSent(page)
  await page.getByRole('button', { name: 'Back to all drafts' }).click()
  await expect(page).not.toHaveURL(/alike=/)
  await expect(approveButton(page)).toBeVisible()
  // In a window that becomes narrower too.
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(queueRows(page)).toHaveCount(0)
  await expect(approveButton(page)).toBeVisible()

  for (const draft of alike) expect((await readMessage(world, draft)).status, draft.message._id).toBe('approved')
  expect(await readMessage(world, other)).toEqual(other.message)
})
