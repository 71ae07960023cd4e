/**
 * A service of another version: fields of its answers are missing, null, of another type, huge, empty, or new. Every page is tested with
 * a random few of these. The seed is printed, and `SOAK=10 SOAK_SEED=… npm run test:soak -- e2e/drift.story.ts` tests more, or the same
 * again. Unit tests of the gateway cover each single field.
 */
import type { Page } from '@playwright/test'
import { drifted, driftKinds, fieldsOf } from '#tools/drift.ts'
import { times } from '#tools/runs.ts'
import { startProxy } from './proxy.ts'
import { expect, test, type World } from './world.ts'

const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31)

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A proxy before the service that changes one field of each answer. */
async function startDriftingProxy(service: string, random: () => number) {
  const changes: string[] = []
  const pick = <T>(among: readonly T[]): T | undefined => among[Math.floor(random() * among.length)]
  const changeField = (path: string, answer: unknown): unknown => {
    const field = pick(fieldsOf(answer))
    const way = pick(driftKinds)
    const instead = field && way ? pick(drifted(answer, field, way)) : undefined
    if (instead === undefined) return answer
    changes.push(`${path}: ${field?.join('.')} ${way}`)
    return instead
  }
  const proxy = await startProxy(service, async ({ path }, forward) => {
    const answer = await forward()
    const isJson =
      answer.status < 300 && answer.headers.some(([name, value]) => name === 'content-type' && /json/.test(value))
    return isJson ? { ...answer, body: JSON.stringify(changeField(path, JSON.parse(answer.body))) } : answer
  })
  return { ...proxy, changes }
}

async function pathsOf(world: World): Promise<string[]> {
  const [agents, flows, calls, conversations] = await Promise.all([
    world.service('agentList', { query: { limit: '1' } }),
    world.service('flowList', { query: { limit: '1' } }),
    world.service('activeCallList'),
    world.service('conversationList'),
  ])
  return [
    '/',
    '/calls',
    `/calls/${calls.data[0]?.roomName}`,
    '/review',
    `/conversations/${conversations[0]?._id}`,
    '/agents',
    `/agents/${agents.agents[0]?.id}`,
    `/flows/${flows.flows[0]?.id}`,
  ]
}

/** Expects the sidebar and a heading, and no raw values. */
async function expectUsablePage(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByText(/\[object Object\]|undefined|NaN/)).toHaveCount(0)
}

test.describe('with a service of another version', () => {
  // A named workspace, so that the service runs in a process of its own, with a proxy before it.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'story' } })

  test('every page stays usable', { tag: ['@soak', '@R19'] }, async ({ page, world }) => {
    const rounds = times(1)
    test.setTimeout(240_000 * rounds)
    test.info().annotations.push({ type: 'seed', description: String(seed) })
    const paths = await pathsOf(world)
    const drifting = await startDriftingProxy((await world.serviceAccess()).url, seeded(seed))
    try {
      for (let round = 0; round < rounds; round += 1) {
        // After a restart, no earlier answer counts as fresh.
        await world.killGateways()
        await world.startGateway({ SERVICE_URL: drifting.url })
        for (const path of paths) await expectUsablePage(page, path)
      }
    } catch (error) {
      console.log(`SOAK_SEED=${seed}\n${drifting.changes.join('\n')}`)
      throw error
    } finally {
      drifting.close()
    }
    expect(drifting.changes.length).toBeGreaterThan(paths.length)
  })
})
