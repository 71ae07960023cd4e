/**
 * Visits every page and its important states. Checks that nothing is wider than the screen and that axe finds no problem: the pages at
 * 320 px in dark, the states at 1440 px in light. With KEEP_PICTURES=1 it visits all of them in every width and theme, takes pictures in
 * test-results/pictures, and replaces the README's. Longer than 300 lines, because it lists everything that can be seen.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Role } from '#contract/index.ts'
import {
  chooseAgent,
  chooseFile,
  confirmStartButton,
  continueToLastStep,
  csvOf,
  recipientRows,
  startCallsButton,
  waitForCounts,
} from './batches.ts'
import { readyAgent } from './calls.ts'
import { switchSessionTo } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import {
  type Area,
  areas,
  batchIdOf,
  completedBatchName,
  firstAgent,
  firstFlow,
  pagesByArea,
  runningBatchName,
} from './page-list.ts'
import { expect, test, type World } from './world.ts'

const keep = Boolean(process.env.KEEP_PICTURES)
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

interface View {
  name: string
  title: string | RegExp
  /** Its path; undefined: the page on which the previous view ended. */
  path?: (world: World) => string | Promise<string>
  /** Switches to this role, also for the following views. */
  as?: Role
  /** Actions before the picture is taken. */
  prepare?: (page: Page, world: World) => Promise<void>
  /** Restores the page after the picture. */
  after?: (page: Page) => Promise<unknown>
}

const decide = (page: Page) => page.getByRole('button', { name: /^(Approve and send|Read it first)/ })
const close = (page: Page) => page.keyboard.press('Escape')
/** Discards the input: the next view loads a new document. */
const leave = (page: Page) => page.goto('about:blank')

/** Actions on a page before its picture is taken. */
const prepared: Record<string, View['prepare']> = {
  review: (page) => expect(decide(page)).toBeVisible(),
}
const more: Partial<Record<Area, View[]>> = {
  'batches and messages': [
    {
      name: 'launch-checked',
      title: 'New batch',
      path: () => '/batches/new',
      prepare: async (page) => {
        await chooseFile(page, damaged)
        await expect(page.getByText(/has no country code/).first()).toBeVisible()
      },
    },
  ],
  settings: [
    { name: 'nowhere', title: 'Not found', path: () => '/nowhere' },
    { name: 'sign-in', title: /^Sign in/, path: () => '/sign-in' },
  ],
}

/** The README's picture needs a call with a name and a transcript. It is chosen just before, because calls end. */
const callToRead: View = {
  name: 'live-call',
  title: /./,
  path: async (world) => {
    const { data } = await world.service('activeCallList')
    const call = data.find(({ customerName, duration }) => customerName && duration && duration < 60) ?? data[0]
    return `/calls/${call?.roomName}`
  },
  prepare: (page) => expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible(),
}

async function viewsOf(part: Area, world: World): Promise<View[]> {
  const stops = (await pagesByArea[part](world))
    // The step is among the states.
    .filter(({ name }) => name !== 'flow-node')
    .map(({ path, ...stop }): View => ({ ...stop, path: () => path, prepare: prepared[stop.name] }))
  return [...stops.map((view) => (keep && view.name === callToRead.name ? callToRead : view)), ...(more[part] ?? [])]
}

