/** The results of batches: figures, a sorted and searched table, and those of all batches, without a request to the service. */
import type { BatchCall, OutcomeOfCall } from '#contract/index.ts'
import { openAs } from './operators.ts'
import { navigateTo, pageHeading, pressWithKeyboard, tabTo } from './page.ts'
import { batchIdOf, completedBatchName, runningBatchName } from './page-list.ts'
import { expect, test } from './world.ts'

test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a manager sorts and searches the calls of a batch, and sorts the results of all batches, with the keyboard only', async ({
  page,
  world,
}) => {
  const sentAboutBatches: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/api/batch-calls/')) sentAboutBatches.push(request.url())
  })
  await openAs(page, 'campaign_manager')
  const calls = page.getByRole('table', { name: 'Calls in this batch' })
  for (const name of [runningBatchName, completedBatchName]) {
    await navigateTo(page, `/batches/${await batchIdOf(world, name)}`)
    await expect(pageHeading(page, name)).toBeVisible()
    // The gateway has seen these calls.
    await expect(calls.getByRole('row').nth(5)).toBeVisible()
  }
  // Every row that has ended is in one line beside the calls, and a line shows its rows.
  const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true })
  const noAnswer = outcomes.getByRole('row', { name: /^No answer [1-9]/ })
  await tabTo(page, noAnswer.getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/outcome=no_answer/)
  await expect(page.getByRole('status').filter({ hasText: /^([1-9]\d*|1 to 25 of [1-9]\d*) calls?$/ })).toHaveCount(1)
  await expect(calls.getByRole('row').filter({ hasNotText: 'No answer' })).toHaveCount(1)
  await tabTo(page, noAnswer.getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/outcome=/)
  // Until the rows of all outcomes have arrived, the table shows the ones before.
  await expect(calls.getByRole('row').nth(5)).toBeVisible()

  // What fewer people ask stays folded until somebody opens it.
  const steps = page.getByRole('table', { name: 'From rows to conversations' })
  await expect(steps).toBeHidden()
  await tabTo(page, page.getByText('Steps, talk time, attempts and local hours').locator('xpath=ancestor::summary'))
  await page.keyboard.press('Enter')
  await expect(steps.getByRole('row', { name: /^Answered [1-9]\d* [1-9]\d*%$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'By attempt', exact: true })).toBeVisible()

  // The gateway sorts and searches what it has seen: of the calls of batches, only what the page polls anyway is requested.
  const polled = new Set(sentAboutBatches)
  const headings = await calls.getByRole('columnheader').allInnerTexts()
  const durationCells = calls.locator(
    `tbody tr > :nth-child(${headings.findIndex((heading) => heading.includes('Duration')) + 1})`,
  )
  const secondsShown = async () =>
    (await durationCells.allInnerTexts())
      .filter((text) => /\d/.test(text))
      .map((text) => text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0))
  for (const order of ['ascending', 'descending']) {
    await tabTo(page, calls.getByRole('button', { name: 'Duration' }))
    await page.keyboard.press('Enter')
    await expect(calls.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute('aria-sort', order)
    await expect(async () => {
      const shown = await secondsShown()
      const sorted = shown.toSorted((a, b) => (order === 'ascending' ? a - b : b - a))
      expect(shown).toEqual(sorted)
    }).toPass()
  }
  expect(new Set(await secondsShown()).size).toBeGreaterThan(2)
  await expect(
    page.getByText(/^Showing only the [1-9]\d* of [1-9]\d* rows that Switchboard has loaded\./),
  ).toBeVisible()
  const nameCells = calls.locator('tbody tr > :nth-child(3)')
  const name = (await nameCells.nth(1).innerText()).trim()
  expect(name).toMatch(/^\p{L}/u)
  await tabTo(page, page.getByRole('textbox', { name: 'Find a name or number' }))
  // Until the rows of a search have arrived, those of the one before say that they are not.
  const answers = Promise.withResolvers<void>()
  await page.route(/\/gateway\/batches\/[^/]+\/rows$/, (route) => answers.promise.then(() => route.continue()))
  const list = page.getByRole('region', { name: 'Calls', exact: true })
  await page.keyboard.type(name.toUpperCase())
  await expect(calls).toHaveAttribute('aria-busy', 'true')
  await expect(list.getByText('Loading…', { exact: true })).toHaveCount(2)
  await expect(list.getByText(/^[\d to of]+ calls?$/)).toHaveCount(0)
  answers.resolve()
  await expect
    .poll(async () => [...new Set(await nameCells.allInnerTexts())].map((text) => text.trim()))
    .toEqual([name])
  await expect(calls).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('status').filter({ hasText: /^[1-9]\d* calls?$/ })).toHaveCount(1)
  expect(page.url()).not.toContain(name.split(' ')[0])

  expect(sentAboutBatches.filter((url) => !polled.has(url))).toEqual([])
  await pressWithKeyboard(page, 'Clear search')
  await expect(page.getByRole('textbox', { name: 'Find a name or number' })).toHaveValue('')
  await expect(page).toHaveURL(/sort=duration&order=descending$/)
  await pressWithKeyboard(page, /^Filter( |$)/)
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await tabTo(page, filters.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^Completed/ }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await pressWithKeyboard(page, 'Remove filter Status: Completed')
  // That button is gone, and the focus is still among the filters.
  await expect(page.getByRole('button', { name: /^Filter( |$)/ })).toBeFocused()

  await navigateTo(page, '/reports/batches')
  await expect(page.getByRole('table', { name: 'Batches of this period' })).toBeVisible()
  // The names of batches are measured, so that they end before their bars begin and are not cut off.
  const names = page.getByRole('region', { name: 'Rows by outcome' }).locator('svg text[text-anchor="end"]')
  await expect(names.first()).toBeVisible()
  expect(
    await names.evaluateAll((texts) => texts.map((text) => (text as SVGTextElement).getBBox().x < 0)),
  ).not.toContain(true)
  // The order is in the address, so that going back finds it again.
  const batches = page.getByRole('table', { name: 'Batches of this period' })
  await pressWithKeyboard(page, 'Answered')
  await expect(batches.getByRole('columnheader', { name: 'Answered' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=answered/)

  // A page that does not exist leads to the first one of the same period.
  await navigateTo(page, '/reports/batches?days=7&page=2')
  await pressWithKeyboard(page, 'Show first page', 'link')
  await expect(page).toHaveURL(/\/reports\/batches\?days=7$/)
  // Another period begins with its first page.
  await page.goBack()
  await expect(page.getByText('Page 2 does not exist')).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).press('Enter')
  await expect(page.getByRole('option', { name: 'Last 7 days' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/batches\?days=365$/)
})

test('a manager goes to a late line of a long call of a batch while its lines are still rendered', async ({
  page,
  world,
}) => {
  const batchId = await batchIdOf(world, completedBatchName)
  await openAs(page, 'campaign_manager', `/batches/${batchId}`)
  await page.route(`**/v1/api/batch-calls/${batchId}/calls/*`, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const answer = await route.fetch({ headers })
    const call = (await answer.json()) as BatchCall
    const transcript = Array.from({ length: 2_000 }, (_line, index) => ({
      role: 'customer',
      content: `Sentence ${index + 1}.`,
    }))
    await route.fulfill({
      response: answer,
      json: { ...call, status: 'completed', roomName: 'room', result: { ...call.result, transcript } },
    })
  })
  await page.route('**/gateway/call-outcomes/*', (route) =>
    route.fulfill({
      json: {
        current: { outcome: 'answered', source: 'transcript' },
        seen: { outcome: 'answered', source: 'transcript' },
        line: { index: 1_799, text: 'Sentence 1800.' },
        reason: '',
        correction: null,
      } satisfies OutcomeOfCall,
    }),
  )
  const linesAtClick = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new MutationObserver((_, observer) => {
          const button = [...document.querySelectorAll('button')].find(
            ({ textContent }) => textContent === 'Go to line',
          )
          const lines = document.querySelectorAll('[data-line]').length
          if (!button || lines === 0) return
          observer.disconnect()
          button.click()
          resolve(lines)
        }).observe(document, { childList: true, subtree: true }),
      ),
  )
  await page.getByRole('table', { name: 'Calls in this batch' }).locator('tbody').getByRole('link').first().click()
  expect(await linesAtClick).toBeLessThan(1_800)
  const line = page.getByRole('listitem').filter({ hasText: /Sentence 1800\.$/ })
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
})
