/** Nobody is called twice, whatever happens to clicks, connections, answers and processes. */
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

test.describe('a batch is started once', () => {
  test.use({ settings: { plan: 'enterprise', speed: 100, env: {} } })

  test('although Start is clicked repeatedly, and the browser loses the connection and sends the request again', {
    tag: ['@R01', '@R03'],
  }, async ({ page, world }) => {
    const way = await breakableWay(Number(new URL(world.url).port), 'POST /gateway/launches')
    const batchesOf = async (rows: string[]) =>
      (await callsToNumbers(world, phoneNumbersIn(rows))).map(({ batchId }) => batchId)
    try {
      const clicked = recipientRows(3, 60)
      await page.goto(`${way.url}/batches/new`)
      await chooseFile(page, csvOf(...clicked))
      await continueToLastStep(page)
      await startCallsButton(page).click()
      await confirmStartButton(page).evaluate((button: HTMLButtonElement) => {
        for (let click = 0; click < 5; click++) button.click()
      })
      await waitForBatchPage(page)
      await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)
      expect(await batchesOf(clicked)).toEqual(Array(3).fill(batchIdFromUrl(page)))

      const cut = recipientRows(3, 70)
      await navigateTo(page, '/batches/new')
      await chooseFile(page, csvOf(...cut))
      await continueToLastStep(page)
      await startCallsButton(page).click()
      way.breakNext()
      // If the browser does not repeat the request by itself, the confirm dialog says so, and the person does.
      await expect(async () => {
        if (await confirmStartButton(page).isVisible()) await confirmStartButton(page).click({ timeout: 1_000 })
        await expect(page).toHaveURL(/\/batches\/batch_\d+$/, { timeout: 1_500 })
      }).toPass()
      expect(way.seen()).toBeGreaterThan(1)
      await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)
      expect(await batchesOf(cut)).toEqual(Array(3).fill(batchIdFromUrl(page)))
    } finally {
      way.server.close()
    }
  })

  test('a start without an answer is unknown, and blocked until somebody resolves it', {
    tag: ['@both', '@R07'],
  }, async ({ page, world }) => {
    // The service starts every batch with this number, and loses the answer.
    const rows = ['+12025550156,Lost,Answer,gold', ...recipientRows(2, 80)]
    await page.goto('/batches/new')
    await chooseFile(page, csvOf(...rows))
    await continueToLastStep(page)
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await expect(page.getByText('Some calls may already be in progress. Do not start it again.')).toBeVisible()
    await expect(startCallsButton(page)).toHaveCount(0)

    // Until then nobody can start the same list, in any order and with any line ends.
    const [effect] = await unknownEffects(page)
    expect(effect?.endpoint).toBe('batchStart')
    const spelt = csvOf(...rows.toReversed()).replaceAll('\n', '\r\n')
    const again = await sendStartRequest(page, effect?.ids.agentId ?? '', spelt)
    expect(again.error?.message).toMatch(/its outcome is unknown\. Nothing more was sent\./)

    await navigateTo(page, '/batches')
    const panel = page.getByRole('region', { name: 'Start not confirmed' })
    await expect(panel).toContainText(/Renewals.*People3.*\+1 202 555 0156.*Requested byGrace Okafor/)
    const evidence = panel.getByRole('table', { name: 'Latest calls by this agent' })
    await expect(async () => {
      await panel.getByRole('button', { name: 'Refresh' }).click()
      await expect(evidence).toContainText('+1 202 555 0156', { timeout: 1_000 })
    }).toPass()
    const [dial] = await callsToNumbers(world, ['+12025550156'])
    await panel.getByRole('radio', { name: 'It started' }).check()
    await panel.getByRole('textbox', { name: 'Batch ID' }).fill(dial?.batchId ?? '')
    await expect(panel.getByRole('button', { name: 'Record that it started' })).toHaveAccessibleDescription(
      'Enter how you know first.',
    )
    await panel.getByRole('textbox', { name: 'How you know' }).fill('Its calls are in the history.')
    await panel.getByRole('button', { name: 'Record that it started' }).click()
    await expect(panel).toHaveCount(0)
    expect(await unknownEffects(page)).toEqual([])
    await expect(page.getByRole('table', { name: 'Batches' }).locator(`a[href$="${dial?.batchId}"]`)).toBeVisible()
    expect(new Set((await callsToNumbers(world, phoneNumbersIn(rows))).map(({ batchId }) => batchId)).size).toBe(1)
  })
})

test('a batch continues after a power cut, and every row is dialled exactly once', { tag: ['@both', '@R21'] }, async ({
  page,
  world,
}) => {
  // Calls take seconds here. With this many, some are always in progress.
  const rows = recipientRows(14, 40)
  const batchId = await startBatchByRequest(page, world, rows)
  await page.goto(`/batches/${batchId}`)
  const operator = await page.getByRole('button', { name: /administrator/ }).textContent()
  await waitForCounts(page, (shown) => shown['in progress'] > 0)
  const list = await world.service('batchCallList', { params: { batchId }, query: { status: 'active' } })
  const active = BatchCallList.parse(list).calls.map(({ callId }) => callId)
  expect(active).not.toEqual([])
  await world.killGateways()
  await world.startGateway()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Renewals' })).toBeVisible()
  expect(await page.getByRole('button', { name: /administrator/ }).textContent()).toBe(operator)
  await waitForCounts(page, ({ completed, failed }) => completed + failed === rows.length)
  const dials = await world.callsOfBatch(batchId)
  expect(dials.map(({ toNumber }) => toNumber).toSorted()).toEqual(phoneNumbersIn(rows).toSorted())
  expect(dials.map(({ callId }) => callId)).toEqual(expect.arrayContaining(active))
})

const unknownEffects = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/gateway/effects?state=unknown')
    return ((await answer.json()) as { effects: { endpoint: string; ids: Record<string, string> }[] }).effects
  })

/**
 * A proxy before the gateway that can lose an answer: the next request that begins with `line` is delivered, but then the connection is
 * destroyed. `seen` counts such requests from then on.
 */
async function breakableWay(
  port: number,
  line: string,
): Promise<{ url: string; server: Server; seen: () => number; breakNext: () => void }> {
  let seen = Number.NaN
  const server = createServer((client) => {
    const gateway = connect(port, '127.0.0.1')
    let cutting = false
    client.on('data', (chunk) => {
      if (chunk.toString('latin1').startsWith(line)) {
        seen += 1
        cutting = seen === 1
      }
      gateway.write(chunk)
    })
    gateway.on('data', (chunk) => {
      // The gateway has answered, so it has read the whole request.
      if (cutting) client.destroy()
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
    seen: () => seen,
    breakNext: () => {
      seen = 0
    },
  }
}
