/**
 * Visits every page and its important states, such as an open dialog. Checks that nothing is wider than the screen and that axe finds no
 * accessibility problem: pages at 320 px in the dark theme, states at 1440 px in the light theme. With KEEP_PICTURES=1 it visits all of
 * them in every width and theme, saves pictures in test-results/pictures, and replaces those of the README.
 */
import { cpSync, mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Role } from '#contract/index.ts'
import { findAccessibilityProblems } from './accessibility.ts'
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
import { chooseRareAction, closeDocument, navigateTo, pageHeading } from './page.ts'
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

const keepsPictures = Boolean(process.env.KEEP_PICTURES)
const picturesFolder = 'test-results/pictures'
/** File names of the README's pictures, by the name of the picture that replaces them. */
const readmePictures: Record<string, string> = {
  'overview-1440-light': 'overview.png',
  'live-calls-1440-dark': 'live-calls.png',
  'live-call-1440-light': 'live-call.png',
  'batch-1440-light': 'batch.png',
  'new-batch-checked-1440-light': 'new-batch.png',
  'review-1440-light': 'review.png',
  'flow-1440-dark': 'flow.png',
  'agents-1440-dark': 'agents.png',
}

const csvWithErrors = [
  'phone_number,first_name,last_name,email,renewal_date',
  '+14155550101,Ava,Nguyen,ava@example.com,2026-12-01',
  '4155550102,Liam,Okafor,liam@example.com,2026-12-03',
  '+442079460103,Zoë,Müller,zoe@example.com,2026-12-04',
  '+14155550101,Ava,Nguyen,ava@example.com,2026-12-01',
  '1.41556E+10,Noah,Silva,noah@example.com,2026-12-05',
  '+4930901820104,Mia,Rossi,mia@example.com,2026-12-06',
].join('\n')

/** A page or a state of a page, of which a picture is taken. */
interface View {
  name: string
  /** The main heading. */
  title: string | RegExp
  /** The page's path; undefined: the page on which the previous view ended. */
  path?: (world: World) => string | Promise<string>
  /** Switches to the demo operator with this role, also for the following views. */
  role?: Role
  /** Actions before the picture is taken. */
  prepare?: (page: Page, world: World) => Promise<void>
  /** Restores the page after the picture. */
  after?: (page: Page) => Promise<unknown>
}

const queueRows = (page: Page) => page.getByRole('list', { name: 'Drafts waiting' }).getByRole('listitem')
const approveButton = (page: Page) => page.getByRole('button', { name: /^(Approve and send|Read it first)/ })
const closeDialog = (page: Page) => page.keyboard.press('Escape')

/** Actions before the picture of a page is taken, by the name of the page. */
const pagePreparations: Record<string, View['prepare']> = {
  // A narrow window shows the queue first.
  review: (page) => expect(approveButton(page).or(queueRows(page)).first()).toBeVisible(),
}
/** Views that are not in the list of pages. */
const additionalViews: Partial<Record<Area, View[]>> = {
  'batches and messages': [
    {
      name: 'new-batch-checked',
      title: 'New batch',
      path: () => '/batches/new',
      prepare: async (page) => {
        await chooseFile(page, csvWithErrors)
        await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText('has no country code')
      },
    },
  ],
  settings: [
    { name: 'unknown-path', title: 'Not found', path: () => '/nowhere' },
    { name: 'sign-in', title: /^Sign in/, path: () => '/sign-in' },
  ],
}

/** For the README: a call with a customer's name and a transcript. The call is chosen when the picture is taken, because calls end. */
const callWithTranscript: View = {
  name: 'live-call',
  title: /./,
  path: async (world) => {
    const { data } = await world.service('activeCallList')
    const call = data.find(({ customerName, duration }) => customerName && duration && duration < 60) ?? data[0]
    return `/calls/${call?.roomName}`
  },
  prepare: (page) => expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible(),
}

async function collectViews(area: Area, world: World): Promise<View[]> {
  const pageViews = (await pagesByArea[area](world))
    // The selected step of a flow is one of the states below.
    .filter(({ name }) => name !== 'flow-node')
    .map(({ path, ...page }): View => ({ ...page, path: () => path, prepare: pagePreparations[page.name] }))
  return [
    ...pageViews.map((view) => (keepsPictures && view.name === callWithTranscript.name ? callWithTranscript : view)),
    ...(additionalViews[area] ?? []),
  ]
}

/** Open dialogs and steps, which change nothing at the service. */
const dialogViews: View[] = [
  {
    name: 'palette',
    title: 'Overview',
    path: () => '/overview',
    prepare: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('re')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
    after: closeDialog,
  },
  {
    name: 'new-batch-preview',
    title: 'New batch',
    path: () => '/batches/new',
    prepare: async (page) => {
      await chooseFile(page, csvOf(...recipientRows(480)))
      await page.getByRole('link', { name: 'Continue with 480 rows' }).click()
      await chooseAgent(page)
      await expect(page.getByText(/^The service reads the first \d+ rows in the same way\.$/)).toBeVisible()
    },
  },
  {
    name: 'new-batch-start',
    title: 'New batch',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Continue with 480 calls' }).click()
      await expect(startCallsButton(page)).toBeVisible()
    },
  },
  {
    name: 'new-batch-confirm',
    title: 'New batch',
    prepare: async (page) => {
      await startCallsButton(page).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    after: closeDialog,
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
    after: closeDialog,
  },
]

