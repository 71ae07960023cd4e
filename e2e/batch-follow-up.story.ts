/** After a batch, a manager exports its rows and calls the people again who were not reached. */
import { readFile } from 'node:fs/promises'
import { readRecipients } from '#recipients/read.ts'
import {
  batchIdFromUrl,
  confirmStartButton,
  dialledNumbers,
  phoneNumbersIn,
  recipientRows,
  startBatchByRequest,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
  waitUntilComplete,
} from './batches.ts'
import { chooseFilter, navigateTo, pressWithKeyboard, rowInTable, tabTo } from './page.ts'
import { expect, test } from './world.ts'

// Slow enough that some people are not called yet when the first batch is cancelled.
test.use({ settings: { plan: 'enterprise', speed: 20, env: {} } })

test('a manager continues a cancelled batch, calls failed and unreached people again, and calls nobody twice', {
  tag: ['@R02'],
}, async ({ page, world }) => {
  await test.step('a manager cancels a batch half way and continues with exactly the people never called, and nobody is called twice', async () => {
    const rows = recipientRows(40, 300)
    const firstBatchId = await startBatchByRequest(page, world, rows)
    await expect.poll(() => dialledNumbers(world, firstBatchId)).not.toEqual([])
    // Cancel by request, because the page could be too slow to cancel half way.
    const requestHeaders = { 'idempotency-key': crypto.randomUUID(), origin: world.url }
    expect(
      (await page.request.delete(`/v1/api/batch-calls/${firstBatchId}`, { headers: requestHeaders })).status(),
    ).toBe(200)
    // From now on, calls are fast.
    await world.killGateways()
    await world.startGateway({ EMBEDDED_SPEED: '300' })
    await page.goto(`/batches/${firstBatchId}`)
    await waitForBatchPage(page)
    const counts = await waitForCounts(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
    const neverCalledCount = counts.cancelled
    expect(neverCalledCount).toBeLessThan(rows.length)

    await page.getByRole('button', { name: `Continue with ${neverCalledCount} people never called` }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible()
    const originNote = page.getByText(`${neverCalledCount} people never called in Renewals`)
    await expect(originNote.getByRole('link', { name: 'Renewals' })).toBeVisible()
    await page.reload()
    await expect(originNote).toBeVisible()
    await page.getByRole('link', { name: `Continue with ${neverCalledCount} rows` }).click()
    await page.getByRole('link', { name: `Continue with ${neverCalledCount} calls` }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renewals, continued')
    // The cancelled batch called none of these people, so the page asks for no decision about people already called.
    await expect(startCallsButton(page)).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Already called' })).toHaveCount(0)
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    const secondBatchId = batchIdFromUrl(page)
    await expect(page.getByText('People never called in Renewals').getByRole('link')).toHaveAttribute(
      'href',
      `/batches/${firstBatchId}`,
    )
    await waitForCounts(page, ({ completed, failed, total }) => completed + failed === total)
    const { calls } = await world.service('batchCallList', {
      params: { batchId: firstBatchId },
      query: { status: 'cancelled', limit: '100' },
    })
    const secondBatchNumbers = await dialledNumbers(world, secondBatchId)
    expect(secondBatchNumbers.toSorted()).toEqual(calls.map(({ phone_number }) => phone_number).toSorted())
    const allDialledNumbers = [...(await dialledNumbers(world, firstBatchId)), ...secondBatchNumbers]
    expect(allDialledNumbers.toSorted()).toEqual(phoneNumbersIn(rows).toSorted())

    // The pages of both batches link to each other, and the list shows one entry with two parts.
    await navigateTo(page, `/batches/${firstBatchId}`)
    const nextBatchLink = page.getByText('Continued in').getByRole('link', { name: 'Renewals, continued' })
    await expect(nextBatchLink).toHaveAttribute('href', `/batches/${secondBatchId}`)
    await expect(page.getByText('Some of these people are already in Renewals, continued.')).toBeVisible()
    await navigateTo(page, '/batches')
    await expect(rowInTable(page, 'Batches', 'Renewals 2 parts')).toContainText(
      `${rows.length} of ${rows.length} called`,
    )
    const parts = page.getByRole('button', { name: 'Renewals 2 parts' })
    await page.emulateMedia({ media: 'print' })
    await expect(parts, 'on paper').toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await parts.press('Enter')
    await expect(page.getByRole('table', { name: 'Batches' }).getByRole('link', { name: /^Renewals/ })).toHaveText([
      'Renewals',
      'Renewals, continued',
    ])
  })

  await test.step('a manager calls again whom no call reached, and lists who asked not to be called, with the keyboard only', async () => {
    // A busy number, one that never answers, and a voicemail, whose call the service calls completed.
    const unreachedRows = [
      '+12025550101,Bea,Busy,gold',
      '+12025550102,Nora,No answer,silver',
      '+12025550103,Max,Mail,gold',
    ]
    const answeredRow = '+12025550100,Ada,Answers,gold'
    const firstBatchId = await startBatchByRequest(page, world, [...unreachedRows, answeredRow])
    await waitUntilComplete(page, firstBatchId)
    await page.goto(`/batches/${firstBatchId}`)
    await waitForBatchPage(page)
    await waitForCounts(page, ({ completed, failed }) => completed + failed === 4)

    // The list does not say that a mailbox took a completed call. Opening the call does.
    const outcome = page.getByRole('region', { name: 'Outcome', exact: true })
    await pressWithKeyboard(page, /202.*555.*0103/, 'link')
    await expect(outcome).toContainText('Mailbox')
    await page.keyboard.press('Escape')
    await expect(outcome).toHaveCount(0)
    // A person corrects the outcome of a call, in its panel.
    await pressWithKeyboard(page, /202.*555.*0100/, 'link')
    await expect(outcome).toBeVisible()
    await pressWithKeyboard(page, 'Change outcome')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByRole('radio', { checked: true }))
    await dialog.getByRole('radio', { name: 'Asked not to be called' }).press('Space')
    await pressWithKeyboard(page, 'Save outcome')
    await expect(outcome).toContainText(/Asked not to be called\s*Corrected by you/)
    // Also beside the open call, and in a window in which the outcomes are folded.
    const askedNotToBeCalled = page.getByText('1 person asked not to be called.')
    await expect(askedNotToBeCalled).toBeVisible()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1024, height: 900 })
    await expect(askedNotToBeCalled).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })

    await pressWithKeyboard(page, 'Add to do-not-call list')
    await expect(dialog.getByRole('checkbox', { name: /^Ada Answers/ })).toBeChecked()
    await pressWithKeyboard(page, 'Add 1 person to the do-not-call list')
    await expect(page.getByText('Added 1 person to the do-not-call list.')).toBeVisible()
    await expect(page.getByText('No batch that was started here will still call the number.')).toBeVisible()
    await page.keyboard.press('Escape')

    await pressWithKeyboard(page, 'Prepare follow-up')
    for (const name of [/^Mailbox, 1 person/, /^No answer, 1 person/, /^Busy, 1 person/])
      await expect(dialog.getByRole('checkbox', { name })).toBeChecked()
    await expect(dialog.getByRole('region', { name: 'Left out' })).toContainText('1 asked not to be called.')
    await pressWithKeyboard(page, 'Prepare a batch with 3 people')
    await expect(page.getByText('3 people not reached in Renewals')).toBeVisible()
    await pressWithKeyboard(page, 'Continue with 3 rows', 'link')
    await pressWithKeyboard(page, 'Continue with 3 calls', 'link')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renewals, again')
    // Nobody was reached, so these calls do not count for the contact limits.
    await pressWithKeyboard(page, 'Start 3 calls')
    await tabTo(page, confirmStartButton(page))
    await page.keyboard.press('Enter')
    await waitForBatchPage(page)
    await expect
      .poll(async () => (await dialledNumbers(world, batchIdFromUrl(page))).toSorted())
      .toEqual(phoneNumbersIn(unreachedRows))
    // Only people of a batch that has ended may be called by the next one.
    await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)
    const { calls } = await world.service('batchCallList', { params: { batchId: batchIdFromUrl(page) } })
    expect(new Set(calls.map(({ metadata }) => metadata.last_name))).toEqual(new Set(['Busy', 'Mail', 'No answer']))
  })

  await test.step('a manager exports the rows of a batch, and starts a batch with exactly the failed calls and all their values', async () => {
    // Neither number can be connected.
    const failingRows = ['+12025550170,Bea,=Busy,gold', '+12025550171,Nora,"No, answer",silver']
    const firstBatchId = await startBatchByRequest(page, world, [...failingRows, ...recipientRows(4)])
    await waitUntilComplete(page, firstBatchId)
    await page.goto(`/batches/${firstBatchId}`)
    await waitForBatchPage(page)
    await waitForCounts(page, ({ completed, failed }) => completed + failed === 6)

    // What came of the calls is known without anybody opening one.
    const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true })
    await expect(outcomes).not.toContainText('Not yet read')
    const filterButton = page.getByRole('button', { name: 'Filter', exact: true })
    const topOfFilters = async () => (await filterButton.boundingBox())?.y ?? 0
    const topBefore = await topOfFilters()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export 6 rows' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Renewals calls.csv')
    const exported = readRecipients(await readFile(await download.path()), {})
    if (!exported.ok) throw new Error(exported.refusal.message)
    expect(exported.file.recipients.map(({ values }) => values.last_name)).toContain('=Busy')
    await expect(page.getByRole('button', { name: 'Save file with 6 rows' })).toBeVisible()
    // The button that a person points at is still under the pointer.
    expect(Math.abs((await topOfFilters()) - topBefore)).toBeLessThan(4)

    await chooseFilter(page, 'Status', 'Not reached')
    await page.getByRole('button', { name: /^Prepare a batch with \d people$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible()
    await page.getByRole('link', { name: /^Continue with \d rows$/ }).click()
    await page.getByRole('link', { name: /^Continue with \d calls$/ }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renewals, again')
    // Nobody was reached, so the failed calls do not count for the contact limits, and the start is enabled.
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    const secondBatchId = batchIdFromUrl(page)
    expect(secondBatchId).not.toBe(firstBatchId)
    const { calls: failedCalls } = await world.service('batchCallList', {
      params: { batchId: firstBatchId },
      query: { status: 'failed' },
    })
    const sortedDialledNumbers = async () => (await dialledNumbers(world, secondBatchId)).toSorted()
    await expect.poll(sortedDialledNumbers).toEqual(failedCalls.map(({ phone_number }) => phone_number).toSorted())
    const { calls: repeatedCalls } = await world.service('batchCallList', { params: { batchId: secondBatchId } })
    expect(repeatedCalls.map(({ metadata }) => metadata)).toEqual(failedCalls.map(({ metadata }) => metadata))

    // A batch can also be prepared from filtered or selected calls.
    await navigateTo(page, `/batches/${firstBatchId}`)
    const { completed } = await waitForCounts(page, ({ total }) => total === 6)
    await chooseFilter(page, 'Status', 'Completed')
    await expect(page.getByRole('button', { name: new RegExp(`with ${completed} (person|people)$`) })).toBeVisible()
    await page
      .getByRole('checkbox', { name: /^Select \+1/ })
      .first()
      .press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('button', { name: 'Prepare a batch with 2 selected people' }).click()
    await expect(page.getByText('2 people selected in Renewals')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue with 2 rows' })).toBeVisible()
  })
})
