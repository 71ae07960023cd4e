/**
 * Tests decisions while the network fails and the gateway's process is killed at any write. Compares the ledger with the embedded
 * service's database.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decision, type DecisionAction, headers, type MessageFlow, plans, textHash } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { effectRows } from './ledger/effect-rows.ts'
import { findRecentDecisions } from './review/decision/decision-store.ts'
import { openStore, type Store } from './store/store.ts'
import { type NetworkFault, startFaultyNetwork } from './testing/faulty.ts'
import { startCrashingGateway } from './testing/process.ts'
import { readDecisions } from './testing/review.ts'
import { afterTest, browserAt, type openBrowser, startTestGateway } from './testing/testing.ts'

/** Faults of the network, and answers that the service gives for its reserved numbers. */
const networkFaults = ['none', 'dropped before', 'dropped after', 'truncated', 'slow'] as const
const reservedNumbers = {
  '429': '+12025550149',
  '500': '+12025550150',
  lost: '+12025550156',
  dropped: '+12025550157',
} as const
const faults = [...networkFaults, '429', '500', 'lost', 'dropped'] as const
const actions: readonly DecisionAction[] = ['Approve', 'Approve', 'Reject', 'EditAndApprove']

interface Plan {
  fault: (typeof faults)[number]
  action: DecisionAction
  /** Whether the second action of an edit and approve is the one that fails. */
  second: boolean
}
const plan: fc.Arbitrary<Plan> = fc.record({
  fault: fc.constantFrom(...faults),
  action: fc.constantFrom(...actions),
  second: fc.boolean(),
})

/** A generated draft. */
interface GeneratedDraft {
  conversation_id: string
  message_id: string
  message: string
}

/** When unknown outcomes are checked. The last check comes after the pause for a service that lost many answers. */
const checks = [500, 1_500, 3_000]
const apiKey = 'key_of_faults_0123456789'
const workspaceId = 'faults'
const wide = { perMinute: 1_000_000, burst: 1_000_000 }

