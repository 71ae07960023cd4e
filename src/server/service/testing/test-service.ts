/**
 * A service of one's own for a test: a clock that stands still until it is moved, randomness from a seed, a database in memory,
 * and the whole application without a port. It closes itself when the test has finished.
 */
import { onTestFinished } from 'vitest'
import { type BatchProgress, type Plan, plans } from '#contract/index.ts'
import { createApp } from '../app.ts'
import { type ConfiguredKey, installKeys } from '../auth/keys.ts'
import { createRunner } from '../calling/run-calls.ts'
import { createDeliveries } from '../events/delivery.ts'
import { seedDatabase } from '../seed/seed.ts'
import type { Clock } from '../shared/clock.ts'
import type { ServiceContext } from '../shared/context.ts'
import { seededRandom } from '../shared/random.ts'
import { openServiceDatabase } from '../store/database.ts'

export interface FakeClock extends Clock {
  set: (time: number) => void
  /** The next wish to be woken, or null. */
  next: () => { time: number; wake: () => void } | null
}

/** A clock that stands at `start` (epoch ms) until it is set; whoever wishes to be woken waits until the test does it. */
export function fakeClock(start: number): FakeClock {
  let now = start
  const wishes = new Set<{ time: number; wake: () => void }>()
  return {
    now: () => now,
    wakeAt: (time, wake) => {
      const wish = {
        time,
        wake: () => {
          wishes.delete(wish)
          wake()
        },
      }
      wishes.add(wish)
      return () => wishes.delete(wish)
    },
    set: (time) => {
      now = time
    },
    next: () => [...wishes].toSorted((a, b) => a.time - b.time)[0] ?? null,
  }
}

export interface WorldOptions {
  plan?: Plan['name']
  concurrentCalls?: number
  speed?: number
  specificationOnly?: boolean
  /** Keys beside `apiKey`. */
  keys?: readonly ConfiguredKey[]
  /** Whether the first data is there; else nothing is. */
  planted?: boolean
  /** A file instead of memory, for what must outlive a world. */
  file?: string
  clock?: FakeClock
  seed?: string
  /** Where events go. */
  webhookUrl?: string
}

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

interface Sending {
  body?: unknown
  form?: Record<string, string | Blob>
  headers?: Record<string, string>
}

export type World = Awaited<ReturnType<typeof world>>

/** Friday the 20th of November 2026, ten in the morning. */
export const startOfTests = Date.UTC(2026, 10, 20, 10)
export const apiKey = 'key-of-the-tests'
export const workspace = 'workspace-of-the-tests'
export const webhookSecret = 'secret-of-the-tests'

/** So many the test has opened. */
let worlds = 0

