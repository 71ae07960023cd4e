/** Support finds a live call, follows it, ends it, and places calls. */
import type { Page } from '@playwright/test'
import type { ActiveCall, OutcomeOfCall } from '#contract/index.ts'
import {
  confirmCallButton,
  countCallsTo,
  openPlaceCallPage,
  openConfirmDialog as openShortConfirmDialog,
  placeLongCall,
  readyAgent,
  readyAgents,
} from './calls.ts'
import { newBrowserPage, openAs } from './operators.ts'
import { chooseFilter } from './page.ts'
import { expect, test } from './world.ts'

const transcriptLines = (page: Page) => page.getByRole('log', { name: 'Transcript' }).getByRole('listitem')
const transcriptTexts = (page: Page) => transcriptLines(page).getByRole('paragraph').allTextContents()

test.describe('support during calls at their real speed', () => {
  // A mailbox is called for seconds only. The batch in progress uses at most 16 of the 20 lines.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: { SERVICE_CONCURRENT_CALLS: '20' } } })

  test('sees first the call that needs a look, with the reason, and can show only such calls', async ({
    page,
    world,
  }) => {
    const [agent, otherAgent] = await readyAgents(world)
    const calm = await placeLongCall(world)
    await openAs(page, 'support', '/calls')
    const calls = page.getByRole('list', { name: 'Calls' })
    await expect(calls.locator(`a[href="/calls/${calm.roomName}"]`)).toBeVisible()
    // Last, because a mailbox is called for seconds only.
    const body = { agentId: otherAgent?.id ?? '', toNumber: '+12025550103' }
    const mailbox = await world.service('callSend', { body })
    const mailboxCard = calls
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="/calls/${mailbox.roomName}"]`) })
    await expect(mailboxCard).toContainText('Mailbox')
    const positionOf = async ({ roomName }: { roomName: string }) => {
      const hrefs = await calls.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      return hrefs.indexOf(`/calls/${roomName}`)
    }
    await expect(page.getByText(/\d+ needs? attention/)).toBeVisible()
    await expect.poll(async () => (await positionOf(mailbox)) < (await positionOf(calm))).toBe(true)

    // A word that the team watches for makes a call need a look before it is read again.
    await openAs(page, 'admin', '/settings/call-concerns')
    const longestLine = async () => {
      const { transcript } = await world.service('activeCallShow', { params: { roomName: calm.roomName } })
      return transcript.map(({ content }) => content).toSorted((a, b) => b.length - a.length)[0] ?? ''
    }
    await expect
      .poll(async () => (await longestLine()).split(' ').length, { intervals: [5_000], timeout: 60_000 })
      .toBeGreaterThan(12)
    await page.getByLabel('Words and phrases').fill(`?!\n${await longestLine()}`)
    await expect(page.getByText('Line 1 has no letter or digit.')).toBeVisible()
    const phrase = (await longestLine()).split(' ').slice(-6).join(' ')
    await page.getByLabel('Words and phrases').fill(phrase)
    await page
      .getByRole('region', { name: 'Watched words' })
      .getByRole('button', { name: 'Save watched words' })
      .click()
    await expect(page.getByText('Saved the watched words.')).toBeVisible()
    // Live calls also have the address that the other tabs let expect.
    await page.goto('/calls/live')
    await expect(page).toHaveURL(/\/calls$/)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/Calls\D*\d+ live/)
    const watchedCard = calls.getByRole('listitem').filter({ has: page.locator(`a[href^="/calls/${calm.roomName}"]`) })
    await expect(watchedCard).toContainText('Watched words')
    const other = await placeLongCall(world)
    const otherLink = calls.locator(`a[href="/calls/${other.roomName}"]`)
    await expect(otherLink).toBeVisible()
    await chooseFilter(page, 'Calls', 'Need attention')
    await expect(otherLink).toHaveCount(0)
    await expect(watchedCard).toBeVisible()

    // In a wide window, the wall stays beside the open call with its filter, and keys go from call to call. Both calls last longer than this
    // story.
    const filter = `?agent=${encodeURIComponent(agent?.name ?? '')}`
    await page.goto(`/calls${filter}`)
    const calmPath = `/calls/${calm.roomName}${filter}`
    const otherPath = `/calls/${other.roomName}${filter}`
    await calls.locator(`a[href="${calmPath}"]`).click()
    const list = page.getByRole('navigation', { name: 'Calls' })
    const openCall = list.locator('a[aria-current="page"]')
    await expect(openCall).toHaveAttribute('href', calmPath)
    await expect(list.getByRole('listitem').filter({ has: page.locator('a[aria-current="page"]') })).toContainText(
      'Watched words',
    )
    // The agent of a call is known once it was read itself.
    await expect(list.locator(`a[href="${otherPath}"]`)).toBeVisible()
    await page.keyboard.press('j')
    await expect(page).toHaveURL(world.url + otherPath)
    await expect(openCall).toHaveAttribute('href', otherPath)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.reload()
    await expect(openCall).toHaveAttribute('href', otherPath)
    await page.keyboard.press('k')
    await expect(page).toHaveURL(world.url + calmPath)
    await page.goBack()
    await expect(openCall).toHaveAttribute('href', otherPath)

    // Filters that hide every call do not say that there is none.
    await page.goto(`/calls/${other.roomName}?agent=nobody`)
    await expect(list).toContainText('No call in progress matches these filters.')
  })
})

test.describe('support', () => {
  // Slow enough that the call is still in progress when it is found.
  test.use({ settings: { plan: 'enterprise', speed: 4, env: {} } })

  test('finds a live call on the wall by the customer’s number, follows it, and sees it end', {
    tag: ['@job', '@both', '@team'],
  }, async ({ page, world }) => {
    // On a slow network, the numbering plans arrive after the number was entered.
    const numbering = Promise.withResolvers<void>()
    await page.route(/loaded-numbering/, async (route) => {
      await numbering.promise
      await route.continue()
    })
    await openAs(page, 'support', '/calls')
    await expect(page.getByRole('heading', { level: 1, name: 'Live calls' })).toBeVisible()
    const { roomName } = await placeLongCall(world)
    await expect(page.getByRole('list', { name: 'Calls' }).locator(`a[href="/calls/${roomName}"]`)).toBeVisible()

    // Search by the number, in an unusual format.
    await page.getByRole('textbox', { name: 'Find a call' }).fill('001 (202) 555.0105')
    await page.keyboard.press('Enter')
    numbering.resolve()
    await expect(page).toHaveURL(`${world.url}/calls/${roomName}`)

    // The page shows the service's transcript. Compare all lines but the last, which the service may still correct.
    await expect.poll(() => transcriptLines(page).count()).toBeGreaterThan(1)
    const { transcript } = await world.service('activeCallShow', { params: { roomName } })
    const finalLines = transcript.slice(0, -1).map(({ content }) => content)
    await expect.poll(async () => (await transcriptTexts(page)).slice(0, finalLines.length)).toEqual(finalLines)

    // New lines appear without any action. A call that ends may take back the last one.
    const lineCount = await transcriptLines(page).count()
    await expect.poll(() => transcriptLines(page).count()).toBeGreaterThan(lineCount + 1)

    // Screen readers hear each final line once. The transcript itself, whose last line is corrected, announces nothing.
    await expect(page.getByRole('log', { name: 'Transcript' })).toHaveAttribute('aria-live', 'off')
    const announcedLines = page.getByRole('log', { name: 'Announced lines' }).getByRole('paragraph')
    await expect.poll(() => announcedLines.count()).toBeGreaterThan(0)
    const knownLines = (await world.service('activeCallShow', { params: { roomName } })).transcript
    for (const announced of await announcedLines.allTextContents())
      expect(knownLines.filter(({ content }) => announced.endsWith(`: ${content}`)).length).toBeGreaterThan(0)

    // The search shows where a word was said.
    const word = finalLines[0]?.match(/\w{4,}/)?.[0] ?? ''
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: 'Find in this call' })).toBeFocused()
    await page.keyboard.type(word)
    await expect(page.locator('mark[data-current]')).toHaveText(new RegExp(word, 'i'))
    await expect(page.locator('mark[data-current]')).toBeInViewport()
    await page.getByRole('textbox', { name: 'Find in this call' }).fill('')

    // Where the call comes from.
    const agentName = (await world.service('activeCallShow', { params: { roomName } })).aiAgentName
    const facts = page.getByRole('region', { name: 'About this call' })
    await expect(facts.getByRole('link', { name: agentName })).toHaveAttribute('href', /^\/agents\//)
    await expect(facts.getByRole('link')).toHaveCount(2)

    // A note is for the team. A note without text is refused.
    const notes = page.getByRole('region', { name: 'Notes', exact: true })
    await notes.getByRole('button', { name: 'Save note' }).click()
    await expect(notes.getByText('Write the note first.')).toBeVisible()
    await notes.getByRole('textbox', { name: 'Write a note' }).fill('Wants a refund.')
    await page.keyboard.press('ControlOrMeta+Enter')
    const savedNote = notes.getByRole('list', { name: 'Notes' }).getByRole('listitem')
    await expect(savedNote).toContainText('Wants a refund.')

    // Somebody else ends the call.
    await world.service('activeCallEnd', { params: { roomName }, body: {} })
    await expect(page.getByRole('status').filter({ hasText: 'Call ended' })).toBeVisible()
    const finalTexts = await transcriptTexts(page)
    expect(finalTexts.length).toBeGreaterThan(lineCount)
    await expect(page.getByRole('button', { name: 'Copy transcript' })).toBeEnabled()

    // After the end, the page keeps the transcript and requests nothing more.
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download transcript' }).click()
    const stream = await (await download).createReadStream()
    const text = (await stream.toArray()).join('')
    for (const content of finalTexts) expect(text).toContain(content)
    expect(requestedUrls.filter((url) => url.includes('/active-calls/'))).toEqual([])
    expect(await transcriptTexts(page)).toEqual(finalTexts)

    // A reload shows what was kept, and does not ask the service either.
    await page.reload()
    await expect(page.getByText('Switchboard keeps it until')).toBeVisible()
    expect(await transcriptTexts(page)).toEqual(finalTexts)
    expect(requestedUrls.filter((url) => url.includes('/active-calls/'))).toEqual([])
    await expect(savedNote).toContainText('Wants a refund.')

    // Later, the call is found again by what was said, in the list and in the search for everything.
    const said = (finalTexts.find((text) => text.split(' ').length > 5) ?? '').split(' ').slice(1, 4).join(' ')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calls' }).click()
    await page.getByRole('link', { name: 'Ended', exact: true }).click()
    const search = page.getByRole('textbox', { name: 'Search ended calls' })
    await search.fill(said)
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/calls/${roomName}"]`) })
    await expect(row.locator('mark').first()).toBeVisible()
    expect(page.url()).toBe(`${world.url}/calls/ended`)
    await expect(row).toContainText('1 note')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(said)
    await page.getByRole('option').filter({ hasText: '“' }).first().click()
    await expect(page).toHaveURL(`${world.url}/calls/${roomName}`)
    expect(await transcriptTexts(page)).toEqual(finalTexts)
  })
})

