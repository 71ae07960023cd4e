/**
 * The service for tests: a fake clock, seeded randomness, a database in memory and the whole application without a port. It
 * closes when the test finishes.
 */
import { onTestFinished } from 'vitest'
import { type BatchProgress, type Plan, plans } from '#contract/index.ts'
import { readContents } from '#server/database/testing.ts'
import { createActivity } from '../activity/activity.ts'
import type { OwnBatch } from '../activity/batches.ts'
import { createApp } from '../app.ts'
import { installKeys } from '../auth/keys.ts'
import { createRunner } from '../calling/run-calls.ts'
import { defaultOutcomes } from '../carrier/outcome.ts'
import { createDeliveries } from '../events/delivery.ts'
import { seedDatabase } from '../seed/seed.ts'
import type { Clock } from '../shared/clock.ts'
import type { ServiceContext } from '../shared/context.ts'
import type { OutcomeSettings } from '../shared/outcomes.ts'
import { seededRandom } from '../shared/random.ts'
import { type Database, openServiceDatabase } from '../store/database.ts'

export interface FakeClock extends Clock {
  set: (time: number) => void
  /** The next timer, or null. */
  nextTimer: () => { time: number; wake: () => void } | null
}

/** A clock that shows `start` (epoch ms) until it is set. Timers fire only when the test calls their `wake`. */
export function fakeClock(start: number): FakeClock {
  let now = start
  const timers = new Set<{ time: number; wake: () => void }>()
  return {
    now: () => now,
    wakeAt: (time, wake) => {
      const timer = {
        time,
        wake: () => {
          timers.delete(timer)
          wake()
        },
      }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    set: (time) => {
      now = time
    },
    nextTimer: () => [...timers].toSorted((a, b) => a.time - b.time)[0] ?? null,
  }
}

export interface TestServiceOptions {
  plan?: Plan['name']
  concurrentCalls?: number
  speed?: number
  specificationOnly?: boolean
  /** Whether to write the seed data. Default: an empty database. */
  seeded?: boolean
  /** A database file instead of memory, for tests that restart the service. */
  file?: string
  clock?: FakeClock
  seed?: string
  outcomes?: OutcomeSettings
  hasActivity?: boolean
  /** Receives events. */
  webhookUrl?: string
}

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

interface RequestOptions {
  body?: unknown
  form?: Record<string, string | Blob>
  headers?: Record<string, string>
}

export type TestService = Awaited<ReturnType<typeof openTestService>>

/** Friday the 20th of November 2026, ten in the morning. */
export const startOfTests = Date.UTC(2026, 10, 20, 10)
export const apiKey = 'key-of-the-tests'
export const workspace = 'workspace-of-the-tests'
export const webhookSecret = 'secret-of-the-tests'

/** How many services the running test has opened. */
let openedCount = 0

const ownKey = { apiKey, workspaces: [{ id: workspace, name: 'Tests' }] }

/** The files of databases with tables and perhaps seed data, by what these depend on. Each is made once, because it takes long. */
const templates = new Map<string, Promise<Uint8Array>>()

async function createTemplate(context: Omit<ServiceContext, 'database'>, seeded: boolean): Promise<Uint8Array> {
  const database = await openServiceDatabase(':memory:')
  if (seeded) {
    await installKeys(database, ownKey, context.clock.now())
    await seedDatabase({ ...context, database, wakeRunner: () => {} }, workspace)
  }
  const contents = await readContents(database)
  await database.destroy()
  return contents
}

/** Opens a database in memory that begins with a copy of a template. */
async function openTestDatabase(context: Omit<ServiceContext, 'database'>, seeded: boolean): Promise<Database> {
  const { seed, plan, outcomes, clock } = context
  const key = seeded ? JSON.stringify([seed, plan.concurrentCalls, outcomes, clock.now()]) : 'empty'
  const template = templates.get(key) ?? createTemplate(context, seeded)
  templates.set(key, template)
  return openServiceDatabase(':memory:', await template)
}

/** Opens a service. It closes when the test finishes. */
export async function openTestService(options: TestServiceOptions = {}) {
  const clock = options.clock ?? fakeClock(startOfTests)
  const plan = plans[options.plan ?? 'enterprise']
  const errors: unknown[] = []
  const ofTest = {
    clock,
    // Each service creates different IDs, also when two use the same file.
    random: seededRandom(`world ${openedCount++}`),
    plan: { ...plan, concurrentCalls: options.concurrentCalls ?? plan.concurrentCalls },
    speed: options.speed ?? 1,
    seed: options.seed ?? 'tests',
    outcomes: options.outcomes ?? defaultOutcomes,
    hasActivity: options.hasActivity ?? false,
    wakeRunner: () => runner.wake(),
    wakeDelivery: options.webhookUrl === undefined || options.specificationOnly ? null : () => deliveries.wake(),
  }
  const seeded = options.seeded ?? false
  const database = await (options.file ? openServiceDatabase(options.file) : openTestDatabase(ofTest, seeded))
  const context: ServiceContext = { ...ofTest, database }
  const report = (error: unknown) => void errors.push(error)
  const runner = createRunner(context, report)
  const deliveries = createDeliveries(context, webhookSecret, report)
  await installKeys(database, ownKey, clock.now())
  if (seeded) await seedDatabase(context, workspace)
  const app = createApp(context, { specificationOnly: options.specificationOnly ?? false, deliveries, report })
  if (options.webhookUrl !== undefined) deliveries.setAddress(options.webhookUrl)
  if (context.wakeDelivery !== null) deliveries.start()
  await runner.start()

  const ownBatches: OwnBatch[] = []
  const activity = createActivity(context, {
    workspace,
    report,
    onBatch: (batch) => Promise.resolve(void ownBatches.push(batch)),
  })

  const close = async () => {
    await activity.stop()
    await runner.stop()
    await deliveries.stop()
    await database.destroy()
  }
  onTestFinished(async () => {
    openedCount = 0
    await close()
  })

  const whenIdle = async () => {
    await activity.whenIdle()
    await runner.whenIdle()
    await deliveries.whenIdle()
  }

  /** Sends a request with key and workspace. A header set to '' is left out. */
  async function request<T = Record<string, never>>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<T>> {
    const headers = new Headers({
      'x-api-key': apiKey,
      'x-workspace-id': workspace,
      ...(options.form === undefined ? { 'content-type': 'application/json' } : {}),
    })
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      if (value === '') headers.delete(name)
      else headers.set(name, value)
    }
    const form = new FormData()
    for (const [name, value] of Object.entries(options.form ?? {})) form.set(name, value)
    const body = options.form === undefined ? (options.body === undefined ? null : JSON.stringify(options.body)) : form
    const response = await app.request(path, { method, headers, body })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T }
  }

  return {
    app,
    request,
    clock,
    database,
    deliveries,
    errors,
    context,
    runner,

    /** Starts what the service does by itself. @returns the batches that it announces */
    startActivity: async (): Promise<readonly OwnBatch[]> => {
      activity.start()
      await whenIdle()
      return ownBatches
    },

    /** Advances the clock by `ms`. Timers fire at their own times. */
    advance: async (ms: number) => {
      const until = clock.now() + ms
      await whenIdle()
      for (let timer = clock.nextTimer(); timer !== null && timer.time <= until; timer = clock.nextTimer()) {
        clock.set(Math.max(clock.now(), timer.time))
        timer.wake()
        await whenIdle()
      }
      clock.set(until)
    },

    /** Creates an agent with a number and an active flow. */
    createCallingAgent: async (name = 'Nora'): Promise<{ agentId: string; flowId: string }> => {
      const voice = { provider: 'openai', voiceId: 'alloy' }
      const agent = await request<{ id: string }>('POST', '/api/v1/agents', {
        body: { name, model: 'gpt-4o', voice, phoneNumber: '+14155550100' },
      })
      const flow = await request<{ id: string }>('POST', '/api/v1/flows', {
        body: { name: 'Plan renewal', agentId: agent.body.id },
      })
      return { agentId: agent.body.id, flowId: flow.body.id }
    },

    /** Creates a messaging agent with an active message flow. */
    createMessagingAgent: async (flow: Record<string, unknown> = {}): Promise<{ agentId: string; flowId: string }> => {
      const agent = await request<{ _id: string }>('POST', '/v1/api/omni-flow-agents', { body: { name: 'Willa' } })
      const body = { name: 'Plan renewal', agent: agent.body._id, ...flow }
      const created = await request<{ _id: string }>('POST', '/v1/api/message-flows', { body })
      return { agentId: agent.body._id, flowId: created.body._id }
    },

    /** Starts a batch with these numbers, or with this many ordinary numbers. */
    startBatch: async (agentId: string, rows: number | readonly string[], fields: Record<string, string> = {}) => {
      const numbers = typeof rows === 'number' ? Array.from({ length: rows }, (_, i) => testNumber(i)) : rows
      return request<{ batchId: string; totalCalls: number; status: string }>('POST', '/v1/api/batch-calls', {
        form: { file: csvFile(numbers), agentId, ...fields },
      })
    },

    close,
  }
}

/** The nth phone number for tests. None of them is reserved. */
export const testNumber = (i: number): string => `+1415${String(5_550_000 + i).padStart(7, '0')}`

/** A CSV file of these numbers. */
export const csvFile = (numbers: readonly string[]): Blob =>
  new Blob([['phone_number,first_name', ...numbers.map((number, i) => `${number},Guest${i}`), ''].join('\n')], {
    type: 'text/csv',
  })

export const minutesInMs = (count: number): number => count * 60_000

/** Opens a service and starts a batch in it. */
export async function startTestBatch(
  rows: number | readonly string[],
  fields: Record<string, string> = {},
  options: TestServiceOptions = {},
) {
  const service = await openTestService(options)
  const { agentId } = await service.createCallingAgent()
  const { body } = await service.startBatch(agentId, rows, fields)
  await service.runner.whenIdle()
  return { service, agentId, batchId: body.batchId, body }
}

/** Requests a batch's progress. */
export const progressOf = async ({ request }: TestService, batchId: string): Promise<BatchProgress> =>
  (await request<BatchProgress>('GET', `/v1/api/batch-calls/${batchId}/status`)).body
