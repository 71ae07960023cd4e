/** Helpers for stories about batches: choose a file, start a batch, read its progress, and ask the service who was called. */
import type { Page } from '@playwright/test'
import { contract, headers } from '#contract/index.ts'
import { readyAgent } from './calls.ts'
import { storyUserAgent } from './effects.ts'
import type { ApiClient } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, type World } from './world.ts'

const csvHeader = 'phone_number,first_name,last_name,plan'

/** Rows of a CSV file with consecutive phone numbers. @param firstIndex avoids the numbers of other rows of the story */
export const recipientRows = (count: number, firstIndex = 0) =>
  Array.from(
    { length: count },
    (_, index) => `+1907555${String(100 + firstIndex + index).padStart(4, '0')},Ava${index + 1},Nguyen,gold`,
  )
export const phoneNumbersIn = (rows: string[]) => rows.map((row) => row.split(',')[0] ?? '')
export const csvOf = (...rows: string[]) => [csvHeader, ...rows].join('\n')

export const chooseFile = (page: Page, content: string | Buffer, name = 'renewals.csv') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.isBuffer(content) ? content : Buffer.from(content) })

/** Discards the batch that is being prepared. */
export async function discardNewBatch(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Discard this batch' }).click()
}

/** Continues from the step that checks the rows to the last step, and chooses an agent that can place calls. */
export async function continueToLastStep(page: Page) {
  await page.getByRole('link', { name: /^Continue with \d+ rows?$/ }).click()
  await page.getByRole('link', { name: /^Continue with \d+ calls?$/ }).click()
  // Wait for the last step, because the previous step also has a choice of agents.
  await expect(startCallsButton(page)).toBeVisible()
  await chooseAgent(page)
}
/** @param index index among the agents that can place calls */
export async function chooseAgent(page: Page, index = 0) {
  const agentPicker = page.getByRole('combobox', { name: 'Agent that makes the calls' })
  await agentPicker.click()
  await page.getByRole('option', { name: /Ready/ }).nth(index).click()
  await expect(agentPicker).not.toHaveValue('')
}
export const startCallsButton = (page: Page) => page.getByRole('button', { name: /^Start \d+ calls?$/ })
export const confirmStartButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: /^Start \d+ calls?$/ })
/** Only the page of a batch has this panel. */
const progressPanel = (page: Page) => page.getByRole('region', { name: 'Progress', exact: true })
/** Waits for the URL and for the panel, because the URL changes before the page appears. */
export async function waitForBatchPage(page: Page) {
  await expect(page).toHaveURL(/\/batches\/batch_\d+$/)
  await expect(progressPanel(page)).toBeVisible()
}
export const batchIdFromUrl = (page: Page) => /\/batches\/(batch_\d+)/.exec(page.url())?.[1] ?? ''

/** Sends the request that starts a batch, with the session of a page or of a colleague. @returns the ID of the batch, or the error */
export async function sendStartRequest(
  { request }: ApiClient,
  agentId: string,
  csvContent: string,
  name = 'Second',
  otherFields: Record<string, string> = {},
) {
  const session = await request.get('/gateway/session')
  const answer = await request.post('/gateway/launches', {
    headers: { 'idempotency-key': crypto.randomUUID(), origin: new URL(session.url()).origin },
    multipart: {
      agentId,
      name,
      ...otherFields,
      file: { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csvContent) },
    },
  })
  return (await answer.json()) as { batchId?: string; error?: { code: string; message: string } }
}

/** Sends the service a request that starts a batch, without the gateway. @returns the service's answer */
export async function startBatchAtService(
  world: World,
  fields: Record<string, string>,
  csvContent: string,
): Promise<unknown> {
  const { url, apiKey, workspaceId } = await world.serviceAccess()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new File([csvContent], 'list.csv', { type: 'text/csv' }))
  const answer = await fetch(url + contract.batchStart.path, {
    method: 'POST',
    headers: { [headers.apiKey]: apiKey, [headers.workspace]: workspaceId, 'user-agent': storyUserAgent },
    body,
  })
  return await answer.json()
}

/** Starts a batch through the gateway, but without the page. @returns its ID */
export async function startBatchByRequest(
  client: ApiClient,
  world: World,
  rows: string[],
  name = 'Renewals',
): Promise<string> {
  const { batchId, error } = await sendStartRequest(client, (await readyAgent(world)).id, csvOf(...rows), name)
  if (!batchId) throw new Error(error?.message)
  return batchId
}

/** Starts a batch on the page, from a file without errors. @returns its ID */
export async function startBatchOnPage(page: Page, rows: string[]): Promise<string> {
  await navigateTo(page, '/batches/new')
  await chooseFile(page, csvOf(...rows))
  await continueToLastStep(page)
  await startCallsButton(page).click()
  await confirmStartButton(page).click()
  await waitForBatchPage(page)
  return batchIdFromUrl(page)
}

const callStates = ['completed', 'failed', 'in progress', 'waiting', 'cancelled'] as const
type ProgressCounts = Record<(typeof callStates)[number] | 'total', number>

/** Reads the counts from the progress bar's text for screen readers. */
async function readProgressCounts(page: Page): Promise<ProgressCounts> {
  const bar = progressPanel(page).getByText(/^Progress of .*, of [\d,]+$/)
  const text = (await bar.textContent()) ?? ''
  const readCount = (word: string) => Number(new RegExp(`([\\d,]+) ${word}`).exec(text)?.[1]?.replace(',', '') ?? 0)
  // The page says that people were not reached where the service says that calls failed.
  const wordOf = (state: string) => (state === 'failed' ? 'not reached' : state)
  const counts = Object.fromEntries(callStates.map((state) => [state, readCount(wordOf(state))])) as ProgressCounts
  return { ...counts, total: Number(/of ([\d,]+)$/.exec(text)?.[1]?.replace(',', '')) }
}

/** Waits until the counts on the page satisfy `isReached`, and checks each time that they add up to the total. */
export async function waitForCounts(
  page: Page,
  isReached: (counts: ProgressCounts) => boolean,
): Promise<ProgressCounts> {
  let counts = await readProgressCounts(page)
  await expect
    .poll(
      async () => {
        counts = await readProgressCounts(page)
        expect(callStates.reduce((sum, state) => sum + counts[state], 0)).toBe(counts.total)
        return isReached(counts)
      },
      { timeout: 60_000, intervals: [100, 200, 400] },
    )
    .toBe(true)
  return counts
}

/** Waits until every call of a batch has ended. Asks the gateway, because the service refuses what exceeds the limit that both share. */
export const waitUntilComplete = ({ request }: ApiClient, batchId: string) =>
  expect
    .poll(async () => (await request.get(`/v1/api/batch-calls/${batchId}/status`)).json())
    .toMatchObject({ isComplete: true })

/** The numbers that the service called for a batch, once for each call. */
export const dialledNumbers = async (world: World, batchId: string) =>
  (await world.callsOfBatch(batchId)).map(({ toNumber }) => toNumber)
/** All calls to these numbers, in any batch. */
export async function callsToNumbers(world: World, numbers: string[]) {
  const { calls } = await world.service('callHistory', { query: { limit: '100' } })
  return calls.filter(({ toNumber }) => numbers.includes(toNumber))
}
