/** Helpers of stories that place calls. */
import type { Page } from '@playwright/test'
import { openAs } from './operators.ts'
import { expect, type World } from './world.ts'

/** The agents that can place calls. */
export async function readyAgents(world: World) {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const hasFlow = (agentId: string) =>
    flows.some((flow) => flow.agentId === agentId && flow.isActive && flow.direction !== 'inbound')
  return agents.filter(({ id, phoneNumber }) => phoneNumber && hasFlow(id))
}

/** One of them. */
export async function readyAgent(world: World) {
  const [agent] = await readyAgents(world)
  if (!agent) throw new Error('no agent is ready')
  return agent
}

/** Places a call, not through the page, to a number that answers and talks for minutes. */
export const longCall = async (world: World) =>
  world.service('callSend', { body: { agentId: (await readyAgent(world)).id, toNumber: '+12025550105' } })

/** For a world that several stories share: a call that will last for a while, or else a new one. */
export async function callThere(world: World): Promise<{ roomName: string }> {
  const { data } = await world.service('activeCallList')
  const there = data.find(({ customerPhone, duration }) => customerPhone === '+12025550105' && (duration ?? 0) < 120)
  return there ?? longCall(world)
}

/** How often the service called a number. */
export const timesRung = async (world: World, digits: string) =>
  (await world.service('callHistory', { query: { search: digits } })).calls.length

/** Opens the page "Place a call" as support. */
export async function openPlaceCallPage(page: Page, world: World) {
  const agent = await readyAgent(world)
  await openAs(page, 'support', `/calls/new?agent=${agent.id}`)
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent.name)
  return agent
}

/** Fills in the form and opens the confirm dialog. */
export async function openConfirmDialog(page: Page, last: string) {
  await page.getByRole('textbox', { name: 'Number to call' }).fill(`+1 (202) 555-01${last}`)
  await page.getByRole('button', { name: `Call +1 202 555 01${last}` }).click()
  return page.getByRole('dialog', { name: `Call +1 202 555 01${last} now?` })
}
/** The button in the dialog that places the call. */
export const confirmCallButton = (dialog: ReturnType<Page['getByRole']>) =>
  dialog.getByRole('button', { name: /^Call \+/ })
