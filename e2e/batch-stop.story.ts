/** Ways to stop calling: cancel one batch, stop all batches, the automatic stop, and the stop switch for all changes. */

import type { CallBack } from '#contract/index.ts'
import {
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  recipientRows,
  sendStartRequest,
  startBatchByRequest,
  startBatchOnPage,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { readyAgent } from './calls.ts'
import { createColleague, openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { openRunningBatch } from './page-list.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a manager repeats a cancel and stops all batches, and an administrator stops all changes', {
  tag: ['@U09'],
}, async ({ page, world }) => {
  await test.step('a cancel that the service did not confirm can be repeated in the same dialog, and the counts of the batch resolve its outcome', async () => {
    const batchId = await startBatchByRequest(page, world, recipientRows(60))
    await page.goto(`/batches/${batchId}`)
    const agentId = (await world.service('batchShow', { params: { batchId } })).agentId ?? ''
    const { name } = await world.service('agentShow', { params: { agentId } })
    const renameAgent = (newName: string) =>
      world.service('agentUpdate', { params: { agentId }, body: { name: newName } })
    await renameAgent(`${name} simulate dropped on cancel`)
    await page.getByRole('button', { name: /^Cancel remaining \d+ calls$/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Cancel the remaining/ })
    const confirmCancelButton = dialog.getByRole('button', { name: /^Cancel \d+ calls$/ })
    await confirmCancelButton.click()
    await expect(dialog.getByRole('alert')).toContainText('You can safely cancel again.')
    await expect(confirmCancelButton).toBeEnabled()

    await renameAgent(name)
    await confirmCancelButton.click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/^Cancelled \d+ calls\.$/)).toBeVisible()
    await waitForCounts(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
    const readCancelOutcomes = () =>
      page.evaluate(async () => {
        const { effects } = (await (await fetch('/gateway/effects')).json()) as {
          effects: { endpoint: string; state: string; happened: boolean | null }[]
        }
        return effects
          .filter(({ endpoint }) => endpoint === 'batchCancel')
          .map(({ state, happened }) => [state, happened])
      })
    await expect.poll(readCancelOutcomes).toEqual([
      ['done', null],
      ['settled', true],
    ])
  })

  await test.step('a manager stops all batches, running and scheduled, from an unrelated page', async () => {
    // Open it first, while this batch of the seed data still has waiting calls.
    await openRunningBatch(world)
    const firstBatchId = await startBatchOnPage(page, recipientRows(40, 100))
    await startBatchOnPage(page, recipientRows(40, 150))
    const scheduledAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
    await sendStartRequest(page, (await readyAgent(world)).id, csvOf(...recipientRows(4, 190)), 'Spring', {
      scheduledAt,
    })
    await openAs(page, 'campaign_manager', '/agents')
    await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('stop')
    await page.getByRole('option', { name: 'Stop all batches' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stop 3 running batches and 1 scheduled?' })
    await expect(dialog.getByRole('button', { name: 'Keep calling' })).toBeFocused()
    await expect(dialog.getByRole('link', { name: 'Renewals' })).toHaveCount(2)
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Spring' })).toContainText(/Starts .* · 4 waiting/)
    await expect(dialog.getByRole('listitem').filter({ hasText: /Running · \d+ waiting/ })).toHaveCount(3)
    await expect(dialog).toContainText('4 of them in scheduled batches.')
    await dialog.getByRole('button', { name: 'Stop 4 batches' }).click()
    await expect(page.getByText('Stopped 4 batches.')).toBeVisible()

    await navigateTo(page, `/batches/${firstBatchId}`)
    await waitForCounts(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
    const { batches } = await page.evaluate(
      async () => (await (await fetch('/gateway/batches?limit=100')).json()) as { batches: { batchId: string }[] },
    )
    for (const { batchId } of batches)
      expect((await world.service('batchProgress', { params: { batchId } })).waiting).toBe(0)
    await navigateTo(page, '/batches')
    await expect(page.getByRole('table', { name: 'Batches' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0)

    // This operator started no batch. The filter is in the URL, so a reload keeps it.
    await page.goto('/batches?page=2')
    await page.getByRole('textbox', { name: 'Search batches by name' }).fill('no such batch')
    await expect(page.getByText('No batches found')).toBeVisible()
    await expect(page).toHaveURL(/batches$/)
    await page.getByRole('button', { name: 'Clear search' }).click()
    // At once: what the search did not find says nothing of the whole list.
    expect(await page.getByText('No batches yet').count()).toBe(0)
    await expect(page.getByRole('table', { name: 'Batches' })).toBeVisible()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Me' }).click()
    await expect(page.getByText('No batches found')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remove filter Started by: Me' })).toBeVisible()
  })

  await test.step('an administrator stops all changes: colleagues see the reason, a batch can still be cancelled, and changes can be allowed again', async () => {
    const batchId = await startBatchByRequest(page, world, recipientRows(60, 200))
    const manager = await createColleague(world, 'campaign_manager')
    const requestStartAsManager = async () =>
      sendStartRequest(manager, (await readyAgent(world)).id, csvOf(...recipientRows(3, 280)))
    await openAs(page, 'admin', '/settings/stop')
    await page.getByRole('button', { name: 'Stop all changes' }).click()
    const stopDialog = page.getByRole('dialog', { name: 'Stop all changes for everyone?' })
    const stopButton = stopDialog.getByRole('button', { name: 'Stop all changes' })
    await expect(stopButton).toHaveAttribute('aria-disabled', 'true')
    await stopDialog.getByLabel('Reason').fill('The price list is wrong.')
    await stopButton.click()
    await expect(stopDialog).toHaveCount(0)
    const stopReason = /Grace Okafor stopped all changes .*“The price list is wrong\.”/
    expect((await requestStartAsManager()).error).toMatchObject({
      code: 'stopped',
      message: expect.stringMatching(stopReason),
    })

    const banner = page.getByText('All changes are stopped', { exact: true })
    await expect(banner).toBeVisible()
    // The banner does not push the buttons of a draft out of the window.
    await page.setViewportSize({ width: 1280, height: 900 })
    await navigateTo(page, '/review')
    await expect(page.getByRole('button', { name: 'Approve and send' })).toBeInViewport({ ratio: 1 })
    await navigateTo(page, '/batches')
    await expect(page.getByRole('main').getByRole('link', { name: 'New batch' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New batch' })).toHaveAccessibleDescription(stopReason)
    await navigateTo(page, `/batches/${batchId}`)
    await page.getByRole('button', { name: /^Cancel remaining \d+ calls$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel \d+ calls$/ })
      .click()
    await expect(page.getByText(/^Cancelled \d+ calls\.$/)).toBeVisible()

    await page.getByRole('link', { name: 'Emergency stop' }).click()
    await page.getByRole('button', { name: 'Allow changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Allow changes' }).click()
    await expect(banner).toHaveCount(0)
    expect((await requestStartAsManager()).batchId).toMatch(/^batch_/)
  })
})

test.describe('with fast calls', () => {
  test.use({ settings: { plan: 'enterprise', speed: 40, env: {} } })

  test('Switchboard stops a batch whose calls fail to connect, says why, and offers to call the people never called', async ({
    page,
    world,
  }) => {
    const failingRows = Array.from({ length: 30 }, (_, index) => `+120255501${70 + index},Bo${index},Nguyen,gold`)
    await page.goto(`/batches/${await startBatchByRequest(page, world, [...failingRows, ...recipientRows(200)])}`)
    const stopAlert = page.getByRole('alert').filter({ hasText: 'Switchboard stopped this batch' })
    await expect(stopAlert).toContainText(/: \d+ of the first \d+ calls failed for a technical reason/)
    const { waiting, cancelled } = await waitForCounts(page, (counts) => counts.cancelled > 0)
    expect(waiting).toBe(0)
    await stopAlert.getByRole('button', { name: `Continue with ${cancelled} people never called` }).click()
    await expect(page.getByRole('link', { name: `Continue with ${cancelled} rows` })).toBeVisible()
  })
})

test.describe('with people who answer', () => {
  test.use({ settings: { plan: 'enterprise', speed: 20, env: { EMBEDDED_OUTCOMES: '100/0/0/0/0' } } })

  test('a list of wrong persons is told by guesses, and stopped once a manager has confirmed three of them', async ({
    page,
    world,
  }) => {
    // In the simulation, somebody else answers at these numbers.
    const wrongNumbers = ['303.125', '303.127', '303.169', '404.111', '415.104', '415.175', '617.155', '617.196']
    const wrongRows = wrongNumbers.map((number, at) => `+1${number.replace('.', '5550')},Eva${at},Silva,gold`)
    await page.goto('/batches/new')
    await chooseFile(page, csvOf(...wrongRows, ...recipientRows(300)))
    await continueToLastStep(page)
    await page.getByRole('checkbox', { name: 'Stop if it calls people who should not be called' }).check()
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    await waitForCounts(page, ({ completed }) => completed >= wrongRows.length)

    // The list of calls does not say what was said: opening a call does.
    const outcome = page.getByRole('region', { name: 'Outcome', exact: true })
    const numbers = ['+1 303 555 0125', '+1 303 555 0127', '+1 303 555 0169']
    const openCall = async (number: string) => {
      await page.getByRole('link', { name: number }).click()
      await expect(outcome).toContainText('Wrong person')
    }
    for (const number of numbers) {
      await openCall(number)
      await expect(outcome).toContainText('A guess from the transcript.')
      await page.keyboard.press('Escape')
    }
    const note = page.getByRole('alert').filter({ hasText: 'were the wrong person' })
    await expect(note).toContainText(/^Of the first \d+ people reached, \d+ were the wrong person/)
    await expect(note).toContainText('Switchboard never cancels because of guesses.')
    // The list of batches says so too.
    await navigateTo(page, '/batches')
    const harmful = page.getByRole('table', { name: 'Batches' }).getByRole('row', { name: /Check who is called/ })
    await harmful.getByRole('link', { name: 'Renewals' }).click()
    await note.getByRole('link', { name: 'Show wrong persons' }).click()
    await expect(page).toHaveURL(/outcome=wrong_number/)
    const dialog = page.getByRole('dialog')
    for (const number of numbers) {
      await openCall(number)
      await outcome.getByRole('button', { name: 'Change outcome' }).click()
      await expect(dialog.getByRole('radio', { name: 'Wrong person' })).toBeChecked()
      await dialog.getByRole('button', { name: 'Save outcome' }).click()
      await expect(outcome).toContainText('Confirmed by you')
      await expect(outcome.getByRole('blockquote')).toBeVisible()
      await page.keyboard.press('Escape')
    }
    const stopAlert = page.getByRole('alert').filter({ hasText: 'Switchboard stopped this batch' })
    await expect(stopAlert).toContainText(/: of the first \d+ people reached, \d+ were the wrong person/)
    const { waiting, cancelled } = await waitForCounts(page, (counts) => counts.cancelled > 0)
    expect(waiting).toBe(0)
    await expect(
      stopAlert.getByRole('button', { name: `Continue with ${cancelled} people never called` }),
    ).toBeVisible()

    // Somebody there said when to call their neighbour: a manager takes the call-back, and is done with it.
    for (const number of ['+1 415 555 0104', '+1 415 555 0175']) {
      await openCall(number)
      await outcome.getByRole('button', { name: 'Change outcome' }).click()
      await dialog.getByRole('radio', { name: 'Call back later' }).check()
      await dialog.getByRole('button', { name: 'Save outcome' }).click()
      await expect(outcome).toContainText('Corrected by you')
      await page.keyboard.press('Escape')
    }
    await navigateTo(page, '/calls/ended?of=callbacks&state=done')
    await expect(page.getByText('No call-back is done yet')).toBeVisible()
    await navigateTo(page, '/calls/ended')
    await expect(page.getByRole('table', { name: 'Ended calls' })).toBeVisible()
    await page.getByText('To call back', { exact: true }).click()
    await expect(page.getByRole('table', { name: 'To call back' })).toBeVisible()
    // The list of what is unfinished leads to them too.
    await navigateTo(page, '/unfinished')
    await expect(page.getByText(/^[1-9]\d* (?:person waits|people wait) for a call/)).toBeVisible()
    await page.getByRole('link', { name: 'Open call-backs' }).click()
    const rows = page.getByRole('table', { name: 'To call back' }).getByRole('row')
    const [callBack, otherOne] = [rows.filter({ hasText: 'Eva4' }), rows.filter({ hasText: 'Eva5' })]
    await callBack.getByRole('button', { name: 'Take' }).click()
    await expect(callBack).toContainText('Taken by you')
    const finish = async (note: string) => {
      await callBack.getByRole('button', { name: 'Done…' }).click()
      await dialog.getByRole('textbox', { name: 'What came of it' }).fill(note)
    }
    await finish('Moved to Bergen.')
    // Closed by mistake, the dialog has the note when it is opened again.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await callBack.getByRole('button', { name: 'Done…' }).click()
    await expect(dialog.getByRole('textbox', { name: 'What came of it' })).toHaveValue('Moved to Bergen.')
    // A colleague takes it over while the manager types: the note stays, and the form says who has it now.
    const { request } = await createColleague(world, 'campaign_manager')
    const { calls } = (await (await request.get('/gateway/call-backs?state=open')).json()) as { calls: CallBack[] }
    const asked = calls.find(({ customerName }) => customerName.startsWith('Eva4'))
    const takeOver = { state: 'taken', seenAt: asked?.work?.at }
    expect((await request.put(`/gateway/call-backs/${asked?.roomName}`, { data: takeOver })).status()).toBe(200)
    await expect(page.getByText(/^Taken by (?!you)/)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'What came of it' })).toHaveValue('Moved to Bergen.')
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await expect(dialog.getByRole('alert')).toContainText('has taken this call-back. Nothing was changed.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await callBack.getByRole('button', { name: 'Take over' }).click()
    await expect(callBack).toContainText('Taken by you')
    // A slow answer about another call-back neither closes the form nor empties it.
    await otherOne.getByRole('button', { name: 'Take' }).click()
    await otherOne.getByRole('button', { name: 'Done…' }).click()
    const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/gateway/call-backs/*', (route) => isAnswering.then(() => route.continue()), { times: 1 })
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await page.keyboard.press('Escape')
    await finish('Moved to Oslo.')
    answer()
    await expect(page.getByText('Marked as done')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'What came of it' })).toHaveValue('Moved to Oslo.')
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await expect(callBack).toHaveCount(0)
    // Its buttons are gone, and the focus is near them.
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove filter Status: To do' }).click()
    await expect(callBack).toContainText('Moved to Oslo.')

    await navigateTo(page, '/')
    await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('Switchboard stopped Renewals')
  })
})
