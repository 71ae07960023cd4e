/** Unknown outcomes: every page shows which call or batch an outcome belongs to, and other work is not blocked. */
import type { Page } from '@playwright/test'
import {
  callsToNumbers,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  phoneNumbersIn,
  recipientRows,
  sendStartRequest,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { readyAgents } from './calls.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 50, env: {} } })

/** Places a call to a number for which the simulated service loses the answer. @returns what the error says about whether it was sent */
const placeUnansweredCall = (page: Page, agentId: string, toNumber: string) =>
  page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const answer = await fetch('/gateway/calls', { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { error?: { sent: string } }).error?.sent
    },
    { agentId, toNumber },
  )

test('an operator can distinguish two calls and two starts with unknown outcomes, and another batch runs meanwhile', {
  tag: ['@R07'],
}, async ({ page, world }) => {
  const [firstAgent, secondAgent] = await readyAgents(world)
  if (!firstAgent || !secondAgent) throw new Error('two agents have to be ready')
  await page.goto('/batches/new')
  await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible()
  expect(await placeUnansweredCall(page, firstAgent.id, '+12025550156')).toBe('unknown')
  expect(await placeUnansweredCall(page, secondAgent.id, '+12025550158')).toBe('unknown')
  // For this number, the simulated service closes the connection without an answer.
  await chooseFile(page, csvOf('+12025550157,Lost,Answer,gold', ...recipientRows(2)))
  await continueToLastStep(page)
  await startCallsButton(page).click()
  await confirmStartButton(page).click()
  const renewalsPanel = page.getByRole('region', { name: 'Start not confirmed: Renewals' })
  await expect(renewalsPanel).toContainText(
    /People3First people\+1 202 555 0157, \+1 907 555 0100, \+1 907 555 0101Agent/,
  )

  // The unknown start does not block a batch for other people.
  await page.getByRole('button', { name: 'Prepare another batch' }).click()
  const otherRows = recipientRows(3, 30)
  await chooseFile(page, csvOf(...otherRows), 'others.csv')
  await continueToLastStep(page)
  await startCallsButton(page).click()
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)
  expect(await callsToNumbers(world, phoneNumbersIn(otherRows))).toHaveLength(3)
  await sendStartRequest(
    page,
    secondAgent.id,
    csvOf('+12025550158,Half,Answer,gold', ...recipientRows(4, 50)),
    'Reminders',
    {
      callAgain: '1',
    },
  )

  await navigateTo(page, '/calls')
  const unknownCalls = page.getByRole('region', { name: 'Calls with an unknown outcome' })
  const unknownCallWith = (text: string) => unknownCalls.getByRole('listitem').filter({ hasText: text })
  await expect(unknownCallWith('called +1 202 555 0156')).toContainText(`agent ${firstAgent.name}`)
  await expect(unknownCallWith('called +1 202 555 0158')).toContainText(`agent ${secondAgent.name}`)
  await expect(unknownCallWith('Renewals, 3 calls, the first to +1 202 555 0157')).toBeVisible()
  await expect(unknownCallWith('Reminders, 5 calls')).toContainText(`agent ${secondAgent.name}`)
  await unknownCallWith('called +1 202 555 0158').getByRole('button', { name: 'Resolve outcome' }).click()
  const dialog = page.getByRole('dialog', { name: 'Was the call placed?' })
  await expect(dialog).toContainText(`To+1 202 555 0158Agent${secondAgent.name}Requested byGrace Okafor`)
  await expect(dialog).not.toContainText('0156')
  await expect(dialog.getByRole('radio', { name: 'It was not placed' })).toHaveAccessibleDescription(/called twice/)

  await navigateTo(page, '/unfinished')
  const unknownItems = page.getByRole('listitem').filter({ hasText: 'We do not know' })
  await expect(unknownItems).toHaveCount(4)
  for (const text of [
    'whether a call was placed: +1 202 555 0156,',
    'whether a call was placed: +1 202 555 0158,',
    'whether a batch was started: Renewals, 3 calls',
    'whether a batch was started: Reminders, 5 calls',
  ])
    await expect(unknownItems.filter({ hasText: text })).toHaveCount(1)
  await unknownItems.filter({ hasText: 'Reminders' }).getByRole('button', { name: 'Resolve outcome' }).click()
  await expect(page.getByRole('dialog')).toContainText(/BatchRemindersPeople5First people\+1 202 555 0158/)

  await navigateTo(page, '/batches')
  await expect(page.getByRole('region', { name: 'Start not confirmed: Reminders' })).toContainText('People5')
  const notStartedOption = renewalsPanel.getByRole('radio', { name: 'It did not start' })
  await expect(notStartedOption).toHaveAccessibleDescription(/called twice/)
  await notStartedOption.check()
  await renewalsPanel.getByRole('textbox', { name: 'How you know' }).fill('The service has no such batch.')
  await renewalsPanel.getByRole('button', { name: 'Record that it did not start' }).click()
  await expect(renewalsPanel).toHaveCount(0)

  // The batch whose start was unknown can be continued, and shows that the outcome was resolved.
  await navigateTo(page, '/batches/new')
  await page.getByRole('button', { name: 'Continue with Renewals' }).click()
  await expect(page.getByText('Grace Okafor recorded that this batch did not start')).toBeVisible()
  await page.getByRole('button', { name: 'Back to start' }).click()
  await expect(startCallsButton(page)).toHaveAccessibleName('Start 3 calls')
})
