/** Calls of one's own, in any story: who can place them, and what the service says of them. */
import type { Page } from '@playwright/test'
import { arrive } from './operators.ts'
import { expect, type World } from './world.ts'

/** The agents that can place calls, as the service has them. */
export async function readyAgents(world: World) {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const leads = (agentId: string) =>
    flows.some((flow) => flow.agentId === agentId && flow.isActive && flow.direction !== 'inbound')
  return agents.filter(({ id, phoneNumber }) => phoneNumber && leads(id))
}

/** One of them. */
export async function readyAgent(world: World) {
  const [agent] = await readyAgents(world)
  if (!agent) throw new Error('no agent is ready')
  return agent
}

/** A call that somebody else has placed just now, to a number that answers and talks for minutes. */
export const longCall = async (world: World) =>
  world.service('callSend', { body: { agentId: (await readyAgent(world)).id, toNumber: '+12025550105' } })

/** The same in a world that others share: one that still goes on for a while, or else another. */
export async function callThere(world: World): Promise<{ roomName: string }> {
  const { data } = await world.service('activeCallList')
  const there = data.find(({ customerPhone, duration }) => customerPhone === '+12025550105' && (duration ?? 0) < 120)
  return there ?? longCall(world)
}

/** How often the service really rang a number. */
export const timesRung = async (world: World, digits: string) =>
  (await world.service('callHistory', { query: { search: digits } })).calls.length

/** The page to place a call on, for somebody who may. */
export async function openPlace(page: Page, world: World) {
  const agent = await readyAgent(world)
  await arrive(page, 'support', `/calls/new?agent=${agent.id}`)
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent.name)
  return agent
}

/** Up to the open confirm. */
export async function prepare(page: Page, last: string) {
  await page.getByRole('textbox', { name: 'Number to call' }).fill(`+1 (202) 555-01${last}`)
  await page.getByRole('button', { name: `Call +1 202 555 01${last}` }).click()
  return page.getByRole('dialog', { name: `Call +1 202 555 01${last} now?` })
}
/** The button that calls. */
export const call = (dialog: ReturnType<Page['getByRole']>) => dialog.getByRole('button', { name: /^Call \+/ })
