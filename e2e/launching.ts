/** Helpers for stories about batches: choose a file, start a batch, watch its progress, and read from the service who was called. */
import type { Page } from '@playwright/test'
import { contract, headers } from '#contract/index.ts'
import { readyAgent } from './calls.ts'
import { storyUserAgent } from './effects.ts'
import type { ApiClient } from './operators.ts'
import { visit } from './page.ts'
import { expect, type World } from './world.ts'

const header = 'phone_number,first_name,last_name,plan'
export const people = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, at) => `+1907555${String(100 + from + at).padStart(4, '0')},Ava${at + 1},Nguyen,gold`,
  )
export const numbersOf = (rows: string[]) => rows.map((row) => row.split(',')[0] ?? '')
export const csv = (...rows: string[]) => [header, ...rows].join('\n')

export const chooseFile = (page: Page, content: string | Buffer, name = 'renewals.csv') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.isBuffer(content) ? content : Buffer.from(content) })

/** Goes from the checked rows to the last step, and chooses an agent that can place calls. */
export async function goToStart(page: Page) {
  await page.getByRole('link', { name: /^Continue with \d+ rows?$/ }).click()
  await page.getByRole('link', { name: /^Continue with \d+ calls?$/ }).click()
  // The previous step has a choice of agents as well.
  await expect(startButton(page)).toBeVisible()
  await chooseAgent(page)
}
/** @param at index among the agents that can place calls */
export async function chooseAgent(page: Page, at = 0) {
  const picker = page.getByRole('combobox', { name: 'Agent that makes the calls' })
  await picker.click()
  await page.getByRole('option', { name: /Ready/ }).nth(at).click()
  await expect(picker).not.toHaveValue('')
}
export const startButton = (page: Page) => page.getByRole('button', { name: /^Start \d+ calls?$/ })
export const confirmStart = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Start \d+ calls?$/ })
/** Only the page of a batch has this panel. Its URL changes before the page appears. */
const progressPanel = (page: Page) => page.getByRole('region', { name: 'Progress', exact: true })
export async function waitForBatchPage(page: Page) {
  await expect(page).toHaveURL(/\/batches\/batch_\d+$/)
  await expect(progressPanel(page)).toBeVisible()
}
export const batchIdIn = (page: Page) => /\/batches\/(batch_\d+)/.exec(page.url())?.[1] ?? ''

/** Sends the request of the last step, with the session of a page or a colleague. */
export async function requestStart(
  { request }: ApiClient,
  agentId: string,
  content: string,
  name = 'Second',
  more: Record<string, string> = {},
) {
  const session = await request.get('/gateway/session')
  const answer = await request.post('/gateway/launches', {
    headers: { 'idempotency-key': crypto.randomUUID(), origin: new URL(session.url()).origin },
    multipart: {
      agentId,
      name,
      ...more,
      file: { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
    },
  })
  return (await answer.json()) as { batchId?: string; error?: { code: string; message: string } }
}

/** Starts a batch at the service directly. */
export async function requestStartAtService(
  world: World,
  fields: Record<string, string>,
  content: string,
): Promise<unknown> {
  const { url, apiKey, workspaceId } = await world.access()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new File([content], 'list.csv', { type: 'text/csv' }))
  const answer = await fetch(url + contract.batchStart.path, {
    method: 'POST',
    headers: { [headers.apiKey]: apiKey, [headers.workspace]: workspaceId, 'user-agent': storyUserAgent },
    body,
  })
  return await answer.json()
}

/** Starts a batch without the browser. @returns its ID */
export async function startBatchByRequest(
  client: ApiClient,
  world: World,
  rows: string[],
  name = 'Renewals',
): Promise<string> {
  const { batchId, error } = await requestStart(client, (await readyAgent(world)).id, csv(...rows), name)
  if (!batchId) throw new Error(error?.message)
  return batchId
}

/** Starts a batch in the browser, from a file without errors. */
export async function startBatch(page: Page, rows: string[]): Promise<string> {
  await visit(page, '/batches/new')
  await chooseFile(page, csv(...rows))
  await goToStart(page)
  await startButton(page).click()
  await confirmStart(page).click()
  await waitForBatchPage(page)
  return batchIdIn(page)
}

const states = ['completed', 'failed', 'in progress', 'waiting', 'cancelled'] as const
type Shown = Record<(typeof states)[number] | 'total', number>

/** The counts of the progress bar, from its text for screen readers. Only in the panel, because a list of batches has bars as well. */
async function progress(page: Page): Promise<Shown> {
  const bar = progressPanel(page).getByText(/^Progress of .*, of [\d,]+$/)
  const text = (await bar.textContent()) ?? ''
  const count = (word: string) => Number(new RegExp(`([\\d,]+) ${word}`).exec(text)?.[1]?.replace(',', '') ?? 0)
  const shown = Object.fromEntries(states.map((state) => [state, count(state)])) as Shown
  return { ...shown, total: Number(/of ([\d,]+)$/.exec(text)?.[1]?.replace(',', '')) }
}

/** Waits until the progress satisfies `until`, and checks each time that the parts add up to the total. */
export async function waitForCounts(page: Page, until: (shown: Shown) => boolean): Promise<Shown> {
  let shown = await progress(page)
  await expect
    .poll(
      async () => {
        shown = await progress(page)
        expect(states.reduce((sum, state) => sum + shown[state], 0)).toBe(shown.total)
        return until(shown)
      },
      { timeout: 60_000, intervals: [100, 200, 400] },
    )
    .toBe(true)
  return shown
}

export const dialledNumbers = async (world: World, batchId: string) =>
  (await world.dials(batchId)).map(({ toNumber }) => toNumber)
/** All calls to these numbers, in any batch. */
export async function dialsOf(world: World, numbers: string[]) {
  const { calls } = await world.service('callHistory', { query: { limit: '100' } })
  return calls.filter(({ toNumber }) => numbers.includes(toNumber))
}
