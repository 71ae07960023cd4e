import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { compare } from './shape.ts'

const findings = (name: keyof typeof serviceEndpoints, raw: unknown) =>
  compare(serviceEndpoints[name] as EndpointDefinition, raw).map(({ kind, field, says }) => `${kind} ${field}: ${says}`)

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

describe('an answer that', () => {
  it('is spelled as the contract spells it has no findings', () => {
    expect(findings('agentShow', agent)).toEqual([])
    expect(findings('agentList', { agents: [agent], pagination })).toEqual([])
  })

  it('has other names is told which, and where they came from', () => {
    const { id, model, voice, createdAt } = agent
    const raw = {
      ...omit(agent, 'id', 'model', 'voice'),
      _id: id,
      llmModel: model,
      ttsModel: voice,
      createdAt: Date.parse(createdAt) / 1000,
    }
    expect(findings('agentShow', raw)).toEqual([
      'otherwise id: came as _id',
      'otherwise model: came as llmModel',
      'otherwise voice.provider: came as ttsModel.provider',
      'otherwise voice.voiceId: came as ttsModel.voiceId',
      'otherwise createdAt: came as a number; read all the same',
    ])
    expect(findings('agentShow', { agent: raw })).toContain('otherwise model: came as agent.llmModel')
  })

  it('is a list under another name, or bare, has its records compared all the same', () => {
    const other = { ...omit(agent, 'id'), _id: 'a1' }
    expect(findings('agentList', { data: [other, other], pagination })).toEqual([
      'otherwise agents: came as data',
      'otherwise agents[].id: came as data[]._id (2 times)',
    ])
    expect(findings('agentList', [omit(agent, 'name')]).filter((text) => !text.includes('pagination'))).toEqual([
      'otherwise agents: came as a bare list',
      'missing agents[].name: expected a text',
    ])
  })

  it('lacks a field or a list, or has one of another type, is told so', () => {
    expect(findings('agentShow', omit(agent, 'personality', 'settings'))).toEqual([
      'missing personality: expected a text',
      'missing settings: expected an object',
    ])
    expect(findings('agentShow', { ...agent, name: 7, settings: 'fast' })).toEqual([
      'wrong name: came a number, expected a text',
      'wrong settings: came a text, expected an object',
    ])
    expect(findings('conversationShow', { _id: 'c' })).toContain('missing messages: expected a list')
    expect(findings('agentList', { surprise: [] })).toContain('missing agents: expected a list')
    expect(findings('agentList', 'nothing')).toEqual(['wrong : came a text, expected an object'])
    expect(findings('agentList', { agents: [agent, null], pagination })).toEqual([
      'wrong agents[]: 1 of 2 are no records',
    ])
  })

  it('leaves out what the interface lets it leave out is read with what stands for it', () => {
    const counts = { waiting: 1, active: 0, completed: 0, failed: 0, total: 1 }
    const times = { startTime: null, lastCompletedTime: null, completedTime: null, averageCallDuration: null }
    const progress = { status: 'processing', isComplete: false, ...counts, ...times, recent_calls: [] }
    expect(findings('batchProgress', progress)).toEqual(['otherwise cancelled: left out; read as 0'])
    expect(findings('agentShow', omit(agent, 'phoneNumber'))).toEqual(['otherwise phoneNumber: left out; read as null'])
  })

  it('has a strange word or moment is told so, and a word is no fault', () => {
    expect(findings('agentShow', { ...agent, status: 'draft' })).toEqual([
      'word status: the word "draft" is not among: pending, ready, error',
    ])
    expect(findings('agentShow', { ...agent, createdAt: 'soon' })).toEqual([
      'wrong createdAt: came a text that is no moment, expected ISO 8601',
    ])
    expect(findings('agentShow', { ...agent, createdAt: '1700000000' })).toEqual([
      'otherwise createdAt: came in another form than ISO 8601; read all the same',
    ])
  })

  it('holds names and numbers has none of them repeated', () => {
    const raw = { ...agent, name: ['Dana Whitfield'], phoneNumber: 4155550134, personality: { secret: 'Dana' } }
    expect(findings('agentShow', raw).join()).not.toMatch(/Dana|4155550134/)
  })
})