test.describe('support, looking for a call that does not exist,', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('sees that a room has no active call, and that a number was not called as far as is known', async ({ page }) => {
    await page.goto('/calls/no-such-room')
    await expect(page.getByText('This call is not available.')).toBeVisible()
    await page.getByRole('link', { name: 'Live calls' }).first().click()
    await page.getByRole('textbox', { name: 'Find a call' }).fill('Nobody of this name')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No active call with this number')).toBeVisible()
    await expect(page).toHaveURL(/\/calls$/)

    // Of two numbers, neither is opened for the other. One without its country may be of several people.
    await page.getByRole('textbox', { name: 'Find a call' }).fill('+1 702 555 0162 / +49 30 901820 98')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Calls and people found' }).getByRole('link')).toHaveText([
      '+17025550162',
      '+493090182098',
    ])
    await page.getByRole('textbox', { name: 'Find a call' }).fill('07700 900123')
    await page.keyboard.press('Enter')
    await expect(page.getByText('with its country code')).toBeVisible()

    // A search that was not made has found nothing out.
    await page.context().setOffline(true)
    await page.getByRole('textbox', { name: 'Find a call' }).fill('+49 30 901820 98')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByText('You are offline. Nothing was sent.')).toBeVisible()
    await expect(page.getByText('No active call with this number')).toHaveCount(0)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('+49 30 90182098')
    await expect(page.getByRole('region', { name: 'Was this number called?' })).toContainText('No call is known.')
    expect(page.url()).not.toContain('901820')
  })
})

