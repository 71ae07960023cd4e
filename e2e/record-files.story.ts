/** Two workspaces: each tab shows one, and an export of one becomes new records in the other. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Flow } from '#contract/index.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'north=Northfield,south=Southgate' } })

const choosePage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()

async function exportedJson(page: Page): Promise<Record<string, unknown>> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Export 1 message flow' }).press('Enter')
  return JSON.parse(await readFile(await (await download).path(), 'utf8')) as Record<string, unknown>
}

test('each tab shows one workspace, and an exported file is imported into another one', {
  tag: ['@R13'],
}, async ({ page, world }) => {
  await test.step('each tab shows one workspace, and nothing of the other', async () => {
    await page.goto('/review')
    await expect(page).toHaveTitle(/^\(\d+\) Review/)
    await page.getByRole('button', { name: 'Workspace: Northfield' }).click()
    await page.getByRole('menuitem', { name: /Southgate/ }).click()
    await expect(pageHeading(page, 'Overview')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Workspace: Southgate' })).toBeVisible()
    await page.goto('/review')
    await expect(page.getByText('No drafts waiting').first()).toBeVisible()
    await expect(page).toHaveTitle(/^Review/)
    await navigateTo(page, '/settings/webhooks')
    const webhookUrl = page.getByRole('definition').filter({ hasText: `${world.url}/webhooks/service?workspace=south` })
    await expect(webhookUrl).toBeVisible()
    const secondTab = await page.context().newPage()
    await secondTab.goto(`${world.url}/review`)
    await expect(secondTab.getByRole('button', { name: 'Workspace: Northfield' })).toBeVisible()
    await expect(secondTab).toHaveTitle(/^\(\d+\) Review/)
    await secondTab.close()
    await page.getByRole('button', { name: 'Workspace: Southgate' }).click()
    await page.getByRole('menuitem', { name: /Northfield/ }).click()
    await expect(page.getByRole('button', { name: 'Workspace: Northfield' })).toBeVisible()
  })

  await test.step('an administrator imports an exported file into another workspace, past a record that the service refuses', async () => {
    const readFlows = async () => (await world.service('flowList', { query: { limit: '100' } })).flows
    const flowsBefore = await readFlows()
    await page.goto('/flows/messages')
    await page.getByRole('textbox', { name: 'Search message flows by name' }).fill('delivery notice')
    await expect(page.getByRole('table', { name: 'Message flows' }).getByRole('row')).toHaveCount(2)
    const messaging = await exportedJson(page)
    await choosePage(page, 'Agents')
    await expect(pageHeading(page, 'Agents')).toBeVisible()
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page
      .getByRole('dialog', { name: 'Filters' })
      .getByRole('button', { name: /^Ready/ })
      .click()
    await page.keyboard.press('Escape')
    await page.getByRole('table', { name: 'Agents' }).locator('[data-stretched]').first().click()
    // The list has such a button too.
    await expect(page.getByRole('link', { name: 'Edit agent' })).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export agent with 1 flow' }).press('Enter')
    const calls = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { flows: Flow[] }

    // Another workspace, and a file with a flow that this service refuses before the one that it creates.
    await page.getByRole('button', { name: 'Workspace: Northfield' }).click()
    await page.getByRole('menuitem', { name: /Southgate/ }).click()
    await expect(pageHeading(page, 'Overview')).toBeVisible()
    await choosePage(page, 'Agents')
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Import records…' }).press('Enter')
    await expect(pageHeading(page, 'Import records')).toBeFocused()
    const [flow] = calls.flows
    const broken = { ...flow, id: 'broken', name: 'Broken (simulate 400)' }
    const file = {
      ...messaging,
      ...calls,
      flows: [
        broken,
        { ...flow, tone: 'warm', rules: [{ id: 'r', when: 'silence', then: 'end', value: '', note: 'keep me' }] },
      ],
    }
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'package.json', mimeType: 'application/json', buffer: Buffer.from('{"name":"other"}') })
    await expect(page.getByRole('alert')).toContainText('was not exported by Switchboard')
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'records.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) })
    const plan = page.getByRole('table', { name: 'What will be created' })
    await expect(plan.getByRole('row')).toHaveCount(6)
    await expect(plan).toContainText('Created without a phone number')
    await expect(plan).toContainText('Created without tone, which the service does not accept for a new record.')
    await expect(plan).toContainText('Created inactive. You can activate it on its page')
    expect(await readFlows()).toHaveLength(flowsBefore.length)

    await page
      .getByRole('button', { name: 'Create 1 agent, 2 flows, 1 messaging agent, and 1 message flow' })
      .press('Enter')
    const stopped = page.getByRole('alert')
    await expect(stopped).toContainText('Broken (simulate 400)')
    await expect(stopped).toContainText(
      'The import stopped. Created: 1 agent. Not created: 2 flows, 1 messaging agent, and 1 message flow.',
    )
    await stopped.getByRole('button', { name: 'Skip this record' }).press('Enter')
    await page.getByRole('button', { name: 'Create the other 3 records' }).press('Enter')
    await expect(page.getByText('Created 1 agent, 1 flow, 1 messaging agent, and 1 message flow.').last()).toBeVisible()

    const created = (await readFlows()).filter(({ id }) => !flowsBefore.some((before) => before.id === id))
    expect(created).toHaveLength(1)
    const { agents } = await world.service('agentList', { query: { limit: '100' } })
    const newAgent = agents.find(({ id }) => id === created[0]?.agentId)
    expect(newAgent?.phoneNumber).toBeNull()
    expect(created[0]).toMatchObject({
      flowData: flow?.flowData,
      rules: [{ id: 'r', when: 'silence', then: 'end', value: '', note: 'keep me' }],
      settings: flow?.settings,
      isActive: false,
    })
    expect(created[0]?.agentId).not.toBe(flow?.agentId)

    await choosePage(page, 'Flows')
    await page.getByRole('navigation', { name: 'Flows' }).getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('link', { name: 'Delivery notice' }).click()
    await expect(page.getByText(/Autopilot is off/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Noor/ })).toBeVisible()
  })
})
