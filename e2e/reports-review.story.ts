/** Reports about review and cost, and the correction of an outcome: what a person does changes the figures. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lastInbound, textHash } from '#contract/index.ts'
import { type WaitingDraft, waitingDrafts } from './drafts.ts'
import { type ApiClient, createColleague, openAs } from './operators.ts'
import { navigateTo, pageHeading, pressWithKeyboard, rowInTable } from './page.ts'
import { batchIdOf, completedBatchName } from './page-list.ts'
import { createShiftedClock, timeTomorrow } from './shifted-clock.ts'
import { expect, test } from './world.ts'

const hourMs = 3_600_000
/** The service forgets commands after a day, so less than that is between the decisions. The browser's clock is more than a day behind. */
const firstDay = timeTomorrow(12, 50)
const secondDay = timeTomorrow(36, 5)

const decide = async (reviewer: ApiClient, { conversation, message }: WaitingDraft, fields: object) => {
  const answer = await reviewer.request.post('/gateway/decisions', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: {
      conversationId: conversation._id,
      messageId: message._id,
      textHash: await textHash(message.message),
      lastInbound: lastInbound(conversation),
      holdSeconds: 0,
      ...fields,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/**
 * Moves the decisions to the morning, because a day until noon is compared with the one before until then, and one of them to the day before,
 * because days are compared only if the earlier one was recorded from its beginning.
 */
function recordEarlier(dataFolder: string): void {
  const database = new DatabaseSync(join(dataFolder, 'data', 'embedded', 'gateway.db'))
  database.prepare('update decision_facts set at = at - ?').run(3 * hourMs)
  database
    .prepare('update decision_facts set at = ? where effect_id = (select min(effect_id) from decision_facts)')
    .run(timeTomorrow(-1))
  database.close()
}

test.describe('review', () => {
  const clock = createShiftedClock(firstDay)
  test.use({ settings: clock.settings({ plan: 'enterprise', speed: 1, env: {} }) })

  test('a lead sees by keyboard that rejections rose since yesterday, and why', async ({ page, world }) => {
    const drafts = await waitingDrafts(world)
    const yesterday = await createColleague(world, 'reviewer')
    for (const draft of drafts.slice(0, 11)) await decide(yesterday, draft, { action: 'Approve' })
    const open = async () => {
      const { decisions } = (await (await yesterday.request.get('/gateway/decisions')).json()) as {
        decisions: { state: string }[]
      }
      return decisions.filter(({ state }) => state !== 'done').length
    }
    await expect.poll(open).toBe(0)
    await world.killGateways()
    recordEarlier(world.dataFolder)
    clock.set(secondDay)
    await world.startGateway()
    const today = await createColleague(world, 'reviewer')
    for (const draft of drafts.slice(11, 17)) await decide(today, draft, { action: 'Approve' })
    for (const draft of drafts.slice(17, 21))
      await decide(today, draft, { action: 'Reject', rejectReason: 'Wrong facts' })

    await openAs(page, 'admin', '/reports/review?days=1')
    await expect(pageHeading(page, 'Reviewing messages')).toBeVisible()
    const reasons = page.getByRole('region', { name: 'Why drafts were rejected' })
    await expect(async () => {
      await page.reload()
      await expect(reasons).toContainText('Rejections rose from 0% to 40%', { timeout: 5_000 })
    }).toPass()
    await expect(reasons).toContainText('Largest increase in share: “Wrong facts”, 4 now and 0 before')
    await expect(rowInTable(page, 'Why drafts were rejected', 'Wrong facts')).toContainText('+4')
    await expect(page.getByRole('link', { name: '40% Rejected' })).toBeVisible()

    await page.getByRole('radio', { name: 'Agent' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/by=reviewer/)
    await expect(rowInTable(page, 'Comparison', 'Priya Raman')).toContainText('60%')
    await expect(reasons).toContainText('by Priya Raman')
    await pressWithKeyboard(page, 'Table: Decisions by hour')
    await expect(page.getByRole('table', { name: 'Decisions by hour' })).toBeVisible()

    // The figure opens its decisions, and these open their conversations.
    const rejections = page.getByRole('link', { name: '4', exact: true })
    await rejections.press('Enter')
    await expect(pageHeading(page, 'Counted decisions')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Remove filter Reason: Wrong facts' })).toBeVisible()
    const rows = page.getByRole('table', { name: 'Counted decisions' }).getByRole('row')
    await expect(rows).toHaveCount(5)
    await expect(page.getByText('4 decisions found.')).toBeAttached()
    await expect(rows.nth(1)).toContainText('Priya Raman')
    await rows.nth(1).getByRole('link').first().press('Enter')
    await expect(page).toHaveURL(/\/conversations\/\w+/)
    await page.goBack()
    await expect(pageHeading(page, 'Counted decisions')).toBeVisible()
    await page.goBack()
    await expect(pageHeading(page, 'Reviewing messages')).toBeVisible()

    // What is not known is no zero.
    const counts = /\/gateway\/reports\/decisions\?/
    await page.route(counts, (route) => {
      const { searchParams } = new URL(route.request().url())
      const isMissing = searchParams.get('by') === 'hour' || Number(searchParams.get('to')) < secondDay
      return isMissing ? route.fulfill({ status: 500, json: {} }) : route.continue()
    })
    await page.reload()
    await expect(rowInTable(page, 'Why drafts were rejected', 'Wrong facts')).toHaveText(/Before–Change–$/)
    await expect(reasons.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Decisions by hour' })).not.toContainText('Nothing to show')
    await page.unroute(counts)

    await openAs(page, 'support', '/reports/review?days=1&by=reviewer')
    await expect(rowInTable(page, 'Comparison', 'All reviewers')).toContainText('60%')
    await expect(page.getByText('Only administrators see the names of other reviewers.')).toBeVisible()

    // A page that stays open over midnight counts the new day.
    await page.route(/\/gateway\//, async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      const later = `${Number(headers['x-gateway-time']) + 12 * hourMs}`
      await route.fulfill({ response, headers: { ...headers, 'x-gateway-time': later } })
    })
    await expect(page.getByText('No decisions in this period')).toBeVisible({ timeout: 30_000 })
  })
})

test.describe('a correction', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('of an outcome and prices change the figures, by keyboard', async ({ page, world }) => {
    await test.step('of an outcome changes the figures, by keyboard', async () => {
      // Only what somebody opens is read.
      const admin = await createColleague(world, 'admin')
      expect((await admin.request.put('/gateway/outcome-share', { data: { percent: 0 } })).status()).toBe(200)
      await openAs(page, 'support')
      // Somebody opens the history.
      const history = await page.request.get('/v2/api/call-history?limit=100')
      const { calls } = (await history.json()) as {
        calls: Record<'roomName' | 'agentId' | 'status' | 'outcome', string | null>[]
      }
      const plain = calls.filter(({ roomName, agentId, status, outcome }) => {
        const isPlain = status === 'completed' && !/mail|machine|answer/i.test(outcome ?? '')
        return isPlain && Boolean(roomName) && agentId !== null
      })
      // A call of which nobody has read what was said.
      const isUnknown = await Promise.all(
        plain.map(async ({ roomName }) => {
          const outcome = await page.request.get(`/gateway/call-outcomes/${roomName}`)
          return ((await outcome.json()) as { current: { outcome: string } | null }).current?.outcome === 'answered'
        }),
      )
      const call = plain.findLast((_, index) => isUnknown[index])
      if (!call) throw new Error('no call was completed')
      const figures = `/reports/reaching?days=365&by=agent&agent=${call.agentId}`
      const row = page.getByRole('table', { name: 'Comparison' }).getByRole('row').nth(1)
      const countInColumn = async (name: string) => {
        const headers = await page
          .getByRole('table', { name: 'Comparison' })
          .getByRole('columnheader')
          .allTextContents()
        return Number((await row.getByRole('cell').allTextContents())[headers.indexOf(name) - 1])
      }
      await navigateTo(page, figures)
      await expect(pageHeading(page, 'Reaching people')).toBeVisible()
      await expect(row).toBeVisible()
      const before = await countInColumn('Mailbox')

      await navigateTo(page, `/calls/${call.roomName}`)
      const outcome = page.getByRole('region', { name: 'Outcome' })
      await expect(outcome).toContainText('Answered, no details')
      await pressWithKeyboard(page, 'Change outcome')
      await expect(page.getByRole('radio', { name: 'Answered, no details' })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('radio', { name: 'Mailbox' })).toBeChecked()
      await page.keyboard.press('Enter')
      await expect(outcome).toContainText(/MailboxCorrected by you, .*Before: answered, no details\./)
      await expect(page.getByRole('button', { name: 'Change outcome' })).toBeFocused()

      await navigateTo(page, figures)
      await expect(pageHeading(page, 'Reaching people')).toBeVisible()
      await expect(row).toBeVisible()
      expect(await countInColumn('Mailbox')).toBe(before + 1)

      await navigateTo(page, `/calls/${call.roomName}`)
      await pressWithKeyboard(page, 'Change outcome')
      await pressWithKeyboard(page, 'Take back correction')
      await expect(outcome).not.toContainText('Corrected by')
      await expect(outcome).toContainText('Answered, no details')
    })

    await test.step('an administrator sets prices by keyboard and sees what the calls cost', async () => {
      await openAs(page, 'admin')
      await navigateTo(page, `/batches/${await batchIdOf(world, completedBatchName)}`)
      await expect(pageHeading(page, completedBatchName)).toBeVisible()
      await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()

      await navigateTo(page, '/reports/cost')
      await expect(pageHeading(page, 'Cost')).toBeVisible()
      await expect(page.getByText('No prices are set yet.')).toBeVisible()
      const countries = page.getByRole('table', { name: 'Comparison' })
      await expect(countries.getByRole('columnheader')).toHaveText(['Country', 'Connected calls', 'Minutes'])

      await pressWithKeyboard(page, 'Set prices')
      await expect(page.getByRole('textbox', { name: 'Currency' })).toBeFocused()
      await page.getByRole('textbox', { name: 'Currency' }).fill('EUR')
      await page.getByRole('spinbutton', { name: 'Price per minute' }).fill('0.5')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Saved the prices', { exact: false }).first()).toBeVisible()

      await expect(countries.getByRole('row').nth(1)).toContainText(/0\.50 EUR.*\d+\.\d\d EUR/)

      // Each cost is the price of the minutes, which are shown rounded, and the total is their sum. Calls that end meanwhile reach the total and
      // the table with two answers.
      const amountIn = (text: string | null | undefined) => Number(/(\d+\.\d\d) EUR/.exec(text ?? '')?.[1])
      await expect(async () => {
        const cells = await countries
          .getByRole('row')
          .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)))
        const costs = cells.map((row) => amountIn(row.at(-1)))
        for (const [index, cost] of costs.entries()) {
          expect(cost).toBeGreaterThan(0)
          expect(Math.abs(cost - 0.5 * Number(/\d+$/.exec(cells[index]?.[2] ?? '')?.[0]))).toBeLessThan(0.26)
        }
        const total = amountIn(await page.getByText('Total', { exact: true }).locator('xpath=..').textContent())
        expect(Math.abs(total - costs.reduce((sum, cost) => sum + cost, 0))).toBeLessThan(0.01 * (costs.length + 1))
      }).toPass()

      const days = page.getByRole('slider', { name: /^Cost by day/ })
      const costOfDay = async () => amountIn(await days.getAttribute('aria-valuetext'))
      await days.focus()
      await days.press('End')
      for (let press = 1; press < 28 && !((await costOfDay()) > 0); press++) await days.press('ArrowLeft')
      expect(await costOfDay()).toBeGreaterThan(0)
    })
  })
})
