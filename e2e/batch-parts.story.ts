/** A list that is too long for one batch is started in parts, one after the other. */
import { chooseAgent, chooseFile, waitForBatchPage } from './batches.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

const rowCount = 120_000
const createLongCsv = () =>
  `phone_number,first_name\n${Array.from({ length: rowCount }, (_, index) => `+1212${2_000_000 + index},Ava`).join('\n')}\n`

test('a manager starts 120,000 calls in three parts, cancels the first part, and discards the other two', async ({
  page,
}) => {
  await page.goto('/batches/new')
  await chooseFile(page, createLongCsv(), 'everybody.csv')
  await page.getByRole('link', { name: 'Continue with 120,000 rows' }).click()
  const partsSentence =
    '120,000 calls in 3 parts of 40,000. Each part starts automatically when the previous one has ended.'
  await expect(page.getByRole('region', { name: 'In parts' })).toContainText(partsSentence)
  await expect(page.getByText('The service accepts the 40,000 rows of the first part.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue with 120,000 calls' }).click()
  await chooseAgent(page)
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText(partsSentence)
  await page.getByRole('button', { name: 'Start 40,000 calls' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Start the first 40,000 of 120,000 calls now?')
  await dialog.getByRole('button', { name: 'Start 40,000 calls' }).click()
  await waitForBatchPage(page)
  await expect(page.getByRole('heading', { name: 'Everybody, part 1 of 3' })).toBeVisible()
  const waitingParts = page.getByRole('region', { name: '80,000 more calls in Everybody are waiting' })
  await expect(waitingParts).toContainText('Part 2 of 3 starts automatically when the previous part has ended.')

  await page.getByRole('button', { name: /^Cancel remaining/ }).click()
  await dialog.getByRole('button', { name: /^Cancel [\d,]+/ }).click()
  const decisionPanel = page.getByRole('region', { name: 'Call the other 80,000 people in Everybody?' })
  await expect(decisionPanel).toContainText('Everybody, part 1 of 3 was cancelled.')
  await decisionPanel.getByRole('button', { name: 'Call the next 40,000 people' }).click()
  const nextPartDialog = page.getByRole('dialog', { name: 'Start the next 40,000 calls now?' })
  await expect(nextPartDialog).toContainText('calls from +')
  await expect(nextPartDialog).toContainText('The other 40,000 calls follow in 1 part')
  await nextPartDialog.getByRole('button', { name: 'Not now' }).click()
  await decisionPanel.getByRole('button', { name: 'Discard these calls' }).click()
  await dialog.getByRole('button', { name: 'Discard 80,000 calls' }).click()
  await expect(decisionPanel).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
