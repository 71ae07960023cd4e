/** Nobody is called twice, even after repeated clicks, a lost connection, a lost answer or a crash. */
import { connect, createServer, type Server } from 'node:net'
import type { Page } from '@playwright/test'
import { BatchCallList } from '#contract/index.ts'
import {
  batchIdFromUrl,
  callsToNumbers,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  dialledNumbers,
  phoneNumbersIn,
  recipientRows,
  sendStartRequest,
  startBatchByRequest,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 20, env: {} } })

test.describe('with fast calls', () => {
  test.use({ settings: { plan: 'enterprise', speed: 100, env: {} } })

  test('a batch is started only once if Start is clicked repeatedly, or if the browser loses the connection and sends the request again', {
    tag: ['@R01', '@R03'],
  }, async ({ page, world }) => {
    const proxy = await startBreakableProxy(Number(new URL(world.url).port), 'POST /gateway/launches')
    const batchIdsOfCalls = async (rows: string[]) =>
      (await callsToNumbers(world, phoneNumbersIn(rows))).map(({ batchId }) => batchId)
    try {
      const repeatedlyClickedRows = recipientRows(3, 60)
      await page.goto(`${proxy.url}/batches/new`)
      await chooseFile(page, csvOf(...repeatedlyClickedRows))
      await continueToLastStep(page)
      await startCallsButton(page).click()
      await confirmStartButton(page).evaluate((button: HTMLButtonElement) => {
        for (let click = 0; click < 5; click++) button.click()
      })
      await waitForBatchPage(page)
      await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)
      expect(await batchIdsOfCalls(repeatedlyClickedRows)).toEqual(Array(3).fill(batchIdFromUrl(page)))

      const rowsOfBrokenRequest = recipientRows(3, 70)
      await navigateTo(page, '/batches/new')
      await chooseFile(page, csvOf(...rowsOfBrokenRequest))
      await continueToLastStep(page)
      await startCallsButton(page).click()
      proxy.breakNextRequest()
      // If the browser does not repeat the request by itself, the confirm dialog stays open, and the manager clicks again.
      await expect(async () => {
        if (await confirmStartButton(page).isVisible()) await confirmStartButton(page).click({ timeout: 1_000 })
        await expect(page).toHaveURL(/\/batches\/batch_\d+$/, { timeout: 1_500 })
      }).toPass()
      expect(proxy.requestCount()).toBeGreaterThan(1)
      await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)
      expect(await batchIdsOfCalls(rowsOfBrokenRequest)).toEqual(Array(3).fill(batchIdFromUrl(page)))
    } finally {
      proxy.server.close()
    }
  })

  test('after a start without an answer, the same list cannot be started again until somebody resolves the outcome', {
    tag: ['@R07'],
  }, async ({ page, world }) => {
    // The simulated service starts every batch with this number, but loses the answer.
    const rows = ['+12025550156,Lost,Answer,gold', ...recipientRows(2, 80)]
    await page.goto('/batches/new')
    await chooseFile(page, csvOf(...rows))
    await continueToLastStep(page)
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await expect(page.getByText('Some calls may already be in progress. Do not start it again.')).toBeVisible()
    await expect(startCallsButton(page)).toHaveCount(0)

    // Until then nobody can start the same list, even in another order or with other line ends.
    const [unknownEffect] = await readUnknownEffects(page)
    expect(unknownEffect?.endpoint).toBe('batchStart')
    const respelledCsv = csvOf(...rows.toReversed()).replaceAll('\n', '\r\n')
    const repeatedStart = await sendStartRequest(page, unknownEffect?.ids.agentId ?? '', respelledCsv)
    expect(repeatedStart.error?.message).toMatch(/its outcome is unknown\. Nothing more was sent\./)

    await navigateTo(page, '/batches')
    const panel = page.getByRole('region', { name: 'Start not confirmed' })
    await expect(panel).toContainText(/Renewals.*People3.*\+1 202 555 0156.*Requested byGrace Okafor/)
    const evidence = panel.getByRole('table', { name: 'Latest calls by this agent' })
    await expect(async () => {
      await panel.getByRole('button', { name: 'Refresh' }).click()
      await expect(evidence).toContainText('+1 202 555 0156', { timeout: 1_000 })
    }).toPass()
    const [startedCall] = await callsToNumbers(world, ['+12025550156'])
    await panel.getByRole('radio', { name: 'It started' }).check()
    await panel.getByRole('textbox', { name: 'Batch ID' }).fill(startedCall?.batchId ?? '')
    await expect(panel.getByRole('button', { name: 'Record that it started' })).toHaveAccessibleDescription(
      'Enter how you know first.',
    )
    await panel.getByRole('textbox', { name: 'How you know' }).fill('Its calls are in the history.')
    await panel.getByRole('button', { name: 'Record that it started' }).click()
    await expect(panel).toHaveCount(0)
    expect(await readUnknownEffects(page)).toEqual([])
    await expect(
      page.getByRole('table', { name: 'Batches' }).locator(`a[href$="${startedCall?.batchId}"]`),
    ).toBeVisible()
    expect(new Set((await callsToNumbers(world, phoneNumbersIn(rows))).map(({ batchId }) => batchId)).size).toBe(1)
  })
})

