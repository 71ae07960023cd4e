/**
 * Operators can do all their work with a service that offers only what the specification requires. Such a service cannot list its
 * calls, batches and conversations, so some are opened by their IDs.
 */
import type { Page } from '@playwright/test'
import { needsReview } from '#contract/index.ts'
import {
  batchIdFromUrl,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  recipientRows,
  startCallsButton,
  waitForBatchPage,
  waitForCounts,
} from './batches.ts'
import { readyAgent } from './calls.ts'
import { presetUndoWindow } from './drafts.ts'
import { openPanel } from './flow-editor.ts'
import { openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test, type World } from './world.ts'

const specificationOnly = { plan: 'enterprise', env: {}, specificationOnly: true } as const

const mainRegion = (page: Page) => page.getByRole('main')

/** Opens a page with the sidebar, as a person does. */
async function openFromSidebar(page: Page, entry: string, title = entry) {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: new RegExp(`^${entry}`) })
    .click()
  await expect(pageHeading(page, title)).toBeVisible()
}

/** Types into the search for everything, and opens what it finds. */
async function openWithSearch(page: Page, typed: string, found: string) {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.fill(typed)
  await page.getByRole('option', { name: found }).first().click()
  await expect(search).toHaveCount(0)
}

/**
 * Reads the conversations with a service that lists them, as a person does in the service's own console, and then restarts it without.
 *
 * @returns those of agents that call nobody now: after a call its customer may write again, and then a draft is decided in another way
 */
async function readConversationsFromConsole(world: World) {
  await world.stopService()
  await world.startService({ EMBEDDED_SPECIFICATION_ONLY: 'false' })
  const conversations = await world.service('conversationList')
  const { data: activeCalls } = await world.service('activeCallList')
  await world.stopService()
  await world.startService()
  return conversations.filter(({ agentId }) => activeCalls.every(({ roomName }) => !roomName.startsWith(agentId ?? '')))
}

