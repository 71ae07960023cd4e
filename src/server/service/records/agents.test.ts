import { describe, expect, it } from 'vitest'
import type { Agent, Pagination } from '#contract/index.ts'
import { openTestService } from '../testing/test-service.ts'

type List = { agents: Agent[]; pagination: Pagination }
const voice = { provider: 'openai', voiceId: 'alloy' }
const nora = { name: 'Nora', model: 'gpt-4o', voice }

describe('an agent', () => {
  it('is created, read, changed and deleted', {
    tags: [
      'S4.1-1',
      'S4.1-3',
      'S4.1-4',
      'S4.1-5',
      'S2.1-1',
      'S2.1-2',
      'S2.1-3',
      'I0-1',
      'I1-4',
      'I1-5',
      'I1-7',
      'I6-2',
    ],
  }, async () => {
    const { request, advance } = await openTestService()
    const created = await request<Agent>('POST', '/api/v1/agents', { body: nora })
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({
      ...nora,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      personality: '',
      phoneNumber: null,
      status: 'ready',
      settings: { speed: expect.any(Number), volume: expect.any(Number), temperature: expect.any(Number) },
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
    })
    const path = `/api/v1/agents/${created.body.id}`
    expect((await request('GET', path)).body).toEqual(created.body)

    await advance(5_000)
    const changes = { name: 'Nora B', phoneNumber: '+14155550100', settings: { speed: 0.9 } }
    const changed = await request<Agent>('PATCH', path, { body: changes })
    expect(changed.body).toEqual({
      ...created.body,
      ...changes,
      settings: { ...created.body.settings, speed: 0.9 },
      updatedAt: '2026-11-20T10:00:05.000Z',
    })
    expect((await request('PATCH', path, { body: { phoneNumber: null } })).body).toMatchObject({ phoneNumber: null })

    const deleted = await request('DELETE', path)
    expect(deleted.body).toEqual({ status: 'success', message: 'Agent Nora B was deleted.' })
    expect((await request('GET', path)).status).toBe(404)
    expect((await request('PATCH', path, { body: {} })).status).toBe(404)
    expect((await request('DELETE', path)).status).toBe(404)
  })

  it('that is deleted leaves its flows without an agent', async () => {
    const service = await openTestService()
    const { agentId, flowId } = await service.createCallingAgent()
    await service.request('DELETE', `/api/v1/agents/${agentId}`)
    expect((await service.request('GET', `/api/v1/flows/${flowId}`)).body).toMatchObject({ agentId: null })
  })
})

describe('the list of agents', () => {
  it('goes page by page over all of them, each once', { tags: ['S4.1-2', 'I3-1', 'I3-2'] }, async () => {
    const { request } = await openTestService({ seeded: true })
    const first = await request<List>('GET', '/api/v1/agents')
    expect(first.body.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 45,
      totalPages: 3,
      hasNext: true,
      hasPrev: false,
    })
    const pages = await Promise.all([1, 2, 3].map((page) => request<List>('GET', `/api/v1/agents?page=${page}`)))
    expect(pages.map(({ body }) => body.agents.length)).toEqual([20, 20, 5])
    expect(new Set(pages.flatMap(({ body }) => body.agents.map(({ id }) => id))).size).toBe(45)
    const beyond = await request<List>('GET', '/api/v1/agents?page=9')
    expect(beyond.body).toMatchObject({ agents: [], pagination: { hasNext: false, hasPrev: true } })
  })

  it('finds agents whose name contains a text, ignoring case and taking wildcards literally', {
    tags: ['I3-3'],
  }, async () => {
    const { request } = await openTestService()
    for (const name of ['Nora 100%', 'Nora 100', 'Theo'])
      await request('POST', '/api/v1/agents', { body: { ...nora, name } })
    const findNames = async (search: string) =>
      (await request<List>('GET', `/api/v1/agents?search=${encodeURIComponent(search)}`)).body.agents.map(
        ({ name }) => name,
      )
    expect((await findNames('nOrA')).toSorted()).toEqual(['Nora 100', 'Nora 100%'])
    expect(await findNames('100%')).toEqual(['Nora 100%'])
    expect(await findNames("'; drop table agent")).toEqual([])
  })
})

it('with a malformed number is refused with the code of numbers, on create and update', {
  tags: ['S7-4'],
}, async () => {
  const { request } = await openTestService()
  const created = await request<Agent>('POST', '/api/v1/agents', { body: nora })
  for (const phoneNumber of ['4155550134', '+1 415 555 0134', '', 'nobody@example.com']) {
    for (const [method, path] of [
      ['POST', '/api/v1/agents'],
      ['PATCH', `/api/v1/agents/${created.body.id}`],
    ] as const) {
      const answer = await request<{ error: { code: string; message: string } }>(method, path, {
        body: { ...nora, phoneNumber },
      })
      expect([phoneNumber, answer.status, answer.body.error.code]).toEqual([phoneNumber, 400, 'invalid_number'])
      expect(answer.body.error.message).toBe(
        'phoneNumber must be in E.164 format: + then country code then number, such as +14155550134.',
      )
    }
  }
})
