/**
 * Pictures of every page and of its important states, to be looked at. Along the way: nothing is wider than the screen, and axe
 * finds nothing. The pages are told at 320 px and dark, their states wide and light. With KEEP_PICTURES=1 everything is told in
 * every width and theme, and the README's pictures are made anew.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { readyAgent } from './calls.ts'
import { choose, chooseAgent, confirmStart, csv, goToStart, people, startButton, watch } from './launching.ts'
import { become } from './operators.ts'
import { expect, test, type World } from './world.ts'

const folder = 'test-results/pictures'
const kept: Record<string, string> = {
  'overview-1440-light': 'overview.png',
  'live-calls-1440-dark': 'live-calls.png',
  'live-call-1440-light': 'live-call.png',
  'batch-1440-light': 'batch.png',
  'launch-checked-1440-light': 'launch.png',
  'review-1440-light': 'review.png',
  'flow-1440-dark': 'flow.png',
  'agents-1440-dark': 'agents.png',
}

const damaged = [
  'phone_number,first_name,last_name,email,renewal_date',
  '+14155550101,Ava,Nguyen,ava@example.com,2026-12-01',
  '4155550102,Liam,Okafor,liam@example.com,2026-12-03',
  '+442079460103,Zoë,Müller,zoe@example.com,2026-12-04',
  '+14155550101,Ava,Nguyen,ava@example.com,2026-12-01',
  '1.41556E+10,Noah,Silva,noah@example.com,2026-12-05',
  '+4930901820104,Mia,Rossi,mia@example.com,2026-12-06',
].join('\n')

interface Stop {
  name: string
  /** Where it is; without one, where the stop before it ended. */
  path?: (world: World) => string | Promise<string>
  /** What a person does there before the picture is taken. */
  prepare?: (page: Page, world: World) => Promise<void>
  /** What is put back after it. */
  after?: (page: Page) => Promise<void>
}

const firstAgent = async (world: World) =>
  (await world.service('agentList', { query: { limit: '1' } })).agents[0]?.id ?? ''
const firstFlow = async (world: World) =>
  (await world.service('flowList', { query: { limit: '1' } })).flows[0]?.id ?? ''