/** Opens a service; it closes itself when the test has finished. */
export async function world(options: WorldOptions = {}) {
  const clock = options.clock ?? fakeClock(startOfTests)
  const plan = plans[options.plan ?? 'enterprise']
  const database = await openServiceDatabase(options.file ?? ':memory:')
  const errors: unknown[] = []
  const context: ServiceContext = {
    database,
    clock,
    // Each world makes ids of its own, also the second one on the same file.
    random: seededRandom(`world ${worlds++}`),
    plan: { ...plan, concurrentCalls: options.concurrentCalls ?? plan.concurrentCalls },
    speed: options.speed ?? 1,
    seed: options.seed ?? 'tests',
    wake: () => runner.wake(),
    deliver: options.webhookUrl === undefined || options.specificationOnly ? null : () => deliveries.wake(),
  }
  const report = (error: unknown) => void errors.push(error)
  const runner = createRunner(context, report)
  const deliveries = createDeliveries(context, webhookSecret, report)
  await installKeys(
    database,
    { apiKey, workspaces: [{ id: workspace, name: 'Tests' }], others: options.keys ?? [] },
    clock.now(),
  )
  if (options.planted === true) await seedDatabase(context, workspace)
  const app = createApp(context, { specificationOnly: options.specificationOnly ?? false, deliveries, report })
  if (options.webhookUrl !== undefined) deliveries.to(options.webhookUrl)
  if (context.deliver !== null) deliveries.start()
  await runner.start()

  const close = async () => {
    await runner.stop()
    await deliveries.stop()
    await database.destroy()
  }
  onTestFinished(async () => {
    worlds = 0
    await close()
  })

  const whenIdle = async () => {
    await runner.whenIdle()
    await deliveries.whenIdle()
  }

  /** Sends a request with key and workspace; a header given as '' is left out. */
  async function ask<T = Record<string, never>>(
    method: string,
    path: string,
    sending: Sending = {},
  ): Promise<Answer<T>> {
    const headers = new Headers({
      'x-api-key': apiKey,
      'x-workspace-id': workspace,
      ...(sending.form === undefined ? { 'content-type': 'application/json' } : {}),
    })
    for (const [name, value] of Object.entries(sending.headers ?? {})) {
      if (value === '') headers.delete(name)
      else headers.set(name, value)
    }
    const form = new FormData()
    for (const [name, value] of Object.entries(sending.form ?? {})) form.set(name, value)
    const body = sending.form === undefined ? (sending.body === undefined ? null : JSON.stringify(sending.body)) : form
    const response = await app.request(path, { method, headers, body })
    const text = await response.text()
    const json = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T }
  }

  return {
    app,
    ask,
    clock,
    database,
    deliveries,
    errors,
    context,
    runner,

    /** Lets time pass: everything that is due on the way happens at its own moment. */
    pass: async (ms: number) => {
      const until = clock.now() + ms
      await whenIdle()
      for (let wish = clock.next(); wish !== null && wish.time <= until; wish = clock.next()) {
        clock.set(Math.max(clock.now(), wish.time))
        wish.wake()
        await whenIdle()
      }
      clock.set(until)
    },

    /** An agent with a number and an active flow. */
    caller: async (name = 'Nora'): Promise<{ agentId: string; flowId: string }> => {
      const voice = { provider: 'openai', voiceId: 'alloy' }
      const agent = await ask<{ id: string }>('POST', '/api/v1/agents', {
        body: { name, model: 'gpt-4o', voice, phoneNumber: '+14155550100' },
      })
      const flow = await ask<{ id: string }>('POST', '/api/v1/flows', {
        body: { name: 'Plan renewal', agentId: agent.body.id },
      })
      return { agentId: agent.body.id, flowId: flow.body.id }
    },

    /** A messaging agent, and an active flow by which it writes. */
    desk: async (flow: Record<string, unknown> = {}): Promise<{ agentId: string; flowId: string }> => {
      const agent = await ask<{ _id: string }>('POST', '/v1/api/omni-flow-agents', { body: { name: 'Willa' } })
      const body = { name: 'Plan renewal', agent: agent.body._id, ...flow }
      const made = await ask<{ _id: string }>('POST', '/v1/api/message-flows', { body })
      return { agentId: agent.body._id, flowId: made.body._id }
    },

    /** Starts a batch of these numbers, or of so many ordinary ones. */
    batch: async (agentId: string, rows: number | readonly string[], fields: Record<string, string> = {}) => {
      const numbers = typeof rows === 'number' ? Array.from({ length: rows }, (_, i) => numberOf(i)) : rows
      return ask<{ batchId: string; totalCalls: number; status: string }>('POST', '/v1/api/batch-calls', {
        form: { file: csv(numbers), agentId, ...fields },
      })
    },

    close,
  }
}

/** Numbers that force nothing. */
export const numberOf = (i: number): string => `+1415${String(5_550_000 + i).padStart(7, '0')}`

/** A file of such numbers. */
export const csv = (numbers: readonly string[]): Blob =>
  new Blob([['phone_number,first_name', ...numbers.map((number, i) => `${number},Guest${i}`), ''].join('\n')], {
    type: 'text/csv',
  })

export const minutes = (count: number): number => count * 60_000

/** A world with a batch that has just been started. */
export async function started(
  rows: number | readonly string[],
  fields: Record<string, string> = {},
  options: WorldOptions = {},
) {
  const opened = await world(options)
  const { agentId } = await opened.caller()
  const { body } = await opened.batch(agentId, rows, fields)
  await opened.runner.whenIdle()
  return { opened, agentId, batchId: body.batchId, body }
}

/** The batch's progress as the service answers it. */
export const progressOf = async ({ ask }: World, batchId: string): Promise<BatchProgress> =>
  (await ask<BatchProgress>('GET', `/v1/api/batch-calls/${batchId}/status`)).body
