/** Builds a flow in a story with the outline. */
import type { Page } from '@playwright/test'
import { expect, type World } from './world.ts'

export const panel = (page: Page, name: string | RegExp) => page.getByRole('complementary', { name })
const outline = (page: Page) => page.getByRole('list', { name: 'Steps', exact: true })
export const line = (page: Page, name: RegExp) => outline(page).getByRole('button', { name })

/** An agent with a phone number and without a flow. */
export async function agentWithoutFlow(world: World) {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const agent = agents.find(({ id, phoneNumber }) => phoneNumber && !flows.some(({ agentId }) => agentId === id))
  if (!agent) throw new Error('every agent has a flow')
  return agent
}

/** Adds a step of the given type with a menu button, and waits until its panel is open. */
export async function addStep(page: Page, button: string, type: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${type}`) }).click()
  await expect(panel(page, new RegExp(`^\\d+\\. ${type}$`))).toBeVisible()
}