/** States that end with the page. */
const opened: View[] = [
  {
    name: 'palette',
    title: 'Overview',
    path: () => '/',
    prepare: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('re')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
    after: close,
  },
  {
    name: 'launch-preview',
    title: 'New batch',
    path: () => '/batches/new',
    prepare: async (page) => {
      await chooseFile(page, csvOf(...recipientRows(480)))
      await page.getByRole('link', { name: 'Continue with 480 rows' }).click()
      await chooseAgent(page)
      await expect(page.getByText(/^The service reads the first \d+ rows as Switchboard does\.$/)).toBeVisible()
    },
  },
  {
    name: 'launch-start',
    title: 'New batch',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Continue with 480 calls' }).click()
      await expect(startCallsButton(page)).toBeVisible()
    },
  },
  {
    name: 'launch-confirm',
    title: 'New batch',
    prepare: async (page) => {
      await startCallsButton(page).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    after: close,
  },
  {
    name: 'batch-done',
    title: completedBatchName,
    path: async (world) => `/batches/${await batchIdOf(world, completedBatchName)}`,
  },
  {
    name: 'batch-call',
    title: runningBatchName,
    path: async (world) => `/batches/${await batchIdOf(world, runningBatchName)}`,
    prepare: async (page) => {
      await page.getByRole('table', { name: 'Calls in this batch' }).locator('[data-stretched]').first().click()
      await expect(page.getByRole('complementary')).toBeVisible()
    },
  },
  {
    name: 'place-a-call-confirm',
    title: 'Place a call',
    path: async (world) => `/calls/new?agent=${(await readyAgent(world)).id}`,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+442079460103')
      await page.getByRole('button', { name: /^Call \+44/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    after: close,
  },
]

/** Refusals and problems, which end with the page as well. */
const refused: View[] = [
  {
    name: 'agent-delete',
    title: /./,
    path: async (world) => `/agents/${(await firstAgent(world)).id}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete agent' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    after: close,
  },
  { name: 'flow-node', title: /^Edit/, path: async (world) => `/flows/${(await firstFlow(world)).id}/edit?node=start` },
  {
    name: 'agent-problems',
    title: 'New agent',
    path: () => '/agents/new',
    prepare: async (page) => {
      await page.getByLabel('Phone number').fill('4155550134')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(page.getByRole('alert')).toBeFocused()
    },
  },
  { name: 'overview-reviewer', title: 'Overview', path: () => '/', as: 'reviewer' },
  { name: 'review-none', title: 'Review', path: () => '/review?agent=nobody' },
  {
    name: 'review-edit',
    title: 'Review',
    path: () => '/review',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Edit/ }).first().click()
      await page.getByRole('textbox', { name: 'Your edit' }).press('End')
      await page.keyboard.type(' Best wishes, {name}')
      await expect(page.getByRole('list', { name: 'Check before sending' })).toBeVisible()
    },
  },
  { name: 'overview-manager', title: 'Overview', path: () => '/', as: 'campaign_manager' },
  { name: 'overview-support', title: 'Overview', path: () => '/', as: 'support' },
  { name: 'place-not-allowed', title: 'New agent', path: () => '/agents/new' },
  {
    name: 'conversation-refused',
    title: 'Not found',
    path: () => '/conversations/nobody',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(/^Tried again /)).toBeVisible()
    },
  },
  {
    name: 'offline',
    title: 'Batches',
    path: () => '/batches',
    prepare: async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
    },
    after: (page) => page.context().setOffline(false),
  },
]

/** States that change the world: each view builds on those before it. */
const changed: View[] = [
  {
    name: 'launch-prepared',
    title: 'New batch',
    path: () => '/batches/new',
    prepare: async (page) => {
      await chooseFile(page, csvOf(...recipientRows(501)))
      await continueToLastStep(page)
      await page.getByRole('checkbox', { name: 'Call the first 10, then ask me' }).check()
      await startCallsButton(page).click()
      await confirmStartButton(page).click()
      await expect(page.getByRole('region', { name: /^Call the other 491 people in/ })).toBeVisible()
    },
  },
  {
    name: 'launch-unknown',
    title: 'New batch',
    path: () => '/batches/new',
    prepare: async (page) => {
      await chooseFile(page, csvOf('+12025550156,Lost,Answer,gold', ...recipientRows(2, 600)))
      await continueToLastStep(page)
      await startCallsButton(page).click()
      await confirmStartButton(page).click()
      await expect(page.getByRole('region', { name: 'Start not confirmed' })).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'batch-cancelled',
    title: runningBatchName,
    path: async (world) => `/batches/${await batchIdOf(world, runningBatchName)}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Cancel remaining/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel \d+/ })
        .click()
      await waitForCounts(page, ({ cancelled }) => cancelled > 0)
    },
  },
  {
    name: 'agent-unknown',
    title: 'New agent',
    path: () => '/agents/new',
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Echo (simulate lost)')
      await page.getByLabel('Voice provider').fill('rime')
      await page.getByLabel('Voice ID').fill('luna')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
    after: leave,
  },
  { name: 'settings-unknown-one', title: 'Unknown outcomes', path: () => '/settings/unknown' },
  {
    name: 'review-held',
    title: 'Review',
    path: () => '/review',
    as: 'reviewer',
    prepare: async (page) => {
      // On a small screen, the draft is below the fold, and it can be decided only after it was in view.
      await decide(page).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Approve and send' }).click()
      await expect(page.getByRole('list', { name: 'Your decisions' })).toBeVisible()
    },
  },
  {
    name: 'gateway-down',
    title: 'Live calls',
    path: () => '/calls',
    prepare: async (page, world) => {
      await world.killGateways()
      await expect(page.getByText('Switchboard is not responding.')).toBeVisible({ timeout: 20_000 })
    },
  },
]

/** Problems that axe finds. Its script is large, so it is injected once for each document. */
async function accessibilityProblems(page: Page): Promise<string[]> {
  const isInjected = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isInjected && { axeSource: 'true' }) })
    // Without a separate page, because our pages have no frames, and without the list of passed checks.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

const states = { changed, opened, refused }

const everyLook = [1440, 320].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
type Look = (typeof everyLook)[number]

async function takePicture(page: Page, name: string, fullPage: boolean) {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
  const picture = kept[name]
  if (picture) cpSync(`${folder}/${name}.png`, `e2e/pictures/${picture}`)
}

async function look(page: Page, world: World, { width, theme }: Look, views: View[]) {
  await page.setViewportSize({ width, height: width === 320 ? 720 : 900 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  for (const { name, title, path, as, prepare, after } of views) {
    await test.step(name, async () => {
      if (as) {
        await switchSessionTo(page, as)
        await leave(page)
      }
      if (path) await navigateTo(page, await path(world))
      await expect(pageHeading(page, title)).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await page.evaluate(() => document.fonts.ready)
      await prepare?.(page, world)
      const look = `${name}-${width}-${theme}`
      if (keep) await takePicture(page, look, width === 320)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect.soft(over, `${look} is wider than the screen`).toBeLessThanOrEqual(0)
      expect.soft(await accessibilityProblems(page), `axe on ${look}`).toEqual([])
      await after?.(page)
    })
  }
}

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

for (const at of everyLook) {
  const ofPages = keep || (at.width === 320 && at.theme === 'dark')
  const ofStates = keep || (at.width === 1440 && at.theme === 'light')
  test.describe(`${at.width} px wide, ${at.theme}`, () => {
    for (const part of ofPages ? areas : [])
      test.describe(() => {
        test.use({ readOnly: true })
        test(`every page fits the screen and is accessible: ${part}`, async ({ page, world }) =>
          look(page, world, at, await viewsOf(part, world)))
      })
    for (const [what, views] of ofStates ? Object.entries(states) : [])
      test.describe(() => {
        test.use({ readOnly: what !== 'changed' })
        test(`every state fits the screen and is accessible: ${what}`, ({ page, world }) =>
          look(page, world, at, views))
      })
  })
}
