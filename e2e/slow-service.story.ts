/** Before the service answers, every page shows its title and says what is loading, and its content as soon as there is an answer. */
import { chooseRareAction, navigateTo, pageHeading } from './page.ts'
import { areas, type DashboardPage, pagesByArea } from './page-list.ts'
import { startProxy } from './proxy.ts'
import { expect, test } from './world.ts'

// A named workspace, so that the service runs in a process of its own, with a proxy before it.
test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'story' } })

test('every page shows its title and words while the service does not answer, and then its content', async ({
  page,
  world,
}) => {
  let released: Promise<void> = Promise.resolve()
  const proxy = await startProxy((await world.serviceAccess()).url, async (_, forward) => {
    const answer = await forward()
    await released
    return answer
  })
  const { agents } = await world.service('agentList', { query: { limit: '3' } })
  // No page of the list reads these agents.
  const [, agent = { id: '', name: '' }, deleted = agent] = agents
  /** Not for long, or the gateway stops asking the service. */
  const whileServiceIsSilent = async (look: () => Promise<unknown>) => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    released = promise
    await look()
    release()
  }

  await world.killGateways()
  await world.startGateway({ SERVICE_URL: proxy.url })

  // After a restart it is only known what the service was when it last answered, so nothing is confirmed.
  await page.goto(`/agents/${deleted.id}`)
  await chooseRareAction(page, 'Delete agent')
  const dialog = page.getByRole('dialog', { name: `Delete the agent “${deleted.name}”?` })
  await dialog.getByRole('textbox').fill(deleted.name)
  const action = dialog.getByRole('button', { name: 'Delete agent' })
  await expect(action).not.toHaveAttribute('aria-disabled', 'true')
  await world.killGateways()
  await whileServiceIsSilent(async () => {
    await world.startGateway({ SERVICE_URL: proxy.url })
    await expect(action).toHaveAttribute('aria-disabled', 'true')
    await expect(action).toHaveAccessibleDescription(/only then is it known whether this is real/)
    await expect(dialog).toContainText('This was so when the service last answered.')
  })
  await expect(action).not.toHaveAttribute('aria-disabled', 'true')

  await page.goto('/settings/keyboard')
  await expect(pageHeading(page, 'Keyboard')).toBeVisible()
  /** The heading of a page that was not shown before. */
  const newHeading = page.locator('main h1:not([data-left])')
  for (const area of areas) {
    const dashboardPages: DashboardPage[] = await pagesByArea[area](world)
    for (const [index, { path }] of dashboardPages.entries()) {
      // Another query of the same page keeps its heading.
      if (path.split('?')[0] === dashboardPages[index - 1]?.path.split('?')[0]) continue
      await test.step(path, () =>
        whileServiceIsSilent(async () => {
          await page.evaluate(() => document.querySelector('main h1')?.toggleAttribute('data-left', true))
          await navigateTo(page, path)
          await expect(newHeading).toHaveText(/\w/)
          await expect(newHeading).toBeFocused()
          // The title is not all that the page says.
          await expect(page.getByRole('main')).toHaveText(/\w.*\w{3}.*\w{3}/s)
          await expect(page.getByText('not responding')).toHaveCount(0)
        }),
      )
    }
  }

  await whileServiceIsSilent(async () => {
    await page.goto(`/agents/${agent.id}/edit`)
    await expect(pageHeading(page, 'Edit agent')).toBeVisible()
    await expect(page.getByRole('main').getByText('Loading agent…')).toBeVisible()
  })
  await expect(pageHeading(page, `Edit ${agent.name}`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(agent.name)

  await whileServiceIsSilent(async () => {
    await page.goto('/flows/no-such-flow')
    await expect(pageHeading(page, 'Flow')).toBeVisible()
  })
  await expect(pageHeading(page, 'Not found')).toBeVisible()
  proxy.close()
})