test('a batch continues after a power cut, and every row is dialled exactly once', { tag: ['@both', '@R21'] }, async ({
  page,
  world,
}) => {
  // With this many calls, some are in progress when the gateway is killed.
  const rows = recipientRows(14, 40)
  await page.goto('/batches')
  const operatorLabel = await page.getByRole('button', { name: /administrator/ }).textContent()
  // Nothing that takes long is between the start and the kill, because calls end soon.
  const batchId = await startBatchByRequest(page, world, rows)
  await expect.poll(() => dialledNumbers(world, batchId)).not.toEqual([])
  const activeCalls = await world.service('batchCallList', { params: { batchId }, query: { status: 'active' } })
  const activeCallIds = BatchCallList.parse(activeCalls).calls.map(({ callId }) => callId)
  expect(activeCallIds).not.toEqual([])
  await world.killGateways()
  await world.startGateway()

  await page.goto(`/batches/${batchId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Renewals' })).toBeVisible()
  expect(await page.getByRole('button', { name: /administrator/ }).textContent()).toBe(operatorLabel)
  await waitForCounts(page, ({ completed, failed }) => completed + failed === rows.length)
  const calls = await world.callsOfBatch(batchId)
  expect(calls.map(({ toNumber }) => toNumber).toSorted()).toEqual(phoneNumbersIn(rows).toSorted())
  expect(calls.map(({ callId }) => callId)).toEqual(expect.arrayContaining(activeCallIds))
})

const readUnknownEffects = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/gateway/effects?state=unknown')
    return ((await answer.json()) as { effects: { endpoint: string; ids: Record<string, string> }[] }).effects
  })

/**
 * Starts a proxy between the browser and the gateway. After `breakNextRequest`, the next request that begins with `requestLine` reaches
 * the gateway, but the connection is destroyed instead of returning the answer. From then on, `requestCount` counts such requests.
 */
async function startBreakableProxy(
  gatewayPort: number,
  requestLine: string,
): Promise<{ url: string; server: Server; requestCount: () => number; breakNextRequest: () => void }> {
  let matchingRequestCount = Number.NaN
  const server = createServer((client) => {
    const gateway = connect(gatewayPort, '127.0.0.1')
    let shouldDropAnswer = false
    client.on('data', (chunk) => {
      if (chunk.toString('latin1').startsWith(requestLine)) {
        matchingRequestCount += 1
        shouldDropAnswer = matchingRequestCount === 1
      }
      gateway.write(chunk)
    })
    gateway.on('data', (chunk) => {
      // The gateway has answered, so it has read the whole request.
      if (shouldDropAnswer) client.destroy()
      else client.write(chunk)
    })
    client.on('close', () => gateway.destroy())
    client.on('error', () => gateway.destroy())
    gateway.on('close', () => client.destroy())
    gateway.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    server,
    requestCount: () => matchingRequestCount,
    breakNextRequest: () => {
      matchingRequestCount = 0
    },
  }
}
