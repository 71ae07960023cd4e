/**
 * A service of another version, whose answers have drifted from the specification: fields are missing, null, of another type, huge, empty,
 * or new. Each page is tested with a few random changes. A failed run prints its seed. To run 10 rounds, or the same changes again:
 * `SOAK=10 SOAK_SEED=… npm run test:soak -- e2e/drift.story.ts`. Unit tests of the gateway cover each single field.
 */
import type { Page } from '@playwright/test'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { driftedCopies, driftKinds, fieldPathsOf } from '#tools/testing/drift.ts'
import { startProxy } from './proxy.ts'
import { expect, test, type World } from './world.ts'

const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31)

/** Creates a generator of random numbers from 0 to 1, which are the same for the same seed (mulberry32). */
function createSeededRandom(initialSeed: number): () => number {
  let state = initialSeed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Starts a proxy between the gateway and the service that changes one random field of each answer. */
async function startDriftingProxy(serviceUrl: string, random: () => number) {
  const changes: string[] = []
  const pickRandom = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const changeRandomField = (path: string, answer: unknown): unknown => {
    const field = pickRandom(fieldPathsOf(answer))
    const kind = pickRandom(driftKinds)
    const changedAnswer = field && kind ? pickRandom(driftedCopies(answer, field, kind)) : undefined
    if (changedAnswer === undefined) return answer
    changes.push(`${path}: ${field?.join('.')} ${kind}`)
    return changedAnswer
  }
  const proxy = await startProxy(serviceUrl, async ({ path }, forward) => {
    const answer = await forward()
    const isJson =
      answer.status < 300 && answer.headers.some(([name, value]) => name === 'content-type' && /json/.test(value))
    return isJson ? { ...answer, body: JSON.stringify(changeRandomField(path, JSON.parse(answer.body))) } : answer
  })
  return { ...proxy, changes }
}

async function collectPaths(world: World): Promise<string[]> {
  const [agents, flows, calls, conversations] = await Promise.all([
    world.service('agentList', { query: { limit: '1' } }),
    world.service('flowList', { query: { limit: '1' } }),
    world.service('activeCallList'),
    world.service('conversationList'),
  ])
  return [
    '/overview',
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
    const rounds = scaleForSoak(1)
    test.setTimeout(240_000 * rounds)
    test.info().annotations.push({ type: 'seed', description: String(seed) })
    const paths = await collectPaths(world)
    const driftingProxy = await startDriftingProxy((await world.serviceAccess()).url, createSeededRandom(seed))
    try {
      for (let round = 0; round < rounds; round += 1) {
        // Restart the gateway, so that it reads everything again through the proxy.
        await world.killGateways()
        await world.startGateway({ SERVICE_URL: driftingProxy.url })
        for (const path of paths) await expectUsablePage(page, path)
      }
    } catch (error) {
      console.log(`SOAK_SEED=${seed}\n${driftingProxy.changes.join('\n')}`)
      throw error
    } finally {
      driftingProxy.close()
    }
    expect(driftingProxy.changes.length).toBeGreaterThan(paths.length)
  })
})
