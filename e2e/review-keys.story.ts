/** Keyboard shortcuts on the review page: a key that is pressed too early decides nothing. */
import type { Page } from '@playwright/test'
import {
  customerNameOf,
  presetUndoWindow,
  queueRows,
  readMessage,
  reviewPathOf,
  type WaitingDraft,
  waitingDrafts,
  waitUntilDecidable,
} from './drafts.ts'
import { openAs } from './operators.ts'
import { expect, test } from './world.ts'

// Each story has a service of its own: in a shared one, a draft stays claimed for a minute by whoever opened it last.
test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

/** Reads the decisions that the gateway has received. */
const readDecisions = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/gateway/decisions')).json()) as { decisions: unknown[] }).decisions)

test('keys act only where they are meant to: not behind the palette, once in the queue, and in every layout', {
  tag: ['@U01'],
}, async ({ page, world }) => {
  await test.step('after the key that opens the command palette or the list of shortcuts, no key acts on the page, even while their code loads', async () => {
    const [first] = await waitingDrafts(world)
    if (!first) throw new Error('no draft')
    const paletteLoaded = Promise.withResolvers<void>()
    const helpLoaded = Promise.withResolvers<void>()
    for (const [files, loaded] of [
      ['**/assets/command-palette-*.js', paletteLoaded],
      ['**/assets/shortcut-help-*.js', helpLoaded],
    ] as const)
      await page.route(files, async (route) => {
        await loaded.promise
        await route.continue()
      })
    await openAs(page, 'reviewer', reviewPathOf(first))
    await waitUntilDecidable(page, first)
    const heading = page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(first)}` })
    const skipButton = page.getByRole('button', { name: 'Skip' })
    const searchField = page.getByRole('combobox', { name: 'Search' })
    const expectUndecided = async () => {
      await expect(heading).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Your edit' })).toHaveCount(0)
      expect(await readDecisions(page)).toEqual([])
      expect(await readMessage(world, first)).toEqual(first.message)
    }

    // If the palette is closed while it loads, the focus returns to the button.
    await skipButton.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('export')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await expect(searchField).toHaveCount(0)
    await expect(skipButton).toBeFocused()
    await expectUndecided()

    await page.keyboard.press('Control+k')
    await page.keyboard.press('Shift+X')
    await page.keyboard.type('avier')
    await expect(searchField).toHaveValue('Xavier')
    paletteLoaded.resolve()
    await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toContainText('No results.')
    await page.keyboard.type('s')
    await expect(searchField).toBeFocused()
    await expect(searchField).toHaveValue('Xaviers')
    await page.keyboard.press('Escape')
    await expect(skipButton).toBeFocused()
    await expectUndecided()

    await page.keyboard.press('?')
    await page.keyboard.press('Shift+X')
    await page.keyboard.type('export')
    await page.keyboard.press('Control+Enter')
    helpLoaded.resolve()
    const shortcutsDialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcutsDialog.getByText('Reject the draft')).toBeVisible()
    // The keys of all pages, those of this page first.
    await expect(shortcutsDialog.getByRole('heading', { level: 3 }).first()).toHaveText('Review (this page)')
    await expect(shortcutsDialog.getByText('Undo the last change to the steps')).toBeVisible()
    await page.keyboard.press('Shift+X')
    await page.keyboard.press('Escape')
    await expect(shortcutsDialog).toHaveCount(0)
    await expect(skipButton).toBeFocused()
    await expectUndecided()

    // The palette offers what the page can do, and finds things by other words.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('dark')
    await expect(page.getByRole('option', { name: 'Switch between light and dark theme' })).toBeVisible()
    // A page comes before what would decide about the open draft.
    for (const typed of ['approve', 'undo']) {
      await searchField.fill(typed)
      await expect(page.getByRole('option', { selected: true })).toHaveText(/^Review/)
    }
    await searchField.fill('skip to')
    await expect(page.getByRole('group', { name: 'On this page' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(heading).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 2, name: /^Draft to / })).toBeFocused()
  })

  await test.step('Tab enters the queue once, at the open draft; the arrow keys move in it, and Enter opens a draft', async () => {
    const drafts = await waitingDrafts(world)
    const [first, second, third] = drafts
    const last = drafts.at(-1)
    if (!first || !second || !third || !last || drafts.length < 4) throw new Error('too few drafts')
    await openAs(page, 'reviewer', reviewPathOf(second))
    await waitUntilDecidable(page, second)
    const linkTo = (draft: WaitingDraft) => queueRows(page).locator(`a[href*="message=${draft.message._id}"]`)
    const queue = page.getByRole('region', { name: 'Queue' })
    const beforeQueue = page.getByRole('button', { name: /^Sort by/ })
    await beforeQueue.focus()
    await page.keyboard.press('Tab')
    await expect(linkTo(second)).toBeFocused()
    // A screen reader says whom the draft is for, its age and its state, and what to check in words.
    await expect(linkTo(second)).toHaveAccessibleName(new RegExp(`^${customerNameOf(second)} .+ ago .* Needs review `))
    await expect(queueRows(page).getByRole('link', { name: /Check: (New|First|Placeholder)/ })).not.toHaveCount(0)

    // Only the queue scrolls, not the page.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    await page.keyboard.press('ArrowDown')
    await expect(linkTo(third)).toBeFocused()
    await page.keyboard.press('End')
    await expect(linkTo(last)).toBeFocused()
    await expect(linkTo(last)).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await expect(linkTo(last)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(linkTo(first)).toBeFocused()
    // Nothing has opened so far. Tab leaves the list, and returns to the open draft.
    await waitUntilDecidable(page, second)
    await page.keyboard.press('Tab')
    await expect(queue.locator(':focus')).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(linkTo(second)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Tab')
    await expect(beforeQueue).toBeFocused()

    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await waitUntilDecidable(page, third)
    await expect(page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(third)}` })).toBeFocused()
    await expect(linkTo(third)).not.toHaveAttribute('tabindex')
    await expect(queueRows(page).locator('a:not([tabindex="-1"])')).toHaveCount(1)
    await page.keyboard.press('k')
    await waitUntilDecidable(page, second)
  })

  await test.step('the keys work with a Cyrillic and a French layout, and an input method that composes a text sends and rejects nothing', async () => {
    const [first, second] = await waitingDrafts(world)
    if (!first || !second) throw new Error('too few drafts')
    const composedText = 'にほんご'
    /** Presses a key of a layout or an input method that the driven browser does not have. */
    const press = (key: string, code: string, init: Readonly<Record<string, boolean | number>> = {}) =>
      page.evaluate(
        (event) => {
          const target = document.activeElement ?? document.body
          target.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true }))
        },
        { key, code, ...init },
      )
    await presetUndoWindow(page, 30)
    await openAs(page, 'reviewer', reviewPathOf(first))
    await waitUntilDecidable(page, first)
    await press('л', 'KeyK', { ctrlKey: true })
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
    await page.keyboard.press('Escape')
    await press('о', 'KeyJ')
    await waitUntilDecidable(page, second)
    await press('л', 'KeyK')
    await waitUntilDecidable(page, first)

    // AltGr types a character. The Enter that accepts composed characters belongs to the input method.
    await press('€', 'KeyE', { modifierAltGraph: true })
    await press('у', 'KeyE')
    const field = page.getByRole('textbox', { name: 'Your edit' })
    await expect(field).toBeFocused()
    await page.keyboard.press('Control+a')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: composedText, selectionStart: 4, selectionEnd: 4 })
    await expect(field).toHaveValue(composedText)
    await press('Enter', 'Enter', { ctrlKey: true, isComposing: true })
    await press('Enter', 'Enter', { ctrlKey: true, keyCode: 229 })
    await expect(field).toHaveValue(composedText)
    await devtools.send('Input.insertText', { text: '日本語' })
    await page.getByRole('button', { name: 'Discard edit' }).click()

    await press('Ч', 'KeyX', { shiftKey: true })
    const form = page.getByRole('form', { name: 'Reject this draft' })
    await expect(form.getByRole('radio').first()).toBeVisible()
    await press('&', 'Digit1')
    await expect(form.getByRole('radio', { name: /^1 · / })).toBeChecked()
    await press('é', 'Digit2')
    await expect(form.getByRole('radio', { name: /^2 · / })).toBeChecked()
    await form.getByRole('textbox', { name: 'Note' }).focus()
    await devtools.send('Input.imeSetComposition', { text: composedText, selectionStart: 4, selectionEnd: 4 })
    await press('Enter', 'Enter', { shiftKey: true, isComposing: true })
    await press('Enter', 'Enter', { shiftKey: true, keyCode: 229 })
    await devtools.send('Input.insertText', { text: '日本語' })
    await press('Escape', 'Escape')
    await expect(form).toHaveCount(0)
    expect(await readDecisions(page)).toEqual([])
    await waitUntilDecidable(page, first)
  })
})

