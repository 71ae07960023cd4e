import { describe, expect, it } from 'vitest'
import { Agent, Flow, MessageFlow } from '#contract/index.ts'
import { lostFields, restoredRecord } from './restored-record.ts'

const version = {
  id: 'a1',
  name: 'Anna',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy', pitch: 3 },
  personality: '',
  phoneNumber: '',
  settings: { speed: 0.5, echo: { level: 2 } },
  createdAt: '2026-01-01T00:00:00Z',
  tone: 'warm',
}
const current = Agent.parse({
  ...version,
  voice: { provider: 'openai', voiceId: 'nova', pitch: 4 },
  personality: 'Strict',
  phoneNumber: '+14155550100',
  tone: 'cold',
  later: true,
  updatedAt: '2026-05-05T00:00:00Z',
})
const parseAgent = (fields: object) => Agent.parse(fields)
const parseFlow = (fields: object) => Flow.parse(fields)

describe('the record of a version', () => {
  it('has its fields at every depth, also unknown ones, and those that it did not have as they are now', () => {
    expect(restoredRecord(version, false, current, parseAgent)).toMatchObject({
      id: 'a1',
      voice: { voiceId: 'alloy', pitch: 3 },
      settings: { speed: 0.5, echo: { level: 2 } },
      personality: '',
      tone: 'warm',
      later: true,
      updatedAt: '2026-05-05T00:00:00Z',
    })
  })

  it('leaves a field alone that a list did not show', () => {
    expect(restoredRecord(version, true, current, parseAgent)).toMatchObject({
      personality: 'Strict',
      voice: { voiceId: 'alloy' },
    })
  })

  it('leaves a number alone of which only the ID was known', () => {
    expect(restoredRecord(version, false, current, parseAgent).phoneNumber).toBe('+14155550100')
    expect(restoredRecord(version, false, null, parseAgent).phoneNumber).toBeNull()
    expect(restoredRecord({ ...version, phoneNumber: null }, false, current, parseAgent).phoneNumber).toBeNull()
  })

  it('is not active by itself: a person activates it and is asked first', () => {
    const flow = { id: 'f1', name: 'Renewals', prompt: 'Hello' }
    // A flow that does not say otherwise is active.
    expect(restoredRecord(flow, false, null, parseFlow).isActive).toBe(false)
    const [active, inactive] = [true, false].map((isActive) => Flow.parse({ ...flow, isActive }))
    expect(restoredRecord({ ...flow, isActive: true }, false, inactive ?? null, parseFlow).isActive).toBe(false)
    expect(restoredRecord({ ...flow, isActive: true }, false, active ?? null, parseFlow).isActive).toBe(true)
    expect(restoredRecord({ ...flow, isActive: false }, false, active ?? null, parseFlow).isActive).toBe(false)
    const messages = restoredRecord(
      { _id: 'm1', name: 'Answers', isActive: true, autopilot: true },
      false,
      null,
      (fields) => MessageFlow.parse(fields),
    )
    expect(messages).toMatchObject({ isActive: false, autopilot: false })
  })
})

it('fields that no command can send are named, if they differ', () => {
  const sent = ['name', 'model', 'voice', 'personality', 'phoneNumber', 'settings']
  expect(lostFields(version, current, sent)).toEqual(['tone'])
  expect(lostFields(version, { ...current, tone: 'warm' }, sent)).toEqual([])
})
