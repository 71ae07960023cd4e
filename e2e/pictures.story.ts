/**
 * Pictures of every page, wide and at 320 px, light and dark, to be looked at. Along the way: nothing is wider than the screen,
 * and axe finds nothing. With KEEP_PICTURES=1 the README's pictures are made anew.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
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
  path: (world: World) => string | Promise<string>
  /** What a person does there before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
}

const firstAgent = async (world: World) =>
  (await world.service('agentList', { query: { limit: '1' } })).agents[0]?.id ?? ''
const firstFlow = async (world: World) =>
  (await world.service('flowList', { query: { limit: '1' } })).flows[0]?.id ?? ''
const firstConversation = async (world: World) => (await world.service('conversationList'))[0]?._id ?? ''
const firstRoom = async (world: World) => (await world.service('activeCallList')).data[0]?.roomName ?? ''
const runningBatch = async (world: World) => {
  const answer = await fetch(`${world.url}/gateway/batches`, { headers: { cookie: await cookieOf(world) } })
  const { batches } = (await answer.json()) as { batches: { batchId: string }[] }
  return batches[0]?.batchId ?? ''
}
const cookieOf = async (world: World) =>
  ((await fetch(`${world.url}/gateway/session`)).headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''

const stops: Stop[] = [
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
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'renewals.csv', mimeType: 'text/csv', buffer: Buffer.from(damaged) })
      await expect(page.getByText(/has no country code/).first()).toBeVisible()
    },
  },
  { name: 'review', path: () => '/review' },
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
  { name: 'settings-operators', path: () => '/settings/operators' },
  { name: 'settings-audit', path: () => '/settings/audit' },
  { name: 'settings-appearance', path: () => '/settings/appearance' },
  { name: 'nowhere', path: () => '/nowhere' },
]

const everyLook = [1440, 320].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
/** Each width and each theme once; all four when the pictures are to be looked at. */
const looks = everyLook.filter(
  ({ width, theme }) => process.env.KEEP_PICTURES || (width === 1440) === (theme === 'light'),
)

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

for (const { width, theme } of looks) {
  test(`every page can be looked at, ${width} px wide, ${theme}`, async ({ page, world }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: width === 320 ? 720 : 900 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    mkdirSync(folder, { recursive: true })
    for (const stop of stops) {
      await test.step(stop.name, async () => {
        await page.goto(await stop.path(world))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await stop.prepare?.(page)
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
      })
    }
  })
}
