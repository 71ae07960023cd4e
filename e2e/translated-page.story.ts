/** Pages that the browser translates: nothing crashes, and nothing old stays on the screen. */
import type { Page } from '@playwright/test'
import { placeLongCall } from './calls.ts'
import {
  customerNameOf,
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

test.use({ settings: { plan: 'enterprise', speed: 4, env: {} } })

/**
 * Translates the open page and whatever it shows later, as browsers do: each text is put into elements of the translator. The words stay
 * the same, so that the story can find them.
 */
const translate = (page: Page, honours: 'everything' | 'translate="no"') =>
  page.evaluate((honoured) => {
    let count = 0
    const wrap = (text: Text) => {
      const parent = text.parentElement
      if (!parent || text.data.trim() === '' || parent.closest('font, svg, textarea, script, style')) return
      if (honoured === 'translate="no"' && parent.closest('[translate=no]')) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      outer.style.verticalAlign = 'inherit'
      count++
      // Translators do it in different ways.
      if (count % 4 === 0) {
        text.replaceWith(outer)
        inner.append(text)
        return
      }
      inner.textContent = text.data
      if (count % 4 === 1) text.replaceWith(outer)
      else if (count % 4 === 2) {
        text.before(outer)
        text.remove()
      } else {
        const next = text.nextSibling
        text.remove()
        parent.insertBefore(outer, next)
      }
    }
    const wrapIn = (node: Node) => {
      if (node instanceof Text) return wrap(node)
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walker.nextNode()) found.push(walker.currentNode as Text)
      for (const text of found) wrap(text)
    }
    wrapIn(document.body)
    new MutationObserver((records) => {
      for (const { target, type, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) wrapIn(node)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, honours)

/**
 * Translates a sentence of several texts, each in another way, then changes and removes the texts as the page does. @returns the sentence
 * after the change, and after the removal
 */
const changeTranslatedSentence = (page: Page) =>
  page.evaluate(async () => {
    const sentence = document.body.appendChild(document.createElement('p'))
    const texts = ['12', ' of ', '30', ' letters'].map((text) => sentence.appendChild(document.createTextNode(text)))
    const elementFor = (text: Text) => {
      const element = document.createElement('font')
      element.textContent = text.data
      return element
    }
    for (const [index, text] of texts.entries()) {
      const next = text.nextSibling
      if (index % 2 === 0) text.replaceWith(elementFor(text))
      else {
        text.remove()
        sentence.insertBefore(elementFor(text), next)
      }
    }
    await Promise.resolve()
    for (const text of texts.toReversed()) text.nodeValue = `${text.data}!`
    await Promise.resolve()
    const changed = sentence.textContent
    for (const text of texts) sentence.removeChild(text)
    // What was removed is no longer anywhere, so changing it changes nothing.
    for (const text of texts) text.nodeValue = ''
    const removed = sentence.textContent
    sentence.remove()
    return { changed, removed }
  })

/** How many drafts wait, as the sidebar and the queue say it, and how many the queue shows, all at one moment. */
const shownCounts = async (page: Page) => {
  const inSidebar = page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem').filter({ hasText: 'Review' })
  const aboveQueue = page.getByText(/^\d+ drafts? waiting/).first()
  const [sidebar = '', queue = '', ...rows] = await inSidebar.or(aboveQueue).or(queueRows(page)).allInnerTexts()
  const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0])
  return { sidebar: numberIn(sidebar), queue: numberIn(queue), rows: rows.length }
}

test('a reviewer works, and a live call stays live, in a translated page', { tag: ['@U15'] }, async ({
  page,
  world,
}) => {
  await test.step('a reviewer edits, sends, undoes and goes on in a translated page', async () => {
    const drafts = await waitingDrafts(world)
    const [first, second] = drafts
    if (!first || !second) throw new Error('too few drafts')
    const pageErrors: string[] = []
    page.on('pageerror', ({ message }) => pageErrors.push(message))
    await presetUndoWindow(page, 30)
    await openAs(page, 'reviewer', reviewPathOf(first))
    await waitUntilDecidable(page, first)
    expect(await changeTranslatedSentence(page)).toEqual({ changed: '12! of !30! letters!', removed: '' })
    await translate(page, 'everything')
    await page.keyboard.press('j')
    await waitUntilDecidable(page, second)
    await page.keyboard.press('k')
    await waitUntilDecidable(page, first)

    const lineOf = (draft: typeof first) =>
      queueRows(page).filter({ has: page.locator(`a[href*="${draft.message._id}"]`) })
    await page.keyboard.press('Control+Enter')
    await waitUntilDecidable(page, second)
    await expect(pendingDecisions(page).getByRole('listitem')).toHaveText([/Sending to \+[\d ]+ in \d+ s\.$/])
    await page.keyboard.press('z')
    await expect(page.getByText('Undone. Nothing was sent.').first()).toBeVisible()
    await expect(pendingDecisions(page).getByText(/Sending to/)).toHaveCount(0)
    await expect(lineOf(first)).toContainText('Needs review')
    expect((await readMessage(world, first)).status).toBe(first.message.status)

    // What the draft shows follows the field letter by letter, and the edit is what is sent.
    await page.goto(reviewPathOf(second))
    await waitUntilDecidable(page, second)
    await translate(page, 'everything')
    await page.keyboard.press('e')
    const field = page.getByRole('textbox', { name: 'Your edit' })
    await field.fill('See you at the shop on Main Street.')
    await expect(page.getByText(/^35 characters/).first()).toBeVisible()
    await field.fill('See you at the shop.')
    await expect(page.getByText(/^20 characters/).first()).toBeVisible()
    await expect(page.getByText(/^35 characters/)).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await pendingDecisions(page).getByRole('button', { name: 'Send now' }).click()
    await expect(pendingDecisions(page).getByText(/^Sent to \+|^Approved, not delivered/)).toBeVisible()
    await expect(pendingDecisions(page).getByText(/Sending/)).toHaveCount(0)
    expect((await readMessage(world, second)).message).toBe('See you at the shop.')

    // The counts of the sidebar and of the queue follow, and agree with its rows. Calls go on, so drafts arrive meanwhile.
    await expect
      .poll(async () => {
        const { sidebar, queue, rows } = await shownCounts(page)
        return [sidebar - rows, queue - rows]
      })
      .toEqual([0, 0])
    await expect(page.getByText('This page cannot be shown')).toHaveCount(0)
    expect(pageErrors).toEqual([])

    // A translator that honours the marks leaves drafts and names as they are.
    await page.goto(reviewPathOf(first))
    await waitUntilDecidable(page, first)
    await translate(page, 'translate="no"')
    const draftRegion = page.getByRole('region', { name: 'Draft', exact: true })
    await expect(page.getByRole('main').locator('font')).not.toHaveCount(0)
    await expect(draftRegion.locator('.reading font')).toHaveCount(0)
    await expect(
      queueRows(page)
        .filter({ hasText: customerNameOf(first) })
        .locator('font', { hasText: customerNameOf(first) }),
    ).toHaveCount(0)
  })

  await test.step('a live call stays live in a translated page, and a translator that honours the marks leaves what was said as it was', async () => {
    const { roomName } = await placeLongCall(world)
    await openAs(page, 'support', `/calls/${roomName}`)
    const lines = page.getByRole('log', { name: 'Transcript' }).getByRole('listitem')
    await expect.poll(() => lines.count()).toBeGreaterThan(1)
    await translate(page, 'everything')
    const countBefore = await lines.count()
    await expect.poll(() => lines.count()).toBeGreaterThan(countBefore + 3)
    const { transcript } = await world.service('activeCallShow', { params: { roomName } })
    const finalTexts = transcript.slice(0, -1).map(({ content }) => content)
    await expect
      .poll(async () => (await lines.getByRole('paragraph').allTextContents()).slice(0, finalTexts.length))
      .toEqual(finalTexts)

    await page.goto(`/calls/${roomName}`)
    await expect.poll(() => lines.count()).toBeGreaterThan(1)
    await translate(page, 'translate="no"')
    await expect(page.getByRole('heading', { level: 2 }).first().locator('font').first()).toBeVisible()
    await expect(page.getByRole('log', { name: 'Transcript' }).locator('p font')).toHaveCount(0)
  })
})
