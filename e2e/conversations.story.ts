/** Finding a conversation: by a word in a message, by filters, and from there the person. */
import { readyAgent } from './calls.ts'
import { waitingDrafts } from './drafts.ts'
import { createColleague } from './operators.ts'
import { pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a conversation is found by a word, and one person has one timeline, reached from a call and from a conversation', {
  tag: ['@job', '@U55'],
}, async ({ page, world }) => {
  await test.step('a word in a message finds its conversation and shows the place, and filters stay in the address', async () => {
    const drafts = await waitingDrafts(world)
    // A word that no other draft has, and that is no part of the customer's name.
    const wordOf = ({ message, conversation }: (typeof drafts)[number]) =>
      message.message
        .match(/\p{L}{6,}/gu)
        ?.find(
          (one) =>
            !conversation.customer.name?.includes(one) &&
            drafts.every((other) => other.message === message || !other.message.message.includes(one)),
        )
    const draft = drafts.find((one) => wordOf(one) !== undefined)
    const word = draft && wordOf(draft)
    if (!draft || !word) throw new Error('no draft with a word of its own')
    await page.goto('/conversations')
    await expect(pageHeading(page, 'Conversations')).toBeVisible()
    await page.getByRole('textbox', { name: 'Search conversations' }).fill(word)
    const table = page.getByRole('table', { name: 'Conversations' })
    const row = table.getByRole('row', { name: draft.conversation.customer.name ?? '' }).first()
    await expect(row.locator('mark').first()).toHaveText(new RegExp(word, 'i'))
    // What people type never reaches the address.
    expect(page.url()).not.toContain('?')

    // Nobody has seen these numbers, so the question is whether they were called: each has its own answer, and an ID has none.
    const search = page.getByRole('textbox', { name: 'Search conversations' })
    const wasCalled = page.getByRole('button', { name: /^Was .* called\?$/ })
    await search.fill('Ada +1 415 555 0198, +1 415 555 0199')
    await expect(wasCalled).toHaveText(['Was +1 415 555 0198 called?', 'Was +1 415 555 0199 called?'])
    await search.fill('batch_6571182346326219')
    await expect(wasCalled).toHaveCount(0)
    await expect(page.getByText('No conversations found')).toBeVisible()

    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('button', { name: 'Filter' }).click()
    const panel = page.getByRole('dialog', { name: 'Filters' })
    await panel.getByRole('button', { name: /^Waits for review/ }).click()
    await expect(page).toHaveURL(/state=review/)
    await panel.getByRole('button', { name: 'Done' }).click()
    await table.getByRole('button', { name: 'Customer' }).click()
    await expect(table.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute('aria-sort', 'ascending')
    await page.reload()
    const links = table.getByRole('row').getByRole('link')
    await expect(links.nth(1)).toBeVisible()
    const names = await links.allTextContents()
    expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare))
  })

  await test.step('one person has one timeline, reached from a call and from a conversation', async () => {
    const draft = (await waitingDrafts(world)).find(({ conversation }) => conversation.customer.phone)
    const number = draft?.conversation.customer.phone ?? ''
    if (!draft) throw new Error('no draft to a number')
    const agent = await readyAgent(world)
    const { request } = await createColleague(world, 'support')
    const placed = await request.post('/gateway/calls', {
      data: { agentId: agent.id, toNumber: number, again: true },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(placed.status()).toBe(200)
    const { roomName } = (await placed.json()) as { roomName: string }

    const timelineButton = page.getByRole('button', { name: /^Show timeline/ })
    await page.goto(`/conversations/${draft.conversation._id}`)
    await timelineButton.click()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByRole('link', { name: 'Review this draft' }).first()).toBeVisible()
    const personUrl = page.url()
    expect(personUrl).not.toContain(number.slice(-7))

    await timeline.getByText('Calls', { exact: true }).click()
    await timeline.locator(`a[href="/calls/${roomName}"]`).click()
    await expect(page).toHaveURL(new RegExp(`/calls/${roomName}$`))
    await timelineButton.click()
    await expect(page).toHaveURL(personUrl)
    await expect(timeline.getByRole('link', { name: 'Open call' }).first()).toBeVisible()

    // Somebody asks whether the robot called their mother, and spells the number their own way.
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(number.replace('+', '00').replace(/(\d{3})(?=\d)/g, '$1-'))
    await expect(page.getByRole('option', { selected: true })).toContainText('Timeline')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(personUrl)
    const answer = page.getByRole('region', { name: 'Was this number called?' })
    await expect(answer).toContainText('Yes.')
    await expect(answer).toContainText(/Our automated assistant (called this number on|is in a call with this number)/)
    await page.keyboard.press('Shift+B')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add to do-not-call list' }).click()
    // The result has a button of this name beside that of the dialog.
    await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click()
    await expect(answer).toContainText('On the do-not-call list')
    await expect(answer).toContainText('we do not call it any more')
  })
})