test.describe('if the service lists nothing', () => {
  // At this speed, the longest call still takes minutes, and a batch of three calls takes seconds.
  test.use({ settings: { ...specificationOnly, speed: 8 } })

  test('support, an administrator, a campaign manager and a reviewer do all their work', async ({ page, world }) => {
    await test.step('support places a call, an administrator creates an agent and a flow, and a campaign manager starts a batch', async () => {
      await openAs(page, 'support')
      await openFromSidebar(page, 'Calls', 'Live calls')
      await expect(mainRegion(page)).toContainText('These are the calls that Switchboard knows about.')
      await expect(mainRegion(page)).toContainText('Calls appear here automatically: while a batch is running')

      const agent = await readyAgent(world)
      await mainRegion(page).getByRole('link', { name: 'Place a call' }).first().click()
      await expect(pageHeading(page, 'Place a call')).toBeVisible()
      await page.getByRole('combobox', { name: 'Agent' }).fill(agent.name)
      await page.getByRole('option', { name: agent.name }).click()
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+1 202 555 0105')
      await page.getByRole('button', { name: 'Call +1 202 555 0105' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Call +1 202 555 0105' }).click()
      await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
      const pathOfCall = new URL(page.url()).pathname
      await expect(page.getByRole('log', { name: 'Transcript' }).getByRole('listitem')).not.toHaveCount(0)
      // This service does not offer ending a call or taking it over.
      await expect(page.getByRole('button', { name: /End call|Mute agent/ })).toHaveCount(0)

      // Calls to this number have the maximum duration, so both are still live at the end.
      const { roomName } = await world.service('callSend', { body: { agentId: agent.id, toNumber: '+12025550105' } })
      await openFromSidebar(page, 'Calls', 'Live calls')
      await page.getByRole('textbox', { name: 'Find a call' }).fill(roomName)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/calls/${roomName}$`))
      await expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible()
      await openFromSidebar(page, 'Calls', 'Live calls')
      const cards = page.getByRole('list', { name: 'Calls' })
      await expect(cards.locator(`a[href="${pathOfCall}"]`)).toBeVisible()
      await expect(cards.locator(`a[href="/calls/${roomName}"]`)).toBeVisible()

      // An administrator creates an agent and its flow, and finds them with the search.
      await openAs(page, 'admin')
      await openFromSidebar(page, 'Agents')
      await page.getByRole('link', { name: 'New agent' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Nora · Night line')
      await page.getByLabel('Voice provider').fill('cartesia')
      await page.getByLabel('Voice ID').fill('sonic-nora')
      await page.getByLabel('Phone number').fill('+14155550134')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(pageHeading(page, 'Nora · Night line')).toBeVisible()
      await expect(mainRegion(page)).toContainText('No flow attached')

      await openFromSidebar(page, 'Flows')
      await page.getByRole('link', { name: 'New flow' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Night questions')
      await openPanel(page, 'Flow')
      await page.getByRole('combobox', { name: 'Agent' }).fill('Nora · Night')
      await page.getByRole('option', { name: /Nora · Night line/ }).click()
      await page.getByRole('switch', { name: 'Active' }).click()
      await page.getByRole('button', { name: 'Create flow' }).click()
      const activateDialog = page.getByRole('dialog', { name: 'Activate the flow with 1 problem?' })
      await expect(activateDialog).toContainText('1. Start has no next step.')
      await activateDialog.getByRole('button', { name: 'Activate flow anyway' }).click()
      await expect(pageHeading(page, 'Night questions')).toBeVisible()
      expect((await world.service('flowList', { query: { search: 'Night questions' } })).flows).toHaveLength(1)
      await page.getByRole('link', { name: 'Nora · Night line' }).first().click()
      await expect(mainRegion(page)).toContainText('Ready')

      const [{ id: newAgentId, name: newAgentName } = { id: '', name: '' }] = (
        await world.service('agentList', { query: { search: 'Nora' } })
      ).agents
      const [{ id: newFlowId } = { id: '' }] = (
        await world.service('flowList', { query: { search: 'Night questions' } })
      ).flows
      for (const [typed, title] of [
        ['Nora', newAgentName],
        ['Night questions', 'Night questions'],
        [newAgentId, newAgentName],
        [newFlowId, 'Night questions'],
      ] as const) {
        await openWithSearch(page, typed, title)
        await expect(pageHeading(page, title)).toBeVisible()
      }
      // The call that support found on the wall.
      await openWithSearch(page, roomName, agent.name)
      await expect(page).toHaveURL(new RegExp(`/calls/${roomName}$`))
      await navigateTo(page, '/settings/service')
      await expect(page.getByRole('region', { name: 'Optional features' }).getByText('Not available')).toHaveCount(5)

      // A manager starts a batch, follows it until its end, and opens a batch by an unknown ID.
      await openAs(page, 'campaign_manager')
      await openFromSidebar(page, 'Batches')
      await expect(mainRegion(page)).toContainText('To open one that was started elsewhere, enter its ID in the search')
      await mainRegion(page).getByRole('link', { name: 'New batch' }).click()
      await chooseFile(page, csvOf(...recipientRows(3)))
      await continueToLastStep(page)
      await startCallsButton(page).click()
      await confirmStartButton(page).click()
      await waitForBatchPage(page)
      const batchId = batchIdFromUrl(page)
      expect((await waitForCounts(page, ({ completed, failed }) => completed + failed === 3)).total).toBe(3)
      await openFromSidebar(page, 'Batches')
      await expect(page.getByRole('link', { name: 'Renewals' })).toHaveAttribute('href', `/batches/${batchId}`)

      await openWithSearch(page, 'batch_404404', 'Open the batch with this ID')
      await expect(page).toHaveURL(/\/batches\/batch_404404$/)
      await expect(pageHeading(page, 'Not found')).toBeVisible()
      await openWithSearch(page, batchId, 'Renewals')
      await expect(page).toHaveURL(new RegExp(`/batches/${batchId}$`))
    })

    await test.step('a reviewer opens conversations by their IDs, and approves a draft with the keyboard', async () => {
      const conversations = await readConversationsFromConsole(world)
      const [fourth, ...rest] = conversations.filter(({ messages }) => messages.some(needsReview))
      const conversationsWithDrafts = rest.slice(0, 3)
      // Long enough to click "Send now" on a busy machine.
      await presetUndoWindow(page, 30)
      await openAs(page, 'reviewer')
      await openFromSidebar(page, 'Review')
      await expect(mainRegion(page)).toContainText('Switchboard only checks conversations that your team has opened.')
      await mainRegion(page).getByRole('button', { name: 'Open a conversation by ID' }).click()
      const dialog = page.getByRole('dialog')
      const [firstId, secondId, thirdId] = conversationsWithDrafts.map(({ _id }) => _id)
      const pasted = `${firstId}, ${secondId}\nhttps://console.example/conversations/${thirdId}\nno-such-conversation`
      await dialog.getByRole('textbox', { name: 'Conversation IDs' }).fill(pasted)
      await dialog.getByRole('button', { name: 'Open 4 conversations' }).click()
      await expect(dialog).toContainText('3 conversations opened')
      await expect(dialog).toContainText('no-such-conversation')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)

      const approveButton = page.getByRole('button', { name: 'Approve and send' })
      await expect(approveButton).not.toHaveAttribute('aria-disabled', 'true')
      const draftRegion = page.getByRole('region', { name: 'Draft', exact: true })
      await page.keyboard.press('Control+Enter')
      const decisionList = page.getByRole('list', { name: 'Your decisions' })
      await decisionList.getByRole('button', { name: 'Send now' }).click()
      await expect(decisionList).toContainText(/Sent to /)
      await expect(draftRegion).toBeVisible()
      const conversationsAfter = await Promise.all(
        conversationsWithDrafts.map(({ _id }) =>
          world.service('conversationShow', { params: { conversationId: _id } }),
        ),
      )
      const sentMessages = conversationsAfter
        .flatMap(({ messages }) => messages)
        .filter(({ status, sent }) => status === 'approved' && sent)
      const sentMessagesBefore = conversationsWithDrafts
        .flatMap(({ messages }) => messages)
        .filter(({ status, sent }) => status === 'approved' && sent)
      expect(sentMessages.length).toBe(sentMessagesBefore.length + 1)

      await openFromSidebar(page, 'Conversations')
      const name = conversationsWithDrafts[0]?.customer.name ?? ''
      await page.getByRole('link', { name }).first().click()
      await expect(pageHeading(page, name)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Draft a message' })).toHaveCount(0)

      // One that nobody on the team has opened yet.
      await openWithSearch(page, fourth?._id ?? '', 'Open the conversation with this ID')
      await expect(pageHeading(page, fourth?.customer.name ?? '')).toBeVisible()
      await openFromSidebar(page, 'Conversations')
      await expect(page.locator(`a[href="/conversations/${fourth?._id}"]`)).toBeVisible()
    })
  })
})

/** The paths of pages that depend on what the service offers. */
const pathsToCheck = [
  '/overview',
  '/calls',
  '/calls/new',
  '/calls/no-such-room',
  '/batches',
  '/batches/new',
  '/batches/batch_404404',
  '/review',
  '/conversations',
  '/conversations/nobody',
  '/agents',
  '/flows',
  '/settings/service',
  '/settings/operators',
  '/settings/audit',
  '/settings/webhooks',
]

/** Reads the visible state of the page, without times and numbers, which change by themselves. */
const readVisibleState = (page: Page) =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('time, [role=timer], script')) element.remove()
    const text = (copy.textContent ?? '').replace(/\d+|now|ago|min|\bs\b/g, '')
    const ariaStates = ['expanded', 'pressed', 'checked', 'selected', 'invalid', 'disabled'].map((state) =>
      [...document.querySelectorAll(`[aria-${state}]`)].map((element) => element.getAttribute(`aria-${state}`)).join(),
    )
    const styledTags = [...document.querySelectorAll('html, [style]')]
      .map((element) => element.outerHTML.split('>', 1)[0])
      .join()
    const focusedTag = document.activeElement?.outerHTML.split('>', 1)[0]
    return JSON.stringify([location.href, text, ariaStates, styledTags, focusedTag])
  })

