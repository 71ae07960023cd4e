/** An administrator asks why a batch went differently: what changed between it and the batch before. */

import { recipientRows, startBatchByRequest, waitForBatchPage } from './batches.ts'
import { readyAgent } from './calls.ts'
import { openAs } from './operators.ts'
import { navigateTo, pageHeading, pressWithKeyboard, tabTo } from './page.ts'
import { expect, test } from './world.ts'

test('an administrator changes a flow between two batches, and finds the change by comparing them, with the keyboard only', async ({
  page,
  world,
}) => {
  const agent = await readyAgent(world)
  const flow = (await world.service('flowList', { query: { limit: '100' } })).flows.find(
    ({ agentId, isActive, direction }) => agentId === agent.id && isActive && direction !== 'inbound',
  )
  if (!flow) throw new Error('The agent has no flow.')
  await openAs(page, 'admin', `/agents/${agent.id}`)
  await expect(pageHeading(page, agent.name)).toBeVisible()
  await navigateTo(page, `/flows/${flow.id}`)
  await expect(pageHeading(page, flow.name)).toBeVisible()
  await startBatchByRequest(page, world, recipientRows(2), 'First week')

  await navigateTo(page, `/flows/${flow.id}/edit`)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(flow.name)
  await tabTo(page, name)
  await page.keyboard.press('End')
  await page.keyboard.type(', firmer')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveTitle(`Edit ${flow.name}, firmer · Switchboard`)
  const second = await startBatchByRequest(page, world, recipientRows(2, 10), 'Second week')

  await navigateTo(page, `/batches/${second}`)
  await waitForBatchPage(page)
  await pressWithKeyboard(page, 'Compare with previous batch', 'link')
  await expect(pageHeading(page, 'What changed between “First week” and “Second week”')).toBeFocused()
  await expect(page.getByRole('region', { name: `Agent ${agent.name}` })).toContainText('No difference')
  const flowRegion = page.getByRole('region', { name: `Flow ${flow.name}` })
  await expect(flowRegion).toContainText('1 difference')
  const change = flowRegion.getByRole('list', { name: /^Changes/ }).getByRole('listitem')
  await expect(change).toContainText('Name changed')
  await expect(change).toContainText(`${flow.name}, firmer`)
  await expect(flowRegion).toContainText(/Later batch.*Changed.*Grace Okafor/s)
  await expect(page.getByRole('table', { name: 'Batches' })).toContainText(/Name.*First week.*Second week/)

  // Another batch can be chosen, also without the mouse: the batch itself is not offered.
  const choice = page.getByRole('combobox', { name: 'Compare with' })
  await expect(choice).toHaveValue(/^First week/)
  await tabTo(page, choice)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Second week')
  await expect(page.getByText('No batch has this name or ID.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('First week')
  await expect(page.getByRole('option', { name: /^First week/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/comparison\?with=batch_\d+$/)

  // From there, the earlier version can be restored.
  await pressWithKeyboard(page, 'Compare and restore versions', 'link')
  await expect(pageHeading(page, `Versions of ${flow.name}, firmer`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Name changed')
})
