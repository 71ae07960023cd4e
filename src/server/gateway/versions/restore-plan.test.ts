/** What is sent to restore a version. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VersionKind } from '#contract/index.ts'
import { compareRecords } from './compare.ts'
import type { Fields } from './kinds.ts'
import { notKept, planRestoration } from './restore-plan.ts'

const sameAgent = (agentId: string) => agentId
const voice = { provider: 'openai', voiceId: 'alloy', language: null }
const anna: Fields = {
  id: 'a1',
  name: 'Anna',
  model: 'gpt-4o',
  voice,
  personality: 'Friendly',
  phoneNumber: '+14155550100',
  settings: { speed: 0.5, volume: null, temperature: 0.4 },
  createdAt: '2026-01-01T00:00:00.000Z',
}

test('an update sends only the fields that differ', () => {
  const { body, changes, notes } = planRestoration('agent', anna, { ...anna, personality: 'Strict' }, sameAgent)
  expect(body).toEqual({ personality: 'Friendly' })
  expect(changes).toMatchObject([{ field: 'personality', from: 'Strict', to: 'Friendly' }])
  expect(notes).toEqual([])
})

test('a field that was empty is emptied again', () => {
  const before = { ...anna, personality: '', phoneNumber: null }
  expect(planRestoration('agent', before, anna, sameAgent).body).toEqual({ personality: '', phoneNumber: null })
})

test('nothing is sent if the record is as it was', () => {
  expect(planRestoration('agent', anna, { ...anna, status: 'error' }, sameAgent)).toMatchObject({
    body: null,
    changes: [],
  })
})

test('a deleted record is created with everything that can be sent, and the rest is named', () => {
  const { body, notes, missing } = planRestoration('agent', { ...anna, favouriteColour: 'green' }, null, sameAgent)
  expect(body).toEqual({
    name: 'Anna',
    model: 'gpt-4o',
    voice,
    personality: 'Friendly',
    phoneNumber: '+14155550100',
    settings: { speed: 0.5, temperature: 0.4 },
  })
  expect(notes.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    'id set_by_service',
    'createdAt set_by_service',
    'phoneNumber number_requested',
    'favouriteColour not_writable',
  ])
  expect(missing).toEqual([])
})

test.each<[string, Fields, string[], string[]]>([
  ['a number whose digits are unknown', { ...anna, phoneNumber: '' }, [], []],
  ['no voice', { ...anna, voice: undefined }, [], ['voice']],
  ['a blank name', { ...anna, name: ' ' }, ['name not_accepted'], ['name']],
])('a version with %s', (_, version, expectedNotes, expectedMissing) => {
  const { notes, missing } = planRestoration('agent', version, null, sameAgent)
  expect(notes.map(({ field, reason }) => `${field} ${reason}`)).toEqual(expect.arrayContaining(expectedNotes))
  expect(missing).toEqual(expectedMissing)
})

test('a flow gets the agent under its new id, or none if the agent no longer exists', () => {
  const flow = { id: 'f1', name: 'Renewals', agentId: 'a1', direction: 'sideways' }
  const restored = planRestoration('flow', flow, null, () => 'a2')
  expect(restored.body).toEqual({ name: 'Renewals', agentId: 'a2', isActive: false })
  expect(restored.notes).toContainEqual({ field: 'agentId', reason: 'reference_replaced' })
  expect(restored.notes).toContainEqual({ field: 'direction', reason: 'not_accepted' })
  const orphan = planRestoration('flow', flow, null, () => null)
  expect(orphan.body).toEqual({ name: 'Renewals', isActive: false })
  expect(orphan.notes).toContainEqual({ field: 'agentId', reason: 'reference_missing' })
})

test('a messaging agent is replaced as a whole, with its unknown fields', () => {
  const version = { _id: 'm1', name: 'Mia', messageChannel: 'sms', settings: { tone: 'warm' }, odd: 1 }
  const current = { ...version, settings: { tone: 'cold' }, odd: 2, added: true }
  expect(planRestoration('messaging-agent', version, current, sameAgent).body).toEqual(version)
})

describe('any record', () => {
  /** Values of any kind, also where the interface defines another kind. */
  const fields = fc.dictionary(
    fc.oneof(
      fc.string(),
      fc.constantFrom('name', 'prompt', 'settings', 'personality', 'direction', 'flowData', 'rules'),
    ),
    fc.jsonValue(),
  )
  const pick = (record: Fields, wanted: string) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name === wanted))
  const required = { name: 'Named', model: 'm', voice }
  test.each<VersionKind>(['agent', 'flow', 'messaging-agent', 'message-flow'])(
    'of kind %s is the same after a save and a restoration, where it was not touched',
    (kind) => {
      fc.assert(
        fc.property(fields, fields, (one, other) => {
          const [version, current] = [
            { ...one, ...required },
            { ...one, ...other, ...required },
          ]
          const { body, notes } = planRestoration(kind, version, current, sameAgent)
          const isReplacement = kind.startsWith('mess')
          const after = body === null ? current : isReplacement ? body : { ...current, ...body }
          const noted = notes.map(({ field }) => field)
          const untouched = (record: Fields) =>
            Object.fromEntries(Object.entries(record).filter(([name]) => !noted.includes(name)))
          expect(compareRecords(kind, untouched(version), untouched(after))).toEqual([])
          // What nobody touched is not even sent.
          const touched = (name: string) => compareRecords(kind, pick(one, name), pick(current, name)).length > 0
          const sentNames = isReplacement || body === null ? [] : Object.keys(body)
          expect(sentNames.filter((name) => !touched(name))).toEqual([])
        }),
      )
    },
  )
})

test('fields that the service did not take over are named, but not what it added', () => {
  const sent = { name: 'Anna', settings: { speed: 0.5 }, phoneNumber: '+14155550100' }
  const answer = { ...sent, settings: { speed: 0.5, volume: 0.8 }, phoneNumber: null }
  expect(notKept('agent', sent, answer)).toEqual(['phoneNumber'])
})
