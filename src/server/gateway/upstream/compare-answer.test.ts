import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { compareAnswer, describeDifference } from './compare-answer.ts'

const findings = (name: keyof typeof serviceEndpoints, raw: unknown) =>
  compareAnswer(serviceEndpoints[name] as EndpointDefinition, raw).map(
    (difference) => `${difference.kind} ${difference.field}: ${describeDifference(difference)}`,
  )

const agent = {
  id: 'a1',
  name: 'Nora',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
  personality: '',
  phoneNumber: null,
  settings: { speed: 0.5, volume: 0.5, temperature: 0.5 },
  status: 'ready',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00Z',
}
const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
const omit = (record: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

describe('comparing an answer with the contract', () => {
  it('finds nothing in a conforming answer', () => {
    expect(findings('agentShow', agent)).toEqual([])
    expect(findings('agentList', { agents: [agent], pagination })).toEqual([])
  })

  it('reports alternate names of fields and where they were found', () => {
    const { id, model, voice, createdAt } = agent
    const raw = {
      ...omit(agent, 'id', 'model', 'voice'),
      _id: id,
      llmModel: model,
      ttsModel: voice,
      createdAt: Date.parse(createdAt) / 1000,
    }
    expect(findings('agentShow', raw)).toEqual([
      'alternate id: sent as _id',
      'alternate model: sent as llmModel',
      'alternate voice.provider: sent as ttsModel.provider',
      'alternate voice.voiceId: sent as ttsModel.voiceId',
      'alternate createdAt: sent as a number',
    ])
    expect(findings('agentShow', { agent: raw })).toContain('alternate model: sent as agent.llmModel')
  })

  it('compares the records of a list with another name or without an envelope', () => {
    const respelledAgent = { ...omit(agent, 'id'), _id: 'a1' }
    expect(findings('agentList', { data: [respelledAgent, respelledAgent], pagination })).toEqual([
      'alternate agents: sent as data',
      'alternate agents[].id: sent as data[]._id (2 times)',
    ])
    expect(findings('agentList', [omit(agent, 'name')]).filter((text) => !text.includes('pagination'))).toEqual([
      'alternate agents: sent as a bare list',
      'missing agents[].name: expected a string',
    ])
  })

  it('reports missing fields and lists, and wrong types', () => {
    expect(findings('agentShow', omit(agent, 'personality', 'settings'))).toEqual([
      'missing personality: expected a string',
      'missing settings: expected an object',
    ])
    expect(findings('agentShow', { ...agent, name: 7, settings: 'fast' })).toEqual([
      'wrong name: received a number, expected a string',
      'wrong settings: received a string, expected an object',
    ])
    expect(findings('conversationShow', { _id: 'c' })).toContain('missing messages: expected a list')
    expect(findings('agentList', { surprise: [] })).toContain('missing agents: expected a list')
    expect(findings('agentList', 'nothing')).toEqual(['wrong : received a string, expected an object'])
    expect(findings('agentList', { agents: [agent, null], pagination })).toEqual([
      'wrong agents[]: received 1 of 2 that are not records, expected records',
    ])
  })

  it('reports the default of a field that may be omitted', () => {
    const counts = { waiting: 1, active: 0, completed: 0, failed: 0, total: 1 }
    const times = { startTime: null, lastCompletedTime: null, completedTime: null, averageCallDuration: null }
    const progress = { status: 'processing', isComplete: false, ...counts, ...times, recent_calls: [] }
    expect(findings('batchProgress', progress)).toEqual(['alternate cancelled: left out; read as 0'])
    expect(findings('agentShow', omit(agent, 'phoneNumber'))).toEqual(['alternate phoneNumber: left out; read as null'])
  })

  it('reports a state in another case', () => {
    const call = { jobId: 'j1', status: 'COMPLETED', phone_number: '+14155550134', metadata: {} }
    expect(findings('batchCallShow', call)).toEqual(['alternate status: sent as "COMPLETED"'])
  })

  it('reports unknown values and unreadable times', () => {
    expect(findings('agentShow', { ...agent, status: 'draft' })).toEqual([
      'word status: unknown value "draft"; known values: pending, ready, error',
    ])
    expect(findings('agentShow', { ...agent, createdAt: 'soon' })).toEqual([
      'wrong createdAt: received a string that is not a time, expected ISO 8601',
    ])
    expect(findings('agentShow', { ...agent, createdAt: '1700000000' })).toEqual([
      'alternate createdAt: another form of time',
    ])
  })

  it('reports fields that the contract does not have, but not those that alternate spellings were read from', () => {
    const { id } = agent
    const raw = { ...omit(agent, 'id'), _id: id, mood: 'sunny', voice: { ...agent.voice, accent: 'x' } }
    const added = compareAnswer(serviceEndpoints.agentShow, raw, true)
    expect(added.map(({ kind, field, received }) => `${kind} ${field}: ${received}`)).toEqual([
      'alternate id: sent as _id',
      'added voice.accent: a string',
      'added mood: a string',
    ])
  })

  it('reports times that are sent in seconds instead of milliseconds', () => {
    const counts = { waiting: 0, active: 0, completed: 1, failed: 0, cancelled: 0, total: 1 }
    const times = { startTime: 1_763_000_000, lastCompletedTime: null, completedTime: null, averageCallDuration: null }
    const progress = { status: 'processing', isComplete: false, ...counts, ...times, recent_calls: [] }
    expect(findings('batchProgress', progress)).toEqual(['alternate startTime: sent in seconds'])
  })

  it('never repeats names or phone numbers', () => {
    const raw = { ...agent, name: ['Dana Whitfield'], phoneNumber: 4155550134, personality: { secret: 'Dana' } }
    expect(findings('agentShow', raw).join()).not.toMatch(/Dana|4155550134/)
  })
})
