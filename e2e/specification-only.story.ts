/** Every job can be done with a service that offers only what the specification requires, although the gateway knows no IDs. */
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
import { openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test, type World } from './world.ts'

const specificationOnly = { plan: 'enterprise', env: {}, specificationOnly: true } as const

const main = (page: Page) => page.getByRole('main')

/** Opens a page with the sidebar, as a person does. */
async function openPage(page: Page, title: string) {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .click()
  await expect(pageHeading(page, title)).toBeVisible()
}

/** IDs that somebody copied from the service's own console, because the interface does not list them. */
async function idsFromConsole(world: World) {
  await world.stopService()
  await world.startService({ EMBEDDED_SPECIFICATION_ONLY: 'false' })
  const conversations = await world.service('conversationList')
  await world.stopService()
  await world.startService()
  return conversations
}

test.describe('if the service lists nothing', () => {
  // At this speed the longest call takes minutes, and a batch of three seconds.
  test.use({ settings: { ...specificationOnly, speed: 15 } })

  test('support places a call and opens another by its ID, an administrator creates an agent and its flow, and a campaign manager starts a batch', async ({
    page,
    world,
  }) => {
    await openAs(page, 'support')
    await openPage(page, 'Live calls')
    await expect(main(page)).toContainText('These are the calls that Switchboard knows about.')
    await expect(main(page)).toContainText('Calls appear here automatically: while a batch is running')

    const agent = await readyAgent(world)
    await main(page).getByRole('link', { name: 'Place a call' }).first().click()
    await expect(pageHeading(page, 'Place a call')).toBeVisible()
    await page.getByRole('combobox', { name: 'Agent' }).fill(agent.name)
    await page.getByRole('option', { name: agent.name }).click()
    await page.getByRole('textbox', { name: 'Number to call' }).fill('+1 202 555 0105')
    await page.getByRole('button', { name: 'Call +1 202 555 0105' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Call +1 202 555 0105' }).click()
    await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
    const room = new URL(page.url()).pathname
    await expect(page.getByRole('log', { name: 'Transcript' }).getByRole('listitem')).not.toHaveCount(0)
    // This service does not offer them.
    await expect(page.getByRole('button', { name: /End call|Take over/ })).toHaveCount(0)

    // Calls to this number have the maximum duration, so both are still live at the end.
    const { roomName } = await world.service('callSend', { body: { agentId: agent.id, toNumber: '+12025550105' } })
    await openPage(page, 'Live calls')
    await page.getByRole('textbox', { name: 'Find a call' }).fill(roomName)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/calls/${roomName}$`))
    await expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible()
    await openPage(page, 'Live calls')
    const cards = page.getByRole('list', { name: 'Calls' })
    await expect(cards.locator(`a[href="${room}"]`)).toBeVisible()
    await expect(cards.locator(`a[href="/calls/${roomName}"]`)).toBeVisible()

    // An administrator finds what the gateway has seen.
    await openAs(page, 'admin')
    await openPage(page, 'Agents')
    await page.getByRole('link', { name: 'New agent' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Nora · Night line')
    await page.getByLabel('Voice provider').fill('cartesia')
    await page.getByLabel('Voice ID').fill('sonic-nora')
    await page.getByLabel('Phone number').fill('+14155550134')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await expect(pageHeading(page, 'Nora · Night line')).toBeVisible()
    await expect(main(page)).toContainText('No flow attached')

    await openPage(page, 'Flows')
    await page.getByRole('link', { name: 'New flow' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Night questions')
    await page.getByRole('combobox', { name: 'Agent' }).fill('Nora · Night')
    await page.getByRole('option', { name: /Nora · Night line/ }).click()
    await page.getByRole('button', { name: 'Create flow' }).click()
    await expect(pageHeading(page, 'Night questions')).toBeVisible()
    expect((await world.service('flowList', { query: { search: 'Night questions' } })).flows).toHaveLength(1)
    await page.getByRole('link', { name: 'Nora · Night line' }).first().click()
    await expect(main(page)).toContainText('Ready')

    for (const name of ['Nora', 'Night questions']) {
      await page.keyboard.press('Control+k')
      const search = page.getByRole('combobox', { name: 'Search' })
      await search.fill(name)
      await page
        .getByRole('option', { name: new RegExp(name) })
        .first()
        .click()
      await expect(search).toHaveCount(0)
      await expect(pageHeading(page, new RegExp(name))).toBeVisible()
    }
    await navigateTo(page, '/settings/service')
    await expect(page.getByRole('region', { name: 'Optional features' }).getByText('Not available')).toHaveCount(5)

    // A manager watches a batch until its end. A batch of somebody else is opened by its ID.
    await openAs(page, 'campaign_manager')
    await openPage(page, 'Batches')
    await expect(main(page)).toContainText('or open one that was started elsewhere by its ID')
    await main(page).getByRole('link', { name: 'New batch' }).click()
    await chooseFile(page, csvOf(...recipientRows(3)))
    await continueToLastStep(page)
    await startCallsButton(page).click()
    await confirmStartButton(page).click()
    await waitForBatchPage(page)
    const batchId = batchIdFromUrl(page)
    expect((await waitForCounts(page, (shown) => shown.completed + shown.failed === 3)).total).toBe(3)
    await openPage(page, 'Batches')
    await expect(page.getByRole('link', { name: 'Renewals' })).toHaveAttribute('href', `/batches/${batchId}`)

    await main(page).getByRole('button', { name: 'Open by ID' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('batch_404404')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(/does not|not know|no such|no batch/i)
  })

  test('a reviewer opens conversations by their IDs, and approves a draft with the keyboard', async ({
    page,
    world,
  }) => {
    const conversations = await idsFromConsole(world)
    const waiting = conversations.filter(({ messages }) => messages.some(needsReview)).slice(0, 3)
    // Long enough to click "Send now" on a busy machine.
    await presetUndoWindow(page, 30)
    await openAs(page, 'reviewer')
    await openPage(page, 'Review')
    await expect(main(page)).toContainText('Switchboard only checks conversations that your team has opened.')
    await main(page).getByRole('button', { name: 'Open a conversation by ID' }).click()
    const dialog = page.getByRole('dialog')
    const [one, two, three] = waiting.map(({ _id }) => _id)
    const pasted = `${one}, ${two}\nhttps://console.example/conversations/${three}\nno-such-conversation`
    await dialog.getByRole('textbox', { name: 'Conversation IDs' }).fill(pasted)
    await dialog.getByRole('button', { name: 'Open 4 conversations' }).click()
    await expect(dialog).toContainText('3 conversations opened')
    await expect(dialog).toContainText('no-such-conversation')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    const approve = page.getByRole('button', { name: 'Approve and send' })
    await expect(approve).not.toHaveAttribute('aria-disabled', 'true')
    const region = page.getByRole('region', { name: 'Draft', exact: true })
    await page.keyboard.press('Control+Enter')
    const pending = page.getByRole('list', { name: 'Your decisions' })
    await pending.getByRole('button', { name: 'Send now' }).click()
    await expect(pending).toContainText(/Sent to /)
    await expect(region).toBeVisible()
    const after = await Promise.all(
      waiting.map(({ _id }) => world.service('conversationShow', { params: { conversationId: _id } })),
    )
    const sent = after.flatMap(({ messages }) => messages).filter(({ status, sent }) => status === 'approved' && sent)
    const before = waiting
      .flatMap(({ messages }) => messages)
      .filter(({ status, sent }) => status === 'approved' && sent)
    expect(sent.length).toBe(before.length + 1)

    await openPage(page, 'Conversations')
    const name = waiting[0]?.customer.name ?? ''
    await page.getByRole('link', { name }).first().click()
    await expect(pageHeading(page, name)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Draft a message' })).toHaveCount(0)
  })
})

/** Pages that depend on what the service offers. */
const pages = [
  '/',
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

/** The visible state of the page, without what changes by itself. */
const visibleState = (page: Page) =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const ticking of copy.querySelectorAll('time, [role=timer], script')) ticking.remove()
    const text = (copy.textContent ?? '').replace(/\d+|now|ago|min|\bs\b/g, '')
    const states = ['expanded', 'pressed', 'checked', 'selected', 'invalid', 'disabled'].map((state) =>
      [...document.querySelectorAll(`[aria-${state}]`)].map((one) => one.getAttribute(`aria-${state}`)).join(),
    )
    const looks = [...document.querySelectorAll('html, [style]')].map((one) => one.outerHTML.split('>', 1)[0]).join()
    const focused = document.activeElement?.outerHTML.split('>', 1)[0]
    return JSON.stringify([location.href, text, states, looks, focused])
  })

test.describe('with a service that offers only the specification', () => {
  test.use({ settings: { ...specificationOnly, speed: 1 } })

  test('every page has a heading and a sentence, and every enabled button does something', async ({
    page,
    context,
  }) => {
    test.setTimeout(600_000)
    // A headless browser does not ask for the permission to copy. It refuses.
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const dead: string[] = []
    await openAs(page, 'admin')
    for (const path of pages) {
      await test.step(path, async () => {
        const open = async () => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          const content = main(page)
            .getByText(/\w+ .*\w+ .*\w+\./)
            .or(main(page).getByRole('table'))
          await expect(content.filter({ visible: true }).first()).toBeVisible()
        }
        await open()
        const buttons = main(page).locator('button:visible:not([aria-disabled=true])')
        for (let at = 0; at < (await buttons.count()); at += 1) {
          const button = buttons.nth(at)
          const name = (await button.innerText()) || ((await button.getAttribute('aria-label')) ?? '')
          await button.focus()
          const before = await visibleState(page)
          let opened = false
          page.once('download', () => (opened = true))
          page.once('filechooser', () => (opened = true))
          await button.press('Enter')
          // While a page is being left, its state cannot be read.
          const changed = async () => opened || (await visibleState(page).catch(() => before)) !== before
          await expect
            .poll(changed, { timeout: 15_000, intervals: [20, 50, 100, 200] })
            .toBe(true)
            .catch(() => dead.push(`${path}: ${name}`))
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
          if (new URL(page.url()).pathname !== path) await open()
        }
      })
    }
    expect(dead).toEqual([])
  })
})
