/** Review: a draft is sent only once and only with the text that the reviewer read. */
import { groupNumber } from '#phone/group.ts'
import {
  approveButton,
  customerNameOf,
  editTextAtService,
  pendingDecisions,
  presetUndoWindow,
  pressShortcut,
  queueRows,
  readMessage,
  reviewPathOf,
  setUndoWindow,
  waitingDrafts,
  waitUntilDecidable,
  waitUntilSent,
} from './drafts.ts'
import { newBrowserPage, openAs, switchSessionTo } from './operators.ts'
import { chooseFilter, chooseOrder } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a reviewer decides five drafts by keyboard, and the service records exactly these decisions', {
  tag: ['@job', '@both', '@team'],
}, async ({ page, world }) => {
  await presetUndoWindow(page, 30)
  await openAs(page, 'reviewer')
  const [approved, edited, rejected, undone, skipped, next] = await waitingDrafts(world)
  if (!approved || !edited || !rejected || !undone || !skipped || !next) throw new Error('too few drafts')

  await pressShortcut(page, 'gr', 'Review')
  await chooseOrder(page, 'Oldest first')
  await waitUntilDecidable(page, approved)
  // Repeat the comparison, because another draft may arrive between the two reads.
  await expect(async () =>
    expect(await page.title()).toBe(`(${await queueRows(page).count()}) Review · Switchboard`),
  ).toPass()

  // Holding the keys down decides only one draft.
  await page.keyboard.down('Control')
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await waitUntilDecidable(page, edited)
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(edited)}` })).toBeFocused()
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveText([/Sending to \+[\d ]+ in \d+ s\.$/])
  await expect(pendingDecisions(page).getByRole('link', { name: customerNameOf(approved) })).toContainText(
    approved.message.message.slice(0, 100),
  )

  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Your edit' })).toBeFocused()
  await page.keyboard.type(' Best wishes, {name}')
  await expect(page.getByRole('list', { name: 'Check before sending' })).toContainText(
    'Looks like a placeholder: {name}',
  )
  for (let press = 0; press < '{name}'.length; press += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('Priya')
  // The edit survives a look at another list.
  await page.getByRole('link', { name: 'Your decisions today' }).click()
  await expect(page.getByRole('table', { name: 'Your decisions today' })).toBeVisible()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Your edit' }).focus()
  // A draft that has just appeared cannot be decided by a key.
  await expect(page.getByRole('button', { name: 'Send edit' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('list', { name: 'Check before sending' })).toHaveCount(0)
  await expect(page.locator('ins')).toContainText('Best wishes, Priya')
  await page.keyboard.press('Control+Enter')

  await waitUntilDecidable(page, rejected)
  await page.keyboard.press('Shift+X')
  const rejectForm = page.getByRole('form', { name: 'Reject this draft' })
  const firstReason = rejectForm.getByRole('radio').first()
  await expect(firstReason).toBeFocused()
  // No reason is chosen for the reviewer, so Enter rejects nothing.
  await page.keyboard.press('Enter')
  await expect(rejectForm.getByText('Choose a reason, or 0 for no reason.').last()).toBeVisible()
  await expect(firstReason).toBeFocused()
  await expect(rejectForm.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(pendingDecisions(page).getByText(/Reject/)).toHaveCount(0)
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(pendingDecisions(page).getByText('Reason: Wrong tone')).toBeVisible()
  await waitUntilDecidable(page, undone)
  await page.keyboard.press('Control+Enter')
  await waitUntilDecidable(page, skipped)
  await page.keyboard.press('z')
  await waitUntilDecidable(page, undone)
  await page.keyboard.press('s')
  await waitUntilDecidable(page, skipped)
  await page.keyboard.press('s')
  await waitUntilDecidable(page, next)

  // A decision is sent although the reviewer leaves the page, and other pages announce the outcome that the service reports.
  await setUndoWindow(page, 8)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(next)}` })).toHaveCount(0)
  await pressShortcut(page, 'gc', 'Live calls')
  const recipientNumber = groupNumber(next.conversation.customer.phone ?? '')
  await expect(page.getByRole('status').filter({ hasText: `Sent to ${recipientNumber}` })).toBeAttached({
    timeout: 40_000,
  })

  // The earlier decisions are sent too.
  await waitUntilSent(page)
  expect(await readMessage(world, approved)).toMatchObject({
    status: 'approved',
    sent: true,
    message: approved.message.message,
  })
  expect(await readMessage(world, edited)).toMatchObject({
    status: 'approved',
    sent: true,
    message: `${edited.message.message} Best wishes, Priya`,
  })
  expect(await readMessage(world, rejected)).toMatchObject({ status: 'rejected', sent: false })
  for (const untouched of [undone, skipped]) expect(await readMessage(world, untouched)).toEqual(untouched.message)
})

