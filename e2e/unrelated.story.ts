/** A service behind something that answers 200 with words of its own: what was last known stays, and a batch can be cancelled. */
import { launch, people, watch } from './launching.ts'
import { startProxy } from './proxy.ts'
import { expect, test } from './world.ts'

/** Stands before the service, and answers some reads with something else once it is told to. */
async function interloperBefore(service: string) {
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

test.describe('before a service whose reads are answered by something else', () => {
  // A workspace of its name: then the service is a process of its own, and something can stand between.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'story' } })

  test('an agent and a batch stay as they were last read, with their age, and the batch is cancelled', {
    tag: ['@R19'],
  }, async ({ page, world }) => {
    const { agents } = await world.service('agentList', { query: { limit: '1' } })
    const agent = agents[0] ?? { id: '', name: '' }
    const interloper = await interloperBefore((await world.access()).url)
    try {
      await world.kill()
      await world.startGateway({ SERVICE_URL: interloper.url })
      const agentTitle = page.getByRole('heading', { level: 1, name: agent.name, exact: true })
      await page.goto(`/agents/${agent.id}`)
      await expect(agentTitle).toBeVisible()
      await launch(page, people(60))
      const before = await watch(page, (shown) => shown['in progress'] > 0)

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
