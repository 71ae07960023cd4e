/** Keys on the review page: a key that is pressed too early decides nothing. */
import type { Page } from '@playwright/test'
import {
  customerNameOf,
  presetUndoWindow,
  readMessage,
  reviewPathOf,
  waitingDrafts,
  waitUntilDecidable,
} from './drafts.ts'
import { openAs } from './operators.ts'
import { expect, test } from './world.ts'

// Each story has a service of its own: in a shared one, a draft stays claimed for a minute by whoever opened it last.
test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

/** The gateway's decisions. */
const decisionsAt = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/gateway/decisions')).json()) as { decisions: unknown[] }).decisions)

test('after the key that opens the palette or the list of shortcuts, no key acts on the page, even while their code loads', {
  tag: ['@U01'],
}, async ({ page, world }) => {
  const [first] = await waitingDrafts(world)
  if (!first) throw new Error('no draft')
  const palette = Promise.withResolvers<void>()
  const help = Promise.withResolvers<void>()
  for (const [files, arrived] of [
    ['**/assets/command-palette-*.js', palette],
    ['**/assets/shortcut-help-*.js', help],
  ] as const)
    await page.route(files, async (route) => {
      await arrived.promise
      await route.continue()
    })
  await openAs(page, 'reviewer', reviewPathOf(first))
  await waitUntilDecidable(page, first)
  const heading = page.getByRole('heading', { level: 2, name: `Draft to ${customerNameOf(first)}` })
  const skip = page.getByRole('button', { name: 'Skip' })
  const search = page.getByRole('combobox', { name: 'Search' })
  const undecided = async () => {
    await expect(heading).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Your edit' })).toHaveCount(0)
    expect(await decisionsAt(page)).toEqual([])
    expect(await readMessage(world, first)).toEqual(first.message)
  }

  // Closed while it loads, it returns the focus.
  await skip.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('export')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(skip).toBeFocused()
  await undecided()

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Shift+X')
  await page.keyboard.type('avier')
  await expect(search).toHaveValue('Xavier')
  palette.resolve()
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toContainText('No results.')
  await page.keyboard.type('s')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('Xaviers')
  await page.keyboard.press('Escape')
  await expect(skip).toBeFocused()
  await undecided()

  await page.keyboard.press('?')
  await page.keyboard.press('Shift+X')
  await page.keyboard.type('export')
  await page.keyboard.press('Control+Enter')
  help.resolve()
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByText('Reject the draft')).toBeVisible()
  await page.keyboard.press('Shift+X')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await expect(skip).toBeFocused()
  await undecided()
})

test('a draft that has just appeared cannot be decided by key, and says so, and ten drafts can be decided as fast as they are read', {
  tag: ['@U16'],
}, async ({ page, world }) => {
  const waiting = await waitingDrafts(world)
  const [first, second, ...others] = waiting.slice(0, 10)
  if (!first || !second || others.length < 8) throw new Error('too few drafts')
  await presetUndoWindow(page, 30)
  await openAs(page, 'reviewer', reviewPathOf(first))
  await waitUntilDecidable(page, first)
  // Repeated presses until half a second after the next draft appears do not decide it.
  await page.evaluate(
    (title) => {
      let since = 0
      new MutationObserver((_, observer) => {
        const heading = [...document.querySelectorAll('h2')].some(({ textContent }) => textContent?.startsWith(title))
        if (!heading || !document.querySelector('[aria-label="Draft"]')) return
        since = performance.now()
        observer.disconnect()
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
      const timer = setInterval(() => {
        if (since > 0 && performance.now() - since > 500) clearInterval(timer)
        else if (since > 0)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
      }, 20)
    },
    `Draft to ${customerNameOf(second)}`,
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Nothing was sent: this draft had just appeared.')).toBeVisible()
  await waitUntilDecidable(page, second)
  expect(await decisionsAt(page)).toHaveLength(1)

  for (const [before, draft] of [second, ...others].entries()) {
    await waitUntilDecidable(page, draft)
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await decisionsAt(page)).length).toBe(before + 2)
  }
})
