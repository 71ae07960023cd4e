/** Unsaved changes of a record survive a reload and a closed tab, are merged with later changes, and are removed when they are saved. */
import { addStep, outlineStep } from './flow-editor.ts'
import { navigateTo } from './page.ts'
import { firstAgent, firstFlow } from './page-list.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('unsaved steps and fields survive a reload, and an administrator sees what changed meanwhile', async ({
  page,
  world,
  context,
}) => {
  await test.step('the steps of a flow survive a reload', async () => {
    const { id, name } = await firstFlow(world)
    await page.goto(`/flows/${id}/edit`)
    await expect(page).toHaveTitle(new RegExp(`^Edit ${name}`))
    await addStep(page, 'Add step', 'Say')
    const steps = outlineStep(page, /./)
    const count = await steps.count()
    await page.reload()
    await expect(page.getByText(/^Your unsaved changes of .+ are restored\.$/)).toBeVisible()
    await expect(steps).toHaveCount(count)
  })

  await test.step('changes that the browser reads only after the form has opened are restored, unless somebody has typed', async () => {
    const { agents } = await world.service('agentList', { query: { limit: '2' } })
    const tab = await context.newPage()
    const [personality, voice] = [tab.getByLabel('Personality'), tab.getByLabel('Voice name (optional)')]
    const restored = tab.getByText(/^Your unsaved changes of .+ are restored\.$/)
    await tab.goto(`/agents/${agents[1]?.id}/edit`)
    await personality.fill('Speaks clearly.')
    // The browser answers only when the story says so, as it does after seconds on a busy computer.
    await tab.addInitScript(() => {
      const isAnswering = new Promise((resolve) => addEventListener('browser-answers', resolve))
      const listenNow = Reflect.get(IDBRequest.prototype, 'addEventListener')
      IDBRequest.prototype.addEventListener = function listen(type: string, listener: EventListener) {
        const listenLate = (event: Event) => void isAnswering.then(() => listener(event))
        listenNow.call(this, type, type === 'success' ? listenLate : listener)
      }
    })
    const reloadWithoutAnswer = async () => {
      await tab.reload()
      await expect(personality).not.toHaveValue('Speaks clearly.')
    }
    const answer = () => tab.evaluate(() => dispatchEvent(new Event('browser-answers')))
    await reloadWithoutAnswer()
    await answer()
    await expect(restored).toBeVisible()
    await expect(personality).toHaveValue('Speaks clearly.')

    await reloadWithoutAnswer()
    await voice.fill('Typed meanwhile')
    await answer()
    await expect(voice).toHaveValue('Typed meanwhile')
    await reloadWithoutAnswer()
    await answer()
    await expect(restored).toBeVisible()
    await expect(voice).toHaveValue('Typed meanwhile')
    await expect(personality).not.toHaveValue('Speaks clearly.')
    await tab.close()
  })

  await test.step('an administrator continues an agent after a reload, in the tab that had it, and sees what changed meanwhile', async () => {
    const { id } = await firstAgent(world)
    const editPath = `/agents/${id}/edit`
    const personality = page.getByLabel('Personality')
    const restored = page.getByText(/^Your unsaved changes of .+ are restored\.$/)
    await page.goto(editPath)
    await personality.fill('Speaks slowly.')
    await page.reload()
    await expect(restored).toBeVisible()
    await expect(personality).toHaveValue('Speaks slowly.')

    // Another tab neither takes this work nor overwrites it.
    const secondTab = await context.newPage()
    await secondTab.goto(editPath)
    await expect(
      secondTab.getByText('Another tab had unsaved changes to this agent when you opened this form.'),
    ).toBeVisible()
    await expect(secondTab.getByLabel('Personality')).not.toHaveValue('Speaks slowly.')
    await secondTab.getByLabel('Voice name (optional)').fill('Second tab')
    await secondTab.goto('about:blank')
    await page.close()

    // Somebody changes the agent while no tab is open.
    await world.service('agentUpdate', {
      params: { agentId: id },
      body: { personality: 'Speaks quickly.', model: 'gpt-4.1' },
    })
    const newTab = await context.newPage()
    // The latest work is that of the second tab, and what somebody else changed is in the form once the gateway knows of it.
    await expect(async () => {
      await newTab.goto(editPath)
      await expect(newTab.getByLabel('Voice name (optional)')).toHaveValue('Second tab')
      await expect(newTab.getByLabel('Personality')).toHaveValue('Speaks quickly.', { timeout: 2_000 })
    }).toPass()
    await newTab.getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(newTab.getByLabel('Voice name (optional)')).not.toHaveValue('Second tab')
    await newTab.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(newTab.getByLabel('Voice name (optional)')).toHaveValue('Second tab')
    await newTab.getByRole('button', { name: 'Discard' }).press('Enter')

    // Then that of the first one, which both changed.
    await newTab.reload()
    await expect(newTab.getByRole('alert', { name: /Someone else changed this agent/ })).toBeVisible()
    await expect(newTab.getByLabel('Personality')).toHaveValue('Speaks slowly.')
    await newTab.getByRole('button', { name: 'Save agent' }).click()
    await expect(newTab.getByRole('link', { name: 'Edit agent' })).toBeVisible()
    const saved = await world.service('agentShow', { params: { agentId: id } })
    expect(saved).toMatchObject({ personality: 'Speaks slowly.', model: 'gpt-4.1' })
    await navigateTo(newTab, editPath)
    await expect(newTab.getByLabel('Personality')).toHaveValue('Speaks slowly.')
    await expect(newTab.getByText('are restored.')).toHaveCount(0)
  })
})
