/** Something between the gateway and the service answers with unrelated content: pages keep the last known state. */
import { recipientRows, startBatchOnPage, waitForCounts } from './batches.ts'
import { startProxy } from './proxy.ts'
import { expect, test } from './world.ts'

/** Starts a proxy between the gateway and the service that can answer some reads itself, with unrelated content. */
async function startInterceptingProxy(serviceUrl: string) {
  const state = { interceptedPaths: null as RegExp | null, interceptedCount: 0 }
  const proxy = await startProxy(serviceUrl, ({ method, path }, forward) => {
    if (method !== 'GET' || !state.interceptedPaths?.test(path)) return forward()
    state.interceptedCount += 1
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
    intercept: (paths: RegExp) => Object.assign(state, { interceptedPaths: paths, interceptedCount: 0 }),
    interceptedCount: () => state.interceptedCount,
  }
}

test.describe('if a proxy answers reads instead of the service', () => {
  // A named workspace, so that the service runs in a process of its own, with a proxy before it.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'story' } })

  test('the pages of an agent and a batch keep the last known state and show its age, and the batch can be cancelled', {
    tag: ['@R19'],
  }, async ({ page, world }) => {
    const { agents } = await world.service('agentList', { query: { limit: '1' } })
    const agent = agents[0] ?? { id: '', name: '' }
    const interceptingProxy = await startInterceptingProxy((await world.serviceAccess()).url)
    try {
      await world.killGateways()
      await world.startGateway({ SERVICE_URL: interceptingProxy.url })
      const agentHeading = page.getByRole('heading', { level: 1, name: agent.name, exact: true })
      await page.goto(`/agents/${agent.id}`)
      await expect(agentHeading).toBeVisible()
      await startBatchOnPage(page, recipientRows(60))
      const countsBefore = await waitForCounts(page, (counts) => counts['in progress'] > 0)

      interceptingProxy.intercept(/^\/(v1\/api\/batch-calls|api\/v1\/agents)\/[^/]+(\/status)?$/)
      await expect.poll(interceptingProxy.interceptedCount).toBeGreaterThan(1)
      const cancelButton = page.getByRole('button', { name: /^Cancel remaining \d+ calls?$/ })
      const age = page.getByRole('banner').getByText(/^Checked \d+ (s|min) ago$/)
      await expect(age).toBeVisible()
      await expect(cancelButton).toBeEnabled()
      await expect(page.getByRole('region', { name: 'Progress' })).toContainText(`of ${countsBefore.total} calls`)
      await cancelButton.click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel \d+ calls?$/ })
        .click()
      await expect(page.getByText(/^Cancelled \d+ calls?\.$/).first()).toBeVisible()

      await page.goto(`/agents/${agent.id}`)
      await expect(agentHeading).toBeVisible()
      await expect(age).toBeVisible()
    } finally {
      interceptingProxy.close()
    }
  })
})
