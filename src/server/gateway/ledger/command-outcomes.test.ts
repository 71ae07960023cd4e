/**
 * Sends every command of the contract to the embedded service, through a stand-in that changes the answer or delays the command. A new
 * command without a row in the table fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ActiveCall,
  type Call,
  type Effect,
  type EndpointDefinition,
  headers,
  type MessageFlow,
  type MessagingAgent,
  plans,
  type ServiceCommandName,
  serviceEndpoints,
  textHash,
} from '#contract/index.ts'
import { type Service, startService } from '#server/service/start.ts'
import { type StandInMode, startStandIn } from '../testing/faulty.ts'
import { afterTest, createTestClock, csvForm, type openBrowser, startTestGateway } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
/** Sends the command to the gateway, by default with a new key. */
type SendCommand = (person: Browser, key?: string) => Promise<{ status: number; json: Record<string, unknown> }>

interface CommandCase {
  /** Creates what the command needs at the service, and returns a function that sends it. */
  prepare: () => Promise<SendCommand>
  /** Whether a read can confirm that it was carried out. Otherwise only a person can settle it. */
  isReadable: boolean
}

const apiKey = 'key_of_commands_0123456789'
const workspaceId = 'commands'
const unlimited = { perMinute: 1_000_000, burst: 1_000_000 }
let service: Service
const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-'))