test.describe('support places a call', () => {
  test.use({ settings: { plan: 'enterprise', speed: 4, env: {} } })

  /** Fills in the form and opens the confirm dialog. */
  const openConfirmDialog = async (page: Page, number: string, formattedNumber: string) => {
    await page.getByRole('textbox', { name: 'Number to call' }).fill(number)
    await page.getByRole('button', { name: `Call ${formattedNumber}` }).click()
    return page.getByRole('dialog', { name: `Call ${formattedNumber} now?` })
  }

  test('follows a call that they placed, ends one after seeing what watching takes, and resolves one whose answer was lost', {
    tag: ['@U48', '@R07'],
  }, async ({ page, world }) => {
    await test.step('and follows it: after scrolling up, the transcript does not move, and new lines are counted', async () => {
      const agent = await readyAgent(world)
      await openAs(page, 'support', `/calls/new?agent=${agent.id}`)
      await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent.name)
      // Calls to this number last for minutes.
      const confirmDialog = await openConfirmDialog(page, '(+1) 202-555 0105', '+1 202 555 0105')
      await expect(confirmDialog).toContainText(agent.name)
      await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.setViewportSize({ width: 1440, height: 480 })
      await confirmDialog.getByRole('button', { name: 'Call +1 202 555 0105' }).dblclick()
      await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
      const roomName = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const { customerPhone } = await world.service('activeCallShow', { params: { roomName } })
      expect(customerPhone).toBe('+12025550105')
      expect(await countCallsTo(world, '2025550105')).toBe(1)

      const log = page.getByRole('log', { name: 'Transcript' })
      const readScrollTop = () => log.evaluate((box) => box.scrollTop)
      await expect.poll(readScrollTop, { timeout: 60_000 }).toBeGreaterThan(60)
      // A smaller window moves the end, but is no sign that somebody reads further up, even if the box has just scrolled.
      const distanceToEnd = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
      await page.setViewportSize({ width: 1440, height: 440 })
      await log.dispatchEvent('scroll')
      await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
      await expect.poll(distanceToEnd).toBeLessThan(13)
      await log.hover()
      await page.mouse.wheel(0, -10_000)
      await expect.poll(readScrollTop).toBe(0)
      const newLinesButton = page.getByRole('button', { name: /new lines? ↓/ })
      await expect(newLinesButton).toBeVisible()
      expect(await readScrollTop()).toBe(0)
      await newLinesButton.click()
      await expect(newLinesButton).toBeHidden()
      await expect.poll(distanceToEnd).toBeLessThan(13)
      await world.service('activeCallEnd', { params: { roomName }, body: {} })
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('sees how many requests it takes to watch one call or two, and ends a call after a confirmation', async () => {
      const { roomName } = await placeLongCall(world)
      // Of a long call, the end is shown first. A line that is not rendered yet is shown to whoever goes there, with or without a note.
      let lineCount = 2_000
      await page.route(`**/api/active-calls/${roomName}`, async (route) => {
        const { 'if-none-match': _, ...headers } = route.request().headers()
        const answer = await route.fetch({ headers })
        const call = (await answer.json()) as ActiveCall
        const transcript = Array.from({ length: lineCount }, (_, index) => ({
          role: 'customer',
          content: `Sentence ${index + 1}.`,
        }))
        await route.fulfill({ response: answer, json: { ...call, transcript } })
      })
      await page.route(`**/gateway/call-outcomes/${roomName}`, (route) =>
        route.fulfill({
          json: {
            current: { outcome: 'answered', source: 'transcript' },
            seen: { outcome: 'answered', source: 'transcript' },
            line: { index: 3, text: 'Sentence 4.' },
            reason: '',
            correction: { operator: 'Ava', operatorId: 'ava', at: Date.now() },
          } satisfies OutcomeOfCall,
        }),
      )
      await page.addInitScript(() =>
        new MutationObserver((_, observer) => {
          const button = [...document.querySelectorAll('button')].find(
            ({ textContent }) => textContent === 'Go to line',
          )
          const lines = document.querySelectorAll('[role=log] li').length
          if (!button || lines < 300) return
          observer.disconnect()
          Object.assign(globalThis, { linesAtClick: lines })
          button.click()
        }).observe(document, { childList: true, subtree: true }),
      )
      await openAs(page, 'support', `/calls/${roomName}`)
      const fourthLine = transcriptLines(page).filter({ hasText: /Sentence 4\.$/ })
      await expect(fourthLine).toBeFocused()
      // It stays in view: a box that follows its end would have moved there in the frame in which the line got the focus.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await expect(fourthLine).toBeInViewport()
      expect(await page.evaluate('linesAtClick')).toBeLessThan(lineCount)
      // What somebody reads or selects there stays when a line is added.
      lineCount = 40
      await openAs(page, 'support', `/calls/${roomName}`)
      await expect(transcriptLines(page)).toHaveCount(lineCount)
      const firstLine = await transcriptLines(page).first().elementHandle()
      const removed = firstLine?.evaluate(
        (line) =>
          new Promise((resolve) => {
            new MutationObserver((_, observer) => {
              if (line.closest('[role=log]')?.querySelectorAll('li').length === 41) observer.disconnect()
              else if (line.isConnected) return
              resolve(!line.isConnected)
            }).observe(document.body, { childList: true, subtree: true })
          }),
      )
      lineCount = 41
      expect(await removed).toBe(false)
      await page.unrouteAll()
      await expect(transcriptLines(page)).not.toHaveCount(lineCount)
      const budgetPage = await page.context().newPage()
      await budgetPage.goto('/reports/budget')
      const forecast = budgetPage.getByRole('region', { name: 'If nothing changes' })
      await expect(forecast).toContainText('1 in focus, updated every 2 s')
      // Fewer while results of calls are read.
      await expect(forecast).toContainText(/[34]\d requests a minute/)
      await expect(forecast).toContainText('2 in focus')
      await budgetPage.close()

      const endCallDialog = page.getByRole('dialog')
      await page.keyboard.press('Shift+E')
      await expect(endCallDialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(endCallDialog).toHaveCount(0)
      await page.getByRole('button', { name: 'End call' }).click()
      await expect(endCallDialog).toContainText(/simulation/i)
      await expect(endCallDialog.getByRole('button', { name: 'Keep the call' })).toBeFocused()
      await endCallDialog.getByRole('button', { name: /^End the call/ }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Call ended' })).toBeVisible()
      // The button that had the focus is gone, so the focus moves to the heading.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(world.service('activeCallShow', { params: { roomName } })).rejects.toThrow(/404/)
    })

    await test.step('and the answer is lost: the outcome is unknown, the call is not repeated, and a person resolves the outcome', async () => {
      await openAs(page, 'support', `/calls/new?agent=${(await readyAgent(world)).id}`)
      const confirmDialog = await openConfirmDialog(page, '+12025550156', '+1 202 555 0156')
      await confirmDialog.getByRole('button', { name: /^Call/ }).click()
      await expect(confirmDialog.getByRole('alert')).toContainText('It may be ringing now. Do not call again')
      await confirmDialog.getByRole('link', { name: 'Show live calls' }).click()

      const unknownCalls = page.getByRole('region', { name: 'Calls with an unknown outcome' })
      await expect(unknownCalls).toContainText(/ called \+1 202 555 0156, agent .+ at /)
      await unknownCalls.getByRole('button', { name: 'Resolve outcome' }).click()
      const resolveDialog = page.getByRole('dialog', { name: 'Was the call placed?' })
      await resolveDialog.getByRole('radio', { name: 'It was placed', exact: true }).check()
      await resolveDialog.getByRole('textbox', { name: 'How you know' }).fill('It is on the wall.')
      await resolveDialog.getByRole('button', { name: 'Record that it was placed' }).click()
      await expect(unknownCalls).toBeHidden()
      expect(await countCallsTo(world, '2025550156')).toBe(1)
    })
  })
})

test.describe('with three browsers on the smallest plan', () => {
  test.use({ settings: { plan: 'developer', speed: 1, env: {} } })

  test('support waits until a call ends, and the service receives no more than 60 requests in any 60 s', {
    tag: ['@U45', '@R10'],
  }, async ({ page, browser, world }) => {
    await test.step('sees that a call is in progress and that they have to wait until it ends', async () => {
      await openPlaceCallPage(page, world)
      const dialog = await openShortConfirmDialog(page, '05')
      await confirmCallButton(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText(
        'Your plan allows one call at a time, and one is in progress. No call was placed. Wait until a call ends.',
        { useInnerText: true },
      )
      expect(await countCallsTo(world, '2025550105')).toBe(0)
    })

    await test.step('the service receives no more than 60 requests in any 60 s', async () => {
      const openBrowser = async (path: string) => {
        const page = await newBrowserPage(browser, world)
        await page.goto(path)
        return page
      }
      const wall = await openBrowser('/calls')
      const liveCall = wall.getByRole('list', { name: 'Calls' }).getByRole('link').first()
      // The batch in progress has one line, on which somebody is called all the time but for a moment.
      await expect(liveCall).toBeVisible()
      const pages = [wall, await openBrowser((await liveCall.getAttribute('href')) ?? ''), await openBrowser('/')]
      const requestSpanMs = async () => {
        const requestTimes = await world.serviceRequestTimes()
        return (requestTimes.at(-1) ?? 0) - (requestTimes[0] ?? 0)
      }
      await expect.poll(requestSpanMs, { timeout: 120_000, intervals: [2_000] }).toBeGreaterThan(66_000)

      const requestTimes = (await world.serviceRequestTimes()).toSorted((a, b) => a - b)
      const maxRequestsPerMinute = Math.max(
        ...requestTimes.map((start) => requestTimes.filter((time) => time >= start && time < start + 60_000).length),
      )
      expect(maxRequestsPerMinute).toBeLessThanOrEqual(60)
      // The pages were updated all the time.
      expect(maxRequestsPerMinute).toBeGreaterThan(10)
      for (const page of pages) await expect(page.getByText(/not responding|refused/i)).toHaveCount(0)
    })
  })
})
