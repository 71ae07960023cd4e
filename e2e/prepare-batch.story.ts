/**
 * A campaign manager prepares a batch from a damaged spreadsheet: repairs rows or leaves them out, with the keyboard only, and reloads the
 * page at any step.
 */
import type { Page } from '@playwright/test'
import {
  batchIdFromUrl,
  callsToNumbers,
  chooseAgent,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  dialledNumbers,
  discardNewBatch,
  phoneNumbersIn,
  recipientRows,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { navigateTo, pressWithKeyboard, tabTo } from './page.ts'
import { expect, test } from './world.ts'

/** In Windows-1252, with semicolons, a title row, national numbers, a trunk 0, a duplicate, an extension, a failed formula, a short row. */
const damagedFile = Buffer.from(
  [
    'Customers of November;;;',
    ';;;',
    'Vorname;Telefon;Plan;Notiz',
    'Ren\xe9e;+44 7700 900101;gold;#N/A',
    'Bj\xf6rn;07700 900102;gold; spaces ',
    'Cara;07700 900103;silver;x',
    'Dan;+44 (0)7700 900104;gold;x',
    'Eve;+44 7700 900105 ext. 12;gold;x',
    'Finn;+44 7700 900101;gold;the same',
    'Gil;nobody;gold;x',
    'Hal;+44 7700 900107',
    'Total;8;;',
  ].join('\r\n'),
  'latin1',
)

const regionNamed = (page: Page, name: string) => page.getByRole('region', { name })
const rowCountLink = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Rows by status' }).getByRole('link', { name: label })

/** Presses a button that repairs rows, and waits until it disappears. */
async function repairRows(page: Page, name: string): Promise<void> {
  await pressWithKeyboard(page, name)
  await expect(page.getByRole('button', { name })).toHaveCount(0)
}

/** Says with the keyboard that the numbers without a country code are British. */
async function chooseUnitedKingdom(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Country of these numbers' })
  await expect(field).toHaveValue('')
  await tabTo(page, field)
  await page.keyboard.type('United Kingdom')
  await expect(page.getByRole('option', { name: 'United Kingdom' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('United Kingdom')
  await pressWithKeyboard(page, 'Use United Kingdom')
}

test.use({ settings: { plan: 'enterprise', speed: 20, env: {} } })

test('a manager repairs a damaged file and starts the batch with the keyboard only', { tag: ['@job'] }, async ({
  page,
  world,
}) => {
  await page.goto('/batches/new')
  await chooseFile(page, damagedFile, 'kunden.csv')
  await expect(page.getByText('2 cells were read as Windows-1252.')).toBeVisible()
  await pressWithKeyboard(page, 'Change the encoding')
  await expect(page.getByRole('heading', { name: 'Possible encodings' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Renée' }).first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Step 1 of 4: Upload' })).toBeFocused()
  await pressWithKeyboard(page, /^Read as Windows-1252/)

  await expect(rowCountLink(page, 'Rows read 9')).toBeVisible()
  await expect(rowCountLink(page, 'To be called 1')).toBeVisible()
  await expect(page.getByText('Rows 1 to 2 are above the header and are ignored.')).toBeVisible()
  await chooseUnitedKingdom(page)
  await expect(rowCountLink(page, 'To be called 3')).toBeVisible()
  await repairRows(page, 'Remove the national prefix in 1 row')
  await repairRows(page, 'Call 1 row without the extension')
  await repairRows(page, 'Treat missing cells as empty')
  await repairRows(page, 'Trim spaces')
  await repairRows(page, 'Clear these cells')
  await expect(rowCountLink(page, 'To be called 6')).toBeVisible()

  // Correct the last invalid number by hand, undo and redo the correction.
  await pressWithKeyboard(page, /^Show row.*Invalid characters/, 'link')
  const grid = page.getByRole('grid', { name: 'Invalid characters' })
  await tabTo(page, grid)
  await page.keyboard.press('ArrowRight')
  await expect(regionNamed(page, 'Selected cell')).toContainText('contains characters that a phone number cannot have.')
  await page.keyboard.type('+44 7700 900106')
  await page.keyboard.press('Enter')
  await expect(rowCountLink(page, 'To be called 7')).toBeVisible()
  await expect(grid).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(rowCountLink(page, 'To be called 6')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(rowCountLink(page, 'To be called 7')).toBeVisible()
  await expect(rowCountLink(page, 'Invalid 1')).toBeVisible()

  await pressWithKeyboard(page, 'Continue with 7 rows', 'link')
  await expect(page.getByText('The service accepts all 7 rows.')).toBeVisible()
  await pressWithKeyboard(page, 'Continue with 7 calls', 'link')
  await expect(regionNamed(page, 'Name and agent')).toBeVisible()
  await page.getByRole('combobox', { name: 'Agent that makes the calls' }).focus()
  await page.keyboard.press('ArrowDown')
  const highlightedOption = page.locator('[role=option][data-highlighted]')
  await expect(highlightedOption).toBeVisible()
  for (let arrowPresses = 0; ; arrowPresses++) {
    expect(arrowPresses).toBeLessThan(20)
    const optionText = (await highlightedOption.textContent()) ?? ''
    if (/Ready/.test(optionText)) break
    await page.keyboard.press('ArrowDown')
    await expect(highlightedOption).not.toHaveText(optionText)
  }
  await page.keyboard.press('Enter')
  await expect(highlightedOption).toHaveCount(0)
  await pressWithKeyboard(page, 'Start 7 calls')
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(confirmStartButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await waitForBatchPage(page)
  await expect
    .poll(async () => (await dialledNumbers(world, batchIdFromUrl(page))).toSorted())
    .toEqual(['101', '102', '103', '104', '105', '106', '107'].map((lastDigits) => `+447700900${lastDigits}`))
})

test('a manager starts a batch once in spite of a reload, and without the opted-out although the service cannot check it', async ({
  page,
  world,
}) => {
  await test.step('after a reload in the confirm dialog or during the start, no input is lost and the batch is started only once', async () => {
    // The simulated service answers a start with this number after 5 s.
    const rows = ['+12025550155,Slow,Answer,gold', ...recipientRows(2, 90)]
    await page.goto('/batches/new')
    await chooseFile(page, csvOf(...rows), 'winter.csv')
    await continueToLastStep(page)
    await startCallsButton(page).click()
    await expect(confirmStartButton(page)).toBeVisible()
    await page.reload()
    await expect(startCallsButton(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await startCallsButton(page).click()
    await Promise.all([page.waitForRequest('**/gateway/launches'), confirmStartButton(page).click()])
    await page.reload()
    // Pressing Start again repeats the same request and shows its outcome.
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    await waitForCounts(page, ({ total }) => total === 3)
    await page.reload()
    await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)
    expect((await callsToNumbers(world, phoneNumbersIn(rows))).map(({ batchId }) => batchId)).toEqual(
      Array(3).fill(batchIdFromUrl(page)),
    )
    await navigateTo(page, '/batches/new')
    await expect(page.getByText('Drop a workbook or CSV file here')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  })

  await test.step('a manager starts a batch although the service cannot check it, and people who opted out are left out', async () => {
    await page.goto('/batches/new')
    // This cell makes the simulated service answer as if it had no endpoints for validating and previewing a file.
    await chooseFile(
      page,
      'phone_number,note,Opt-out\n+447700900101,simulate 404 on validate; simulate 404 on preview,\n+447700900102,x,yes\n',
    )
    await expect(regionNamed(page, 'Opt-outs in your file')).toContainText(
      'Row 3, column Opt-out: yes says “do not call”.',
    )
    await expect(rowCountLink(page, 'Marked “do not call” 1')).toBeVisible()
    const addToList = page.getByRole('button', { name: 'Add this number to the do-not-call list' })
    await addToList.click()
    await expect(page.getByText('Added 1 number to the do-not-call list.')).toBeVisible()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expect(addToList).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss notification' }).click()
    await page.getByRole('button', { name: 'Treat “Opt-out” as an ordinary column' }).click()
    await expect(rowCountLink(page, 'To be called 2')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('The service did not check these rows.')).toBeVisible()
    await page.getByRole('link', { name: 'Continue with 1 row' }).click()
    await expect(page.getByText('The service did not check the file that will be sent.')).toBeVisible()
    await expect(page.getByText('The service did not read these rows.')).toBeVisible()
    await page.getByRole('link', { name: 'Continue with 1 call' }).click()
    // Wait for the last step, because the previous step also has a choice of agents.
    await expect(startCallsButton(page)).toBeVisible()
    await chooseAgent(page)
    // The flow uses a first name, which this file lacks. The manager starts anyway.
    const missingValueWarning = 'The agent has no value for {first_name} in the call.'
    await expect(startCallsButton(page)).toHaveAttribute('aria-disabled', 'true')
    const reasons = page.getByRole('region', { name: 'What will happen' }).getByRole('listitem')
    await expect(reasons.filter({ hasText: missingValueWarning })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Start anyway' }).check()
    await startCallsButton(page).click()
    await expect(page.getByRole('dialog')).toContainText(missingValueWarning)
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    await expect.poll(() => dialledNumbers(world, batchIdFromUrl(page))).toEqual(['+447700900101'])
  })
})

test.describe('before a batch is started', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('no reload loses any input, only one tab can edit, nothing stays in the browser, and cells are pasted as in a spreadsheet', async ({
    page,
    context,
  }) => {
    await test.step('after a reload at any step, no input is lost; only one tab can edit; and a discarded batch leaves no data in the browser', async () => {
      await page.goto('/batches/new')
      await chooseFile(page, damagedFile, 'kunden.csv')
      await chooseUnitedKingdom(page)
      await expect(rowCountLink(page, 'To be called 3')).toBeVisible()
      await rowCountLink(page, 'Duplicate 1').click()
      const duplicates = page.getByRole('grid', { name: 'Duplicate' }).getByRole('row')
      await expect(duplicates).toHaveCount(2)
      await page.reload()
      await expect(rowCountLink(page, 'To be called 3')).toBeVisible()
      await expect(duplicates).toHaveCount(2)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(rowCountLink(page, 'To be called 1')).toBeVisible()
      await page.reload()
      await expect(rowCountLink(page, 'To be called 1')).toBeVisible()
      await page.getByRole('button', { name: 'Redo' }).click()
      await page.getByRole('link', { name: 'Continue with 3 rows' }).click()
      await expect(page.getByRole('heading', { name: 'One call' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'One call' })).toBeVisible()
      await expect(page.getByText('Renée').first()).toBeVisible()
      await page.getByRole('link', { name: 'Continue with 3 calls' }).click()
      await expect(regionNamed(page, 'Name and agent')).toBeVisible()
      await chooseAgent(page)
      const agentPicker = page.getByRole('combobox', { name: 'Agent that makes the calls' })
      await expect(agentPicker).not.toHaveValue('')
      const agentName = await agentPicker.inputValue()
      await page.getByRole('textbox', { name: 'Name' }).fill('Winter')
      await page.getByRole('checkbox', { name: 'Call back people who are not reached' }).check()
      await page.getByRole('checkbox', { name: 'Start later' }).check()
      const startTime = `${new Date().getFullYear() + 1}-03-01T09:00`
      await page.getByLabel('Start time').fill(startTime)
      await page.getByRole('navigation').getByRole('link', { name: 'Agents', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Winter')
      await page.reload()
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Winter')
      await expect(agentPicker).toHaveValue(agentName)
      await expect(page.getByRole('checkbox', { name: 'Call back people who are not reached' })).toBeChecked()
      await expect(page.getByLabel('Start time')).toHaveValue(startTime)

      const secondTab = await context.newPage()
      await secondTab.goto('/batches/new')
      const savedBatch = secondTab.getByRole('listitem').filter({ hasText: 'kunden.csv' })
      await expect(savedBatch).toContainText(/1 change, saved .* ago|just now/)
      // Only one tab can edit the batch, because two tabs would overwrite each other's repairs.
      await expect(savedBatch).toContainText('already open in another tab')
      await expect(savedBatch.getByRole('button', { name: /^(Continue|Discard)/ })).toHaveCount(0)
      await savedBatch.getByRole('button', { name: 'Take over Winter' }).click()
      await secondTab.getByRole('link', { name: /Check the rows/ }).click()
      await expect(rowCountLink(secondTab, 'To be called 3')).toBeVisible()
      await expect(page.getByText('You continued “Winter” in another tab.')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
      await secondTab.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(rowCountLink(secondTab, 'To be called 3')).toHaveCount(0)
      // Taking over again keeps the second tab's changes, and the second tab says that it no longer edits the batch.
      await page.getByRole('button', { name: 'Take over Winter' }).click()
      await expect(page.getByRole('button', { name: 'Schedule 1 call' })).toBeVisible()
      await expect(secondTab.getByText('You continued “Winter” in another tab.')).toBeVisible()
      await secondTab.getByRole('button', { name: 'Take over Winter' }).click()
      await secondTab.getByRole('button', { name: 'Redo', exact: true }).click()
      await expect(rowCountLink(secondTab, 'To be called 3')).toBeVisible()
      await discardNewBatch(secondTab)
      const emptyUpload = secondTab.getByText('Drop a workbook or CSV file here')
      await expect(emptyUpload).toBeVisible()
      await secondTab.reload()
      await expect(emptyUpload).toBeVisible()
      await expect(secondTab.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
      expect(
        await secondTab.evaluate(() => Object.values(localStorage).concat(Object.values(sessionStorage)).join()),
      ).not.toMatch(/7700|kunden/)
      await secondTab.close()
    })

    await test.step('a manager copies cells, pastes a column as in a spreadsheet, and undoes the paste in one step', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/batches/new')
      await chooseFile(page, 'phone_number,name\n4155550134,Ann\n4155550135,Bob\n4155550136,Cid\n')
      const grid = page.getByRole('grid', { name: 'Invalid' })
      const cellsOfColumn = (column: number) => grid.locator(`[role=gridcell][aria-colindex="${column}"]`)
      await expect(rowCountLink(page, 'Invalid 3')).toBeVisible()
      await grid.focus()
      await expect(grid).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('ControlOrMeta+c')
      await expect(page.getByText('Copied 2 cells.')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Ann\nBob')

      await page.evaluate(() =>
        navigator.clipboard.writeText('+14155550134\r\n+14155550135\r\n+14155550136\r\n+14155550137\r\n'),
      )
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ControlOrMeta+v')
      await expect(page.getByText('1 value did not fit and was not pasted.')).toBeVisible()
      await expect(cellsOfColumn(3)).toContainText(['+14155550134', '+14155550135', '+14155550136'])
      await expect(rowCountLink(page, 'To be called 3')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(rowCountLink(page, 'Invalid 3')).toBeVisible()
    })
  })
})
