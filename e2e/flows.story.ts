/** Flows: an administrator builds them with the mouse and with the keyboard. */
import type { Locator, Page } from '@playwright/test'
import { addStep, countKeyPresses, findAgentWithoutFlow, openPanel, outlineStep, stepPanel } from './flow-editor.ts'
import { openAs } from './operators.ts'
import { chooseRareAction, navigateTo, pageHeading } from './page.ts'
import { expect, test, type World } from './world.ts'

/** A step in the diagram. The locator includes the class, because connections are groups that contain the names of their steps. */
const diagramStep = (page: Page, name: RegExp) =>
  page.locator('.react-flow__node').and(page.getByRole('group', { name }))
const readFlow = (world: World, flowId: string) => world.service('flowShow', { params: { flowId } })
const flowIdFromUrl = (url: string) => /\/flows\/([0-9a-f]{24})/.exec(url)?.[1] ?? ''
const findFlowByName = async (world: World, name: string) => {
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const namedFlow = flows.find((flow) => flow.name === name)
  if (!namedFlow) throw new Error(`no flow is called ${name}`)
  return namedFlow
}

test.describe('for reading only', () => {
  test.use({ readOnly: true })

  test('everybody finds and reads flows, and sees who can change them', async ({ page, world }) => {
    await test.step('an administrator finds a flow by name, reads its steps and opens its agent', async () => {
      const { flows } = await world.service('flowList', { query: { limit: '100' } })
      await page.goto('/flows')
      await expect(page.getByText(`${flows.length} flows`, { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(page.getByText('Page 2 of 2')).toBeVisible()
      await page.getByRole('textbox', { name: 'Search flows by name' }).fill('plan renewal, uk')
      await expect(page).toHaveURL(/\/flows\?search=/)
      await expect(page.getByRole('table', { name: 'Flows' }).getByRole('row')).toHaveCount(2)
      // The code of the diagram and of the editor is loaded only by their pages.
      const editorScripts = () =>
        page.evaluate(() =>
          performance.getEntriesByType('resource').flatMap(({ name }) => /\/(canvas|flow-form)-/.exec(name)?.[1] ?? []),
        )
      expect(await editorScripts()).toEqual([])
      await page.getByRole('link', { name: 'Plan renewal, UK' }).click()
      await expect.poll(async () => new Set(await editorScripts())).toEqual(new Set(['canvas']))

      await expect(pageHeading(page, 'Plan renewal, UK')).toBeVisible()
      await diagramStep(page, /Keep the plan\?/).click()
      await expect(page).toHaveURL(/\?node=keep$/)
      await expect(stepPanel(page, /Keep the plan\?/)).toContainText('Would you like to keep it for another year')
      // The selected step is in the URL, so a reload keeps it.
      await page.reload()
      await stepPanel(page, /Keep the plan\?/)
        .getByRole('button', { name: /Wants to keep it\?/ })
        .click()
      await expect(stepPanel(page, /Wants to keep it\?/)).toContainText('Yes →')
      await expect(stepPanel(page, /Wants to keep it\?/).getByRole('heading', { level: 2 })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(outlineStep(page, /Wants to keep it\?/)).toBeFocused()
      await expect(page.getByRole('list', { name: 'Rules' })).toContainText('When the caller asks for a person')
      await page.getByRole('link', { name: /Renewals/ }).click()
      await expect(page.getByRole('table', { name: 'Flows of this agent' })).toContainText('Plan renewal, UK')
    })

    await test.step('a reviewer reads a flow, and sees who can change it', async () => {
      const { id } = await findFlowByName(world, 'Plan renewal, UK')
      await openAs(page, 'reviewer', `/flows/${id}?node=keep`)
      await expect(stepPanel(page, /Keep the plan\?/)).toContainText('Would you like to keep it for another year')
      await expect(page.getByRole('button', { name: 'Edit flow' })).toHaveAccessibleDescription(
        'Changing flows needs the administrator role. Ask an administrator.',
      )
      await navigateTo(page, `/flows/${id}/edit`)
      await expect(page.getByText('Changing flows needs the administrator role.')).toBeVisible()
      await navigateTo(page, '/flows?page=99')
      await page.getByRole('link', { name: 'Show first page' }).click()
      await expect(page.getByRole('button', { name: 'New flow' })).toHaveAttribute('aria-disabled', 'true')
      await navigateTo(page, '/flows/ffffffffffffffffffffffff')
      await expect(pageHeading(page, 'Not found')).toBeVisible()
    })
  })
})

test.describe('an administrator', () => {
  test.use({ settings: { plan: 'enterprise', speed: 20, env: {} } })

  test('builds a flow with fewer than 300 key presses that a call follows, and draws another in the diagram', async ({
    page,
    world,
  }) => {
    await test.step('builds a flow of eight steps with fewer than 300 key presses, the service stores it, and a call follows it', async () => {
      const agent = await findAgentWithoutFlow(world)
      await page.goto('/flows')
      await page.getByRole('link', { name: 'New flow' }).press('Enter')
      await expect(pageHeading(page, 'New flow')).toBeFocused()

      const countPresses = await countKeyPresses(page)
      const keys = page.keyboard
      const label = page.getByLabel('Label', { exact: true })
      const branch = page.getByLabel('Branch', { exact: true })
      /** Adds a step after the selected one, types its texts, and goes back to the step. */
      const addStepWith = async (key: string, first: Locator, ...typed: string[]) => {
        await keys.press(key)
        await expect(first).toBeFocused()
        for (const [index, text] of typed.entries()) {
          await keys.type(text)
          if (index < typed.length - 1) await keys.press('Enter')
        }
        await keys.press('Control+Enter')
        await expect(page.locator('ol button[aria-current]')).toBeFocused()
      }
      // The editor is loaded after the page, and has its keys then.
      await expect(diagramStep(page, /1\. Start/)).toBeVisible()
      await keys.press('a')
      await expect(label).toBeFocused()
      await keys.type('Good time?')
      await keys.press('Enter')
      await keys.type('Hello {f')
      await expect(page.getByText('1 variable. first_name. Press Enter to insert it.')).toBeAttached()
      await keys.press('Enter')
      await keys.type(', is this a good time?')
      await keys.press('Control+Enter')
      await addStepWith('c', label, 'Can talk?')
      await addStepWith('s', branch, 'Yes', 'Renewal', 'Your plan ends soon.')
      await addStepWith('a', label, 'Renew?', 'Shall I renew it?')
      await keys.press('m')
      await expect(label).toBeFocused()
      await keys.type('Code')
      await keys.press('Enter')
      await keys.type('Your code is ANCHOR.')
      await keys.press('Tab')
      await keys.type('I am texting you the anchor code.')
      await keys.press('Control+Enter')
      await addStepWith('e', label, 'Bye', 'Fair winds from the harbour desk.')
      await expect(page.getByRole('tab', { name: 'Problems 1' })).toBeVisible()
      for (const step of [/6\. Code/, /5\. Renew/, /4\. Renewal/, /3\. Can talk/]) {
        await keys.press('ArrowUp')
        await expect(page.getByRole('complementary', { name: step })).toBeVisible()
      }
      await addStepWith('t', branch, 'No', 'Care', 'customer care')
      await expect(outlineStep(page, /3\. .*Can talk/)).toContainText('Yes → Renewal No → Care')
      await expect(page.getByRole('tab', { name: 'Problems', exact: true })).toBeVisible()

      // Without a name, nothing is sent and nothing is lost.
      await keys.press('Control+s')
      const errorSummary = page.getByRole('alert', { name: /The flow was not created. One field needs your attention/ })
      await expect(errorSummary).toBeFocused()
      await keys.press('Tab')
      await keys.press('Enter')
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
      await keys.type('Good time')
      await keys.press('Control+s')
      await expect(page).toHaveTitle(/^Edit Good time/)
      const presses = await countPresses()
      test.info().annotations.push({ type: 'key presses', description: String(presses) })
      expect(presses).toBeLessThan(300)

      await openPanel(page, 'Flow')
      await page.getByRole('combobox', { name: 'Agent (optional)' }).fill(agent.name)
      await page.getByRole('option', { name: agent.name }).click()
      // A new flow is inactive. With an agent and without problems, nothing is asked when it is activated.
      const activeSwitch = page.getByRole('switch', { name: 'Active' })
      await expect(activeSwitch).not.toBeChecked()
      await activeSwitch.click()
      await openPanel(page, 'Rules')
      await page.getByRole('button', { name: 'Add rule' }).press('Enter')
      await page.getByRole('combobox', { name: 'When' }).fill('silence')
      await page.getByLabel('Department or person').fill('customer care')
      await page.getByRole('button', { name: 'Save flow' }).press('Enter')

      await expect(pageHeading(page, 'Good time')).toBeVisible()
      const created = await readFlow(world, flowIdFromUrl(page.url()))
      expect(created).toMatchObject({
        name: 'Good time',
        agentId: agent.id,
        direction: 'outbound',
        isActive: true,
        promptType: 'flow',
        rules: [{ when: 'silence', then: 'transfer', value: 'customer care' }],
      })
      // Nobody moved a step, so none has a position.
      expect(created.flowData.nodes.filter((node) => 'position' in node)).toEqual([])
      expect(created.flowData.nodes.map(({ id, type, data }) => [id, type, data])).toEqual([
        ['start', 'start', { label: 'Start' }],
        ['ask_1', 'ask', { label: 'Good time?', prompt: 'Hello {first_name}, is this a good time?' }],
        ['condition_1', 'condition', { label: 'Can talk?' }],
        ['say_1', 'say', { label: 'Renewal', prompt: 'Your plan ends soon.' }],
        ['ask_2', 'ask', { label: 'Renew?', prompt: 'Shall I renew it?' }],
        [
          'message_1',
          'message',
          { label: 'Code', prompt: 'Your code is ANCHOR.', spoken: 'I am texting you the anchor code.' },
        ],
        ['end_1', 'end', { label: 'Bye', prompt: 'Fair winds from the harbour desk.' }],
        ['transfer_1', 'transfer', { label: 'Care', department: 'customer care' }],
      ])
      expect(created.flowData.edges.map(({ id, source, target, data }) => [id, source, target, data?.label])).toEqual([
        ['edge_1', 'start', 'ask_1', undefined],
        ['edge_2', 'ask_1', 'condition_1', undefined],
        ['edge_3', 'condition_1', 'say_1', 'Yes'],
        ['edge_4', 'say_1', 'ask_2', undefined],
        ['edge_5', 'ask_2', 'message_1', undefined],
        ['edge_6', 'message_1', 'end_1', undefined],
        ['edge_7', 'condition_1', 'transfer_1', 'No'],
      ])
      // The agent has a flow now, so it can place calls.
      await expect(page.getByText('Ready', { exact: true })).toBeVisible()

      await page.getByRole('link', { name: agent.name }).click()
      await expect(pageHeading(page, agent.name)).toBeVisible()
      await page.getByRole('link', { name: 'Place a call' }).click()
      // The simulated person at this number never hangs up: when the flow ends, it starts again.
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+12025550105')
      await page.getByRole('button', { name: 'Call +1 202 555 0105' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Call +1 202 555 0105' }).click()
      await expect(page).toHaveURL(new RegExp(`/calls/${agent.id}-\\w{10}$`))
      const transcriptLines = page.getByRole('log', { name: 'Transcript' }).getByRole('paragraph')
      await expect(transcriptLines.filter({ hasText: 'is this a good time?' }).first()).toBeVisible()
      // The customer's answer decides whether the call goes on or is transferred.
      const goesOn = transcriptLines.filter({ hasText: 'Your plan ends soon.' })
      const isTransferred = transcriptLines.filter({ hasText: /customer care/i })
      await expect(goesOn.or(isTransferred).first()).toBeVisible({ timeout: 60_000 })
    })

    await test.step('draws connections in the diagram, undoes and redoes the changes, and saves the flow', async () => {
      await page.goto('/flows/new')
      await page.getByLabel('Name', { exact: true }).fill('Drawn')
      await addStep(page, 'Add step', 'Say')
      await page.getByLabel('What the agent says').fill('Hello.')
      // A click on the empty canvas deselects the step, so that the next one is not connected to it.
      await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } })
      await expect(page.getByRole('tablist', { name: 'Details' })).toBeHidden()
      await expect(page.getByText('2 steps, 1 connection', { exact: true })).toBeVisible()
      await addStep(page, 'Add step', 'End')

      const locateHandle = async (name: RegExp, side: 'source' | 'target') => {
        const handle = diagramStep(page, name).locator(`.react-flow__handle.${side}`)
        // Adding a step moves the other steps. Hovering waits until the handle no longer moves.
        await handle.hover({ trial: true })
        const box = await handle.boundingBox()
        if (!box) throw new Error('the handle is not drawn')
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      }
      const [sourcePoint, targetPoint] = [
        await locateHandle(/^\d\. Say/, 'source'),
        await locateHandle(/^\d\. End/, 'target'),
      ]
      await page.mouse.move(sourcePoint.x, sourcePoint.y)
      await page.mouse.down()
      await page.mouse.move((sourcePoint.x + targetPoint.x) / 2, targetPoint.y, { steps: 4 })
      await page.mouse.move(targetPoint.x, targetPoint.y, { steps: 4 })
      await page.mouse.up()
      await expect(page.getByText('3 steps, 2 connections', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Tidy up' }).click()

      await diagramStep(page, /End/).click()
      await expect(stepPanel(page, /End/)).toBeVisible()
      await page.keyboard.press('Delete')
      await expect(page.getByText('2 steps, 1 connection', { exact: true })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(page.getByText('3 steps, 2 connections')).toBeVisible()
      for (const _ of ['tidy up', 'connect', 'add End', 'type a text', 'add Say'])
        await page.keyboard.press('ControlOrMeta+z')
      await expect(page.getByText('1 step, 0 connections', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
      for (let change = 0; change < 5; change += 1) await page.keyboard.press('ControlOrMeta+Shift+z')
      await expect(page.getByText('3 steps, 2 connections')).toBeVisible()

      // A connection that ends on the empty canvas adds a step there. A step type can also be dragged from the palette.
      const startPoint = await locateHandle(/^\d\. Start/, 'source')
      await page.mouse.move(startPoint.x, startPoint.y)
      await page.mouse.down()
      await page.mouse.move(startPoint.x + 230, startPoint.y + 60, { steps: 6 })
      await page.mouse.up()
      await page.getByRole('button', { name: 'Transfer', exact: true }).click()
      await expect(page.getByText('4 steps, 3 connections', { exact: true })).toBeVisible()
      await page
        .getByRole('button', { name: /^Add Message/ })
        .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 80, y: 500 } })
      await expect(page.getByText('5 steps, 3 connections', { exact: true })).toBeVisible()
      await expect(stepPanel(page, /Message/)).toBeVisible()

      // Several steps are selected, aligned, copied and pasted.
      await diagramStep(page, /Transfer/).click()
      await diagramStep(page, /Message/).click({ modifiers: ['Control'] })
      await expect(page.getByRole('heading', { name: '2 steps selected' })).toBeVisible()
      await page.getByRole('button', { name: 'Align in a row' }).click()
      await page.keyboard.press('Control+c')
      await page.keyboard.press('Control+v')
      await expect(page.getByText('7 steps, 3 connections', { exact: true })).toBeVisible()
      await page.keyboard.press('Backspace')
      await expect(page.getByText('5 steps, 3 connections', { exact: true })).toBeVisible()

      await page.getByRole('button', { name: 'Create flow' }).click()
      await expect(pageHeading(page, 'Drawn')).toBeVisible()
      const { flowData } = await readFlow(world, flowIdFromUrl(page.url()))
      expect(flowData.edges.map(({ source, target }) => `${source}>${target}`)).toEqual([
        'start>say_1',
        'say_1>end_1',
        'start>transfer_1',
      ])
      const positions = flowData.nodes.map(({ position }) => position as { x: number; y: number })
      const [start, say, end, transfer, message] = positions
      expect(start?.y).toBeLessThan(say?.y ?? 0)
      expect(say?.y).toBeLessThan(end?.y ?? 0)
      expect(transfer?.y).toBe(message?.y)
    })
  })

  test('changes one step of a flow and no other field, and deletes a flow after a warning about its agent', {
    tag: ['@job'],
  }, async ({ page, world }) => {
    const { id, flowData, settings, rules } = await findFlowByName(world, 'Plan renewal, UK')
    const savedFlow = await world.service('flowUpdate', {
      params: { flowId: id },
      body: {
        flowData: {
          ...flowData,
          viewport: { zoom: 0.5 },
          nodes: [
            ...flowData.nodes.map((node) => ({ ...node, data: { ...node.data, tone: { warmth: 3 } }, locked: false })),
            { id: 'robot', type: 'robot-check', position: { x: 900, y: 400 }, data: { level: 2 } },
          ],
        },
        rules: rules.map((rule) => ({ ...rule, weight: 1 })),
        settings: { ...settings, carrier: 'north' },
      },
    })
    await page.goto(`/flows/${id}/edit`)
    await expect(page.getByRole('button', { name: 'Save flow' })).toHaveAttribute('aria-disabled', 'true')
    await expect(diagramStep(page, /robot-check/)).toBeVisible()
    await outlineStep(page, /Keep the plan\?/).click()
    await expect(page.getByRole('region', { name: 'Other data in this step' })).toContainText('{"warmth":3}')
    await page.getByLabel('What the agent asks').fill('Shall we go on together for another year?')

    // Leaving the page asks first.
    await page.getByRole('navigation').getByRole('link', { name: 'Agents', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving this flow?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    const patchRequest = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save flow' }).click()
    expect(Object.keys((await patchRequest).postDataJSON() as object)).toEqual(['flowData'])
    await expect(pageHeading(page, 'Plan renewal, UK')).toBeVisible()

    const { updatedAt: _, ...flowAfter } = await readFlow(world, id)
    const { updatedAt: __, ...flowBefore } = savedFlow
    expect(flowAfter).toEqual({
      ...flowBefore,
      flowData: {
        ...flowBefore.flowData,
        nodes: flowBefore.flowData.nodes.map((node) =>
          node.id === 'keep'
            ? { ...node, data: { ...node.data, prompt: 'Shall we go on together for another year?' } }
            : node,
        ),
      },
    })

    // An open dialog about a flow closes when another flow is opened.
    const otherFlow = await findFlowByName(world, 'Missed visit')
    await chooseRareAction(page, 'Delete flow')
    await expect(page.getByRole('dialog', { name: 'Delete the flow “Plan renewal, UK”?' })).toBeVisible()
    await navigateTo(page, `/flows/${otherFlow.id}`)
    await expect(pageHeading(page, 'Missed visit')).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await chooseRareAction(page, 'Delete flow')
    const deleteDialog = page.getByRole('dialog', { name: 'Delete the flow “Missed visit”?' })
    await expect(deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(deleteDialog).toContainText('Without it, the agent cannot place calls')
    await deleteDialog.getByLabel('Type “Missed visit” to confirm').fill('Missed visit')
    await deleteDialog.getByRole('button', { name: 'Delete flow' }).click()
    await expect(pageHeading(page, 'Flows')).toBeVisible()
    await expect(readFlow(world, otherFlow.id)).rejects.toThrow('404')
    await navigateTo(page, `/agents/${otherFlow.agentId}`)
    await expect(page.getByRole('list', { name: 'Call requirements' })).toContainText('No flow is attached.')
  })
})
