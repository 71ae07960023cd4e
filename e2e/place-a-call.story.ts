/** Support places one call, and is told what became of it, whatever it was. */
import type { Page } from '@playwright/test'
import { become } from './operators.ts'
import { expect, test, type World } from './world.ts'

/** An agent that can place calls, as the service has it. */
async function readyAgent(world: World) {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const leads = (agentId: string) =>
    flows.some((flow) => flow.agentId === agentId && flow.isActive && flow.direction !== 'inbound')
  const agent = agents.find(({ id, phoneNumber }) => phoneNumber && leads(id))
  if (!agent) throw new Error('no agent is ready')
  return agent
}

/** How often the service really rang a number. */
const timesRung = async (world: World, digits: string) =>
  (await world.service('callHistory', { query: { search: digits } })).calls.length

async function open(page: Page, world: World) {
  await page.goto('/')
  await become(page, 'support')
  const agent = await readyAgent(world)
  await page.goto(`/calls/new?agent=${agent.id}`)
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent.name)
  return agent
}

/** Up to the open confirm. */
async function prepare(page: Page, last: string) {
  await page.getByRole('textbox', { name: 'Number to call' }).fill(`+1 (202) 555-01${last}`)
  await page.getByRole('button', { name: `Call +1 202 555 01${last}` }).click()
  return page.getByRole('dialog', { name: `Call +1 202 555 01${last} now?` })
}
const call = (dialog: ReturnType<Page['getByRole']>) => dialog.getByRole('button', { name: /^Call \+/ })
const words = async (dialog: ReturnType<Page['getByRole']>) =>
  (await dialog.getByRole('alert').innerText()).replace(/\s+/g, ' ')

test.describe('support', { tag: '@once' }, () => {
  test.use({ settings: { plan: 'enterprise', speed: 4, env: {} } })

  test('U45 calls a number, calls it again only after being told of the first, and finds both among the recents', async ({
    page,
    world,
  }) => {
    const agent = await open(page, world)
    await call(await prepare(page, '05')).click()
    await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
    const roomName = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect((await world.service('activeCallShow', { params: { roomName } })).customerPhone).toBe('+12025550105')

    await page.goto(`/calls/new?agent=${agent.id}`)
    const recents = page.getByRole('table', { name: 'Calls placed lately' })
    await expect(recents).toContainText('Sam Whitfield')
    await recents.getByRole('button', { name: 'Use +1 202 555 0105' }).click()
    await expect(page.getByRole('textbox', { name: 'Number to call' })).toBeFocused()
    await page.getByRole('button', { name: 'Call +1 202 555 0105' }).click()
    const dialog = page.getByRole('dialog', { name: 'Call +1 202 555 0105 now?' })
    await call(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText(/Sam Whitfield called this number \d+ s ago/)
    await expect(call(dialog)).toHaveAttribute('aria-disabled', 'true')
    expect(await timesRung(world, '2025550105')).toBe(1)

    await dialog.getByRole('button', { name: 'Call again' }).click()
    await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
    expect(await timesRung(world, '2025550105')).toBe(2)
    await page.goto('/calls')
    for (const { roomName: room } of (await world.service('callHistory', { query: { search: '2025550105' } })).calls) {
      await expect(page.locator(`a[href="/calls/${room}"]`)).toBeVisible()
    }
  })

  test('U45 is told each reason in words of its own, waits out a pause by its clock, and nobody is rung', async ({
    page,
    world,
  }) => {
    await open(page, world)
    for (const [last, reason] of [
      ['40', 'The agent has no phone number configured. No call was placed.'],
      ['44', 'This agent does not exist any more, or Switchboard’s key may not use it. No call was placed.'],
      ['50', 'The call failed at the service. The carrier did not accept the call. No call was placed.'],
    ] as const) {
      const dialog = await prepare(page, last)
      await call(dialog).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      expect(await words(dialog)).toContain(reason)
      expect(await timesRung(world, `20255501${last}`)).toBe(0)
      await dialog.getByRole('button', { name: 'Keep editing' }).click()
    }

    // The service says 429 and how long: the pause ticks here and in the budget, and ends by itself.
    const dialog = await prepare(page, '49')
    await call(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('The service takes no more requests for now.')
    await expect(dialog.getByRole('timer')).toHaveText(/^0:0\d$/)
    await expect(call(dialog)).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog.getByRole('timer')).toHaveCount(0)
    await expect(call(dialog)).not.toHaveAttribute('aria-disabled', 'true')
    expect(await timesRung(world, '2025550149')).toBe(0)
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await page.goto('/settings/budget')
    await expect(page.getByText('Never since Switchboard was started')).toHaveCount(0)
    await expect(page.getByRole('term').filter({ hasText: 'Last refused (429)' })).toBeVisible()
  })

  test('a reviewer sees who was called, and why they may not call', async ({ page }) => {
    await page.goto('/calls/new')
    await become(page, 'reviewer')
    await expect(page.getByText('Placing calls needs the support or campaign manager role.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Placed lately by the team' })).toBeVisible()
  })
})

test.describe('support on a plan of one call', { tag: '@once' }, () => {
  test.use({ settings: { plan: 'developer', speed: 1, env: {} } })

  test('U45 hears that the line is busy, which is no failure', async ({ page, world }) => {
    await open(page, world)
    const dialog = await prepare(page, '05')
    await call(dialog).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    expect(await words(dialog)).toContain(
      'The one call that the plan allows at once is in use. No call was placed. Wait until a call ends.',
    )
    expect(await timesRung(world, '2025550105')).toBe(0)
  })
})