/** Errors, refusals and empty pages, which change nothing at the service. */
const problemViews: View[] = [
  {
    name: 'agent-delete',
    title: /./,
    path: async (world) => `/agents/${(await firstAgent(world)).id}`,
    prepare: async (page) => {
      await chooseRareAction(page, 'Delete agent')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    after: closeDialog,
  },
  { name: 'flow-node', title: /^Edit/, path: async (world) => `/flows/${(await firstFlow(world)).id}/edit?node=start` },
  {
    name: 'flow-rehearsal',
    title: /^Edit/,
    path: async (world) => `/flows/${(await firstFlow(world)).id}/edit?panel=rehearse`,
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Customer' }).click()
      await page.getByRole('option', { name: /^You/ }).click()
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await expect(page.getByRole('textbox', { name: 'Customer’s answer' })).toBeFocused()
    },
  },
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
  { name: 'overview-reviewer', title: 'Overview', path: () => '/overview', role: 'reviewer' },
  { name: 'review-none', title: 'Review', path: () => '/review?agent=nobody' },
  {
    name: 'review-edit',
    title: 'Review',
    path: () => '/review',
    prepare: async (page) => {
      await page.getByText('Prompt of the flow').click()
      await page.getByRole('button', { name: /^Edit/ }).first().click()
      await page.getByRole('textbox', { name: 'Your edit' }).press('End')
      await page.keyboard.type(' Best wishes, {name}')
      await expect(page.getByRole('list', { name: 'Check before sending' })).toBeVisible()
    },
  },
  { name: 'overview-manager', title: 'Overview', path: () => '/overview', role: 'campaign_manager' },
  { name: 'overview-support', title: 'Overview', path: () => '/overview', role: 'support' },
  { name: 'new-agent-not-allowed', title: 'New agent', path: () => '/agents/new' },
  {
    name: 'agent-refused',
    title: 'Agent',
    path: () => '/agents/simulate_500',
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

/** States that change something at the gateway or the service. Each view builds on those before it. */
const changingViews: View[] = [
  {
    name: 'batch-first-ten',
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
    name: 'batch-start-unknown',
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
    after: closeDocument,
  },
  { name: 'unfinished-unknown-outcome', title: 'Unfinished', path: () => '/unfinished' },
  {
    name: 'review-pending',
    title: 'Review',
    path: () => '/review',
    role: 'reviewer',
    prepare: async (page) => {
      // On a small screen, the draft is below the fold, and it can be decided only after it was in view.
      await approveButton(page).scrollIntoViewIfNeeded()
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
      await expect(page.getByText('Switchboard is not responding.')).toBeVisible()
    },
  },
]

const viewsByKind = { changes: changingViews, dialogs: dialogViews, problems: problemViews }

const formats = [1440, 320].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
type Format = (typeof formats)[number]

async function takePicture(page: Page, name: string, fullPage: boolean) {
  mkdirSync(picturesFolder, { recursive: true })
  await page.screenshot({ path: `${picturesFolder}/${name}.png`, fullPage })
  const readmePicture = readmePictures[name]
  if (readmePicture) cpSync(`${picturesFolder}/${name}.png`, `e2e/pictures/${readmePicture}`)
}

async function visitViews(page: Page, world: World, { width, theme }: Format, views: View[]) {
  await page.setViewportSize({ width, height: width === 320 ? 720 : 900 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  for (const { name, title, path, role, prepare, after } of views) {
    await test.step(name, async () => {
      if (role) {
        await switchSessionTo(page, role)
        await closeDocument(page)
      }
      if (path) await navigateTo(page, await path(world))
      await expect(pageHeading(page, title)).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await page.evaluate(() => document.fonts.ready)
      await prepare?.(page, world)
      const pictureName = `${name}-${width}-${theme}`
      if (keepsPictures) await takePicture(page, pictureName, width === 320)
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect.soft(overflowPx, `${pictureName} is wider than the screen`).toBeLessThanOrEqual(0)
      expect.soft(await findAccessibilityProblems(page), `axe on ${pictureName}`).toEqual([])
      await after?.(page)
    })
  }
}

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

for (const format of formats) {
  const includesPages = keepsPictures || (format.width === 320 && format.theme === 'dark')
  const includesStates = keepsPictures || (format.width === 1440 && format.theme === 'light')
  test.describe(`${format.width} px wide, ${format.theme}`, () => {
    for (const area of includesPages ? areas : [])
      test.describe(() => {
        test.use({ readOnly: true })
        test(`every page fits the screen and is accessible: ${area}`, async ({ page, world }) =>
          visitViews(page, world, format, await collectViews(area, world)))
      })
    for (const [kind, views] of includesStates ? Object.entries(viewsByKind) : [])
      test.describe(() => {
        test.use({ readOnly: kind !== 'changes' })
        test(`every state fits the screen and is accessible: ${kind}`, ({ page, world }) =>
          visitViews(page, world, format, views))
      })
  })
}
