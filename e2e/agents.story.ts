/** Agents: every operator can read them; administrators create, edit and delete them. */
import type { Locator, Page } from '@playwright/test'
import { createColleague, openAs } from './operators.ts'
import { chooseRareAction, findRareAction, navigateTo, pageHeading } from './page.ts'
import { expect, test, type World } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

const agentRows = (page: Page) => page.getByRole('table', { name: 'Agents' }).getByRole('row')
const listedNames = (page: Page) => agentRows(page).locator('[data-stretched]').allTextContents()
const readAgent = (world: World, agentId: string) => world.service('agentShow', { params: { agentId } })
const agentIdFromUrl = (url: string) => /\/agents\/([0-9a-f]{24})/.exec(url)?.[1] ?? ''

test.describe('an operator with any role', () => {
  test.use({ readOnly: true })

  test('reads all agents in pages, finds, filters and sorts them, and sees who may change them', async ({
    page,
    world,
  }) => {
    await test.step('pages through all agents of the service, and finds one by name', async () => {
      const { agents } = await world.service('agentList', { query: { limit: '100' } })
      await page.goto('/agents')
      await expect(page.getByText('45 agents', { exact: true })).toBeVisible()
      const seenNames = await listedNames(page)
      for (const pageNumber of [2, 3]) {
        await page.getByRole('link', { name: 'Next page' }).click()
        await expect(page).toHaveURL(new RegExp(`page=${pageNumber}`))
        await expect(page.getByText(`Page ${pageNumber} of 3`)).toBeVisible()
        seenNames.push(...(await listedNames(page)))
      }
      const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
      const names = agents.map(({ name }) => name).toSorted(collator.compare)
      expect(seenNames).toEqual(names)
      await expect(page.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')

      // The page number is in the URL: a reload keeps it, and Back returns to the previous page.
      await page.reload()
      await expect(page.getByText('Page 3 of 3')).toBeVisible()
      await page.goBack()
      await expect(page.getByText('Page 2 of 3')).toBeVisible()

      // The search accepts the words in any order and ignores case.
      await page
        .getByRole('textbox', { name: 'Search agents by name' })
        .fill((agents[44]?.name ?? '').split(' ').toReversed().join(' ').toUpperCase())
      await expect.poll(() => listedNames(page)).toEqual([agents[44]?.name])

      const searchText = 'follow-up'
      await page.getByRole('textbox', { name: 'Search agents by name' }).fill(searchText)
      const matchingNames = names.filter((name) => name.toLowerCase().includes(searchText))
      await expect.poll(() => listedNames(page)).toEqual(matchingNames)
      await expect(page).toHaveURL(/\/agents\?search=follow-up$/)
      await page.getByRole('textbox', { name: 'Search agents by name' }).fill('nobody at all')
      const noMatch = page.getByText('No agents match “nobody at all”')
      await expect(noMatch).toBeVisible()
      await page.getByRole('button', { name: 'Clear search' }).click()
      // At once: what the search did not find says nothing of the whole list.
      expect(await page.getByText('No agents yet').count()).toBe(0)
      await expect(agentRows(page)).toHaveCount(21)
      await page.getByRole('textbox', { name: 'Search agents by name' }).fill('nobody at all')
      await expect(noMatch).toBeVisible()
      await page.getByRole('link', { name: 'Clear search' }).click()
      await expect(agentRows(page)).toHaveCount(21)
      // The link is gone, and the focus is near it.
      await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
      await expect(page.getByRole('textbox', { name: 'Search agents by name' })).toHaveValue('')
    })

    await test.step('filters, sorts and chooses the columns of the list, and the address keeps it all', async () => {
      const { agents } = await world.service('agentList', { query: { limit: '100' } })
      const numberless = agents.filter(({ phoneNumber }) => phoneNumber === null)
      await page.goto('/agents')
      const filterButton = page.getByRole('button', { name: /^Filter/ })
      await filterButton.press('Enter')
      const panel = page.getByRole('dialog', { name: 'Filters' })
      const choice = panel.getByRole('button', { name: `No number ${numberless.length}` })
      await choice.press('Enter')
      await expect(agentRows(page)).toHaveCount(numberless.length + 1)
      await expect(choice).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press('Escape')
      await expect(filterButton).toBeFocused()
      await expect(filterButton).toHaveAccessibleName('Filter 1 chosen')
      await page.getByRole('columnheader', { name: 'Updated' }).getByRole('button').press('Enter')
      const latestFirst = numberless.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      await expect.poll(() => listedNames(page)).toEqual(latestFirst.map(({ name }) => name))
      await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending')
      await page.getByRole('columnheader', { name: 'Updated' }).getByRole('button').press('Enter')
      await expect.poll(() => listedNames(page)).toEqual(latestFirst.map(({ name }) => name).toReversed())

      await page.getByRole('button', { name: 'Columns' }).press('Enter')
      await page.getByRole('menuitemcheckbox', { name: 'Voice' }).press('Enter')
      await page.getByRole('menuitemcheckbox', { name: 'Model' }).press('Enter')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('columnheader', { name: 'Voice' })).toBeVisible()
      await expect(page.getByRole('columnheader')).toHaveCount(6)
      await page.reload()
      await expect.poll(() => listedNames(page)).toEqual(latestFirst.map(({ name }) => name).toReversed())
      await expect(page.getByRole('columnheader', { name: 'Voice' })).toBeVisible()
      // J and K go through the rows, / to the search.
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('k')
      await expect(agentRows(page).nth(1).locator('[data-stretched]')).toBeFocused()
      await page.keyboard.press('/')
      await expect(page.getByRole('textbox', { name: 'Search agents by name' })).toBeFocused()

      await page.getByRole('button', { name: 'Remove filter Readiness: No number' }).click()
      await expect(agentRows(page)).toHaveCount(21)
      await filterButton.click()
      await panel.getByRole('button', { name: 'No flow' }).click()
      await panel.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('columnheader', { name: 'Model' })).toHaveCount(0)
      await expect(page.getByText(/^No (number or flow|flow attached)$/).first()).toBeVisible()
    })

    await test.step('reads the agents and sees who may change them; a link to a missing agent says so, and Back still works', async () => {
      await openAs(page, 'campaign_manager', '/agents')
      const createButton = page.getByRole('button', { name: 'New agent' })
      await expect(createButton).toHaveAttribute('aria-disabled', 'true')
      await createButton.focus()
      const reason = 'Creating agents needs the administrator role. Ask an administrator.'
      await expect(createButton).toHaveAccessibleDescription(reason)
      await createButton.hover()
      await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()

      const readyRow = agentRows(page).filter({ hasText: 'Ready' }).first()
      await readyRow.locator('[data-stretched]').click()
      await expect(await findRareAction(page, 'Delete agent')).toHaveAttribute('aria-disabled', 'true')
      // A campaign manager may place calls.
      await expect(page.getByRole('link', { name: 'Place a call' })).toHaveAttribute('href', /\/calls\/new\?agent=/)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Readiness' })).toBeVisible()
      await navigateTo(page, `${new URL(page.url()).pathname}/edit`)
      await expect(page.getByText('Changing agents needs the administrator role.')).toBeVisible()

      await page.goto('/agents/ffffffffffffffffffffffff')
      await expect(pageHeading(page, 'Not found')).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('The agent does not exist.ID: ffffffffffffffffffffffff')
      await navigateTo(page, '/agents/no.such+id')
      await expect(page.getByRole('alert')).toContainText('This ID is not valid')
      await navigateTo(page, '/agents?page=minus&search=')
      await expect(agentRows(page)).toHaveCount(21)
      await navigateTo(page, '/agents?page=99')
      await page.getByRole('link', { name: 'Show first page' }).click()
      await expect(agentRows(page)).toHaveCount(21)
      await page.goBack()
      await expect(page.getByText('Page 99 does not exist')).toBeVisible()
    })
  })
})

