/** An administrator rehearses a flow with the keyboard, before anybody is called. */
import type { Page } from '@playwright/test'
import { outlineStep } from './flow-editor.ts'
import { pageHeading } from './page.ts'
import { expect, test } from './world.ts'

test.use({ readOnly: true })

const diagramStep = (page: Page, name: RegExp) =>
  page.locator('.react-flow__node').and(page.getByRole('group', { name }))
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript of the rehearsal' })
/** The paths of the requests that the gateway may pass on to the service. */
function watchServiceRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|v\d)\//.test(pathname)) paths.push(pathname)
  })
  return paths
}
async function pressTimes(page: Page, key: string, count: number) {
  for (let i = 0; i < count; i++) await page.keyboard.press(key)
}

test('an administrator rehearses a flow with the keyboard, its path is marked, and nothing reaches the service', async ({
  page,
  world,
}) => {
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.find(({ name }) => name === 'Plan renewal, UK')
  const agent = await world.service('agentShow', { params: { agentId: flow?.agentId ?? '' } })
  const requests = watchServiceRequests(page)
  await page.goto(`/flows/${flow?.id}`)
  await expect(diagramStep(page, /Keep the plan\?/)).toBeVisible()
  await page.getByRole('button', { name: 'Rehearse' }).press('Enter')
  await expect(page.getByText('Nothing is sent to the service, and nobody is called.')).toBeVisible()
  requests.length = 0

  // A simulated customer, line by line.
  await pressTimes(page, 'j', 4)
  // An agent's name may go on with its market.
  const agentName = agent.name.split(' ')[0]
  await expect(transcript(page)).toContainText(`Hello Dana, this is ${agentName} from Northfield Home.`)
  await expect(transcript(page)).toContainText('at $49.00 a month as before?')
  await expect(diagramStep(page, /^3\. Ask: .*The rehearsal is here\.$/)).toBeVisible()
  await expect(diagramStep(page, /^2\. Say: .*Rehearsed\.$/)).toBeVisible()
  await expect(outlineStep(page, /Keep the plan\?/)).toContainText('The rehearsal is here')
  await pressTimes(page, 'j', 3)
  await expect(transcript(page)).toContainText('Took “Yes” because of what the customer answered.')
  await expect(outlineStep(page, /· Confirm (?!the )/)).toContainText('The rehearsal is here')
  await expect(outlineStep(page, /· Offer a free month/)).not.toContainText('Rehearsed')
  await page.keyboard.press('k')
  await expect(outlineStep(page, /Wants to keep it\?/)).toContainText('The rehearsal is here')
  await pressTimes(page, 'j', 5)
  await expect(transcript(page)).toContainText('The call ends.')
  // A step of the transcript leads back to the rehearsal, where it was.
  await transcript(page)
    .getByRole('button', { name: /Keep the plan\?/ })
    .press('Enter')
  await expect(page.getByRole('complementary', { name: /Keep the plan\?/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the rehearsal' }).press('Enter')
  await expect(transcript(page)).toContainText('The call ends.')
  expect(requests).toEqual([])

  // In the editor, with a change that is not saved, and with answers of one's own.
  await page.goto(`/flows/${flow?.id}/edit?node=keep`)
  await page.getByRole('textbox', { name: 'What the agent asks' }).fill('Do you keep it, {nickname}?')
  await page.getByRole('tab', { name: 'Rehearse' }).press('Enter')
  await page.getByRole('combobox', { name: 'Customer' }).press('Enter')
  await page.getByRole('option', { name: 'You: type or choose each answer' }).press('Enter')
  requests.length = 0
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter')
  await expect(transcript(page)).toContainText('Do you keep it, {nickname: no value, left out}?')
  await expect(page.getByRole('textbox', { name: 'Customer’s answer' })).toBeFocused()
  await page.keyboard.type('It depends')
  await page.keyboard.press('Enter')
  const branches = page.getByRole('group', { name: 'The words of the answer do not decide. Choose the branch:' })
  await expect(branches.getByRole('button', { name: /^Yes → 5\./ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(transcript(page)).toContainText('Took “No” because you chose it.')
  await expect(page.getByRole('textbox', { name: 'Customer’s answer' })).toBeFocused()
  await page.keyboard.type('I want to talk to a human')
  await page.keyboard.press('Enter')
  await expect(transcript(page)).toContainText('Rule 1 applies because the customer asks for a person.')
  await expect(transcript(page)).toContainText('The call is transferred to customer care.')
  await expect(pageHeading(page, /^Edit/)).toBeVisible()
  expect(requests).toEqual([])
})
