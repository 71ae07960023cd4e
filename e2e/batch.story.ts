/** A campaign manager turns a file with two invalid rows into a batch, follows its calls and cancels it. */
import {
  batchIdFromUrl,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  dialledNumbers,
  recipientRows,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { openAs } from './operators.ts'
import { chooseFilter, navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.describe('a campaign manager', () => {
  test.use({ settings: { plan: 'enterprise', speed: 10, env: {} } })

  test('leaves out two invalid rows, starts the other calls, follows a call and cancels the waiting calls', async ({
    page,
    world,
  }) => {
    // The call to the first number has the maximum duration. With this many rows, some calls still wait when they are cancelled.
    const rows = ['+12025550105,Long,Talker,gold', ...recipientRows(80)]
    const rowsWithErrors = [...rows.slice(0, 4), '4155550134,Liam,Okafor,gold', ...rows.slice(4), rows[2] ?? '']
    await openAs(page, 'campaign_manager', '/batches')
    await page.getByRole('link', { name: 'New batch' }).click()
    await chooseFile(page, csvOf(...rowsWithErrors))

    const problems = page.getByRole('region', { name: 'Problems', exact: true })
    await expect(problems).toContainText(
      'Row 6, column phone_number: 4155550134 has no country code. Start with + and the country code, such as',
    )
    await expect(problems).toContainText('Row 84, column phone_number: +19075550101 is the same number as in row 4.')
    const rowCounts = page.getByRole('navigation', { name: 'Rows by status' })
    for (const label of ['Rows read 83', 'To be called 81', 'Invalid 1', 'Duplicate 1']) {
      await expect(rowCounts.getByRole('link', { name: label })).toBeVisible()
    }
    await rowCounts.getByRole('link', { name: 'Invalid 1' }).click()
    await expect(page.getByRole('grid', { name: 'Invalid' }).getByRole('row')).toHaveCount(2)
    await expect(page.getByText('The service agrees on 83 rows.')).toBeVisible()
    await expect(page.getByText('The service agrees that 2 rows cannot be called. They are left out.')).toBeVisible()

    await continueToLastStep(page)
    await startCallsButton(page).click()
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    const batchId = batchIdFromUrl(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Renewals' })).toBeVisible()
    expect((await waitForCounts(page, (counts) => counts['in progress'] > 0)).total).toBe(81)

    // The first row after the invalid one, by its number in the file.
    const calls = page.getByRole('table', { name: 'Calls in this batch' })
    const rowAfterInvalid = calls.getByRole('row').filter({ hasText: '907 555 0103' })
    await expect(rowAfterInvalid.getByRole('cell', { name: '7', exact: true })).toBeVisible()

    // The page of a live call shows the transcript that the service reports.
    await chooseFilter(page, 'Status', 'In progress')
    const longCallRow = calls.getByRole('row').filter({ hasText: '202 555 0105' })
    await longCallRow.getByRole('link', { name: 'Follow live' }).click()
    const lines = page.getByRole('log').getByRole('listitem')
    await expect(lines).not.toHaveCount(0)
    const lineCountBefore = await lines.count()
    await expect.poll(() => lines.count()).toBeGreaterThan(lineCountBefore)
    const shownLines = await lines.locator('p').allTextContents()
    const roomName = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { transcript } = await world.service('activeCallShow', { params: { roomName } })
    // Compare all lines but the last, which the service may still correct.
    expect(transcript.slice(0, shownLines.length - 1).map(({ content }) => content)).toEqual(shownLines.slice(0, -1))

    await navigateTo(page, `/batches/${batchId}`)
    await page.getByRole('button', { name: /^Cancel remaining \d+ calls?$/ }).click()
    await expect(page.getByRole('button', { name: 'Keep calling' })).toBeFocused()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel \d+ calls?$/ })
      .click()
    await waitForCounts(page, ({ waiting, cancelled }) => waiting === 0 && cancelled > 0)
    const numbersAfterCancel = await dialledNumbers(world, batchId)
    const finalCounts = await waitForCounts(page, (counts) => counts['in progress'] <= 1)
    expect(await dialledNumbers(world, batchId)).toEqual(numbersAfterCancel)
    expect(finalCounts.cancelled).toBe(81 - numbersAfterCancel.length)
    expect(finalCounts.completed + finalCounts.failed + finalCounts['in progress']).toBe(numbersAfterCancel.length)
  })
})

test.describe('before a batch is started', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('a campaign manager sees why each unusable file is refused, and a support operator why a batch cannot be started', async ({
    page,
  }) => {
    await test.step('a campaign manager sees why each unusable file is refused, and the name and agent that they chose are kept', async () => {
      await page.goto('/batches/new')
      await chooseFile(page, csvOf(...recipientRows(3)), 'good.csv')
      await continueToLastStep(page)
      await page.getByRole('textbox', { name: 'Name' }).fill('November')
      const agentName = await page.getByRole('combobox', { name: 'Agent that makes the calls' }).inputValue()
      expect(agentName).not.toBe('')
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Upload' }).click()

      const refusalAlert = page.getByRole('alert')
      await chooseFile(page, csvOf('+14155550101,"Ava,Nguyen,gold', ...recipientRows(2, 5)), 'open-quote.csv')
      await expect(refusalAlert).toContainText('open-quote.csv cannot be used.')
      await expect(refusalAlert).toContainText(/quotation mark .* is not closed.*Nothing was sent/)
      await chooseFile(page, Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00]), 'renewals.csv')
      await expect(refusalAlert).toContainText(/workbook is incomplete.*Nothing was sent/)
      await chooseFile(page, 'phone_number,Name,name\n+14155550101,Ava,Ava', 'twice.csv')
      await expect(refusalAlert).toContainText(/Two columns are named.*Nothing was sent/)
      await chooseFile(page, 'name,town\nAva,Porto\nLiam,Cork', 'nobody.csv')
      await expect(
        page.getByText('No column seems to contain phone numbers. Choose the phone number column.').first(),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Continue with 0 rows' })).toHaveAttribute('aria-disabled', 'true')
      // The panel in which a column is chosen stays open and in its place.
      const phoneNumbers = page.getByRole('combobox', { name: 'Phone numbers' })
      await phoneNumbers.click()
      await page.getByRole('option', { name: 'town' }).click()
      await expect(page.getByText('No column seems to contain phone numbers.')).toHaveCount(0)
      await expect(phoneNumbers).toBeFocused()

      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await chooseFile(page, csvOf(...recipientRows(2)), 'good.csv')
      await page.getByRole('link', { name: 'Continue with 2 rows' }).click()
      await page.getByRole('link', { name: 'Continue with 2 calls' }).click()
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('November')
      await expect(page.getByRole('combobox', { name: 'Agent that makes the calls' })).toHaveValue(agentName)
      await expect(startCallsButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    })

    await test.step('a support operator sees why a batch cannot be started', async () => {
      const reason = 'Starting batches needs the campaign manager role. Ask an administrator.'
      await openAs(page, 'support', '/batches')
      const newBatch = page.getByRole('button', { name: 'New batch' })
      await newBatch.focus()
      await expect(newBatch).toHaveAccessibleDescription(reason)
      await navigateTo(page, '/batches/new')
      await chooseFile(page, csvOf(...recipientRows(3)))
      await continueToLastStep(page)
      await expect(startCallsButton(page)).toHaveAttribute('aria-disabled', 'true')
      const whatWillHappen = page.getByRole('region', { name: 'What will happen' })
      await expect(whatWillHappen).toContainText('This batch cannot be started yet')
      await expect(whatWillHappen.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
      await startCallsButton(page).hover()
      await expect(page.getByRole('tooltip').getByRole('listitem').filter({ hasText: reason })).toBeVisible()
      await startCallsButton(page).click({ force: true })
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
})