test('a reviewer sees that a colleague’s decision can still be undone, and then that it was undone', {
  tag: ['@U19'],
}, async ({ page, browser, world }) => {
  const [first] = await waitingDrafts(world)
  if (!first) throw new Error('no draft')
  await presetUndoWindow(page, 30)
  await openAs(page, 'reviewer', reviewPathOf(first))
  await waitUntilDecidable(page, first)
  const colleaguePage = await newBrowserPage(browser, world)
  await colleaguePage.goto(reviewPathOf(first))
  await expect(colleaguePage.getByText(/ is reviewing this draft\.$/)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(
    colleaguePage.getByText(/ approved this .*Nothing has been sent yet\. .* can still undo it\./),
  ).toBeVisible()
  await pressShortcut(page, 'z', 'Review')
  await expect(colleaguePage.getByText(/ approved this\. .* undid it\. Nothing was sent\./)).toBeVisible()
  await colleaguePage.context().close()
})

test('if two reviewers open the same draft and one decides, the other sees who decided and keeps their edit', async ({
  page,
  browser,
  world,
}) => {
  const [first] = await waitingDrafts(world)
  if (!first) throw new Error('no draft')
  await openAs(page, 'reviewer', reviewPathOf(first))
  const ownName = await page.evaluate(
    async () => ((await (await fetch('/gateway/session')).json()) as { operator: { name: string } }).operator.name,
  )
  await waitUntilDecidable(page, first)
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Your edit' })).toBeFocused()
  // What was typed survives a reload, even one that begins immediately after the last letter.
  const ownEdit = page.getByRole('textbox', { name: 'Your edit' })
  for (const typed of [' Thank you.', ' Take care.', ' Kind regards']) {
    const reloaded = page.waitForEvent('load')
    await page.keyboard.press('Control+End')
    await ownEdit.evaluate((_, text) => {
      for (const letter of text) document.execCommand('insertText', false, letter)
      location.reload()
    }, typed)
    await reloaded
    await expect(ownEdit).toHaveValue(new RegExp(`${typed}$`))
    await ownEdit.focus()
  }
  // Escape leads back to the draft.
  await ownEdit.press('Escape')
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(first)}` })).toBeFocused()

  const colleaguePage = await newBrowserPage(browser, world)
  await presetUndoWindow(colleaguePage, 4)
  await colleaguePage.goto(reviewPathOf(first))
  await expect(colleaguePage.getByText(`${ownName} is editing this draft.`)).toBeVisible()
  await expect(approveButton(colleaguePage)).toHaveAttribute('aria-disabled', 'true')
  await colleaguePage.keyboard.press('Control+Enter')
  await colleaguePage.getByRole('button', { name: 'Review instead' }).click()
  await expect(page.getByText(/ is reviewing this draft\.$/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your edit' })).toHaveValue(/ Kind regards$/)
  await page.keyboard.press('Control+Enter')

  await expect(approveButton(colleaguePage)).not.toHaveAttribute('aria-disabled', 'true')
  await colleaguePage.getByRole('region', { name: 'Draft', exact: true }).waitFor()
  await colleaguePage.keyboard.press('Control+Enter')
  // Check this first, because the note about a sent message disappears after a while.
  await expect(pendingDecisions(colleaguePage).getByText(/^Sent to \+/)).toBeVisible({ timeout: 30_000 })

  await expect(page.getByText(/ approved this .*Nothing more was sent\./)).toBeVisible()
  await expect(page.getByText('Your edit was not sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy your edit' })).toBeVisible()
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(0)
  // When another operator is signed in, also from another tab, the page reloads and shows nothing of the edit.
  const reloaded = page.waitForEvent('load')
  await switchSessionTo(page, 'support')
  await reloaded
  await expect(
    page
      .getByText(/ approved this .*Nothing more was sent\./)
      .or(page.getByText(/^Sent /))
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Your edit was not sent')).toHaveCount(0)
  // One message was sent, with the text that the deciding reviewer had read.
  expect(await readMessage(world, first)).toMatchObject({
    status: 'approved',
    sent: true,
    message: first.message.message,
  })
  await colleaguePage.context().close()
})

test('a text that changes while it is read, or during the undo window, is not sent, and HTML in it is shown as text', {
  tag: ['@R06', '@R37'],
}, async ({ page, world }) => {
  const textWithHtml = 'Your plan <b onclick="alert(1)">ended</b> <img src="x" onerror="alert(1)"> yesterday.'
  const [first] = await waitingDrafts(world)
  if (!first) throw new Error('no draft')
  await presetUndoWindow(page, 30)
  await openAs(page, 'reviewer', reviewPathOf(first))
  await waitUntilDecidable(page, first)

  const changeAlert = page.getByRole('alert').filter({ hasText: 'The text changed while you were reading.' })
  let edits = 0
  // A text that arrives before anybody can have read the first one only replaces it.
  await expect(async () => {
    edits += 1
    await editTextAtService(world, first, `Your plan ends in ${edits} h.`)
    await expect(changeAlert).toContainText('Nothing was sent.', { timeout: 8_000 })
  }).toPass()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Read the changes first.' })).toBeVisible()
  await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(0)

  await expect(page.getByRole('button', { name: 'I have read the new version' })).toBeVisible()
  await page.keyboard.press('Shift+R')
  await expect(approveButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(pendingDecisions(page).getByText(/^Sending to /)).toBeVisible()
  await editTextAtService(world, first, textWithHtml)
  await pendingDecisions(page).getByRole('button', { name: 'Send now' }).click()
  const notSent = pendingDecisions(page).getByText(/The text changed while you were reading\. Nothing was sent\./)
  await expect(notSent).toBeVisible()
  expect(await readMessage(world, first)).toMatchObject({
    status: 'pending',
    sent: false,
    message: textWithHtml,
  })
  // The link opens the draft with the new text, to be read and decided again.
  await pendingDecisions(page)
    .getByRole('link', { name: customerNameOf(first) })
    .click()
  await waitUntilDecidable(page, { ...first, message: { ...first.message, message: textWithHtml } })
})

test('on a phone, a reviewer sees either the queue or a draft, and decides one of 300 characters without scrolling', async ({
  page,
  world,
}) => {
  const [first, second] = await waitingDrafts(world)
  if (!first || !second) throw new Error('too few drafts')
  const text = 'Thank you for your patience. '.repeat(11).slice(0, 300)
  await editTextAtService(world, first, text)
  const height = 844
  await page.setViewportSize({ width: 390, height })
  await openAs(page, 'reviewer', '/review?sort=oldest')
  await expect(queueRows(page).first()).toContainText(customerNameOf(first))
  await expect(approveButton(page)).toHaveCount(0)
  // A button shows the filters, and says how many are set.
  await chooseFilter(page, 'Waiting', 'Over 10 min')
  await expect(page.getByRole('button', { name: 'Filter 1 chosen' })).toBeVisible()
  await queueRows(page).first().getByRole('link').click()
  const draft = page.getByRole('region', { name: 'Draft', exact: true })
  await expect(draft).toContainText(text)
  await expect(queueRows(page)).toHaveCount(0)
  for (const visiblePart of [draft.getByRole('paragraph').first(), approveButton(page)]) {
    const box = await visiblePart.boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true)
  }
  expect(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth])).toEqual([0, 390])
  // What takes some of the thread's height, such as the keyboard, does not hide the end of what the customer wrote.
  await page.setViewportSize({ width: 390, height: height - 90 })
  const thread = page.getByRole('region', { name: 'Messages', exact: true })
  const [threadBox, lastBox] = [await thread.boundingBox(), await thread.getByRole('listitem').last().boundingBox()]
  expect((lastBox?.y ?? 0) + (lastBox?.height ?? height)).toBeLessThanOrEqual(
    (threadBox?.y ?? 0) + (threadBox?.height ?? 0),
  )
  // A draft that is too long for a small window scrolls, also by keyboard, above the button that sends it.
  await page.setViewportSize({ width: 320, height: 720 })
  const hidden = () => draft.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
  await expect.poll(hidden).toBeGreaterThan(1)
  await draft.focus()
  await page.keyboard.press('End')
  await expect.poll(hidden).toBeLessThanOrEqual(1)
  await expect(approveButton(page)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height })
  await approveButton(page).click()
  await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(second)}` })).toBeFocused()
  await expect(pendingDecisions(page)).toContainText('Sent to')
  expect((await readMessage(world, first)).status).toBe('approved')
  await page.getByRole('link', { name: 'Back to the queue' }).click()
  await expect(queueRows(page).locator('[aria-current=true]')).toContainText(customerNameOf(second))
})
