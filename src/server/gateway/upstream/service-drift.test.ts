import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ServiceDrift } from '#contract/index.ts'
import type { Topic, Topics } from '../cluster/cluster.ts'
import type { RequestService } from './budgeted-request.ts'
import { createServiceDriftLog } from './service-drift.ts'

const agent = {
  id: 'a1',
  name: 'Nora Fields',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
  personality: '',
  phoneNumber: '+14155550134',
  settings: { speed: 0.5, volume: 0.5, temperature: 0.5 },
  status: 'ready',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00Z',
}
const start = Date.UTC(2026, 10, 26, 9, 12)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] }))
afterEach(() => void vi.useRealTimers())

/** The gateways of one database: what one publishes, the others receive. */
function createGateways(count = 1) {
  let now = start
  /** The live gateways' numbers, by their place in the list. */
  const numbers = Array.from({ length: count }, (_, index): number | null => index + 1)
  const resyncs: (() => void)[] = []
  const listeners: { place: number; listener: (payload: Topics['serviceDrift']) => void }[] = []
  const clock = { now: () => now, steady: () => now - start }
  const logs = Array.from({ length: count }, (_, index) =>
    createServiceDriftLog({
      cluster: {
        get number() {
          return numbers[index] ?? 0
        },
        members: () => numbers.filter((number) => number !== null),
        onResync: (listener) => void (resyncs[index] = listener),
        publish: <T extends Topic>(_topic: T, payload: Topics[T]) => {
          if (numbers[index] === null) return
          // As between processes: text of at most 7 kB.
          const text = JSON.stringify(payload)
          expect(Buffer.byteLength(text)).toBeLessThan(7_000)
          for (const { place, listener } of listeners)
            if (place !== index && numbers[place] !== null) listener(JSON.parse(text))
        },
        subscribe: <T extends Topic>(_topic: T, listener: (payload: Topics[T]) => void) =>
          void listeners.push({ place: index, listener: listener as (payload: Topics['serviceDrift']) => void }),
      },
      clock,
    }),
  )
  const [log] = logs
  if (log === undefined) throw new RangeError('at least one gateway')
  /** Lets a gateway receive an answer. */
  async function answer(body: unknown, { path = '/api/v1/agents/a1', status = 200, by = log } = {}) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const requestService: RequestService = () =>
      Promise.resolve({ kind: 'answer', status, headers: {}, body: Buffer.from(text), sentAt: 0 })
    const request = { kind: 'read', method: 'GET', path, workspace: null } as const
    await by?.observed(requestService)(request, 'reads', { operator: '', page: '' }, 0)
    vi.runOnlyPendingTimers()
  }
  /** Gives a gateway another number, as after it was ended. @param next null: it does not run */
  function renumber(place: number, next: number | null) {
    numbers[place] = next
    if (next !== null) resyncs[place]?.()
  }
  return { log, logs, answer, renumber, advance: (ms: number) => (now += ms) }
}
const textsOf = ({ differences }: ServiceDrift) =>
  differences.map(({ source, field, kind, received, count }) => `${source} ${field} ${kind}: ${received} ×${count}`)

