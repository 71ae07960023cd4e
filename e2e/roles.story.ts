/** Controls that an operator may not use are shown disabled, with a sentence that names the required role (experience U09). */
import type { Page } from '@playwright/test'
import { contract, type EndpointName, needsReview, type Role, roles } from '#contract/index.ts'
import { findOrPlaceLongCall } from './calls.ts'
import { switchSessionTo } from './operators.ts'
import { closeDocument, findRareAction, navigateTo, pageHeading } from './page.ts'
import { expect, test, type World } from './world.ts'

test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

/** Collects the controls that require a role: the page, the label, and the endpoint that the control uses. */
async function collectControls(world: World): Promise<[path: string, name: string | RegExp, endpoint: EndpointName][]> {
  const { agents } = await world.service('agentList', { query: { limit: '100' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.find(
    ({ agentId, isActive, direction }) =>
      isActive && direction === 'outbound' && agents.some(({ id, phoneNumber }) => id === agentId && phoneNumber),
  )
  const { roomName: room } = await findOrPlaceLongCall(world)
  const conversation = (await world.service('conversationList')).find(
    ({ customer, messages }) => customer.phone && messages.some(needsReview),
  )?._id
  const query = { limit: '1' }
  const messagingAgent = (await world.service('messagingAgentList', { query }))[0]?._id
  const messageFlow = (await world.service('messageFlowList', { query }))[0]?._id
  return [
    ['/calls', 'Place a call', 'callPlace'],
    [`/calls/${room}`, 'End call', 'activeCallEnd'],
    [`/calls/${room}`, 'Mute agent…', 'activeCallTakeOver'],
    ['/batches', 'New batch', 'launchStart'],
    ['/review', 'Approve and send', 'decisionMake'],
    [`/conversations/${conversation}`, 'Draft a message', 'messageGenerate'],
    ['/agents', 'New agent', 'agentCreate'],
    [`/agents/${flow?.agentId}`, 'Place a call', 'callPlace'],
    [`/agents/${flow?.agentId}`, 'Edit agent', 'agentUpdate'],
    [`/agents/${flow?.agentId}`, 'Delete agent', 'agentDelete'],
    ['/flows', 'New flow', 'flowCreate'],
    [`/flows/${flow?.id}`, 'Edit flow', 'flowUpdate'],
    [`/flows/${flow?.id}`, 'Delete flow', 'flowDelete'],
    ['/agents/messaging', 'New messaging agent', 'messagingAgentCreate'],
    [`/agents/messaging/${messagingAgent}`, 'Edit messaging agent', 'messagingAgentReplace'],
    ['/flows/messages', 'New message flow', 'messageFlowCreate'],
    [`/flows/messages/${messageFlow}`, 'Edit message flow', 'messageFlowReplace'],
    [`/flows/messages/${messageFlow}`, /^Turn (on|off) autopilot/, 'messageFlowReplace'],
    ['/settings/service', /^Test connection/, 'connectionTest'],
  ]
}

const roleNames: Record<Role, string> = {
  support: 'support',
  campaign_manager: 'campaign manager',
  reviewer: 'reviewer',
  admin: 'administrator',
}
/** The page that each starts on. */
const homes: Record<Role, string> = {
  support: 'Live calls',
  campaign_manager: 'Batches',
  reviewer: 'Review',
  admin: 'Overview',
}
/** The end of the tooltip, which names the required roles. */
function requiredRoleText(endpoint: EndpointName): string {
  const permitted = contract[endpoint].roles as readonly string[]
  const namedRoles = roles.filter((role) => role !== 'admin' && permitted.includes(role)).map((role) => roleNames[role])
  return `needs the ${namedRoles.join(' or ') || roleNames.admin} role. Ask an administrator.`
}

const findControl = (page: Page, name: string | RegExp) => {
  const main = page.getByRole('main')
  const options = { name, exact: typeof name === 'string' }
  return main.getByRole('button', options).or(main.getByRole('link', options)).first()
}

test('operators with only one role start where their work is, can use the controls of this role, and see which role the others need', {
  tag: ['@U09'],
}, async ({ page, world }) => {
  const controls = await collectControls(world)
  for (const role of roles)
    await test.step(roleNames[role], async () => {
      await closeDocument(page)
      await switchSessionTo(page, role)
      await page.goto('/')
      await expect(pageHeading(page, homes[role])).toBeVisible()
      for (const path of new Set(controls.map(([controlPath]) => controlPath))) {
        await navigateTo(page, path)
        for (const [, name, endpoint] of controls.filter(([controlPath]) => controlPath === path)) {
          const isRare = String(name).startsWith('Delete')
          const control = isRare ? await findRareAction(page, String(name)) : findControl(page, name)
          const isPermitted = (contract[endpoint].roles as readonly string[]).includes(role)
          await expect(control).toBeVisible()
          if (isPermitted) await expect(control).not.toHaveAttribute('aria-disabled', 'true')
          else {
            await expect(control).toHaveAttribute('aria-disabled', 'true')
            await control.focus()
            const reason = isRare ? control : page.getByRole('tooltip')
            await expect(reason).toContainText(requiredRoleText(endpoint))
          }
          if (isRare) await page.keyboard.press('Escape')
        }
      }
    })
})
