/** Flows with two reviewers: a message is sent only after a second person approves what the first one approved. */
import { pendingDecisions, presetUndoWindow, queueRows, readMessage, reviewPathOf, waitingDrafts } from './drafts.ts'
import { createColleague, newBrowserPage, openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('an administrator requires two reviewers for a flow; the first one edits and approves, and the second one sends exactly that', async ({
  page,
  browser,
  world,
}) => {
  const [draft] = await waitingDrafts(world)
  if (!draft) throw new Error('no draft')
  await openAs(page, 'admin', '/settings/review')
  const setting = page.getByRole('region', { name: 'Second reviewer' })
  const flows = setting.getByRole('group', { name: 'Flows that need a second reviewer' }).getByRole('checkbox')
  await expect(setting.getByText('Flows of calls, after which the agent writes')).toBeVisible()
  for (const flow of await flows.all()) await flow.check()
  await setting.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved the flows with a second reviewer.')).toBeVisible()

  const reviewerPage = await newBrowserPage(browser, world)
  await openAs(reviewerPage, 'reviewer', reviewPathOf(draft))
  await expect(queueRows(reviewerPage).first()).toContainText('Needs two reviewers')
  const approveFirst = reviewerPage.getByRole('button', { name: /^Approve .*as first reviewer$/ })
  await expect(approveFirst).not.toHaveAttribute('aria-disabled', 'true')
  await reviewerPage.keyboard.press('e')
  const field = reviewerPage.getByRole('textbox', { name: 'Your edit' })
  await expect(field).toBeFocused()
  await reviewerPage.keyboard.type(' Best wishes, Ana')
  await expect(reviewerPage.getByRole('button', { name: 'Save edit' })).toHaveCount(0)
  await approveFirst.click()
  await expect(reviewerPage.getByText('Approved as the first reviewer')).toBeVisible()
  await expect(queueRows(reviewerPage).filter({ hasText: 'Waits for a second reviewer' })).toHaveCount(1)
  expect(await readMessage(world, draft)).toEqual(draft.message)

  // The same person cannot be the second reviewer.
  await navigateTo(reviewerPage, reviewPathOf(draft))
  await expect(reviewerPage.getByText(/^You approved this /)).toBeVisible()
  await reviewerPage.keyboard.press('Control+Enter')
  await expect(
    reviewerPage.getByText('You have approved this text. It waits for a second reviewer.').last(),
  ).toBeVisible()
  expect(await readMessage(world, draft)).toEqual(draft.message)
  await navigateTo(reviewerPage, '/overview')

  await presetUndoWindow(page, 2)
  await page.goto(reviewPathOf(draft))
  await expect(page.getByText(/ approved this .*If you approve it too, it is sent with these changes\./)).toBeVisible()
  const approve = page.getByRole('button', { name: 'Approve and send' })
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true')
  await approve.click()
  await expect(pendingDecisions(page)).toContainText('Sent to')
  expect(await readMessage(world, draft)).toMatchObject({
    status: 'approved',
    sent: true,
    message: `${draft.message.message} Best wishes, Ana`,
  })
  const colleague = await createColleague(world, 'reviewer')
  const queue = (await (await colleague.request.get('/gateway/review-queue')).json()) as {
    drafts: { messageId: string }[]
  }
  expect(queue.drafts.map(({ messageId }) => messageId)).not.toContain(draft.message._id)
  await reviewerPage.context().close()
})
