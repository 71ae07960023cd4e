/** The overview: what today is like, for one's own work first. */
import { createColleague, openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { batchIdOf, runningBatchName } from './page-list.ts'
import { createShiftedClock, timeTomorrow } from './shifted-clock.ts'
import { expect, test } from './world.ts'

test.use({
  readOnly: true,
  hasTouch: true,
  // In the afternoon, so that today has past and future hours, and some drafts have waited for long, whenever the story runs.
  settings: createShiftedClock(timeTomorrow(15)).settings({
    plan: 'enterprise',
    speed: 1,
    // A fifth is not answered, as on any evening, which is no problem. Every call can be connected.
    env: { EMBEDDED_OUTCOMES: '68/12/16/4/0' },
  }),
})

test('a reviewer sees by keyboard how long drafts wait and how today’s calls ended, and opens what a figure counts', async ({
  page,
  world,
}) => {
  const batchId = await batchIdOf(world, runningBatchName)
  // Only a call's own record says what came of it. Read before the overview is first shown.
  const { request } = await createColleague(world, 'reviewer')
  const { calls } = await world.service('batchCallList', { params: { batchId }, query: { status: 'completed' } })
  for (const { jobId } of calls.slice(0, 3)) {
    const record = await request.get(`/v1/api/batch-calls/${batchId}/calls/${jobId}`)
    expect(record.status()).toBe(200)
  }
  // Drafts that wait are said to those too who may not decide.
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await openAs(page, 'campaign_manager')
  await expect(attention).toContainText(/drafts? waiting over 1 hour/)
  await openAs(page, 'reviewer')
  await navigateTo(page, `/batches/${batchId}`)
  await expect(pageHeading(page, runningBatchName)).toBeVisible()
  // Without a known outcome of a batch's row, the overview shows no share.
  const outcomes = page.getByRole('table', { name: 'Rows by outcome' })
  await expect(
    outcomes.getByRole('row', { name: /^(Agreed|Talked|Said no|Asked for a person|Mailbox) [1-9]/ }).first(),
  ).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(pageHeading(page, 'Overview')).toBeFocused()

  // What needs the reviewer is above the figures, of which the first is of their own work.
  await expect(attention).toContainText(/drafts? waiting over 1 hour/)
  await expect(attention).not.toContainText('failed')
  const firstFigure = page.getByRole('link', { name: /^(Drafts to review|Calls today|Answered today) ?\d/ }).first()
  await expect(firstFigure).toHaveText(/^Drafts to review[1-9]\d*\D/)
  const today = page.getByRole('region', { name: 'Calls today' })
  await expect(page.getByRole('link', { name: /^Answered today ?\d+%/ })).toBeVisible()
  const hours = today.getByRole('slider')
  await hours.focus()
  await hours.press('Home')
  await expect(hours).toHaveAttribute('aria-valuetext', / to .*: /)

  // A tap shows the values of an hour, and does not leave the page. Only the hour whose values are shown opens.
  await hours.press('Escape')
  await expect(hours).toHaveAttribute('aria-valuetext', 'No value selected')
  const { x, y, width, height } = (await hours.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.touchscreen.tap(x + width / 8, y + height / 2)
  await expect(today.getByRole('link', { name: / to / })).toBeVisible()
  await expect(hours).not.toHaveAttribute('aria-valuetext', 'No value selected')
  await expect(pageHeading(page, 'Overview')).toBeVisible()
  await today.getByRole('button', { name: /^Table/ }).press('Enter')
  await expect(today.getByRole('table', { name: 'Calls today' }).getByRole('cell')).not.toHaveCount(0)

  // An hour leads to exactly the calls that it counts. They may have become more since.
  await today.getByRole('button', { name: /^Table/ }).press('Enter')
  const valuesOfHour = async () => (await hours.getAttribute('aria-valuetext')) ?? ''
  await hours.press('End')
  for (let press = 0; press < 24 && !/ [1-9]\d*(,|$)/.test(await valuesOfHour()); press++)
    await hours.press('ArrowLeft')
  const ofOutcomes = [...(await valuesOfHour()).matchAll(/ (\d+)(?=,|$)/g)].map(([, count]) => Number(count))
  const counted = ofOutcomes.reduce((sum, count) => sum + count, 0)
  expect(counted).toBeGreaterThan(0)
  expect(await valuesOfHour()).toMatch(/(Reached a person|Answered, no details|Mailbox|No answer|Busy|Failed) [1-9]\d*/)
  // The drawing has the focus, and leaves with the page.
  await page.keyboard.press('Enter')
  await expect(pageHeading(page, 'Counted calls')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Remove filter Time: \d+ .* to / })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Counted calls' }).getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(Math.min(50, counted))
  await page.getByRole('main').getByRole('link', { name: 'Overview', exact: true }).press('Enter')
  await expect(pageHeading(page, 'Overview')).toBeVisible()

  const drafts = page.getByRole('region', { name: 'Drafts to review' })
  const overTenMinutes = drafts.getByRole('link', { name: /^Over 10 min/ })
  const countOverTen = async () => Number(/\d+$/.exec(await overTenMinutes.innerText())?.[0])
  await expect.poll(countOverTen).toBeGreaterThan(0)
  await overTenMinutes.press('Enter')
  await expect(page).toHaveURL(/\/review\?age=10m/)
  await expect(pageHeading(page, 'Review')).toBeVisible()
  // A draft may pass ten minutes between the two pages, so both counts are read again.
  const listed = page.getByRole('list', { name: 'Drafts waiting' }).getByRole('link')
  await expect(listed).not.toHaveCount(0)
  await expect(async () => {
    await navigateTo(page, '/overview')
    await expect(overTenMinutes).toBeVisible()
    const count = await countOverTen()
    await navigateTo(page, '/review?age=10m')
    await expect(pageHeading(page, 'Review')).toBeVisible()
    await expect(listed).toHaveCount(count, { timeout: 2_000 })
  }).toPass()

  // Whoever chooses an agent is taken to what its changes did, above the table.
  await navigateTo(page, '/reports/agents')
  await expect(pageHeading(page, 'Agents and flows')).toBeVisible()
  const agents = page.getByRole('table', { name: 'Agents compared' })
  await agents.getByRole('link', { name: /[a-z]/i }).first().press('Enter')
  await expect(page.getByRole('heading', { name: /: before and after a change$/ }).first()).toBeFocused()

  // If a part of what may need attention cannot be read, the panel does not pass for complete.
  await page.route('**/gateway/approvals', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/overview')
  await expect(attention).toContainText('other problems are not known')
  await page.unroute('**/gateway/approvals')

  // While the service does not answer, nobody knows whether there are problems.
  await page.route('**/gateway/session', async (route) => {
    const headers = { ...route.request().headers() }
    delete headers['if-none-match']
    const response = await route.fetch({ headers })
    const session = (await response.json()) as { service: object }
    await route.fulfill({ response, json: { ...session, service: { ...session.service, state: 'down', since: 0 } } })
  })
  await page.goto('/overview')
  await expect(firstFigure).toBeVisible()
  await expect(page.getByRole('link', { name: /^Answered today ?\d+%/ })).toBeVisible()
  await expect(attention).toContainText('other problems are not known')
})
