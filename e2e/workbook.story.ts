/** A campaign manager's workbook is taken as it is: no CSV, no lost digits, and nobody is called who was hidden without a word. */
import { workbookOf } from '#tools/testing/workbooks.ts'
import {
  batchIdFromUrl,
  chooseAgent,
  chooseFile,
  confirmStartButton,
  dialledNumbers,
  startCallsButton,
  waitForBatchPage,
} from './batches.ts'
import { navigateTo, pressWithKeyboard } from './page.ts'
import { expect, test } from './world.ts'

/** A spreadsheet shows these shortened in a narrow column, and stores them so. */
const shortened = (number: string) => ({ number: `${number[0]}.${number.slice(1)}E+${number.length - 1}`, style: 1 })
const people = (month: string, numbers: readonly string[]) => ({
  name: month,
  rows: [
    [`Customers of ${month}`],
    [],
    ['Phone', 'First name', 'Plan'],
    ...numbers.map((number, at) => [shortened(number), `Ava${at + 1}`, 'gold']),
  ],
})
const workbook = workbookOf({
  formats: ['"+"0'],
  sheets: [
    { name: 'Notes', rows: [['How to use this workbook'], ['Customers', 5]] },
    people('November', ['12025550101', '12025550102']),
    { ...people('December', ['12025550103', '12025550104', '12025550106']), hiddenRows: [6] },
  ],
})
/** As Excel stores a workbook with a password. */
const encrypted = Buffer.concat([
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.alloc(504),
  Buffer.from('EncryptedPackage', 'utf16le'),
])

test.use({ settings: { plan: 'enterprise', speed: 20, env: {} } })

test('a manager starts a batch from a sheet of a workbook, and pastes cells; an administrator imports a do-not-call list', {
  tag: ['@job'],
}, async ({ page, world, context }) => {
  await test.step('a manager starts a batch from a sheet of a workbook', async () => {
    await page.goto('/batches/new')
    await chooseFile(page, encrypted, 'customers.xlsx')
    await expect(page.getByRole('alert')).toContainText(
      'This workbook is encrypted with a password. Nothing was sent. In Excel, choose File › Info',
    )
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveCount(0)

    await chooseFile(page, Buffer.from(workbook), 'customers.xlsx')
    const rowsRead = page.getByRole('navigation', { name: 'Rows by status' })
    await expect(rowsRead.getByRole('link', { name: 'To be called 2' })).toBeVisible()
    const sheet = page.getByRole('combobox', { name: 'Sheet' })
    await expect(sheet).toHaveText(/November/)
    await expect(page.getByText('Rows 1 to 2 are above the header and are ignored.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveCount(0)
    await sheet.click()
    await page.getByRole('option', { name: 'December' }).click()
    await expect(rowsRead.getByRole('link', { name: 'Rows read 3' })).toBeVisible()
    await page.reload()
    await expect(sheet).toHaveText(/December/)

    await expect(rowsRead.getByRole('link', { name: 'To be called 2' })).toBeVisible()
    await expect(page.getByText('The sheet hides 1 row. Include it?')).toBeVisible()
    await expect(page.getByText('Left out: hidden in the sheet')).toBeVisible()
    await pressWithKeyboard(page, 'Include it')
    await expect(rowsRead.getByRole('link', { name: 'To be called 3' })).toBeVisible()
    await pressWithKeyboard(page, 'Continue with 3 rows', 'link')
    await pressWithKeyboard(page, 'Continue with 3 calls', 'link')
    await expect(startCallsButton(page)).toBeVisible()
    await chooseAgent(page)
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    await expect
      .poll(async () => (await dialledNumbers(world, batchIdFromUrl(page))).toSorted())
      .toEqual(['+12025550103', '+12025550104', '+12025550106'])
  })

  await test.step('an administrator imports a do-not-call list from a workbook, and a manager pastes cells', async () => {
    await page.goto('/calls/do-not-call')
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Import list…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import numbers to the do-not-call list' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.xlsx', mimeType: 'application/zip', buffer: encrypted })
    await expect(dialog.getByRole('alert')).toContainText('This workbook is encrypted with a password.')
    await dialog.getByRole('button', { name: 'Choose another file' }).click()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.xlsx', mimeType: 'application/zip', buffer: Buffer.from(workbook) })
    const sheet = dialog.getByRole('combobox', { name: 'Sheet' })
    await expect(sheet).toHaveText(/November/)
    await sheet.click()
    await page.getByRole('option', { name: 'December' }).click()
    await expect(sheet).toHaveText(/December/)
    await dialog.getByRole('button', { name: 'Import numbers' }).click()
    await expect(dialog).toContainText('Added 3 numbers')
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await navigateTo(page, '/batches/new')
    await expect(page.getByText('Or paste cells copied from a spreadsheet.')).toBeVisible()
    await page.evaluate(() =>
      navigator.clipboard.writeText('Phone\tFirst name\r\n+12025550107\tAva\r\n+12025550108\t"Lee, Ann"\r\n'),
    )
    await page.keyboard.press('ControlOrMeta+v')
    const rowsRead = page.getByRole('navigation', { name: 'Rows by status' })
    await expect(rowsRead.getByRole('link', { name: 'To be called 2' })).toBeVisible()
    await expect(page.getByRole('grid', { name: 'All rows' })).toContainText('Lee, Ann')
  })
})
