/** Something before the service answers 200 with content of its own: pages keep the last known state, and a batch can be cancelled. */
import { recipientRows, startBatchOnPage, waitForCounts } from './batches.ts'
import { startProxy } from './proxy.ts'
import { expect, test } from './world.ts'

/** A proxy before the service that can answer some reads with unrelated content. */
async function startInterloper(service: string) {
  const state = { instead: null as RegExp | null, answered: 0 }
  const proxy = await startProxy(service, ({ method, path }, forward) => {
    if (method !== 'GET' || !state.instead?.test(path)) return forward()
    state.answered += 1
    return Promise.resolve({
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['x-simulation', 'story'],
      ],
      body: JSON.stringify({ status: 'ok', message: 'healthy' }),
    })
  })
  return {
    ...proxy,
    answerInstead: (paths: RegExp) => Object.assign(state, { instead: paths, answered: 0 }),
    answered: () => state.answered,
  }
}

test.describe('if something else answers reads of the service', () => {
  // A named workspace, so that the service runs in a process of its own, with a proxy before it.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'story' } })

  test('an agent and a batch stay as last read, with their age, and the batch can be cancelled', {
    tag: ['@R19'],
  }, async ({ page, world }) => {
    const { agents } = await world.service('agentList', { query: { limit: '1' } })
    const agent = agents[0] ?? { id: '', name: '' }
    const interloper = await startInterloper((await world.serviceAccess()).url)
    try {
      await world.killGateways()
      await world.startGateway({ SERVICE_URL: interloper.url })
      const agentTitle = page.getByRole('heading', { level: 1, name: agent.name, exact: true })
      await page.goto(`/agents/${agent.id}`)
      await expect(agentTitle).toBeVisible()
      await startBatchOnPage(page, recipientRows(60))
      const before = await waitForCounts(page, (shown) => shown['in progress'] > 0)

      interloper.answerInstead(/^\/(v1\/api\/batch-calls|api\/v1\/agents)\/[^/]+(\/status)?$/)
      await expect.poll(interloper.answered).toBeGreaterThan(1)
      const cancel = page.getByRole('button', { name: /^Cancel remaining \d+ calls?$/ })
      await expect(
        page
          .getByRole('main')
          .getByText(/^\d+ s ago$/)
          .first(),
      ).toBeVisible()
      await expect(cancel).toBeEnabled()
      await expect(page.getByRole('region', { name: 'Progress' })).toContainText(`of ${before.total} calls`)
      await cancel.click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel \d+ calls?$/ })
        .click()
      await expect(page.getByText(/^Cancelled \d+ calls?\.$/).first()).toBeVisible()

      await page.goto(`/agents/${agent.id}`)
      await expect(agentTitle).toBeVisible()
      await expect(page.getByRole('main')).toContainText(/\d+ (s|min) ago/)
    } finally {
      interloper.close()
    }
  })
})
