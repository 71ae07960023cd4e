/** How a flow is built, in any story: by its outline, step by step. */
import type { Page } from '@playwright/test'
import { expect, type World } from './world.ts'

export const panel = (page: Page, name: string | RegExp) => page.getByRole('complementary', { name })
const outline = (page: Page) => page.getByRole('list', { name: 'Steps', exact: true })
export const line = (page: Page, name: RegExp) => outline(page).getByRole('button', { name })

/** An agent that lacks nothing but a flow. */
export async function agentWithoutFlow(world: World) {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const agent = agents.find(({ id, phoneNumber }) => phoneNumber && !flows.some(({ agentId }) => agentId === id))
  if (!agent) throw new Error('every agent has a flow')
  return agent
}

/** Chooses a kind of step from a menu that is opened by its button, and has the new step open. */
export async function addStep(page: Page, button: string, kind: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click()
  await expect(panel(page, new RegExp(`^\\d+\\. ${kind}$`))).toBeVisible()
}
