/** Lists are as wide as their frame in windows of every width, and name their rows. */
import type { Page } from '@playwright/test'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

/** The names of the tables that are wider than their frame, which cuts off the rest. */
const findClippedTables = (page: Page): Promise<string[]> =>
  page
    .locator('main table')
    .evaluateAll((tables) =>
      (tables as HTMLElement[])
        .filter(({ offsetWidth, parentElement }) => offsetWidth > (parentElement?.offsetWidth ?? 0))
        .map((table) => table.querySelector('caption')?.textContent ?? ''),
    )

/** The names of at most 40 characters that are cut off. */
const findCutNames = (page: Page): Promise<string[]> =>
  page
    .locator('main tbody td:first-child > div')
    .evaluateAll((names) =>
      (names as HTMLElement[])
        .filter(({ scrollWidth, clientWidth, textContent }) => scrollWidth > clientWidth && textContent.length <= 40)
        .map(({ textContent }) => textContent),
    )

/** The names of links in rows that lead to different places. */
const findSameNames = (page: Page): Promise<string[]> =>
  page.locator('main tbody a').evaluateAll((links) => {
    const nameOf = (link: HTMLAnchorElement) => link.ariaLabel ?? link.textContent
    const all = links as HTMLAnchorElement[]
    return all
      .filter((link) => all.some((other) => nameOf(other) === nameOf(link) && other.href !== link.href))
      .map((link) => `${nameOf(link)}: ${link.pathname}`)
  })

const lists = [
  ['/agents?columns=name,readiness,number,flow,voice,model,updated', 'Agents'],
  ['/flows', 'Flows'],
  ['/agents/messaging', 'Messaging agents'],
  ['/flows/messages', 'Message flows'],
  ['/batches', 'Batches'],
  ['/conversations', 'Conversations'],
] as const

test('the lists are not clipped between 600 and 1100 px, name their rows, and can be sorted', async ({ page }) => {
  for (const [path, caption] of lists) {
    await navigateTo(page, path)
    await expect(page.getByRole('table', { name: caption })).toBeVisible()
    for (const width of [600, 640, 720, 760, 840, 900, 1024, 1100]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => findClippedTables(page), { message: `${caption}, ${width} px` }).toEqual([])
      await expect(page.getByRole('button', { name: /^Sort by/ })).toBeVisible()
      if ([760, 1024, 1100].includes(width)) expect(await findCutNames(page), `${caption}, ${width} px`).toEqual([])
    }
  }
})

test('a list without room for a column leaves it out, and its menu says so', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await navigateTo(page, '/agents')
  const headings = page.getByRole('table', { name: 'Agents' }).getByRole('columnheader')
  await expect(headings).toHaveText([/Name/, /Readiness/, /Number/, /Updated/])
  const columns = page.getByRole('button', { name: 'Columns' })
  await columns.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: /^Model/ })).toContainText('Hidden: not enough room')
  // Without the number, there is room for the flow.
  await page.getByRole('menuitemcheckbox', { name: 'Number' }).press('Enter')
  await expect(headings).toHaveText([/Name/, /Readiness/, /Flow/, /Updated/])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect(headings).toHaveText([/Name/, /Readiness/, /Flow/, /Model/, /Updated/])
})

test('a list on paper is as wide as the page and says what it says on a screen, also how many rows there are', async ({
  page,
}) => {
  await navigateTo(page, '/agents')
  const rows = page.getByRole('table', { name: 'Agents' }).locator('tbody')
  const tabs = page.getByRole('navigation', { name: 'Agents', exact: true })
  await expect(rows.getByRole('row').nth(1)).toBeVisible()
  const onScreen = await rows.innerText()
  // A4 across.
  await page.setViewportSize({ width: 1047, height: 740 })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('main').evaluate(({ clientWidth }) => clientWidth)).toBe(1047)
  await expect.poll(() => rows.innerText()).toBe(onScreen)
  await expect(page.getByText(/^1 to 20 of \d+ agents$/)).toBeVisible()
  await expect(tabs.locator('[aria-current]')).toBeVisible()
  // What only acts is left out.
  await expect(page.locator('main').getByRole('button', { name: /^(Columns|Filter|Views|Next page)/ })).toHaveCount(0)
})

test('links of two rows have different names, also of two calls of one person and of conversations that nobody has read', async ({
  page,
}) => {
  const answerWith = (path: string, rowsOf: string, change: (at: number) => object) =>
    page.route(path, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as Record<string, object[]>
      const rows = answer[rowsOf]?.map((row, at) => (at < 2 ? { ...row, ...change(at) } : row))
      await route.fulfill({ response, json: { ...answer, [rowsOf]: rows } })
    })
  await answerWith('**/gateway/conversations*', 'conversations', () => ({ title: '', isRead: false }))
  await answerWith('**/gateway/kept-calls*', 'calls', (at) => ({ customerName: 'Ada Bell', firstSeenAt: at * 60_000 }))
  for (const [path, caption] of [...lists, ['/calls/ended', 'Ended calls']] as const) {
    await navigateTo(page, path)
    await expect(page.getByRole('table', { name: caption }).getByRole('row').nth(2)).toBeVisible()
    expect(await findSameNames(page), caption).toEqual([])
  }
})

test('a row of a long list that gets the focus by keyboard is not below the headings that stay in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  await navigateTo(page, '/agents')
  const links = page.getByRole('table', { name: 'Agents' }).locator('tbody [data-stretched]')
  await links.nth(19).focus()
  const heading = page.getByRole('columnheader', { name: /^Name/ })
  // Up through rows that are above the window.
  for (let row = 18; row >= 8; row--) {
    await page.keyboard.press('k')
    await expect(links.nth(row)).toBeFocused()
    const [below, top] = [await heading.boundingBox(), await links.nth(row).locator('xpath=ancestor::tr').boundingBox()]
    expect(top?.y ?? 0, `row ${row}`).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0) - 1)
  }
})