test('a key decides no draft that has just appeared, and a dozen drafts are decided by keyboard', {
  tag: ['@U16'],
}, async ({ page, world }) => {
  await test.step('a draft that has just appeared cannot be decided by a key', async () => {
    const [first, second] = await waitingDrafts(world)
    if (!first || !second) throw new Error('too few drafts')
    await presetUndoWindow(page, 30)
    await openAs(page, 'reviewer', reviewPathOf(first))
    await waitUntilDecidable(page, first)
    // Press the keys every 20 ms until half a second after the next draft appears. None of these presses decides it.
    await page.evaluate(
      (title) => {
        let appearedAt = 0
        new MutationObserver((_, observer) => {
          const heading = [...document.querySelectorAll('h2')].some(({ textContent }) => textContent?.startsWith(title))
          if (!heading || !document.querySelector('[aria-label="Draft"]')) return
          appearedAt = performance.now()
          observer.disconnect()
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
        const timer = setInterval(() => {
          if (appearedAt > 0 && performance.now() - appearedAt > 500) clearInterval(timer)
          else if (appearedAt > 0)
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
        }, 20)
      },
      `Draft to ${customerNameOf(second)}`,
    )
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Nothing was sent: this draft had just appeared.')).toBeVisible()
    await waitUntilDecidable(page, second)
    expect(await readDecisions(page)).toHaveLength(1)
    await page.keyboard.press('z')
    await expect(page.getByText('Undone. Nothing was sent.').first()).toBeVisible()
  })

  await test.step('a reviewer decides a dozen drafts by keyboard, and is told what became of each', async () => {
    const count = 12
    const [flow] = await world.service('messageFlowList')
    if (!flow) throw new Error('no message flow')
    const missingCount = count - (await waitingDrafts(world)).length
    for (let index = 0; index < missingCount; index++)
      await world.service('messageGenerate', {
        body: { flowId: flow._id, to: `+14155550${100 + index}`, autopilot: false },
      })
    const drafts = (await waitingDrafts(world)).slice(0, count)
    const [first] = drafts
    if (!first || drafts.length < count) throw new Error('too few drafts')
    await presetUndoWindow(page, 2)
    await openAs(page, 'reviewer', reviewPathOf(first))
    for (const [index, draft] of drafts.entries()) {
      await expect(page).toHaveURL(new RegExp(draft.message._id))
      await waitUntilDecidable(page, draft)
      if (index % 4 === 3) {
        await page.keyboard.press('Shift+X')
        await expect(page.getByRole('form', { name: 'Reject this draft' })).toBeVisible()
        await page.keyboard.press('0')
        await page.keyboard.press('Enter')
      } else await page.keyboard.press('Control+Enter')
    }
    await page.getByRole('link', { name: 'Your decisions today' }).click()
    const rows = page.getByRole('table', { name: 'Your decisions today' }).getByRole('row')
    await expect(rows.filter({ hasText: /Sent to|Approved, not delivered to/ })).toHaveCount(count * 0.75, {
      timeout: 60_000,
    })
    await expect(rows.filter({ hasText: 'Rejected. Nothing was sent.' })).toHaveCount(count * 0.25)
    const messages = (await world.service('conversationList')).flatMap((conversation) => conversation.messages)
    for (const [index, draft] of drafts.entries())
      expect(messages.find(({ _id }) => _id === draft.message._id)?.status).toBe(
        index % 4 === 3 ? 'rejected' : 'approved',
      )
  })
})
