/** Support staff find a live call, follow it, end it, and place calls. */
import type { Page } from '@playwright/test'
import { countCallsTo, placeLongCall, readyAgent } from './calls.ts'
import { openAs } from './operators.ts'
import { expect, test } from './world.ts'

const linesOf = (page: Page) => page.getByRole('log', { name: 'Transcript' }).getByRole('listitem')
const contentsOf = (page: Page) => linesOf(page).getByRole('paragraph').allTextContents()

test.describe('support', () => {
  // Slow enough that the call is still in progress when it is found.
  test.use({ settings: { plan: 'enterprise', speed: 4, env: {} } })

  test('finds a live call on the wall by the customer’s number, follows it, and sees it end', {
    tag: ['@both', '@team'],
  }, async ({ page, world }) => {
    await openAs(page, 'support', '/calls')
    await expect(page.getByRole('heading', { level: 1, name: 'Live calls' })).toBeVisible()
    const { roomName } = await placeLongCall(world)
    await expect(page.getByRole('list', { name: 'Calls' }).locator(`a[href="/calls/${roomName}"]`)).toBeVisible()

    // By the number, in an unusual format.
    await page.getByRole('textbox', { name: 'Find a call' }).fill('001 (202) 555.0105')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.url}/calls/${roomName}`)

    // The page shows the service's transcript. Only its last line may still be corrected.
    await expect.poll(() => linesOf(page).count()).toBeGreaterThan(1)
    const { transcript } = await world.service('activeCallShow', { params: { roomName } })
    const finalLines = transcript.slice(0, -1).map(({ content }) => content)
    await expect.poll(async () => (await contentsOf(page)).slice(0, finalLines.length)).toEqual(finalLines)

    // New lines appear without any action.
    const count = await linesOf(page).count()
    await expect.poll(() => linesOf(page).count()).toBeGreaterThan(count)

    // Somebody else ends the call.
    await world.service('activeCallEnd', { params: { roomName }, body: {} })
    await expect(page.getByRole('status').filter({ hasText: 'Call ended' })).toBeVisible()
    const last = await contentsOf(page)
    expect(last.length).toBeGreaterThan(count)
    await expect(page.getByRole('button', { name: 'Copy transcript' })).toBeEnabled()

    // After the end, nothing more is requested, and nothing is lost.
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download transcript' }).click()
    const stream = await (await download).createReadStream()
    const text = (await stream.toArray()).join('')
    for (const content of last) expect(text).toContain(content)
    expect(requested.filter((url) => url.includes('/active-calls/'))).toEqual([])
    expect(await contentsOf(page)).toEqual(last)
  })

  test('sees the cost of watching a call and of one more, and ends the call after a confirm that names the customer', {
    tag: ['@U48'],
  }, async ({ page, world }) => {
    const { roomName } = await placeLongCall(world)
    await openAs(page, 'support', `/calls/${roomName}`)
    await expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible()
    const budgetPage = await page.context().newPage()
    await budgetPage.goto('/settings/budget')
    const ahead = budgetPage.getByRole('region', { name: 'If nothing changes' })
    await expect(ahead).toContainText('1 in focus, updated every 2 s')
    await expect(ahead).toContainText(/4\d requests a minute/)
    await expect(ahead).toContainText('2 in focus')
    await budgetPage.close()

    await page.getByRole('button', { name: 'End call' }).click()
    const confirm = page.getByRole('dialog')
    await expect(confirm).toContainText(/simulation/i)
    await expect(confirm.getByRole('button', { name: 'Keep the call' })).toBeFocused()
    await confirm.getByRole('button', { name: /^End the call/ }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Call ended' })).toBeVisible()
    // The buttons are gone, and the focus has moved to the heading.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(world.service('activeCallShow', { params: { roomName } })).rejects.toThrow(/404/)
  })
})

test.describe('support with a call that does not exist', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('sees that a room has no active call, and that no call matches a number', async ({ page }) => {
    await page.goto('/calls/no-such-room')
    await expect(page.getByText('There is no active call in this room. It may have ended.')).toBeVisible()
    await page.getByRole('link', { name: 'Live calls' }).first().click()
    await page.getByRole('textbox', { name: 'Find a call' }).fill('+49 30 901820 99')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No active call with this number')).toBeVisible()
    await expect(page).toHaveURL(/\/calls$/)
  })
})

test.describe('support places a call', () => {
  test.use({ settings: { plan: 'enterprise', speed: 4, env: {} } })

  /** Fills in the form and opens the confirm dialog. */
  const prepare = async (page: Page, number: string, grouped: string) => {
    await page.getByRole('textbox', { name: 'Number to call' }).fill(number)
    await page.getByRole('button', { name: `Call ${grouped}` }).click()
    return page.getByRole('dialog', { name: `Call ${grouped} now?` })
  }

  test('and follows it: scrolled up, nothing jumps and new lines are counted', async ({ page, world }) => {
    const agent = await readyAgent(world)
    await openAs(page, 'support', `/calls/new?agent=${agent.id}`)
    await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent.name)
    // A number whose calls last long.
    const confirm = await prepare(page, '(+1) 202-555 0105', '+1 202 555 0105')
    await expect(confirm).toContainText(agent.name)
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.setViewportSize({ width: 1440, height: 480 })
    await confirm.getByRole('button', { name: 'Call +1 202 555 0105' }).dblclick()
    await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
    const roomName = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { customerPhone } = await world.service('activeCallShow', { params: { roomName } })
    expect(customerPhone).toBe('+12025550105')
    expect(await countCallsTo(world, '2025550105')).toBe(1)

    const log = page.getByRole('log', { name: 'Transcript' })
    const top = () => log.evaluate((box) => box.scrollTop)
    await expect.poll(top, { timeout: 60_000 }).toBeGreaterThan(60)
    await log.hover()
    await page.mouse.wheel(0, -10_000)
    await expect.poll(top).toBe(0)
    const more = page.getByRole('button', { name: /new lines? ↓/ })
    await expect(more).toBeVisible()
    expect(await top()).toBe(0)
    await more.click()
    await expect(more).toBeHidden()
    await expect.poll(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)).toBeLessThan(13)
  })

  test('whose answer is lost: its outcome is unknown, it is not repeated, and a person resolves it', {
    tag: ['@R07'],
  }, async ({ page, world }) => {
    await openAs(page, 'support', `/calls/new?agent=${(await readyAgent(world)).id}`)
    const confirm = await prepare(page, '+12025550156', '+1 202 555 0156')
    await confirm.getByRole('button', { name: /^Call/ }).click()
    await expect(confirm.getByRole('alert')).toContainText('It may be ringing now. Do not call again')
    await confirm.getByRole('link', { name: 'Show live calls' }).click()

    const unknown = page.getByRole('region', { name: 'Calls with an unknown outcome' })
    await expect(unknown).toContainText(/ called \+1 202 555 0156, agent .+ at /)
    await unknown.getByRole('button', { name: 'Resolve outcome' }).click()
    const resolve = page.getByRole('dialog', { name: 'Was the call placed?' })
    await resolve.getByRole('radio', { name: 'It was placed', exact: true }).check()
    await resolve.getByRole('textbox', { name: 'How you know' }).fill('It is on the wall.')
    await resolve.getByRole('button', { name: 'Record that it was placed' }).click()
    await expect(unknown).toBeHidden()
    expect(await countCallsTo(world, '2025550156')).toBe(1)
  })
})

test.describe('three browsers on the smallest plan', () => {
  test.use({ settings: { plan: 'developer', speed: 1, env: {} } })

  test('never make the service see more than 60 requests in any 60 s', { tag: ['@R10'] }, async ({
    browser,
    world,
  }) => {
    const room = async () => (await world.service('activeCallList')).data[0]?.roomName
    let running: string | undefined
    await expect.poll(async () => (running = await room()), { intervals: [3_000], timeout: 60_000 }).toBeTruthy()
    const pages = await Promise.all(
      ['/calls', `/calls/${running}`, '/'].map(async (path) => {
        // Animations would use the processor for the whole minute.
        const page = await (await browser.newContext({ baseURL: world.url, reducedMotion: 'reduce' })).newPage()
        await page.goto(path)
        return page
      }),
    )
    const span = async () => {
      const moments = await world.serviceRequestTimes()
      return (moments.at(-1) ?? 0) - (moments[0] ?? 0)
    }
    await expect.poll(span, { timeout: 120_000, intervals: [2_000] }).toBeGreaterThan(66_000)

    const moments = (await world.serviceRequestTimes()).toSorted((one, other) => one - other)
    const busiest = Math.max(
      ...moments.map((at) => moments.filter((other) => other >= at && other < at + 60_000).length),
    )
    expect(busiest).toBeLessThanOrEqual(60)
    // The watched pages were read all the time.
    expect(busiest).toBeGreaterThan(10)
    for (const page of pages) await expect(page.getByText(/not responding|refused/i)).toHaveCount(0)
  })
})