const firstConversation = async (world: World) => (await world.service('conversationList'))[0]?._id ?? ''
const firstRoom = async (world: World) => (await world.service('activeCallList')).data[0]?.roomName ?? ''
const batchCalled = async (world: World, wanted: string) => {
  const answer = await fetch(`${world.url}/gateway/batches`, { headers: { cookie: await cookieOf(world) } })
  const { batches } = (await answer.json()) as { batches: { batchId: string; name: string }[] }
  return batches.find(({ name }) => name === wanted)?.batchId ?? ''
}
const runningBatch = (world: World) => batchCalled(world, 'Visit reminders, next week')
const cookieOf = async (world: World) =>
  ((await fetch(`${world.url}/gateway/session`)).headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''

const decide = (page: Page) => page.getByRole('button', { name: /^(Approve and send|Read it first)/ })

const pages: Stop[] = [
  { name: 'overview', path: () => '/' },
  { name: 'live-calls', path: () => '/calls' },
  { name: 'place-a-call', path: () => '/calls/new' },
  { name: 'live-call', path: async (world) => `/calls/${await firstRoom(world)}` },
  { name: 'call-unknown', path: () => '/calls/no-such-room' },
  { name: 'batches', path: () => '/batches' },
  { name: 'batch', path: async (world) => `/batches/${await runningBatch(world)}` },
  { name: 'launch', path: () => '/batches/new' },
  {
    name: 'launch-checked',
    path: () => '/batches/new',
    prepare: async (page) => {
      await choose(page, damaged)
      await expect(page.getByText(/has no country code/).first()).toBeVisible()
    },
  },
  {
    name: 'review',
    path: () => '/review',
    prepare: (page) => expect(decide(page)).toBeVisible(),
  },
  { name: 'conversations', path: () => '/conversations' },
  { name: 'conversation', path: async (world) => `/conversations/${await firstConversation(world)}` },
  { name: 'agents', path: () => '/agents' },
  { name: 'agent', path: async (world) => `/agents/${await firstAgent(world)}` },
  { name: 'agent-edit', path: async (world) => `/agents/${await firstAgent(world)}/edit` },
  { name: 'agent-new', path: () => '/agents/new' },
  { name: 'flows', path: () => '/flows' },
  { name: 'flow', path: async (world) => `/flows/${await firstFlow(world)}` },
  { name: 'flow-edit', path: async (world) => `/flows/${await firstFlow(world)}/edit` },
  { name: 'flow-new', path: () => '/flows/new' },
  { name: 'settings-service', path: () => '/settings/service' },
  { name: 'settings-budget', path: () => '/settings/budget' },
  { name: 'settings-unknown', path: () => '/settings/unknown' },
  { name: 'settings-operators', path: () => '/settings/operators' },
  { name: 'settings-audit', path: () => '/settings/audit' },
  { name: 'settings-webhooks', path: () => '/settings/webhooks' },
  { name: 'settings-sessions', path: () => '/settings/sessions' },
  { name: 'settings-appearance', path: () => '/settings/appearance' },
  { name: 'settings-keyboard', path: () => '/settings/keyboard' },
  { name: 'sign-in', path: () => '/sign-in' },
  { name: 'nowhere', path: () => '/nowhere' },
]

/** From the first to the last: what is done in one is still so in the next. */
const states: Stop[] = [
  {
    name: 'palette',
    path: () => '/',
    prepare: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('re')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'launch-preview',
    path: () => '/batches/new',
    prepare: async (page) => {
      await choose(page, csv(...people(480)))
      await page.getByRole('link', { name: 'Go on with 480 rows' }).click()
      await chooseAgent(page)
      await expect(page.getByText(/^It reads the first \d+ rows as we do\.$/)).toBeVisible()
    },
  },
  {
    name: 'launch-start',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Go on with 480 calls' }).click()
      await expect(startButton(page)).toBeVisible()
    },
  },
  {
    name: 'launch-confirm',
    prepare: async (page) => {
      await startButton(page).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'launch-rests',
    path: () => '/batches/new',
    prepare: async (page) => {
      await choose(page, csv(...people(501)))
      await goToStart(page)
      await page.getByRole('checkbox', { name: 'Call the first 10, then ask me' }).check()
      await startButton(page).click()
      await confirmStart(page).click()
      await expect(page.getByRole('region', { name: /^Call the other 491 of/ })).toBeVisible()
    },
  },
  {
    name: 'launch-unknown',
    path: () => '/batches/new',
    prepare: async (page) => {
      await choose(page, csv('+12025550156,Lost,Answer,gold', ...people(2, 600)))
      await goToStart(page)
      await startButton(page).click()
      await confirmStart(page).click()
      await expect(page.getByRole('region', { name: 'A start without an answer' })).toBeVisible({ timeout: 30_000 })
    },
  },
  { name: 'batch-done', path: async (world) => `/batches/${await batchCalled(world, 'Autumn renewals, West')}` },
  {
    name: 'batch-call',
    path: async (world) => `/batches/${await runningBatch(world)}`,
    prepare: async (page) => {
      await page.getByRole('table', { name: 'Calls of this batch' }).locator('[data-stretched]').first().click()
      await expect(page.getByRole('complementary')).toBeVisible()
    },
  },
  {
    name: 'batch-cancelled',
    path: async (world) => `/batches/${await runningBatch(world)}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Cancel remaining/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel \d+/ })
        .click()
      await watch(page, ({ cancelled }) => cancelled > 0)
    },
  },
  {
    name: 'place-a-call-confirm',
    path: async (world) => `/calls/new?agent=${(await readyAgent(world)).id}`,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+442079460103')
      await page.getByRole('button', { name: /^Call \+44/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'agent-problems',
    path: () => '/agents/new',
    prepare: async (page) => {
      await page.getByLabel('Phone number').fill('4155550134')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(page.getByRole('alert')).toBeFocused()
    },
  },
  {
    name: 'agent-delete',
    path: async (world) => `/agents/${await firstAgent(world)}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete agent' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'agent-unknown',
    path: () => '/agents/new',
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Echo (simulate lost)')
      await page.getByLabel('Voice provider').fill('rime')
      await page.getByLabel('Voice ID').fill('luna')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'settings-unknown-one', path: () => '/settings/unknown' },
  {
    name: 'flow-node',
    path: async (world) => `/flows/${await firstFlow(world)}/edit?node=start`,
  },
  {
    name: 'overview-reviewer',
    path: () => '/',
    prepare: (page) => become(page, 'reviewer'),
  },
  {
    name: 'review-edit',
    path: () => '/review',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Edit/ }).first().click()
      await page.getByRole('textbox', { name: 'Your edit' }).press('End')
      await page.keyboard.type(' Best wishes, {name}')
      await expect(page.getByRole('list', { name: 'Look twice' })).toBeVisible()
    },
  },
  {
    name: 'review-held',
    path: () => '/review',
    prepare: async (page) => {
      // On a small screen the draft is below what one sees first, and cannot be decided before it was in view.
      await decide(page).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Approve and send' }).click()
      await expect(page.getByRole('list', { name: 'Your decisions' })).toBeVisible()
    },
  },
  { name: 'review-none', path: () => '/review?agent=nobody' },
  { name: 'overview-manager', path: () => '/', prepare: (page) => become(page, 'campaign_manager') },
  { name: 'overview-support', path: () => '/', prepare: (page) => become(page, 'support') },
  { name: 'place-not-allowed', path: () => '/agents/new' },
  {
    name: 'conversation-refused',
    path: () => '/conversations/nobody',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(/^Asked again /)).toBeVisible()
    },
  },
  {
    name: 'offline',
    path: () => '/batches',
    prepare: async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
    },
    after: (page) => page.context().setOffline(false),
  },
  {
    name: 'gateway-down',
    path: () => '/calls',
    prepare: async (page, world) => {
      await world.kill()
      await expect(page.getByText('Switchboard is not answering.')).toBeVisible({ timeout: 20_000 })
    },
  },
]

const everyLook = [1440, 320].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
/** Each width and each theme once; all four when the pictures are to be looked at. */
const looks = everyLook.filter(
  ({ width, theme }) => process.env.KEEP_PICTURES || (width === 1440) === (theme === 'light'),
)

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

for (const { width, theme } of looks) {
  const stops = process.env.KEEP_PICTURES ? [...pages, ...states] : width === 320 ? pages : states
  test(`every page can be looked at, ${width} px wide, ${theme}`, async ({ page, world }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height: width === 320 ? 720 : 900 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    mkdirSync(folder, { recursive: true })
    for (const stop of stops) {
      await test.step(stop.name, async () => {
        if (stop.path) await page.goto(await stop.path(world))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await page.evaluate(() => document.fonts.ready)
        await stop.prepare?.(page, world)
        const name = `${stop.name}-${width}-${theme}`
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: width === 320 })
        const picture = kept[name]
        if (picture && process.env.KEEP_PICTURES) cpSync(`${folder}/${name}.png`, `e2e/pictures/${picture}`)
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect.soft(over, `${name} is wider than the screen`).toBeLessThanOrEqual(0)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        )
        expect.soft(found, `axe on ${name}`).toEqual([])
        await stop.after?.(page)
      })
    }
  })
}
