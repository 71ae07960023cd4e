/** Agents: administrators create, edit and delete them; everybody can read them. */
import type { Locator, Page } from '@playwright/test'
import { createColleague, openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test, type World } from './world.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Agents' }).getByRole('row')
const names = (page: Page) => rows(page).locator('[data-stretched]').allTextContents()
const recordOf = (world: World, agentId: string) => world.service('agentShow', { params: { agentId } })
const idIn = (url: string) => /\/agents\/([0-9a-f]{24})/.exec(url)?.[1] ?? ''

test.describe('every role', () => {
  test.use({ readOnly: true })

  test('pages through all agents of the service, and finds one by name', async ({ page, world }) => {
    const { agents } = await world.service('agentList', { query: { limit: '100' } })
    await page.goto('/agents')
    await expect(page.getByText('45 agents', { exact: true })).toBeVisible()
    const seen = await names(page)
    for (const number of [2, 3]) {
      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(page).toHaveURL(new RegExp(`page=${number}`))
      await expect(page.getByText(`Page ${number} of 3`)).toBeVisible()
      seen.push(...(await names(page)))
    }
    expect(seen).toEqual(agents.map(({ name }) => name))
    await expect(page.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')

    // The address has the page: a reload keeps it, and Back returns to the page before.
    await page.reload()
    await expect(page.getByText('Page 3 of 3')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Page 2 of 3')).toBeVisible()

    // Words in any order; accents and case do not matter.
    await page
      .getByRole('textbox', { name: 'Search agents by name' })
      .fill((agents[44]?.name ?? '').split(' ').toReversed().join(' ').toUpperCase())
    await expect.poll(() => names(page)).toEqual([agents[44]?.name])

    const word = 'follow-up'
    await page.getByRole('textbox', { name: 'Search agents by name' }).fill(word)
    const found = agents.filter(({ name }) => name.toLowerCase().includes(word)).map(({ name }) => name)
    await expect.poll(() => names(page)).toEqual(found)
    await expect(page).toHaveURL(/\/agents\?search=follow-up$/)
    await page.getByRole('textbox', { name: 'Search agents by name' }).fill('nobody at all')
    await expect(page.getByText('No agents match “nobody at all”')).toBeVisible()
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect(rows(page)).toHaveCount(21)
    await expect(page.getByRole('textbox', { name: 'Search agents by name' })).toHaveValue('')
  })

  test('reads the agents and sees who may change them; a dead link says so, and Back still works', async ({ page }) => {
    await openAs(page, 'campaign_manager', '/agents')
    const create = page.getByRole('button', { name: 'New agent' })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await create.focus()
    const reason = 'Creating agents needs the administrator role. Ask an administrator.'
    await expect(create).toHaveAccessibleDescription(reason)
    await create.hover()
    await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()

    const ready = rows(page).filter({ hasText: 'Ready' }).first()
    await ready.locator('[data-stretched]').click()
    await expect(page.getByRole('button', { name: 'Delete agent' })).toHaveAttribute('aria-disabled', 'true')
    // A campaign manager may place calls.
    await expect(page.getByRole('link', { name: 'Place a call' })).toHaveAttribute('href', /\/calls\/new\?agent=/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Readiness' })).toBeVisible()
    await navigateTo(page, `${new URL(page.url()).pathname}/edit`)
    await expect(page.getByText('Changing agents needs the administrator role.')).toBeVisible()

    await page.goto('/agents/ffffffffffffffffffffffff')
    await expect(pageHeading(page, 'Not found')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('ffffffffffffffffffffffff does not exist')
    await navigateTo(page, '/agents/no.such+id')
    await expect(page.getByRole('alert')).toContainText('This ID is not valid')
    await navigateTo(page, '/agents?page=minus&search=')
    await expect(rows(page)).toHaveCount(21)
    await navigateTo(page, '/agents?page=99')
    await page.getByRole('link', { name: 'Show first page' }).click()
    await expect(rows(page)).toHaveCount(21)
    await page.goBack()
    await expect(page.getByText('Page 99 does not exist')).toBeVisible()
  })
})

test.describe('an administrator', () => {
  test('creates an agent after two errors, edits it and deletes it, and the service has exactly that', async ({
    page,
    world,
  }) => {
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

    const summary = page.getByRole('alert', { name: 'The agent was not created. 2 fields need your attention.' })
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: 'The number has no country code. Expected +14155550134.' }).click()
    await expect(page.getByLabel('Phone number')).toBeFocused()
    await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('+1 (415) 555-0134')
    await expect(page.getByLabel('Phone number')).not.toHaveAttribute('aria-invalid', 'true')

    // Leaving the page asks first, and keeps what was typed.
    await page.getByRole('navigation').getByRole('link', { name: 'Flows' }).click()
    const guard = page.getByRole('dialog', { name: 'Leave without saving this new agent?' })
    await guard.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Personality')).toHaveValue('Nora speaks softly.\nShe never rings twice.')

    await page.getByLabel('Name', { exact: true }).fill('Nora · Night line')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await expect(pageHeading(page, 'Nora · Night line')).toBeVisible()
    const id = idIn(page.url())
    const created = await recordOf(world, id)
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
    await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).first().click()
    await expect(page.getByText('46 agents', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Nora · Night line' }).click()
    await page.getByRole('link', { name: 'Edit agent' }).click()
    await expect(page.getByRole('button', { name: 'Save agent' })).toHaveAttribute('aria-disabled', 'true')
    // Another provider needs a voice of that provider.
    const [provider, voice, voiceName] = ['Voice provider', 'Voice ID', 'Voice name (optional)'].map((label) =>
      page.getByLabel(label, { exact: true }),
    ) as [Locator, Locator, Locator]
    const changeProvider = async (to: string) => {
      await provider.fill(to)
      await provider.press('Tab')
    }
    await changeProvider('rime')
    await expect(voice).toHaveValue('')
    await expect(voiceName).toHaveValue('')
    await page.getByRole('button', { name: 'Save agent' }).click()
    await expect(page.getByRole('alert', { name: /^The agent was not saved/ })).toContainText('Enter the voice ID.')
    // The former provider brings its voice back.
    await changeProvider('cartesia')
    await expect(voice).toHaveValue('sonic-nora')
    await expect(voiceName).toHaveValue('Nora')
    await changeProvider('rime')
    await voice.fill('luna')
    const patch = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save agent' }).click()
    expect((await patch).postDataJSON()).toEqual({
      voice: { provider: 'rime', voiceId: 'luna', name: null, language: null },
    })
    await expect(page.getByText('luna', { exact: true }).first()).toBeVisible()
    const { updatedAt: _, ...after } = await recordOf(world, id)
    const { updatedAt: __, ...before } = created
    expect(after).toEqual({ ...before, voice: expect.objectContaining({ provider: 'rime', voiceId: 'luna' }) })
    expect(after.voice.name).toBeFalsy()

    await page.getByRole('button', { name: 'Delete agent' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete the agent “Nora · Night line”?' })
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(confirm).toContainText(/simulation/i)
    await expect(confirm.getByRole('button', { name: 'Delete agent' })).toHaveAttribute('aria-disabled', 'true')
    await confirm.getByLabel('Type “Nora · Night line” to confirm').fill('Nora · Night line')
    await confirm.getByRole('button', { name: 'Delete agent' }).click()
    await expect(page.getByText('45 agents', { exact: true })).toBeVisible()
    await expect(recordOf(world, id)).rejects.toThrow('404')
    await navigateTo(page, `/agents/${id}`)
    await expect(pageHeading(page, 'Not found')).toBeVisible()
  })

  test('retrying after a lost answer creates one agent, not two', async ({ page, world }) => {
    await page.goto('/agents/new')
    await page.getByLabel('Name', { exact: true }).fill('Echo (simulate lost)')
    await page.getByLabel('Voice provider').fill('rime')
    await page.getByLabel('Voice ID').fill('luna')
    for (const turn of ['once', 'again']) {
      // The answer to the earlier attempt is still shown.
      const answer = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await answer
      // Searching for this name is lost too, so the outcome stays unknown and nothing is created twice.
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        turn === 'once' ? 'did not confirm that this was created' : 'could not read it to check whether it is there',
      )
      await expect(page.getByRole('button', { name: 'Create agent' })).not.toHaveAttribute('aria-busy', 'true')
    }
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Echo (simulate lost)')
    const { agents } = await world.service('agentList', { query: { limit: '100' } })
    expect(agents.filter(({ name }) => name.startsWith('Echo'))).toHaveLength(1)
  })

  test('does not overwrite unseen changes of a colleague, made in Switchboard or outside it', {
    tag: ['@U46'],
  }, async ({ page, world }) => {
    await page.goto('/agents')
    await rows(page).nth(3).locator('[data-stretched]').click()
    await page.getByRole('link', { name: 'Edit agent' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    const id = idIn(page.url())

    const { request } = await createColleague(world, 'admin')
    const theirs = await request.patch(`/api/v1/agents/${id}`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      data: { name: 'Theirs', personality: 'Very formal.' },
    })
    expect(theirs.status()).toBe(200)

    await page.getByRole('button', { name: 'Save agent' }).click()
    const change = page.getByRole('alert', { name: /Someone else changed this agent while you were editing/ })
    await expect(change).toBeFocused()
    await expect(change.getByRole('list', { name: 'Fields that you both changed' })).toContainText('Theirs')
    await expect(change.getByRole('list', { name: 'Their changes in your form' })).toContainText('Very formal.')
    await expect(page.getByLabel('Personality')).toHaveValue('Very formal.')
    expect((await recordOf(world, id)).name).toBe('Theirs')

    await change.getByText('Use theirs').click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs')
    await change.getByText('Keep mine').click()
    await page.getByRole('button', { name: 'Save agent' }).click()
    await expect(pageHeading(page, 'Mine')).toBeVisible()
    expect(await recordOf(world, id)).toMatchObject({ name: 'Mine', personality: 'Very formal.' })

    // The gateway, which has just read the agent, does not learn of changes made outside Switchboard.
    await page.getByRole('link', { name: 'Edit agent' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Mine again')
    await world.service('agentUpdate', { params: { agentId: id }, body: { name: 'From elsewhere' } })
    await page.getByRole('button', { name: 'Save agent' }).click()
    await expect(change.getByRole('list', { name: 'Fields that you both changed' })).toContainText('From elsewhere')
    expect((await recordOf(world, id)).name).toBe('From elsewhere')
  })
})