test.describe('an administrator', () => {
  test('creates, edits and deletes an agent, repeats a lost answer without a second agent, and overwrites nobody’s changes', {
    tag: ['@U46'],
  }, async ({ page, world }) => {
    await test.step('creates an agent after two errors, edits it and deletes it, and the service has exactly that', async () => {
      await page.goto('/agents')
      await page.getByRole('link', { name: 'New agent' }).click()
      await expect(pageHeading(page, 'New agent')).toBeFocused()
      await page.getByLabel('Personality').fill('Nora speaks softly.\nShe never rings twice.')
      await page.getByLabel('Voice provider').fill('cartesia')
      await page.getByLabel('Voice ID').fill('sonic-nora')
      await page.getByLabel('Voice name (optional)').fill('Nora')
      await page.getByLabel('Phone number').fill('4155550134')
      await page.getByRole('slider', { name: 'Speaking speed' }).press('ArrowRight')
      await page.getByRole('button', { name: 'Create agent' }).click()

      const errorSummary = page.getByRole('alert', { name: 'The agent was not created. 2 fields need your attention.' })
      await expect(errorSummary).toBeFocused()
      await errorSummary.getByRole('link', { name: 'The number has no country code. Expected +14155550134.' }).click()
      await expect(page.getByLabel('Phone number')).toBeFocused()
      await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('+1 (415) 555-0134')
      await expect(page.getByLabel('Phone number')).not.toHaveAttribute('aria-invalid', 'true')

      // Leaving the page asks first, and keeps what was typed.
      await page.getByRole('navigation').getByRole('link', { name: 'Flows', exact: true }).click()
      const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving this new agent?' })
      await leaveDialog.getByRole('button', { name: 'Keep editing' }).click()
      await expect(page.getByLabel('Personality')).toHaveValue('Nora speaks softly.\nShe never rings twice.')

      await page.getByLabel('Name', { exact: true }).fill('Nora · Night line')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(pageHeading(page, 'Nora · Night line')).toBeVisible()
      const id = agentIdFromUrl(page.url())
      const created = await readAgent(world, id)
      expect(created).toMatchObject({
        name: 'Nora · Night line',
        model: 'gpt-4o-mini',
        voice: { provider: 'cartesia', voiceId: 'sonic-nora', name: 'Nora' },
        personality: 'Nora speaks softly.\nShe never rings twice.',
        phoneNumber: '+14155550134',
        settings: { speed: 0.55 },
      })
      // Without a flow, it cannot place calls, and the page says what is missing.
      await expect(page.getByRole('list', { name: 'Call requirements' })).toContainText('No flow is attached.')
      await expect(page.getByRole('button', { name: 'Place a call' })).toHaveAttribute('aria-disabled', 'true')
      await page.getByRole('navigation').getByRole('link', { name: 'Agents', exact: true }).first().click()
      await expect(page.getByText('46 agents', { exact: true })).toBeVisible()

      await page.getByRole('textbox', { name: 'Search agents by name' }).fill('night line')
      await page.getByRole('link', { name: 'Nora · Night line' }).click()
      await page.getByRole('link', { name: 'Edit agent' }).click()
      await expect(page.getByRole('button', { name: 'Save agent' })).toHaveAttribute('aria-disabled', 'true')
      // A voice belongs to a provider, so a new provider clears the voice fields.
      const [providerField, voiceIdField, voiceNameField] = ['Voice provider', 'Voice ID', 'Voice name (optional)'].map(
        (label) => page.getByLabel(label, { exact: true }),
      ) as [Locator, Locator, Locator]
      const changeProvider = async (newProvider: string) => {
        await providerField.fill(newProvider)
        await providerField.press('Tab')
      }
      await changeProvider('rime')
      await expect(voiceIdField).toHaveValue('')
      await expect(voiceNameField).toHaveValue('')
      await page.getByRole('button', { name: 'Save agent' }).click()
      await expect(page.getByRole('alert', { name: /^The agent was not saved/ })).toContainText('Enter the voice ID.')
      // With the previous provider, the fields contain its voice again.
      await changeProvider('cartesia')
      await expect(voiceIdField).toHaveValue('sonic-nora')
      await expect(voiceNameField).toHaveValue('Nora')
      await changeProvider('rime')
      await voiceIdField.fill('luna')
      await voiceIdField.press('Tab')
      const patchRequest = page.waitForRequest((request) => request.method() === 'PATCH')
      await page.getByRole('button', { name: 'Save agent' }).click()
      expect((await patchRequest).postDataJSON()).toEqual({
        voice: { provider: 'rime', voiceId: 'luna', name: null, language: null },
      })
      await expect(page.getByText('luna', { exact: true }).first()).toBeVisible()
      const { updatedAt: _, ...after } = await readAgent(world, id)
      const { updatedAt: __, ...before } = created
      expect(after).toEqual({ ...before, voice: expect.objectContaining({ provider: 'rime', voiceId: 'luna' }) })
      expect(after.voice.name).toBeFalsy()

      await chooseRareAction(page, 'Delete agent')
      const deleteDialog = page.getByRole('dialog', { name: 'Delete the agent “Nora · Night line”?' })
      await expect(deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expect(deleteDialog).toContainText(/simulation/i)
      await expect(deleteDialog.getByRole('button', { name: 'Delete agent' })).toHaveAttribute('aria-disabled', 'true')
      await deleteDialog.getByLabel('Type “Nora · Night line” to confirm').fill('Nora · Night line')
      await deleteDialog.getByRole('button', { name: 'Delete agent' }).click()
      await expect(page.getByText('45 agents', { exact: true })).toBeVisible()
      await expect(readAgent(world, id)).rejects.toThrow('404')
      await navigateTo(page, `/agents/${id}`)
      await expect(pageHeading(page, 'Not found')).toBeVisible()
    })

    await test.step('does not overwrite a colleague’s changes without seeing them, whether they were made in Switchboard or outside it', async () => {
      await page.goto('/agents')
      await agentRows(page).nth(3).locator('[data-stretched]').click()
      await page.getByRole('link', { name: 'Edit agent' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      const id = agentIdFromUrl(page.url())

      const { request } = await createColleague(world, 'admin')
      const colleaguesChange = await request.patch(`/api/v1/agents/${id}`, {
        headers: { 'idempotency-key': crypto.randomUUID() },
        data: { name: 'Theirs', personality: 'Very formal.' },
      })
      expect(colleaguesChange.status()).toBe(200)

      await page.getByRole('button', { name: 'Save agent' }).click()
      const conflict = page.getByRole('alert', { name: /Someone else changed this agent while you were editing/ })
      await expect(conflict).toBeFocused()
      await expect(conflict.getByRole('list', { name: 'Fields that you both changed' })).toContainText('Theirs')
      await expect(conflict.getByRole('list', { name: 'Their changes in your form' })).toContainText('Very formal.')
      await expect(page.getByLabel('Personality')).toHaveValue('Very formal.')
      expect((await readAgent(world, id)).name).toBe('Theirs')

      await conflict.getByText('Use theirs').click()
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs')
      await conflict.getByText('Keep mine').click()
      await page.getByRole('button', { name: 'Save agent' }).click()
      await expect(pageHeading(page, 'Mine')).toBeVisible()
      expect(await readAgent(world, id)).toMatchObject({ name: 'Mine', personality: 'Very formal.' })

      // A change outside Switchboard does not invalidate the agent that the gateway has just cached. It is detected all the same.
      await page.getByRole('link', { name: 'Edit agent' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Mine again')
      await world.service('agentUpdate', { params: { agentId: id }, body: { name: 'From elsewhere' } })
      await page.getByRole('button', { name: 'Save agent' }).click()
      await expect(conflict.getByRole('list', { name: 'Fields that you both changed' })).toContainText('From elsewhere')
      expect((await readAgent(world, id)).name).toBe('From elsewhere')
    })

    // Last: for as long as the outcome is unknown, the service loses an answer whenever Switchboard searches for this agent.
    await test.step('tries again after a lost answer, and only one agent is created', async () => {
      await page.goto('/agents/new')
      await page.getByLabel('Name', { exact: true }).fill('Echo (simulate lost)')
      await page.getByLabel('Voice provider').fill('rime')
      await page.getByLabel('Voice ID').fill('luna')
      await page.keyboard.press('Tab')
      for (const attempt of ['first', 'second']) {
        // Wait for this answer: the page still shows the error of the first attempt.
        const answer = page.waitForResponse((response) => response.request().method() === 'POST')
        await page.getByRole('button', { name: 'Create agent' }).click()
        await answer
        // The simulated service also loses the answer when Switchboard searches for this name, so the outcome stays unknown.
        await expect(page.getByRole('main').getByRole('alert')).toContainText(
          attempt === 'first'
            ? 'did not confirm that this was created'
            : 'could not read it to check whether it is there',
        )
        await expect(page.getByRole('button', { name: 'Create agent' })).not.toHaveAttribute('aria-busy', 'true')
      }
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Echo (simulate lost)')
      const { agents } = await world.service('agentList', { query: { limit: '100' } })
      expect(agents.filter(({ name }) => name.startsWith('Echo'))).toHaveLength(1)
    })
  })
})