describe('how the service spells its answers', () => {
  it('finds nothing in answers that are spelled as documented', async () => {
    const { log, answer } = createGateways()
    await answer(agent)
    expect(log.show()).toEqual({ since: start, gateways: 1, compared: 1, differences: [], omitted: 0 })
  })

  it('lists what has an alternate spelling, was left out or added, and unknown words, with how often and when', async () => {
    const { log, answer, advance } = createGateways()
    const { id, personality: _, ...rest } = agent
    const drifted = { ...rest, _id: id, status: 'sleeping', mood: 'sunny' }
    await answer(drifted)
    advance(60_000)
    await answer(drifted)
    expect(textsOf(log.show()).toSorted()).toEqual([
      'GET /api/v1/agents/{agentId} id alternate: sent as _id ×2',
      'GET /api/v1/agents/{agentId} mood added: a string ×2',
      'GET /api/v1/agents/{agentId} personality missing: left out ×2',
      'GET /api/v1/agents/{agentId} status word: "sleeping" ×2',
    ])
    expect(log.show().differences[0]).toMatchObject({ firstAt: start, lastAt: start + 60_000 })
  })

  it('compares refusals, and ignores those of endpoints that the service does not offer', async () => {
    const { log, answer } = createGateways()
    await answer({ message: 'Gone' }, { status: 404 })
    await answer('<html>', { status: 502 })
    await answer({ error: { code: 'not_found', message: 'No such agent.' } }, { status: 404 })
    await answer('<html>', { status: 404, path: '/v1/api/message-flows' })
    expect(textsOf(log.show())).toEqual([
      'GET /api/v1/agents/{agentId} error (404) alternate: another form of error ×1',
      'GET /api/v1/agents/{agentId} error (502) missing: no explanation ×1',
    ])
  })

  it('compares events', () => {
    const { log } = createGateways()
    log.observeEvent('agent.created', { id: 'a1', label: 'Nora' })
    log.observeEvent('agent.promoted', {})
    expect(textsOf(log.show()).toSorted()).toEqual([
      'agent.created label added: a string ×1',
      'agent.created name missing: left out ×1',
      'webhook event word: "agent.promoted" ×1',
    ])
  })

  it('does not compare what is nested deeply or has very many keys, and is not harmed by it', async () => {
    const { log, answer } = createGateways()
    const { name: _, ...nameless } = agent
    const nested = `{"_id":"a1","flow":${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}}`
    const large = { nodes: [{ id: 'n1' }, Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, i]))] }
    await answer(nested)
    await answer({ ...nameless, flow: large })
    log.observeEvent('agent.created', JSON.parse(nested))
    log.observeEvent('agent.created', large)
    expect(log.show()).toMatchObject({ compared: 0, differences: [] })
    // A long list of small records is not large.
    await answer({ ...agent, flow: { nodes: Array.from({ length: 300 }, (_, i) => ({ id: `n${i}` })) } })
    expect(log.show()).toMatchObject({ compared: 1 })
  })

  it('contains no value that may be personal data', async () => {
    const { log, answer } = createGateways()
    await answer({
      ...agent,
      phoneNumber: undefined,
      phoneNumbers: ['+14155550134'],
      name: ['Nora Fields'],
      status: 'calls +14155550134',
      'nora@example.com': 1,
    })
    expect(JSON.stringify(log.show())).not.toMatch(/Nora|4155550134|nora@/)
  })

  it('keeps a bounded number of differences', async () => {
    const { log, answer } = createGateways()
    for (let from = 0; from < 500; from += 100)
      await answer({ ...agent, ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${from + i}`, i])) })
    const { differences, omitted } = log.show()
    expect([differences.length, omitted]).toEqual([200, 300])
  })

  it('merges the figures of all gateways, also for one that started later', async () => {
    const { logs, answer } = createGateways(2)
    const [first, second] = logs
    for (let times = 0; times < 3; times += 1) await answer({ ...agent, mood: 'sunny' }, { by: first })
    vi.runAllTimers()
    await answer({ ...agent, mood: 'rainy' }, { by: second })
    vi.runAllTimers()
    for (const log of logs)
      expect([textsOf(log.show()), log.show().gateways, log.show().compared]).toEqual([
        ['GET /api/v1/agents/{agentId} mood added: a string ×4'],
        2,
        4,
      ])
  })
  it('counts neither gateways that have stopped nor a gateway twice that has a new number', async () => {
    const { logs, answer, renumber } = createGateways(30)
    const of = (log = logs[0]) => [textsOf(log?.show() as ServiceDrift), log?.show().gateways, log?.show().compared]
    await answer({ ...agent, mood: 'sunny' })
    for (let place = 2; place < 30; place += 1) renumber(place, null)
    await answer({ ...agent, mood: 'sunny' }, { by: logs[1] })
    vi.runAllTimers()
    renumber(1, 31)
    vi.runAllTimers()
    for (const log of logs.slice(0, 2))
      expect(of(log)).toEqual([['GET /api/v1/agents/{agentId} mood added: a string ×2'], 2, 2])
    for (let place = 2; place < 30; place += 1) {
      renumber(place, 100 + place)
      await answer(agent, { by: logs[place] })
      vi.runAllTimers()
      expect(of()).toEqual([['GET /api/v1/agents/{agentId} mood added: a string ×2'], 3, 3])
      renumber(place, null)
    }
    renumber(1, null)
    expect(of()).toEqual([['GET /api/v1/agents/{agentId} mood added: a string ×1'], 1, 1])
  })

  it('sends long names in messages that are short enough', async () => {
    const { logs, answer } = createGateways(2)
    const [first, second] = logs
    const added = Array.from({ length: 60 }, (_, i): [string, number] => [`${'字'.repeat(180)} ${i}`, i])
    await answer({ ...agent, ...Object.fromEntries(added) }, { by: first })
    vi.runAllTimers()
    expect(second?.show().differences).toHaveLength(60)
  })
})
