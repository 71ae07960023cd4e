/** Review: a draft with a serious risk, such as a newer message from the customer, is sent only by a key of its own. */
import type { Conversation } from '#contract/index.ts'
import {
  approveButton,
  customerNameOf,
  editTextAtService,
  pendingDecisions,
  presetUndoWindow,
  queueRows,
  readMessage,
  reviewPathOf,
  waitingDrafts,
  waitUntilDecidable,
} from './drafts.ts'
import { openAs } from './operators.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('what is serious about a draft is told before it is approved, and needs a key of its own', async ({
  page,
  world,
}) => {
  await test.step('a reviewer is told that the customer wrote after a draft: the usual key explains, another one sends', async () => {
    const [first] = await waitingDrafts(world)
    if (!first) throw new Error('no draft')
    const { conversation, message } = first
    // The service's simulated customers write only after something was sent to them.
    await page.route(`**/gateway/review-queue/${conversation._id}`, async (route) => {
      const answer = await route.fetch()
      if (answer.status() !== 200) return route.fulfill({ response: answer })
      const json = (await answer.json()) as { conversation: Conversation }
      const newer = { _id: 'newer', direction: 'inbound', sent: true, status: 'received' }
      const at = new Date(Date.parse(message.createdAt) + 60_000).toISOString()
      json.conversation.messages.push({
        ...newer,
        message: 'Sorry, NOT Tuesday. Please cancel everything.',
        createdAt: at,
        updatedAt: at,
      })
      await route.fulfill({ response: answer, json })
    })
    const decisions: { confirmedRisks?: string[] }[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/gateway/decisions'))
        decisions.push(request.postDataJSON() as { confirmedRisks?: string[] })
    })
    await openAs(page, 'reviewer', reviewPathOf(first))
    await expect(page.getByText(/wrote after this draft, .*:/)).toBeVisible()
    await expect(page.getByText('Sorry, NOT Tuesday. Please cancel everything.').last()).toBeVisible()
    const sendAnyway = page.getByRole('button', { name: 'Send anyway' })
    await expect(sendAnyway).not.toHaveAttribute('aria-disabled', 'true')
    await expect(approveButton(page)).toHaveCount(0)

    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^Nothing was sent: the customer wrote after it\./)).toBeVisible()
    expect(decisions).toEqual([])

    // The first offer is to reject it, with what the customer wrote as feedback for the agent.
    await page.getByRole('button', { name: 'Reject and ask for a new draft' }).click()
    const rejectForm = page.getByRole('form', { name: 'Reject this draft' })
    await expect(rejectForm.getByRole('textbox', { name: /^Note/ })).toHaveValue(
      'The customer wrote after this draft: “Sorry, NOT Tuesday. Please cancel everything.”',
    )
    await page.keyboard.press('Escape')
    await expect(rejectForm).toHaveCount(0)

    await page.keyboard.press('Control+Shift+Enter')
    // The service has no such message, and the gateway decides by what the service says.
    await expect(page.getByText(/^The customer wrote while you were deciding\. Nothing was sent\./)).toBeVisible()
    expect(decisions).toMatchObject([{ confirmedRisks: ['customer_wrote'] }])
    expect(await readMessage(world, first)).toEqual(first.message)
    await page.unroute(`**/gateway/review-queue/${conversation._id}`)
  })

  await test.step('an unsent edit in another tab is told before the draft is approved, until it is discarded', async () => {
    const [first] = await waitingDrafts(world)
    if (!first) throw new Error('no draft')
    await openAs(page, 'reviewer', reviewPathOf(first))
    await waitUntilDecidable(page, first)
    const otherTab = await page.context().newPage()
    await otherTab.goto(reviewPathOf(first))
    await waitUntilDecidable(otherTab, first)
    const note = page.getByText('You have an unsent edit of this draft in another tab.')
    await expect(note).toHaveCount(0)
    await otherTab.keyboard.press('e')
    await otherTab.keyboard.type(' Best wishes')
    await expect(note).toBeVisible()
    await otherTab.getByRole('button', { name: 'Discard edit' }).click()
    await expect(note).toHaveCount(0)
    await otherTab.close()
  })

  await test.step('a placeholder or a hidden character in a draft or an edit needs the other key, which then sends it', async () => {
    const [first, second] = await waitingDrafts(world)
    if (!first || !second) throw new Error('too few drafts')
    const text = 'Thank you, {name}. See you\u200b then.'
    await editTextAtService(world, first, text)
    await presetUndoWindow(page, 1)
    await openAs(page, 'reviewer', reviewPathOf(second))
    await waitUntilDecidable(page, second)
    // What warns beside the draft is also in the list.
    const row = queueRows(page).filter({ hasText: customerNameOf(first) })
    await expect(row).toContainText('Hidden characters U+200B · Placeholder {name}')

    await page.keyboard.press('e')
    await page.keyboard.type(' [DATE]')
    await expect(page.getByRole('button', { name: 'Send edit anyway' })).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^Nothing was sent: it contains what looks like a placeholder/)).toBeVisible()
    for (let press = 0; press < ' [DATE]'.length; press += 1) await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')

    await row.getByRole('link').click()
    await expect(page.getByRole('button', { name: 'Send anyway' })).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^Nothing was sent: it contains hidden characters, and /)).toBeVisible()
    await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(pendingDecisions(page)).toContainText('Sent to')
    expect(await readMessage(world, first)).toMatchObject({ status: 'approved', sent: true, message: text })
  })
})
