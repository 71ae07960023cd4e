/** Helpers for stories that build a flow: the outline of its steps, and the panel of a step. */
import type { Page } from '@playwright/test'
import { expect, type World } from './world.ts'

export const stepPanel = (page: Page, name: string | RegExp) => page.getByRole('complementary', { name })
const stepOutline = (page: Page) => page.getByRole('list', { name: 'Steps', exact: true })
export const outlineStep = (page: Page, name: RegExp) => stepOutline(page).getByRole('button', { name })

/** Finds an agent with a phone number and without a flow. */
export async function findAgentWithoutFlow(world: World) {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const agent = agents.find(({ id, phoneNumber }) => phoneNumber && !flows.some(({ agentId }) => agentId === id))
  if (!agent) throw new Error('every agent has a flow')
  return agent
}

/** Counts every key that is pressed on the page from now on, also modifiers and the characters of texts. */
export async function countKeyPresses(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const presses = { total: 0 }
    addEventListener('keydown', () => (presses.total += 1), true)
    return presses
  })
  return () => count.evaluate(({ total }) => total)
}

/** Opens a panel of the drawer, which is closed as long as nothing is selected. */
export function openPanel(page: Page, panel: 'Flow' | 'Rules' | 'Problems') {
  const name = new RegExp(`^${panel}( \\d+)?$`)
  return page.getByRole('tab', { name }).or(page.getByRole('button', { name })).press('Enter')
}

/** Adds a step of the given type from the menu of a button, and waits until the step's panel is open. */
export async function addStep(page: Page, buttonName: string, type: string) {
  await page.getByRole('button', { name: buttonName, exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${type}`) }).click()
  await expect(stepPanel(page, new RegExp(`^\\d+\\. ${type}$`))).toBeVisible()
}
