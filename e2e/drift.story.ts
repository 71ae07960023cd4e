/**
 * A service of another version: fields of its answers are missing, null, of another type, huge, empty, or new. Every page is seen with
 * a few of these, drawn by a seed that is printed; `SOAK=10 SOAK_SEED=… npm run test:soak -- e2e/drift.story.ts` draws more, or the
 * same again. What becomes of each single field is tested beside the gateway's reading of answers.
 */
import type { Page } from '@playwright/test'
import { drifted, fieldsOf, ways } from '#tools/drift.ts'
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

/** Stands before the service and spoils one field of each answer. */
async function driftingBefore(service: string, random: () => number) {
  const spoilt: string[] = []
  const pick = <T>(among: readonly T[]): T | undefined => among[Math.floor(random() * among.length)]
  const spoil = (path: string, answer: unknown): unknown => {
    const field = pick(fieldsOf(answer))
    const way = pick(ways)
    const instead = field && way ? pick(drifted(answer, field, way)) : undefined
    if (instead === undefined) return answer
    spoilt.push(`${path}: ${field?.join('.')} ${way}`)
    return instead
  }
  const proxy = await startProxy(service, async ({ path }, forward) => {
    const answer = await forward()
    const isJson =
      answer.status < 300 && answer.headers.some(([name, value]) => name === 'content-type' && /json/.test(value))
    return isJson ? { ...answer, body: JSON.stringify(spoil(path, JSON.parse(answer.body))) } : answer
  })
  return { ...proxy, spoilt }
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

/** The frame stands, and the page says what it is, or what is wrong. */
async function stands(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByText(/\[object Object\]|undefined|NaN/)).toHaveCount(0)
}

test.describe('before a service that has drifted', () => {
  // A workspace of its name: then the service is a process of its own, and something can stand between.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'story' } })

  test('every page stands, and says what it can', { tag: ['@soak', '@R19'] }, async ({ page, world }) => {
    const rounds = times(1)
    test.setTimeout(240_000 * rounds)
    test.info().annotations.push({ type: 'seed', description: String(seed) })
    const paths = await pathsOf(world)
    const drifting = await driftingBefore((await world.access()).url, seeded(seed))
    try {
      for (let round = 0; round < rounds; round += 1) {
        // Nothing that an earlier round read is fresh.
        await world.kill()
        await world.startGateway({ SERVICE_URL: drifting.url })
        for (const path of paths) await stands(page, path)
      }
    } catch (error) {
      console.log(`SOAK_SEED=${seed}\n${drifting.spoilt.join('\n')}`)
      throw error
    } finally {
      drifting.close()
    }
    expect(drifting.spoilt.length).toBeGreaterThan(paths.length)
  })
})