async function startWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-'))
  const plan = { ...plans.enterprise, tiers: { standard: wide, 'data-read': wide } }
  const service = await startService({
    dataDir,
    port: 0,
    plan,
    speed: 1,
    seed: 'faults',
    specificationOnly: false,
    apiKey,
    workspaceId,
  })
  const faultOf = new Map<string, NetworkFault[]>()
  const network = await startFaultyNetwork(service.url, (messageId) => faultOf.get(messageId)?.shift() ?? 'none')
  let closed = false
  const closeService = async () => {
    if (!closed) await service.close()
    closed = true
  }
  afterTest(async () => {
    await network.close()
    await closeService()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(service.url + path, {
      method,
      headers: { [headers.apiKey]: apiKey, [headers.workspace]: workspaceId, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T
  }
  const [flow] = await ask<MessageFlow[]>('GET', '/v1/api/message-flows')
  return {
    file: join(dataDir, 'gateway.db'),
    environment: {
      SERVICE_URL: network.url,
      SERVICE_API_KEY: apiKey,
      SERVICE_WORKSPACE_ID: workspaceId,
      SERVICE_REQUESTS_PER_MINUTE: '100000',
    },
    faultOf,
    draft: (to: string) =>
      ask<GeneratedDraft>('POST', '/v1/api/conversations/message/generate', {
        flowId: flow?._id,
        to,
        autopilot: false,
      }),
    /** Stops the service. @returns the commands that reached it, and the messages that it sent */
    async count() {
      await closeService()
      const database = new DatabaseSync(join(dataDir, 'service.db'))
      const rows = database.prepare(`select ids, effect from command where endpoint = 'messageAction'`).all()
      const sent = database.prepare('select id from message where sent = 1').all()
      database.close()
      return {
        commands: rows.map(({ ids, effect }) => ({ ...(JSON.parse(String(ids)) as Named), effect: effect === 1 })),
        sent: new Set(sent.map(({ id }) => String(id))),
      }
    },
  }
}
type World = Awaited<ReturnType<typeof startWorld>>
interface Named {
  messageId: string
  action: string
}

let people = 0
/** A new number each time. */
const nextNumber = () => `+1415555${String(1_000 + people++)}`

async function prepare(world: World, { fault, action, second }: Plan): Promise<GeneratedDraft> {
  const to = fault in reservedNumbers ? reservedNumbers[fault as keyof typeof reservedNumbers] : nextNumber()
  const drafted = await world.draft(to)
  const network = networkFaults.find((one) => one === fault)
  const passes: NetworkFault[] = second && action === 'EditAndApprove' ? ['none'] : []
  if (network) world.faultOf.set(drafted.message_id, [...passes, network])
  return drafted
}

type Browser = ReturnType<typeof openBrowser>

/** @returns the acknowledged effect; null: no answer or a refusal */
async function decide(person: Browser, drafted: GeneratedDraft, action: DecisionAction): Promise<string | null> {
  const { conversation_id: conversationId, message_id: messageId, message } = drafted
  const words = { conversationId, messageId, action, textHash: await textHash(message), lastInbound: null }
  const body = { ...words, holdSeconds: 0, ...(action === 'EditAndApprove' && { editedMessage: 'In other words.' }) }
  const answer = await person.post('/gateway/decisions', body, { key: crypto.randomUUID() }).catch(() => null)
  return answer?.status === 200 ? String(answer.json.effectId) : null
}

/** Whether a decision may still change by itself: an unknown one only while more checks are planned. */
const isOpen = ({ state, nextCheckAt }: Decision) =>
  state === 'held' || state === 'sending' || (state === 'unknown' && nextCheckAt !== null)

/** Compares the ledger with what happened at the service. @returns a sentence for each difference */
async function differences(store: Store, world: World, acknowledged: readonly string[]): Promise<string[]> {
  const effects = await effectRows(store).where('e.endpoint', '=', 'messageAction').execute()
  const decisions = await findRecentDecisions(store, workspaceId, 0)
  const { commands, sent } = await world.count()
  const problems: string[] = []
  const named = effects.map(({ ids, state, happened }) => {
    const { messageId, action } = JSON.parse(ids) as Named
    return { messageId, action: action === 'EditAndApprove' ? 'Edit' : action, state, happened }
  })
  const keyOf = ({ messageId, action }: Named) => `${action} ${messageId}`
  for (const effect of named) {
    const arrived = commands.filter((command) => keyOf(command) === keyOf(effect))
    const isRecorded = effect.state === 'done' || (effect.state === 'settled' && effect.happened === 1)
    const happened = arrived.some((command) => command.effect)
    if (arrived.length > 1) problems.push(`${keyOf(effect)} was sent ${arrived.length} times`)
    if (effect.state === 'held' || effect.state === 'sending')
      problems.push(`${keyOf(effect)} is ${effect.state} for ever`)
    else if (effect.state === 'settled' && !isRecorded) problems.push(`${keyOf(effect)} is said not to have happened`)
    // An unknown command stays unknown only if it did not happen: otherwise a check finds it.
    else if (isRecorded !== happened)
      problems.push(`${keyOf(effect)} is ${effect.state}: recorded ${isRecorded}, happened ${happened}`)
  }
  const known = new Set(named.map(keyOf))
  for (const command of commands) if (!known.has(keyOf(command))) problems.push(`${keyOf(command)} is in no ledger`)
  const recorded = new Set(effects.map(({ id }) => id))
  for (const id of acknowledged) if (!recorded.has(id)) problems.push(`${id} was acknowledged and is lost`)
  for (const { message_id: id, sent: isRecorded } of decisions)
    if (isRecorded === 1 && !sent.has(id)) problems.push(`${id} is shown as sent and is not`)
  return problems
}

/** The decisions that may still change, as a reviewer sees them. */
const open = (person: Browser) => async () => (await readDecisions(person)).filter(isOpen)

const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const waitLimit = { timeout: scaleForSoak(50_000) }
const testTimeout = { timeout: scaleForSoak(60_000) }

describe(`decisions under faults (seed ${seed})`, { tags: ['soak'] }, () => {
  test('are never sent twice, lost or wrongly shown as sent when the network fails', {
    tags: ['R07'],
    ...testTimeout,
  }, async () => {
    const world = await startWorld()
    const store = await openStore({ file: world.file })
    const { environment } = world
    const limits = { connectMs: 1_000, readMs: 5_000, writeMs: 700, answerBytes: 1_000_000 }
    // More concurrent decisions take longer. A check before the command arrives would find that it did not happen.
    const laterChecks = checks.map(scaleForSoak)
    const { gateway, browser } = await startTestGateway(environment.SERVICE_URL, {
      store,
      environment,
      checks: laterChecks,
      limits,
    })
    afterTest(gateway.close)
    const priya = await browser().signInAsDemo('ready-reviewer')
    const plans = fc.sample(plan, { numRuns: scaleForSoak(20), seed })
    const drafts: GeneratedDraft[] = []
    for (const one of plans) drafts.push(await prepare(world, one))
    const made = plans.map(({ action }, at) => decide(priya, drafts[at] as GeneratedDraft, action))
    const acknowledged = (await Promise.all(made)).filter((id) => id !== null)
    expect(acknowledged).toHaveLength(plans.length)
    await expect.poll(open(priya), waitLimit).toEqual([])
    expect(await differences(store, world, acknowledged)).toEqual([])
  })

  test('are sent at most once, and the ledger has every acknowledged one, when the process is killed at any write', {
    tags: ['R20'],
    ...testTimeout,
  }, async () => {
    const world = await startWorld()
    const { environment, file } = world
    // An approval takes about 15 writes, an edit with its approval about 25. The latest kills come after the last write.
    const first = seed % 29
    const steps = Array.from({ length: scaleForSoak(3) }, (_, turn) => (first + turn * 7) % 29)
    const acknowledged: string[] = []
    for (const writes of steps) {
      const action = writes < 14 ? 'Approve' : 'EditAndApprove'
      const drafted = await world.draft(nextNumber())
      const crashing = await startCrashingGateway({ environment, file, writes, checks })
      afterTest(async () => crashing.kill())
      const priya = await browserAt(crashing.address).signInAsDemo('ready-reviewer')
      const effectId = await decide(priya, drafted, action)
      if (effectId) acknowledged.push(effectId)
      const over = async () => crashing.hasExited() || !(await readDecisions(priya).catch(() => [])).some(isOpen)
      await expect.poll(over).toBe(true)
      crashing.kill()
      await crashing.exited
    }
    const store = await openStore({ file })
    const { gateway, browser } = await startTestGateway(environment.SERVICE_URL, { store, environment, checks })
    afterTest(gateway.close)
    const priya = await browser().signInAsDemo('ready-reviewer')
    await expect.poll(open(priya), waitLimit).toEqual([])
    expect(await differences(store, world, acknowledged)).toEqual([])
  })
})
