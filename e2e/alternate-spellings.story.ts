/** A service may spell fields in other ways than the specification. The pages show the same, and an edit loses no field. */
import { findAccessibilityProblems } from './accessibility.ts'
import { recipientRows, startBatchOnPage, waitForCounts } from './batches.ts'
import { openPanel } from './flow-editor.ts'
import { openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.describe('with a service that uses alternate spellings', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, specificationOnly: true, alternateSpellings: true } })

  test('an administrator edits an agent and a flow, no unknown field is lost, the settings show what is spelled otherwise, and support follows a call', {
    tag: ['@R29'],
  }, async ({ page, world, context }) => {
    const { agents, pagination } = await world.service('agentList', { query: { limit: '5' } })
    const { flows } = await world.service('flowList', { query: { limit: '5' } })
    const [agent] = agents
    const [flow] = flows
    await page.goto('/agents')
    await expect(page.getByText(`${pagination.total} agents`, { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Search agents by name' }).fill(agent?.name ?? '')
    await page.getByRole('link', { name: agent?.name, exact: true }).click()
    await expect(page.getByRole('main')).toContainText(agent?.voice.voiceId ?? '')
    await page.getByRole('link', { name: 'Edit agent' }).click()
    await page.getByRole('slider', { name: 'Speaking speed' }).press('Home')
    await page.getByRole('button', { name: 'Save agent' }).click()
    await expect(page.getByRole('heading', { level: 1, name: agent?.name, exact: true })).toBeVisible()
    const savedAgent = await world.service('agentShow', { params: { agentId: agent?.id ?? '' } })
    expect(savedAgent).toMatchObject({
      name: agent?.name,
      voice: agent?.voice,
      phoneNumber: agent?.phoneNumber,
      // The edit replaces the whole object, so it has to contain the fields that Switchboard does not know.
      settings: { ...agent?.settings, speed: 0, emotion: 'calm' },
    })

    await navigateTo(page, `/flows/${flow?.id}`)
    await expect(page.getByRole('heading', { level: 1, name: flow?.name, exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Edit flow' }).click()
    await openPanel(page, 'Flow')
    await page.getByLabel('Description').fill('Spelled differently.')
    await page.getByRole('button', { name: 'Save flow' }).click()
    await expect(page).toHaveURL(`${world.url}/flows/${flow?.id}`)
    const { updatedAt: _, ...flowBefore } = flow ?? { updatedAt: '' }
    const expectedFlow = { ...flowBefore, description: 'Spelled differently.' }
    expect(await world.service('flowShow', { params: { flowId: flow?.id ?? '' } })).toMatchObject(expectedFlow)

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await navigateTo(page, '/settings/service')
    const section = page.getByRole('region', { name: 'Differences from the documentation' })
    await expect(section).toContainText(/\d+ answers? since/)
    const row = section.getByRole('row').filter({ hasText: 'agents[].id' }).filter({ hasText: 'GET /api/v1/agents' })
    await expect(row.first()).toContainText(/Alternate spelling.*sent as data\[\]\._id/)
    await section.getByRole('button', { name: 'Copy as text' }).focus()
    await page.keyboard.press('Enter')
    await expect(section.getByRole('button', { name: 'Copied' })).toBeVisible()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toContain('GET /api/v1/agents: agents[].id\n  Alternate spelling: sent as data[]._id\n  seen ')
    expect(await findAccessibilityProblems(page)).toEqual([])

    // One of these calls takes minutes.
    await startBatchOnPage(page, ['+12025550105,Long,Talker,gold', ...recipientRows(1)])
    await waitForCounts(page, (counts) => counts['in progress'] > 0)
    const longCall = page
      .getByRole('row')
      .filter({ hasText: '202 555 0105' })
      .getByRole('link', { name: 'Follow live' })
    await openAs(page, 'support', (await longCall.getAttribute('href')) ?? '')
    await expect(
      page
        .getByRole('log')
        .or(page.getByRole('region', { name: 'Transcript' }))
        .first(),
    ).toBeVisible()
  })
})
