/** A campaign manager prepares batches from files whose numbers have no country code, or which have no header. */
import type { Page } from '@playwright/test'
import { chooseFile, discardNewBatch } from './batches.ts'
import { expect, test } from './world.ts'

const problemsOf = (page: Page) => page.getByRole('region', { name: 'Problems' })
const rowCount = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Rows by status' }).getByRole('link', { name: label })

test.describe('numbers without a country code', () => {
  test.use({ readOnly: true })

  test('are completed from a column with countries or by one click, and a file without a header keeps its first person', async ({
    page,
  }) => {
    await test.step('are completed row by row from a column with countries, and by one click if they begin with the code', async () => {
      await page.goto('/batches/new')
      await chooseFile(
        page,
        'Name,Country,Phone\nAl,GB,07700 900123\nMax,DE,0151 23456789\nAnn,US,(415) 555-0134\nOdd,Atlantis,0151 23456780\n',
      )
      await expect(rowCount(page, 'Invalid 4')).toBeVisible()
      await expect(problemsOf(page)).toContainText('Expected +447700900123 (United Kingdom).')
      await expect(page.getByRole('combobox', { name: 'Country of these numbers' })).toHaveValue('')
      await page.getByRole('button', { name: 'Take the country from column “Country” in 3 rows' }).click()
      await expect(rowCount(page, 'To be called 3')).toBeVisible()
      await expect(rowCount(page, 'Invalid 1')).toBeVisible()
      await expect(problemsOf(page)).toContainText('Row 5, column Phone: 0151 23456780 has no country code.')

      await page.goto('/batches/new')
      await chooseFile(page, 'Number,Name\n447700900123,Al\n4915123456789,Mia\n33612345678,Lea\n14155550134,Ann\n')
      await expect(rowCount(page, 'Invalid 4')).toBeVisible()
      await expect(page.getByText('Germany 1, France 1, United Kingdom 1, United States 1')).toBeVisible()
      await page.getByRole('button', { name: '4 begin with the country code' }).click()
      await expect(rowCount(page, 'To be called 4')).toBeVisible()
    })

    await test.step('of a file without a header keep its first person', async () => {
      await page.goto('/batches/new')
      await chooseFile(page, '0151 23456789;Max\n0152 34567890;Eva\n0160 1234567;Ina\n')
      await expect(page.getByRole('alert')).toContainText('Row 1 contains a phone number instead of column names.')
      await page.getByRole('button', { name: 'No header row: every row is a person to call' }).click()
      await expect(rowCount(page, 'Rows read 3')).toBeVisible()
      await expect(problemsOf(page)).toContainText('Row 1, column column_1: 0151 23456789 has no country code.')
      await expect(page.getByRole('combobox', { name: 'Country of these numbers' })).toHaveValue('')
    })

    await test.step('of a file chosen while the browser still looks for the previous one are not replaced by that one', async () => {
      // The document before the reload keeps its lock until this page says so, as it does for seconds on a busy computer.
      await page.addInitScript(() => {
        const { locks } = navigator
        const requestNow = Reflect.get(locks, 'request').bind(locks) as (...parameters: unknown[]) => unknown
        const isGone = new Promise((resolve) => addEventListener('previous-document-is-gone', resolve))
        const request = async (name: string, options: LockOptions, ...rest: unknown[]) => {
          if (options.steal) return requestNow(name, options, ...rest)
          await isGone
          // However long that takes, the lock is waited for.
          return requestNow(name, { ...options, signal: undefined }, ...rest)
        }
        Object.assign(locks, { request })
      })
      await page.goto('/batches/new')
      await chooseFile(page, 'Phone,Name\n+14155550134,Ann\n', 'chosen-meanwhile.csv')
      await expect(rowCount(page, 'To be called 1')).toBeVisible()
      await page.evaluate(() => dispatchEvent(new Event('previous-document-is-gone')))
      // Only a batch that did not replace the other one leaves that to be continued.
      await discardNewBatch(page)
      await expect(page.getByRole('region', { name: 'Not started yet' })).toContainText('renewals.csv')
    })
  })
})
