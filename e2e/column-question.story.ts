/** A column that may say who must not be called: the manager says what it means, and the next file with this header line does not ask. */
import type { Page } from '@playwright/test'
import {
  batchIdFromUrl,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  dialledNumbers,
  discardNewBatch,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { chooseFilter } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 300, env: {} } })

const header = 'phone_number,first_name,last_name,plan,Anruf KZ'
const first = `${header}\n+447700900111,Ann,Nguyen,gold,\n+447700900112,Bob,Nguyen,gold,x\n+447700900113,Cid,Nguyen,gold,\n+447700900112,Bob again,Nguyen,gold,\n`
const second = `${header}\n+447700900114,Dan,Nguyen,gold,x\n+447700900115,Eve,Nguyen,gold,\n`

const question = (page: Page) => page.getByRole('heading', { name: 'Does “Anruf KZ” say who must not be called?' })
const rowCountLink = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Rows by status' }).getByRole('link', { name: label })
const changes = (page: Page) => page.getByRole('region', { name: 'Your changes' })

test('a manager is asked once for all files with a header whether a column says who must not be called, and not if it was declared ordinary', async ({
  page,
  world,
}) => {
  await test.step('a manager is asked whether a column says who must not be called, once for all files with its header', async () => {
    await page.goto('/batches/new')
    await chooseFile(page, first, 'first.csv')
    await expect(question(page)).toBeVisible()
    await expect(page.getByText('4 rows are left out until you answer.')).toBeVisible()
    await expect(rowCountLink(page, 'To be called 0')).toBeVisible()
    // An unanswered question calls nobody, since an empty cell may mean no, and stays with the batch.
    await page.reload()
    await expect(rowCountLink(page, 'To be called 0')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'x (1)' })).toBeChecked()

    await page.getByRole('button', { name: 'No, it says something else' }).click()
    await expect(rowCountLink(page, 'To be called 3')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(question(page)).toBeVisible()
    await page.getByRole('button', { name: 'Yes, leave out 1 row' }).click()
    await expect(rowCountLink(page, 'Marked “do not call” 2')).toBeVisible()
    await expect(changes(page)).toContainText('In “Anruf KZ”, “x” means “do not call”.')
    await discardNewBatch(page)

    await chooseFile(page, second, 'second.csv')
    await expect(changes(page)).toContainText(/As on .+ by .+: In “Anruf KZ”, “x” means “do not call”\./)
    await expect(question(page)).toHaveCount(0)
    await expect(rowCountLink(page, 'To be called 1')).toBeVisible()
    await continueToLastStep(page)
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    await expect.poll(() => dialledNumbers(world, batchIdFromUrl(page))).toEqual(['+447700900115'])
  })

  await test.step('a batch of the rows of another one does not ask about a column that was declared ordinary', async () => {
    await page.goto('/batches/new')
    const file =
      'plan,Anruf KZ,phone_number,last_name,first_name\ngold,x,+12025550102,Busy,Bea\ngold,,+12025550101,None,Nora\n'
    await chooseFile(page, file, 'ordinary.csv')
    await page.getByRole('button', { name: 'No, it says something else' }).click()
    await continueToLastStep(page)
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    await waitForCounts(page, ({ failed }) => failed === 2)
    await chooseFilter(page, 'Status', 'Not reached')
    await page.getByRole('button', { name: 'Prepare a batch with 2 people' }).click()
    await expect(changes(page)).toContainText(/As on .+ by .+: “Anruf KZ” says something else/)
    await expect(question(page)).toHaveCount(0)
    await expect(rowCountLink(page, 'To be called 2')).toBeVisible()
  })
})
