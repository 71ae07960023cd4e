import { describe, expect, it } from 'vitest'
import { type Agent, type Conversation, type Flow, needsReview } from '#contract/index.ts'
import { checkNumber } from '#phone/number.ts'
import { countJobs } from '../calling/batch-state.ts'
import { reservedNumber } from '../carrier/reserved-numbers.ts'
import { openTestService, startOfTests } from '../testing/test-service.ts'
import { readSeededRecords } from './seed.ts'

const dayMs = 24 * 3_600_000

async function openSeededService() {
  const service = await openTestService({ seeded: true })
  const agents = (await service.request<{ agents: Agent[] }>('GET', '/api/v1/agents?limit=100')).body.agents
  const flows = (await service.request<{ flows: Flow[] }>('GET', '/api/v1/flows?limit=100')).body.flows
  const conversations = (await service.request<Conversation[]>('GET', '/v1/api/conversations')).body
  return { service, agents, flows, conversations }
}

describe('the seed data', () => {
  it('has 45 agents, most of them ready', { tags: ['I1-3'] }, async () => {
    const { agents } = await openSeededService()
    expect(agents).toHaveLength(45)
    expect(agents.filter(({ phoneNumber }) => phoneNumber !== null).length).toBeGreaterThan(35)
    expect(new Set(agents.map(({ status }) => status))).toEqual(new Set(['ready', 'pending', 'error']))
    expect(agents.some(({ phoneNumber, status }) => phoneNumber === null && status === 'ready')).toBe(true)
    expect(new Set(agents.map(({ name }) => name)).size).toBe(45)
    expect(new Set(agents.map(({ voice }) => voice.provider)).size).toBeGreaterThan(3)
    for (const { personality } of agents) expect(personality.length).toBeGreaterThan(150)
  })

  it('has 25 flows with connected graphs', { tags: ['I2-6'] }, async () => {
    const { flows, agents } = await openSeededService()
    expect(flows).toHaveLength(25)
    expect(flows.filter(({ isActive, agentId }) => isActive && agentId !== null).length).toBeGreaterThan(18)
    for (const { agentId } of flows) expect(agentId === null || agents.some(({ id }) => id === agentId)).toBe(true)
    for (const {
      flowData: { nodes, edges },
    } of flows) {
      expect(nodes.length).toBeGreaterThanOrEqual(5)
      expect(nodes.length).toBeLessThanOrEqual(12)
      const ids = new Set(nodes.map(({ id }) => id))
      for (const { source, target } of edges) expect([source, target].filter((id) => !ids.has(id))).toEqual([])
      const [sources, targets] = [new Set(edges.map((edge) => edge.source)), new Set(edges.map((edge) => edge.target))]
      expect(nodes.filter(({ id, type }) => type !== 'start' && !targets.has(id))).toEqual([])
      expect(nodes.filter(({ id, type }) => !['end', 'transfer'].includes(type) && !sources.has(id))).toEqual([])
      // Nobody moved a step.
      expect(nodes.filter((node) => 'position' in node)).toEqual([])
    }
  })

  it('gives each flow an agent of its department and market', async () => {
    const { flows, agents } = await openSeededService()
    const marketOf = (name: string) => / (US|UK|EU)\b/.exec(name)?.[1] ?? 'US'
    const strangers = flows.flatMap(({ name, agentId }) => {
      const agent = agents.find(({ id }) => id === agentId)
      return agent === undefined || marketOf(agent.name) === marketOf(name) ? [] : [`${name}: ${agent.name}`]
    })
    expect(strangers).toEqual([])
  })

  it('has 60 conversations, 25 of them with a draft', { tags: ['I7-1'] }, async () => {
    const { conversations, service } = await openSeededService()
    expect(conversations).toHaveLength(60)
    expect(conversations.filter(({ messages }) => messages.some(needsReview))).toHaveLength(25)
    for (const { messages, customer } of conversations) {
      expect(messages.length).toBeGreaterThan(1)
      const times = messages.map(({ createdAt }) => Date.parse(createdAt))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(startOfTests)
      for (const { message } of messages) expect(message).not.toMatch(/[{}]|undefined|null/)
      expect(customer.phone === null ? customer.email : checkNumber(customer.phone).ok).toBeTruthy()
      expect(reservedNumber(customer.phone)).toBeNull()
    }
    expect(conversations.filter(({ customer }) => customer.phone === null).length).toBeGreaterThan(2)
    expect((await readSeededRecords(service.database)).conversations.toSorted()).toEqual(
      conversations.map(({ _id }) => _id).toSorted(),
    )
  })

  it('has a finished batch and a running one', async () => {
    const { service } = await openSeededService()
    const { batches } = await readSeededRecords(service.database)
    expect(batches.map(({ name }) => name)).toEqual(['Autumn renewals, West', 'Visit reminders, next week'])
    const [finished, running] = await Promise.all(batches.map(({ batchId }) => countJobs(service.database, batchId)))
    expect(finished).toMatchObject({ waiting: 0, active: 0, total: 48 })
    expect(finished?.failed).toBeGreaterThan(3)
    expect(running?.total).toBe(120)
    expect(running?.active).toBeGreaterThan(2)
    expect(running?.waiting).toBeGreaterThan(20)
    expect(running?.completed).toBeGreaterThan(10)
    const completedBefore = running?.completed ?? 0
    await service.advance(120_000)
    expect((await countJobs(service.database, batches[1]?.batchId ?? '')).completed).toBeGreaterThan(completedBefore)
  })

  it('depends only on the seed and the time of the first start', async () => {
    const [first, same, other] = [
      await openSeededService(),
      await openSeededService(),
      await openTestService({ seeded: true, seed: 'another' }),
    ]
    expect(same.agents).toEqual(first.agents)
    expect(same.conversations).toEqual(first.conversations)
    const [otherAgent] = (await other.request<{ agents: Agent[] }>('GET', '/api/v1/agents')).body.agents
    expect(first.agents.map(({ id }) => id)).not.toContain(otherAgent?.id)
    expect(Date.parse(first.agents[0]?.createdAt ?? '')).toBeGreaterThan(startOfTests - 30 * dayMs)
  })
})
