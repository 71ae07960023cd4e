/** Options of a start: only the first ten calls, a later time, other calling hours. And two managers who start the same list. */
import type { Page } from '@playwright/test'
import {
  batchIdFromUrl,
  callsToNumbers,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  dialledNumbers,
  phoneNumbersIn,
  recipientRows,
  sendStartRequest,
  startBatchAtService,
  startBatchByRequest,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { createColleague, openAs } from './operators.ts'
import { expect, test } from './world.ts'

/** Sets the weekdays on which calls are allowed. @returns the previous weekdays */
async function setCallingWeekdays(page: Page, weekdays: number[]): Promise<number[]> {
  return await page.evaluate(async (days) => {
    const { hours } = (await (await fetch('/gateway/calling-rules')).json()) as { hours: { weekdays: number[] } }
    await fetch('/gateway/calling-rules', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ hours: { ...hours, weekdays: days } }),
    })
    return hours.weekdays
  }, weekdays)
}

test.describe('a campaign manager', () => {
  // Slow enough that some of hundreds of calls are still waiting when the batch is cancelled.
  test.use({ settings: { plan: 'enterprise', speed: 40, env: {} } })

  test('calls the first ten people of a long list, checks the result, and then calls the others', async ({
    page,
    world,
  }) => {
    const rows = recipientRows(501)
    await page.goto('/batches/new')
    await chooseFile(page, `${csvOf(...rows)}\n\n\n`)
    // Blank rows are nobody.
    await expect(page.getByText('501 of 501 will be called')).toBeVisible()
    await continueToLastStep(page)
    await page.getByRole('checkbox', { name: 'Call the first 10, then ask me' }).check()
    await expect(page.getByRole('button', { name: 'Start 10 calls' })).toBeVisible()
    // Among the facts, and beside the button.
    await expect(page.getByText(/^The first 10 of 501 calls$/)).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Call the first 10, then ask me' })).toBeChecked()
    const fingerprint = await page
      .getByText(/recipients’ fingerprint/)
      .locator('.mono')
      .textContent()
    await startCallsButton(page).click()
    await expect(page.getByRole('dialog')).toContainText('Start the first 10 of 501 calls now?')
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    const firstBatchId = batchIdFromUrl(page)
    await waitForCounts(page, ({ completed, failed, total }) => total === 10 && completed + failed === 10)

    await world.killGateways()
    await world.startGateway()
    await page.goto('/unfinished')
    // Today is not a day with calling hours. In a simulation, one click ignores them.
    const previousWeekdays = await setCallingWeekdays(page, [((new Date().getUTCDay() + 3) % 7) + 1])
    const remainderPanel = page.getByRole('region', { name: /^Call the other 491 people in/ })
    await expect(remainderPanel).toContainText(/completed, \d+ not reached\. No call in .* is waiting or in progress\./)
    await expect(remainderPanel).toContainText('The other 491 people are called only if somebody starts these calls.')
    await remainderPanel.getByRole('button', { name: 'Call the other 491 people' }).click()
    await expect(page.getByRole('dialog')).toContainText('491 of 491 calls are outside calling hours at the start: ')
    await page.getByRole('dialog').getByRole('button', { name: 'Start 491 calls' }).click()
    await waitForBatchPage(page)
    await setCallingWeekdays(page, previousWeekdays)
    expect(await dialledNumbers(world, firstBatchId)).toHaveLength(10)
    await waitForCounts(page, ({ total }) => total === 491)
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: /^Copy recipients’ fingerprint/ })).toContainText(
      fingerprint ?? 'none',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Cancel remaining/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel \d+/ })
      .click()
    await waitForCounts(page, ({ waiting }) => waiting === 0)
    const allDialledNumbers = [
      ...(await dialledNumbers(world, firstBatchId)),
      ...(await dialledNumbers(world, batchIdFromUrl(page))),
    ]
    expect(new Set(allDialledNumbers).size).toBe(allDialledNumbers.length)
    const { effects } = await page.evaluate(
      async () => (await (await fetch('/gateway/effects')).json()) as { effects: { endpoint: string; ids: object }[] },
    )
    const starts = effects.filter(({ endpoint }) => endpoint === 'batchStart')
    expect(starts.map(({ ids }) => ids)).toEqual([
      expect.objectContaining({ recipients: fingerprint }),
      expect.objectContaining({ recipients: fingerprint }),
    ])
  })

  test('schedules a batch and sees its start time on the button, the page and the list; a time in the past is refused', async ({
    page,
    world,
  }) => {
    await page.goto('/settings/calling-rules')
    await page.getByLabel('From', { exact: true }).fill('08:00')
    await page.getByLabel('Until', { exact: true }).fill('20:00')
    await page.getByRole('region', { name: 'Calling hours' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved the calling hours.')).toBeVisible()
    await page.goto('/batches/new')
    await chooseFile(page, csvOf(...recipientRows(3)))
    await continueToLastStep(page)
    await page.getByRole('checkbox', { name: 'Call back people who are not reached' }).check()
    await page.getByRole('checkbox', { name: 'Start later' }).check()
    const scheduleButton = page.getByRole('button', { name: 'Schedule 3 calls' })
    await expect(scheduleButton).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Start time').fill('2020-01-01T09:00')
    await expect(page.getByLabel('Start time')).toHaveAccessibleDescription(/The start time is in the past/)
    await expect(scheduleButton).toHaveAttribute('aria-disabled', 'true')
    const agentId = await page.evaluate(async () => {
      const answer = await fetch('/api/v1/agents?limit=1')
      return ((await answer.json()) as { agents: { id: string }[] }).agents[0]?.id ?? ''
    })
    const pastStart = { scheduledAt: '2020-01-01T09:00:00Z' }
    const { error } = await sendStartRequest(page, agentId, csvOf(...recipientRows(3)), 'Past', pastStart)
    expect(error?.message).toContain('The start time has passed. Nothing was sent.')
    const serviceAnswer = await startBatchAtService(world, { agentId, ...pastStart }, csvOf(...recipientRows(3)))
    expect(serviceAnswer).toMatchObject({ error: { message: expect.stringMatching(/^scheduledAt has passed/) } })

    const year = new Date().getFullYear() + 1
    await page.getByLabel('Start time').fill(`${year}-03-01T09:00`)
    const startTime = new RegExp(`[A-Z][a-z]{2}\\b.*\\b1\\b.*${year}.* 0?9:00 .+`)
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await expect(timeline).toContainText(startTime)
    // At this time it is too early in Alaska, whose area code has two time zones. Calling anyway needs a reason, in a simulation too.
    const callingHoursPanel = page.getByRole('region', { name: 'Calling hours' })
    await expect(callingHoursPanel).toContainText('Everyone in this file is outside calling hours')
    await expect(callingHoursPanel).toContainText(/United States\D*\d\d:00 to \d\d:00/)
    await expect(scheduleButton).toHaveAttribute('aria-disabled', 'true')
    // Set calling hours for this batch, by keyboard only. When they are removed, the workspace's hours apply again.
    const batchHoursPanel = page.getByRole('region', { name: 'Hours for this batch' })
    await callingHoursPanel.getByRole('button', { name: 'Set hours for this batch' }).press('Enter')
    await expect(batchHoursPanel.getByLabel('From', { exact: true })).toBeFocused()
    await batchHoursPanel.getByLabel('From', { exact: true }).fill('00:00')
    await batchHoursPanel.getByLabel('Until', { exact: true }).fill('00:00')
    await batchHoursPanel.getByLabel('Until', { exact: true }).press('Enter')
    await expect(timeline).toContainText('This batch has its own calling hours: 00:00 to 24:00, every day.')
    await expect(batchHoursPanel.getByRole('button', { name: 'Change hours' })).toBeFocused()
    await expect(callingHoursPanel).toHaveCount(0)
    await expect(scheduleButton).not.toHaveAttribute('aria-disabled', 'true')
    await batchHoursPanel.getByRole('button', { name: 'Use workspace hours' }).press('Enter')
    await callingHoursPanel.getByRole('button', { name: 'Call 3 people anyway' }).click()
    await callingHoursPanel.getByLabel('Reason for calling outside calling hours').fill('They asked for it')
    await callingHoursPanel.getByRole('button', { name: 'Call 3 people anyway' }).click()
    await expect(timeline).toContainText('called up to 2 more times, 4 hours after the previous attempt')
    // The confirm dialog shows the same duration and local time as the page.
    await expect(page.getByRole('definition').filter({ hasText: '1 to 3 minutes without call-backs' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Destinations by country' })).toContainText('outside hours')
    await scheduleButton.click()
    const dialog = page.getByRole('dialog', { name: /^Schedule 3 calls for / })
    await expect(dialog).toContainText('this takes 1 to 3 minutes.')
    await expect(dialog).toContainText('3 of 3 calls are outside calling hours at the start: ')
    await expect(dialog).toHaveAccessibleName(startTime)
    await dialog.getByRole('button', { name: 'Schedule 3 calls' }).click()
    await waitForBatchPage(page)
    const batchPage = page.getByRole('main')
    await expect(batchPage.getByText(/^Starts .* 0?9:00/)).toContainText(startTime)
    await expect(batchPage.getByText('Scheduled', { exact: true })).toBeVisible()
    await expect(batchPage.getByText('Starts', { exact: true })).toBeVisible()
    for (const label of ['Pace', 'Time left', 'Calling']) await expect(batchPage.getByText(label)).toHaveCount(0)
    const { status, waiting } = await world.service('batchProgress', { params: { batchId: batchIdFromUrl(page) } })
    expect({ status, waiting }).toEqual({ status: 'scheduled', waiting: 3 })
    await page.getByRole('link', { name: 'Batches', exact: true }).first().click()
    const row = page.getByRole('row', { name: /^Renewals/ })
    await expect(row).toContainText('Scheduled')
    await expect(row).toContainText(startTime)

    // A batch that is cancelled before its start time was never started.
    await row.getByRole('link', { name: 'Renewals' }).click()
    await page.getByRole('button', { name: 'Cancel remaining 3 calls' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep scheduled' })).toBeFocused()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3 calls' }).click()
    await expect(batchPage.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(batchPage.getByText(/^Scheduled by/)).toBeVisible()
    await expect(batchPage.getByText(/^Started by/)).toHaveCount(0)
  })
})

test.describe('two managers', () => {
  // At this speed, some calls end soon, and the last ones start much later.
  test.use({ settings: { plan: 'enterprise', speed: 4, env: {} } })

  test('start the same list, and only one batch starts: the second manager sees who started it and when, with a link', {
    tag: ['@R02'],
  }, async ({ page, world }) => {
    const rows = recipientRows(60)
    await openAs(page, 'campaign_manager', '/batches/new')
    // The colleague's people in another order, with spaces in the numbers and other line ends.
    const respelledCsv = csvOf(...rows.toReversed())
      .replaceAll('\n', '\r\n')
      .replaceAll('+1907', '+1 907 ')
    await chooseFile(page, respelledCsv)
    await continueToLastStep(page)
    await startCallsButton(page).click()
    const batchId = await startBatchByRequest(await createColleague(world, 'admin'), world, rows)
    await confirmStartButton(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText(
      /Grace Okafor requested this \d+ s ago\. Nothing more was sent\./,
    )
    await dialog.getByRole('link', { name: 'Open that batch' }).click()
    await expect(page).toHaveURL(`${world.url}/batches/${batchId}`)
    await expect
      .poll(async () => (await callsToNumbers(world, phoneNumbersIn(rows))).length, {
        timeout: 60_000,
        intervals: [1_000],
      })
      .toBeGreaterThan(0)
    const calls = await callsToNumbers(world, phoneNumbersIn(rows))
    expect(new Set(calls.map((call) => call.batchId))).toEqual(new Set([batchId]))
  })
})