test.describe('with a service that offers only the specification', () => {
  test.use({ settings: { ...specificationOnly, speed: 1 } })

  test('every page has a heading and a sentence, every enabled button does something, and nothing links to what is missing', async ({
    page,
    context,
  }) => {
    test.setTimeout(600_000)
    // Without this permission, a headless browser refuses to copy.
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const buttonsWithoutEffect: string[] = []
    await test.step('nothing links to messaging agents and message flows, and their pages say why', async () => {
      await page.goto('/flows/messages')
      await expect(page.getByText('This service does not offer message flows')).toBeVisible()
      await navigateTo(page, '/agents/messaging/ffffffffffffffffffffffff/edit')
      await expect(page.getByText('This service does not offer messaging agents')).toBeVisible()
      await navigateTo(page, '/flows/messages/new')
      await expect(page.getByText('This service does not offer message flows')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Mess/ })).toHaveCount(0)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search' }).fill('message flow')
      await expect(page.getByText('No results.')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Show optional features' }).click()
      await expect(pageHeading(page, 'Service')).toBeVisible()
      await expect(page.getByRole('link', { name: /^Show mess/ })).toHaveCount(0)
    })

    await openAs(page, 'admin')
    for (const path of pathsToCheck) {
      await test.step(path, async () => {
        const openPage = async () => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          const content = mainRegion(page)
            .getByText(/\w+ .*\w+ .*\w+\./)
            .or(mainRegion(page).getByRole('table'))
          await expect(content.filter({ visible: true }).first()).toBeVisible()
        }
        await openPage()
        const buttons = mainRegion(page).locator('button:visible:not([aria-disabled=true])')
        for (let index = 0; index < (await buttons.count()); index += 1) {
          const button = buttons.nth(index)
          const name = (await button.innerText()) || ((await button.getAttribute('aria-label')) ?? '')
          await button.focus()
          const stateBefore = await readVisibleState(page)
          let hasOpenedFile = false
          page.once('download', () => (hasOpenedFile = true))
          page.once('filechooser', () => (hasOpenedFile = true))
          await button.press('Enter')
          // During a navigation, the state of the page cannot be read.
          const hasEffect = async () =>
            hasOpenedFile || (await readVisibleState(page).catch(() => stateBefore)) !== stateBefore
          await expect
            .poll(hasEffect, { timeout: 15_000, intervals: [20, 50, 100, 200] })
            .toBe(true)
            .catch(() => buttonsWithoutEffect.push(`${path}: ${name}`))
          // A dialog may still be loading at the first press.
          await expect(async () => {
            await page.keyboard.press('Escape')
            await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
          }).toPass()
          if (new URL(page.url()).pathname !== path) await openPage()
        }
      })
    }
    expect(buttonsWithoutEffect).toEqual([])
  })
})