beforeAll(async () => {
  const plan = { ...plans.enterprise, tiers: { standard: unlimited, 'data-read': unlimited } }
  const options = {
    dataDir,
    port: 0,
    plan,
    speed: 1,
    seed: 'commands',
    specificationOnly: false,
    concurrentCalls: 1_000,
  }
  service = await startService({ ...options, apiKey, workspaceId })
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends a request to the service itself. */
async function requestOfService<T>(method: string, path: string, body?: object): Promise<T> {
  const form = body instanceof FormData
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      [headers.apiKey]: apiKey,
      [headers.workspace]: workspaceId,
      ...(!form && { 'content-type': 'application/json' }),
    },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

let sequence = 0
const newName = () => `Record ${(sequence += 1)}`
const voice = { provider: 'openai', voiceId: 'alloy' }
const createAgent = () =>
  requestOfService<{ id: string }>('POST', '/api/v1/agents', { name: newName(), model: 'gpt-4o', voice })
const createFlow = (agentId: string | null = null) =>
  requestOfService<{ id: string }>('POST', '/api/v1/flows', { name: newName(), agentId })
const createMessagingAgent = () =>
  requestOfService<MessagingAgent>('POST', '/v1/api/omni-flow-agents', { name: newName() })
const createMessageFlow = async () => {
  const { _id: agent } = await createMessagingAgent()
  return requestOfService<MessageFlow>('POST', '/v1/api/message-flows', { name: newName(), agent })
}
/** An agent that can call. */
async function createCallingAgent(): Promise<string> {
  const body = { name: newName(), model: 'gpt-4o', voice, phoneNumber: '+14155550100' }
  const { id } = await requestOfService<{ id: string }>('POST', '/api/v1/agents', body)
  await createFlow(id)
  return id
}
/** The simulation answers this number, and the call lasts an hour. */
const longCallNumber = '+12025550105'
const placeLongCall = async () =>
  requestOfService<Call>('POST', '/api/v1/calls/call', {
    agentId: await createCallingAgent(),
    toNumber: longCallNumber,
  })
const file = 'phone_number,first_name\n+14155550134,Ada\n+14155550135,Bo\n'
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

/** Sends a command to this path of the gateway. */
const commandAt =
  (method: string, path: string, body?: unknown): SendCommand =>
  (person, key = crypto.randomUUID()) =>
    person.request(method, path, { body, key })

const cases: Record<ServiceCommandName, CommandCase> = {
  agentCreate: {
    isReadable: true,
    prepare: async () => commandAt('POST', '/api/v1/agents', { name: newName(), model: 'gpt-4o', voice }),
  },
  agentUpdate: {
    isReadable: true,
    prepare: async () => commandAt('PATCH', `/api/v1/agents/${(await createAgent()).id}`, { name: newName() }),
  },
  agentDelete: {
    isReadable: true,
    prepare: async () => commandAt('DELETE', `/api/v1/agents/${(await createAgent()).id}`),
  },
  flowCreate: { isReadable: true, prepare: async () => commandAt('POST', '/api/v1/flows', { name: newName() }) },
  flowUpdate: {
    isReadable: true,
    prepare: async () => commandAt('PATCH', `/api/v1/flows/${(await createFlow()).id}`, { name: newName() }),
  },
  flowDelete: {
    isReadable: true,
    prepare: async () => commandAt('DELETE', `/api/v1/flows/${(await createFlow()).id}`),
  },
  messagingAgentCreate: {
    isReadable: true,
    prepare: async () => commandAt('POST', '/v1/api/omni-flow-agents', { name: newName() }),
  },
  messagingAgentReplace: {
    isReadable: true,
    prepare: async () => {
      const agent = await createMessagingAgent()
      return commandAt('PUT', `/v1/api/omni-flow-agents/${agent._id}`, { ...agent, name: newName() })
    },
  },
  messageFlowCreate: {
    isReadable: true,
    prepare: async () => commandAt('POST', '/v1/api/message-flows', { name: newName() }),
  },
  messageFlowReplace: {
    isReadable: true,
    prepare: async () => {
      const flow = await createMessageFlow()
      return commandAt('PUT', `/v1/api/message-flows/${flow._id}`, { ...flow, name: newName() })
    },
  },
  callSend: {
    isReadable: false,
    prepare: async () =>
      commandAt('POST', '/gateway/calls', { agentId: await createCallingAgent(), toNumber: longCallNumber }),
  },
  batchStart: {
    isReadable: false,
    prepare: async () => {
      const agentId = await createCallingAgent()
      return (person, key = crypto.randomUUID()) =>
        person.post('/gateway/launches', csvForm({ agentId, name: 'Renewals', scheduledAt: tomorrow() }, file), { key })
    },
  },
  batchCancel: {
    isReadable: true,
    prepare: async () => {
      const form = csvForm({ agentId: await createCallingAgent(), scheduledAt: tomorrow() }, file)
      const { batchId } = await requestOfService<{ batchId: string }>('POST', '/v1/api/batch-calls', form)
      return commandAt('DELETE', `/v1/api/batch-calls/${batchId}`)
    },
  },
  messageAction: {
    isReadable: true,
    prepare: async () => {
      const to = `+1415555${String(3_000 + (sequence += 1))}`
      const request = { flowId: (await createMessageFlow())._id, to, autopilot: false }
      type DraftAnswer = Record<'conversation_id' | 'message_id' | 'message', string>
      const draft = await requestOfService<DraftAnswer>('POST', '/v1/api/conversations/message/generate', request)
      const decision = {
        conversationId: draft.conversation_id,
        messageId: draft.message_id,
        action: 'Approve',
        textHash: await textHash(draft.message),
        lastInbound: null,
        holdSeconds: 0,
      }
      return commandAt('POST', '/gateway/decisions', decision)
    },
  },
  messageGenerate: {
    isReadable: false,
    prepare: async () => {
      const to = `+1415555${String(3_000 + (sequence += 1))}`
      const request = { flowId: (await createMessageFlow())._id, to, autopilot: false }
      return commandAt('POST', '/v1/api/conversations/message/generate', request)
    },
  },
  activeCallEnd: {
    isReadable: true,
    prepare: async () => commandAt('POST', `/v2/api/active-calls/${(await placeLongCall()).roomName}/end-call`),
  },
  activeCallTakeOver: {
    isReadable: false,
    prepare: async () => {
      const path = `/v2/api/active-calls/${(await placeLongCall()).roomName}`
      const { participants } = await requestOfService<ActiveCall>('GET', path)
      const participantIdentity = participants.find(({ isAgent }) => isAgent)?.identity
      return commandAt('POST', `${path}/remove-agent`, { participantIdentity })
    },
  },
}

async function worldOf(command: ServiceCommandName, mode: StandInMode) {
  const standIn = await startStandIn(service.url)
  afterTest(standIn.close)
  const clock = createTestClock()
  const environment = {
    SERVICE_API_KEY: apiKey,
    SERVICE_WORKSPACE_ID: workspaceId,
    SERVICE_REQUESTS_PER_MINUTE: '100000',
  }
  const { gateway, browser } = await startTestGateway(standIn.url, { environment, clock })
  afterTest(gateway.close)
  const sendCommand = await cases[command].prepare()
  const grace = await browser().signInAsDemo()
  standIn.setMode(mode)
  const listEffects = async () =>
    ((await grace.get('/gateway/effects')).json.effects as Effect[]).filter(({ endpoint }) => endpoint === command)
  /** The latest effect, once it has ended or is unknown: a decision is sent a moment after its request is answered. */
  const latestEffect = async () => {
    const readState = async () => (await listEffects())[0]?.state
    await expect.poll(readState).not.toMatch(/held|sending/)
    return (await listEffects())[0]
  }
  /** Advances the clock to this many seconds after the start, and runs every recheck at its time. */
  const runUntil = async (seconds: number) => {
    const end = start + seconds * 1_000
    for (;;) {
      const nextCheckAt = Math.min(...(await listEffects()).map((effect) => effect.nextCheckAt ?? Infinity))
      if (nextCheckAt > end) break
      clock.advance(Math.max(0, nextCheckAt - clock.now()))
      await gateway.recheck()
    }
    clock.advance(Math.max(0, end - clock.now()))
  }
  const start = clock.now()
  return { sendCommand, grace, standIn, clock, latestEffect, listEffects, runUntil }
}

const commands = Object.keys(cases) as ServiceCommandName[]
/** One reading that does not find what they concern proves nothing. */
const removals: readonly ServiceCommandName[] = ['agentDelete', 'flowDelete', 'activeCallEnd']

describe('the table of commands', () => {
  test('has every command of the contract', () => {
    const endpoints = Object.entries(serviceEndpoints as Record<string, EndpointDefinition>)
    const changing = endpoints.filter(([, { effect }]) => effect !== null).map(([name]) => name)
    expect(commands.toSorted()).toEqual(changing.toSorted())
  })
})

describe.each(commands)('%s', (command) => {
  const { isReadable } = cases[command]
  const { repeatable } = serviceEndpoints[command].effect

  test.each(['unrelated', 'empty'] as const)(
    'is unknown, not done, after an %s 2xx',
    { tags: ['R47', 'done-shows-its-effect'] },
    async (mode) => {
      const { sendCommand, grace, standIn, latestEffect } = await worldOf(command, mode)
      const answer = await sendCommand(grace)
      expect(await latestEffect()).toMatchObject({ state: 'unknown' })
      // A decision is answered as soon as it is held.
      const unknownAnswer = { error: { code: repeatable ? 'unconfirmed' : 'outcome_unknown', sent: 'unknown' } }
      expect(answer.json).toMatchObject(command === 'messageAction' ? { state: 'held' } : unknownAnswer)
      expect(standIn).toMatchObject({ carriedOut: [] })
      expect(standIn.receivedCount()).toBe(1)
    },
  )

  test('is done after an unrelated 2xx if a read confirms it', {
    tags: ['R47'],
  }, async () => {
    const { sendCommand, grace, standIn, latestEffect } = await worldOf(command, 'unrelated although done')
    const answer = await sendCommand(grace)
    expect(await latestEffect()).toMatchObject({ state: isReadable ? 'done' : 'unknown' })
    expect(standIn.carriedOut).toHaveLength(1)
    expect(answer.status === 200).toBe(isReadable || command === 'messageAction')
  })

  test('if carried out 80 s late, is unknown until a read confirms it, and is never sent again', {
    tags: ['R07'],
  }, async () => {
    const { sendCommand, grace, standIn, clock, latestEffect, runUntil } = await worldOf(command, 'late')
    await sendCommand(grace)
    expect(await latestEffect()).toMatchObject({ state: 'unknown' })
    standIn.setMode('ordinary')
    await runUntil(80)
    expect(await latestEffect()).toMatchObject({
      state: 'unknown',
      lastCheckedAt: isReadable ? clock.now() - 35_000 : null,
      nextCheckAt: isReadable ? clock.now() + 40_000 : null,
    })
    await standIn.forwardDelayed()
    expect(standIn.carriedOut).toHaveLength(1)
    // A removal is settled by the second reading that does not find it, three seconds later.
    await runUntil(123)
    expect(await latestEffect()).toMatchObject(
      isReadable ? { state: 'settled', happened: true, settledBy: null } : { state: 'unknown' },
    )
    expect(standIn.receivedCount()).toBe(1)
  })

  test('is rechecked for an hour if it is never carried out, and stays unknown until a person settles it', {
    tags: ['R07'],
  }, async () => {
    const { sendCommand, grace, standIn, clock, latestEffect, runUntil } = await worldOf(command, 'late')
    await sendCommand(grace)
    await latestEffect()
    await runUntil(3_600)
    const { state, nextCheckAt, lastCheckedAt, id } = (await latestEffect()) ?? {}
    expect({ state, nextCheckAt, lastCheckedAt }).toEqual({
      state: 'unknown',
      nextCheckAt: null,
      lastCheckedAt: isReadable ? clock.now() : null,
    })
    await grace.post(`/gateway/effects/${id}/settle`, { happened: false, reason: 'The console shows nothing.' })
    expect(await latestEffect()).toMatchObject({ state: 'settled', happened: false, settledBy: 'Grace Okafor' })
    expect(standIn.receivedCount()).toBe(1)
  })

  test(`${repeatable ? 'can be repeated' : 'blocks its target'} while it is unknown`, async () => {
    const { sendCommand, grace, standIn, latestEffect, listEffects } = await worldOf(command, 'late')
    await sendCommand(grace)
    await latestEffect()
    standIn.setMode('ordinary')
    const repeat = await sendCommand(grace)
    expect(repeat.status).toBe(repeatable ? 200 : 409)
    expect(standIn.receivedCount()).toBe(repeatable ? 2 : 1)
    const states = (await listEffects()).map(({ state }) => state).toSorted()
    expect(states).toEqual(repeatable ? ['done', 'unknown'] : ['unknown'])
  })

  const canRepeatSettle = isReadable && repeatable && command !== 'batchCancel' && !removals.includes(command)
  if (!canRepeatSettle) return
  test('is not sent again when it is repeated after it was carried out; the repeat settles the first command', async () => {
    const { sendCommand, grace, standIn, latestEffect } = await worldOf(command, 'late')
    await sendCommand(grace)
    await latestEffect()
    standIn.setMode('ordinary')
    await standIn.forwardDelayed()
    expect(await sendCommand(grace)).toMatchObject({ status: 200 })
    expect(await latestEffect()).toMatchObject({ state: 'settled', happened: true })
    expect(standIn.receivedCount()).toBe(1)
  })
})

describe.each(removals)('%s', (command) => {
  test('is sent when it is repeated, although one reading does not find what it removes; the next one settles the first command', async () => {
    const { sendCommand, grace, standIn, latestEffect, listEffects, runUntil } = await worldOf(command, 'late')
    await sendCommand(grace)
    const { id } = (await latestEffect()) ?? {}
    standIn.setMode('ordinary')
    await standIn.forwardDelayed()
    expect(await sendCommand(grace)).toMatchObject({ status: 404 })
    const first = async () => (await listEffects()).find((effect) => effect.id === id)
    expect(await first()).toMatchObject({ state: 'unknown' })
    await runUntil(20)
    expect(await first()).toMatchObject({ state: 'settled', happened: true })
    expect(standIn.receivedCount()).toBe(2)
  })
})
