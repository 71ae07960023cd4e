/**
 * Sends every command of the contract to the embedded service, through a stand-in that changes the answer or delays the command. A new
 * command without a row in the table fails. Longer than 300 lines, because it is one table.
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
import { afterwards, csvForm, type openBrowser, startTestGateway, testClock } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
/** Sends the command to the gateway, by default with a new key. */
type Act = (person: Browser, key?: string) => Promise<{ status: number; json: Record<string, unknown> }>

interface Row {
  /** Creates what the command needs at the service, and returns a function that sends it. */
  prepare: () => Promise<Act>
  /** Whether a read can confirm that it was carried out. Otherwise only a person can settle it. */
  readable: boolean
}

const apiKey = 'key_of_commands_0123456789'
const workspaceId = 'commands'
const wide = { perMinute: 1_000_000, burst: 1_000_000 }
let service: Service
const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-'))

beforeAll(async () => {
  const plan = { ...plans.enterprise, tiers: { standard: wide, 'data-read': wide } }
  const more = { dataDir, port: 0, plan, speed: 1, seed: 'commands', specificationOnly: false, concurrentCalls: 1_000 }
  service = await startService({ ...more, apiKey, workspaceId })
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends a request to the service itself. */
async function ask<T>(method: string, path: string, body?: object): Promise<T> {
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

let made = 0
const name = () => `Record ${(made += 1)}`
const voice = { provider: 'openai', voiceId: 'alloy' }
const newAgent = () => ask<{ id: string }>('POST', '/api/v1/agents', { name: name(), model: 'gpt-4o', voice })
const newFlow = (agentId: string | null = null) =>
  ask<{ id: string }>('POST', '/api/v1/flows', { name: name(), agentId })
const newMessagingAgent = () => ask<MessagingAgent>('POST', '/v1/api/omni-flow-agents', { name: name() })
const newMessageFlow = async () => {
  const { _id: agent } = await newMessagingAgent()
  return ask<MessageFlow>('POST', '/v1/api/message-flows', { name: name(), agent })
}
/** An agent that can call. */
async function caller(): Promise<string> {
  const body = { name: name(), model: 'gpt-4o', voice, phoneNumber: '+14155550100' }
  const { id } = await ask<{ id: string }>('POST', '/api/v1/agents', body)
  await newFlow(id)
  return id
}
/** The simulation answers this number, and the call lasts an hour. */
const longCall = '+12025550105'
const onCall = async () => ask<Call>('POST', '/api/v1/calls/call', { agentId: await caller(), toNumber: longCall })
const file = 'phone_number,first_name\n+14155550134,Ada\n+14155550135,Bo\n'
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

/** A command that the gateway offers under the service's own path. */
const plain =
  (method: string, path: string, body?: unknown): Act =>
  (person, key = crypto.randomUUID()) =>
    person.ask(method, path, { body, key })

const rows: Record<ServiceCommandName, Row> = {
  agentCreate: {
    readable: true,
    prepare: async () => plain('POST', '/api/v1/agents', { name: name(), model: 'gpt-4o', voice }),
  },
  agentUpdate: {
    readable: true,
    prepare: async () => plain('PATCH', `/api/v1/agents/${(await newAgent()).id}`, { name: name() }),
  },
  agentDelete: { readable: true, prepare: async () => plain('DELETE', `/api/v1/agents/${(await newAgent()).id}`) },
  flowCreate: { readable: true, prepare: async () => plain('POST', '/api/v1/flows', { name: name() }) },
  flowUpdate: {
    readable: true,
    prepare: async () => plain('PATCH', `/api/v1/flows/${(await newFlow()).id}`, { name: name() }),
  },
  flowDelete: { readable: true, prepare: async () => plain('DELETE', `/api/v1/flows/${(await newFlow()).id}`) },
  messagingAgentCreate: {
    readable: true,
    prepare: async () => plain('POST', '/v1/api/omni-flow-agents', { name: name() }),
  },
  messagingAgentReplace: {
    readable: true,
    prepare: async () => {
      const agent = await newMessagingAgent()
      return plain('PUT', `/v1/api/omni-flow-agents/${agent._id}`, { ...agent, name: name() })
    },
  },
  messageFlowCreate: { readable: true, prepare: async () => plain('POST', '/v1/api/message-flows', { name: name() }) },
  messageFlowReplace: {
    readable: true,
    prepare: async () => {
      const flow = await newMessageFlow()
      return plain('PUT', `/v1/api/message-flows/${flow._id}`, { ...flow, name: name() })
    },
  },
  callSend: {
    readable: false,
    prepare: async () => plain('POST', '/gateway/calls', { agentId: await caller(), toNumber: longCall }),
  },
  batchStart: {
    readable: false,
    prepare: async () => {
      const agentId = await caller()
      return (person, key = crypto.randomUUID()) =>
        person.post('/gateway/launches', csvForm({ agentId, name: 'Renewals', scheduledAt: tomorrow() }, file), { key })
    },
  },
  batchCancel: {
    readable: true,
    prepare: async () => {
      const form = csvForm({ agentId: await caller(), scheduledAt: tomorrow() }, file)
      const { batchId } = await ask<{ batchId: string }>('POST', '/v1/api/batch-calls', form)
      return plain('DELETE', `/v1/api/batch-calls/${batchId}`)
    },
  },
  messageAction: {
    readable: true,
    prepare: async () => {
      const to = `+1415555${String(3_000 + (made += 1))}`
      const order = { flowId: (await newMessageFlow())._id, to, autopilot: false }
      type Drafted = Record<'conversation_id' | 'message_id' | 'message', string>
      const drafted = await ask<Drafted>('POST', '/v1/api/conversations/message/generate', order)
      const decision = {
        conversationId: drafted.conversation_id,
        messageId: drafted.message_id,
        action: 'Approve',
        textHash: await textHash(drafted.message),
        lastInbound: null,
        holdSeconds: 0,
      }
      return plain('POST', '/gateway/decisions', decision)
    },
  },
  messageGenerate: {
    readable: false,
    prepare: async () => {
      const to = `+1415555${String(3_000 + (made += 1))}`
      const order = { flowId: (await newMessageFlow())._id, to, autopilot: false }
      return plain('POST', '/v1/api/conversations/message/generate', order)
    },
  },
  activeCallEnd: {
    readable: true,
    prepare: async () => plain('POST', `/v2/api/active-calls/${(await onCall()).roomName}/end-call`),
  },
  activeCallTakeOver: {
    readable: false,
    prepare: async () => {
      const path = `/v2/api/active-calls/${(await onCall()).roomName}`
      const { participants } = await ask<ActiveCall>('GET', path)
      const participantIdentity = participants.find(({ isAgent }) => isAgent)?.identity
      return plain('POST', `${path}/remove-agent`, { participantIdentity })
    },
  },
}

async function worldOf(command: ServiceCommandName, mode: StandInMode) {
  const standIn = await startStandIn(service.url)
  afterwards(standIn.close)
  const clock = testClock()
  const environment = {
    SERVICE_API_KEY: apiKey,
    SERVICE_WORKSPACE_ID: workspaceId,
    SERVICE_REQUESTS_PER_MINUTE: '100000',
  }
  const { gateway, browser } = await startTestGateway(standIn.url, { environment, clock })
  afterwards(gateway.close)
  const act = await rows[command].prepare()
  const grace = await browser().land()
  standIn.setMode(mode)
  const effects = async () =>
    ((await grace.get('/gateway/effects')).json.effects as Effect[]).filter(({ endpoint }) => endpoint === command)
  /** The latest effect, once it has ended or is unknown: a decision is sent a moment after its request is answered. */
  const effect = async () => {
    const state = async () => (await effects())[0]?.state
    await expect.poll(state, { timeout: 5_000 }).not.toMatch(/held|sending/)
    return (await effects())[0]
  }
  /** Advances the clock, and runs every recheck at its time. */
  const until = async (seconds: number) => {
    const end = start + seconds * 1_000
    for (;;) {
      const next = (await effects())[0]?.nextCheckAt ?? null
      if (next === null || next > end) break
      clock.pass(Math.max(0, next - clock.now()))
      await gateway.recheck()
    }
    clock.pass(Math.max(0, end - clock.now()))
  }
  const start = clock.now()
  return { act, grace, standIn, clock, effect, effects, until }
}

const commands = Object.keys(rows) as ServiceCommandName[]

describe('table of commands', () => {
  test('has every command of the contract', () => {
    const endpoints = Object.entries(serviceEndpoints as Record<string, EndpointDefinition>)
    const changing = endpoints.filter(([, { effect }]) => effect !== null).map(([name]) => name)
    expect(commands.toSorted()).toEqual(changing.toSorted())
  })
})

describe.each(commands)('%s', (command) => {
  const { readable } = rows[command]
  const { repeatable } = serviceEndpoints[command].effect

  test.each(['unrelated', 'empty'] as const)(
    'is unknown, not done, after an %s 2xx',
    { tags: ['R47', 'done-shows-its-effect'] },
    async (mode) => {
      const { act, grace, standIn, effect } = await worldOf(command, mode)
      const answer = await act(grace)
      expect(await effect()).toMatchObject({ state: 'unknown' })
      // A decision is answered as soon as it is held.
      const unknown = { error: { code: repeatable ? 'unconfirmed' : 'outcome_unknown', sent: 'unknown' } }
      expect(answer.json).toMatchObject(command === 'messageAction' ? { state: 'held' } : unknown)
      expect(standIn).toMatchObject({ carriedOut: [] })
      expect(standIn.arrived()).toBe(1)
    },
  )

  test('is done after an unrelated 2xx if a read confirms it', {
    tags: ['R47'],
  }, async () => {
    const { act, grace, standIn, effect } = await worldOf(command, 'unrelated although done')
    const answer = await act(grace)
    expect(await effect()).toMatchObject({ state: readable ? 'done' : 'unknown' })
    expect(standIn.carriedOut).toHaveLength(1)
    expect(answer.status === 200).toBe(readable || command === 'messageAction')
  })

  test('is unknown until a read confirms it if it is carried out 80 s late, and is never sent again', {
    tags: ['R07'],
  }, async () => {
    const { act, grace, standIn, clock, effect, until } = await worldOf(command, 'late')
    await act(grace)
    expect(await effect()).toMatchObject({ state: 'unknown' })
    standIn.setMode('ordinary')
    await until(80)
    expect(await effect()).toMatchObject({
      state: 'unknown',
      lastCheckedAt: readable ? clock.now() - 35_000 : null,
      nextCheckAt: readable ? clock.now() + 40_000 : null,
    })
    await standIn.deliver()
    expect(standIn.carriedOut).toHaveLength(1)
    await until(120)
    expect(await effect()).toMatchObject(
      readable ? { state: 'settled', happened: true, settledBy: null } : { state: 'unknown' },
    )
    expect(standIn.arrived()).toBe(1)
  })

  test('is rechecked for an hour if it is never carried out, and stays unknown until a person settles it', {
    tags: ['R07'],
  }, async () => {
    const { act, grace, standIn, clock, effect, until } = await worldOf(command, 'late')
    await act(grace)
    await effect()
    await until(3_600)
    const { state, nextCheckAt, lastCheckedAt, id } = (await effect()) ?? {}
    expect({ state, nextCheckAt, lastCheckedAt }).toEqual({
      state: 'unknown',
      nextCheckAt: null,
      lastCheckedAt: readable ? clock.now() : null,
    })
    await grace.post(`/gateway/effects/${id}/settle`, { happened: false, reason: 'The console shows nothing.' })
    expect(await effect()).toMatchObject({ state: 'settled', happened: false, settledBy: 'Grace Okafor' })
    expect(standIn.arrived()).toBe(1)
  })

  test(`${repeatable ? 'can be repeated' : 'blocks its target'} while it is unknown`, async () => {
    const { act, grace, standIn, effect, effects } = await worldOf(command, 'late')
    await act(grace)
    await effect()
    standIn.setMode('ordinary')
    const again = await act(grace)
    expect(again.status).toBe(repeatable ? 200 : 409)
    expect(standIn.arrived()).toBe(repeatable ? 2 : 1)
    const states = (await effects()).map(({ state }) => state).toSorted()
    expect(states).toEqual(repeatable ? ['done', 'unknown'] : ['unknown'])
  })

  const isSave = readable && repeatable && command !== 'batchCancel'
  if (!isSave) return
  test('is not sent again when it is repeated after it was carried out; the repeat settles the first one', async () => {
    const { act, grace, standIn, effect } = await worldOf(command, 'late')
    await act(grace)
    await effect()
    standIn.setMode('ordinary')
    await standIn.deliver()
    expect(await act(grace)).toMatchObject({ status: 200 })
    expect(await effect()).toMatchObject({ state: 'settled', happened: true })
    expect(standIn.arrived()).toBe(1)
  })
})
