/** Helpers for stories that place calls. */
import type { Page } from '@playwright/test'
import { openAs } from './operators.ts'
import { expect, type World } from './world.ts'

/** The agents that can place calls: they have a phone number and an active flow for outbound calls. */
export async function readyAgents(world: World) {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const hasFlow = (agentId: string) =>
    flows.some((flow) => flow.agentId === agentId && flow.isActive && flow.direction !== 'inbound')
  return agents.filter(({ id, phoneNumber }) => phoneNumber && hasFlow(id))
}

/** The first agent that can place calls. */
export async function readyAgent(world: World) {
  const [agent] = await readyAgents(world)
  if (!agent) throw new Error('no agent is ready')
  return agent
}

/** Places a call at the service directly. The simulated person at this number answers and talks for minutes. */
export const placeLongCall = async (world: World) =>
  world.service('callSend', { body: { agentId: (await readyAgent(world)).id, toNumber: '+12025550105' } })

/** Finds a call that will still last for minutes, or places one, so that stories in a shared world place few calls. */
export async function findOrPlaceLongCall(world: World): Promise<{ roomName: string }> {
  const { data } = await world.service('activeCallList')
  const longCall = data.find(({ customerPhone, duration }) => customerPhone === '+12025550105' && (duration ?? 0) < 120)
  return longCall ?? placeLongCall(world)
}

/** How often the service called a number. */
export const countCallsTo = async (world: World, digits: string) =>
  (await world.service('callHistory', { query: { search: digits } })).calls.length

/** Opens the page "Place a call" as support. */
export async function openPlaceCallPage(page: Page, world: World) {
  const agent = await readyAgent(world)
  await openAs(page, 'support', `/calls/new?agent=${agent.id}`)
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent.name)
  return agent
}

/** Enters +1 202 555 01xx with these last two digits, and opens the confirm dialog. */
export async function openConfirmDialog(page: Page, lastDigits: string) {
  await page.getByRole('textbox', { name: 'Number to call' }).fill(`+1 (202) 555-01${lastDigits}`)
  await page.getByRole('button', { name: `Call +1 202 555 01${lastDigits}` }).click()
  return page.getByRole('dialog', { name: `Call +1 202 555 01${lastDigits} now?` })
}
/** The button in the dialog that places the call. */
export const confirmCallButton = (dialog: ReturnType<Page['getByRole']>) =>
  dialog.getByRole('button', { name: /^Call \+/ })
