/** The do-not-call list: numbers are added by hand or from a conversation, and are then neither called nor part of a batch. */

import {
  chooseFile,
  continueToLastStep,
  csvOf,
  recipientRows,
  startBatchByRequest,
  startCallsButton,
} from './batches.ts'
import { confirmCallButton, openPlaceCallPage } from './calls.ts'
import { customerNameOf, queueRows, reviewPathOf, waitingDrafts } from './drafts.ts'
import { openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a number on the do-not-call list is neither called nor part of a batch, and what still includes it is named', {
  tag: ['@job'],
}, async ({ page, world }) => {
  await test.step('a number on the do-not-call list is refused for a call, left out of a batch, and marked in review', async () => {
    // The address of a bookmark from before the list was a tab of Calls.
    await page.goto('/do-not-call')
    await expect(page).toHaveURL(/\/calls\/do-not-call$/)
    await expect(pageHeading(page, 'Do not call')).toBeVisible()
    await page.getByRole('button', { name: 'Add number' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block this number' })
    await dialog.getByRole('textbox', { name: 'Number' }).fill('+1 (907) 555-0101')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Added to the do-not-call list')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const row = page.getByRole('table', { name: 'Do-not-call list' }).getByRole('row', { name: /Number ending in 01/ })
    await expect(row).toContainText('Asked not to be called')
    await page.getByRole('textbox', { name: 'Look up a number' }).fill('001 907 555 0101')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Expected +19075550101.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Look up a number' }).fill('+1 907.555.0101')
    await page.keyboard.press('Enter')
    await expect(page.getByText('+1 907 555 0101 is on the list.')).toBeVisible()
    // Undo restores the removed entry as it was.
    await row.getByRole('button', { name: 'Remove' }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toContainText('Asked not to be called')

    // The manager leaves the number out of a batch.
    await navigateTo(page, '/batches/new')
    await chooseFile(page, csvOf(...recipientRows(3)))
    await continueToLastStep(page)
    const doNotCallPanel = page.getByRole('region', { name: 'Do-not-call list' })
    await expect(doNotCallPanel).toContainText('1 of the 3 people in this file is on the do-not-call list')
    await expect(doNotCallPanel.getByRole('list', { name: /Who added/ })).toContainText(
      /Asked not to be called · added by Grace Okafor/,
    )
    await doNotCallPanel.getByRole('button', { name: 'Leave out 1 person' }).click()
    await expect(doNotCallPanel).toContainText('1 row left out')
    await expect(startCallsButton(page)).toHaveAccessibleName('Start 2 calls')

    // A number that is added from a conversation is marked on its draft, before anybody decides about the draft.
    const [draftToNumber] = (await waitingDrafts(world)).filter(({ conversation }) => conversation.customer.phone)
    if (!draftToNumber) throw new Error('no draft to a number')
    await navigateTo(page, `/conversations/${draftToNumber.conversation._id}`)
    await page.getByRole('button', { name: 'Block number' }).click()
    await dialog.getByRole('button', { name: 'Add to do-not-call list' }).click()
    await expect(dialog).toContainText('Added to the do-not-call list')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await navigateTo(page, reviewPathOf(draftToNumber))
    await expect(page.getByRole('region', { name: 'Draft', exact: true }).locator('..')).toContainText(
      /On the do-not-call list since .*Added by Grace Okafor: Asked not to be called/,
    )

    // The number added by hand cannot be called.
    await openPlaceCallPage(page, world)
    const number = '+1 907 555 0101'
    await page.getByRole('textbox', { name: 'Number to call' }).fill(number)
    await page.getByRole('button', { name: `Call ${number}` }).click()
    const confirmDialog = page.getByRole('dialog', { name: `Call ${number} now?` })
    await confirmCallButton(confirmDialog).click()
    await expect(confirmDialog.getByRole('alert')).toContainText(
      /^This number is on the do-not-call list, added by Grace Okafor on .*Nobody was called\./,
    )
    await expect(confirmDialog.getByRole('button', { name: 'Call again' })).toHaveCount(0)
  })

  await test.step('adding a number names the batch and the drafts that still include it, and one choice continues the batch without it', async () => {
    const drafts = (await waitingDrafts(world)).filter(({ conversation }) => conversation.customer.phone)
    // The number of the first draft is on the list.
    const draft = drafts.find(
      ({ conversation }) => conversation.customer.phone !== drafts[0]?.conversation.customer.phone,
    )
    if (!draft) throw new Error('no draft to another number')
    // Conversations are known once somebody has looked at them.
    await openAs(page, 'admin', '/review')
    await expect(queueRows(page).first()).toBeVisible()
    const number = draft.conversation.customer.phone ?? ''
    await startBatchByRequest(page, world, [...recipientRows(60, 100), `${number},Zoe,Last,gold`])

    await navigateTo(page, '/calls/do-not-call')
    await page.getByRole('button', { name: 'Add number' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block this number' })
    await dialog.getByRole('textbox', { name: 'Number' }).fill(number)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('list', { name: 'Batches that include the number' })).toContainText('Renewals')
    await expect(dialog.getByRole('list', { name: 'Waiting drafts to the number' })).toContainText(
      `Draft to ${customerNameOf(draft)}`,
    )
    await dialog.getByRole('button', { name: 'Cancel Renewals and continue without this number' }).click()
    const confirm = page.getByRole('dialog', { name: 'Cancel the remaining calls in Renewals?' })
    await confirm.getByRole('button', { name: 'Cancel remaining calls' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible()
    await continueToLastStep(page)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renewals, continued')
    const doNotCallPanel = page.getByRole('region', { name: 'Do-not-call list' })
    await doNotCallPanel.getByRole('button', { name: 'Leave out 1 person' }).click()
    await expect(doNotCallPanel).toContainText('1 row left out')
  })

  await test.step('an address that somebody else made starts nothing on the page of a cancelled batch', async () => {
    const batchId = await startBatchByRequest(page, world, recipientRows(60, 200))
    await page.goto(`/batches/${batchId}`)
    await page.getByRole('button', { name: /^Cancel remaining \d+ calls$/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Cancel the remaining/ })
    await dialog.getByRole('button', { name: /^Cancel \d+ calls$/ }).click()
    const continueButton = page.getByRole('button', { name: /^Continue with .* never called$/ })
    await expect(continueButton).toBeEnabled()
    const exportsRead = page.waitForResponse((response) => response.url().endsWith('/exports'))
    await page.goto(`/batches/${batchId}?then=continue`)
    await exportsRead
    await expect(continueButton).toBeEnabled()
    const exports = await page.evaluate(
      async (path) => ((await (await fetch(path)).json()) as { exports: object[] }).exports,
      `/gateway/batches/${batchId}/exports`,
    )
    expect(exports).toEqual([])
  })
})
