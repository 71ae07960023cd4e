/** Comparing two states of a record. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRecords } from './compare.ts'
import type { Fields } from './kinds.ts'

const step = (id: string, label: string, data: object = {}, more: object = {}) => ({
  id,
  type: 'ask',
  position: { x: 0, y: 0 },
  data: { label, ...data },
  ...more,
})
const connection = (id: string, source: string, target: string, data: object = {}) => ({ id, source, target, data })
const flow = (nodes: object[], edges: object[] = [], more: object = {}): Fields => ({
  flowData: { nodes, edges },
  ...more,
})
const steps = [step('n1', 'Greet'), step('n2', 'Ask for the order number', { prompt: 'Which order?' })]
const brief = (from: Fields | null, to: Fields | null) =>
  compareRecords('flow', from, to).map(({ part, change, names, field }) =>
    [part, change, names.join(' → '), field].filter(Boolean).join(' · '),
  )

test('a step whose prompt changed is named by its label', () => {
  const to = flow([steps[0] as object, step('n2', 'Ask for the order number', { prompt: 'Your order number?' })])
  expect(compareRecords('flow', flow(steps), to)).toEqual([
    {
      part: 'step',
      change: 'changed',
      names: ['Ask for the order number'],
      field: 'prompt',
      from: 'Which order?',
      to: 'Your order number?',
    },
  ])
})

test.each<[string, Fields, string[]]>([
  ['a new step', flow([...steps, step('n3', 'Say goodbye')]), ['step · added · Say goodbye']],
  ['a removed step', flow(steps.slice(1)), ['step · removed · Greet']],
  [
    'a moved step',
    flow([step('n1', 'Greet', {}, { position: { x: 9, y: 0 } }), ...steps.slice(1)]),
    ['step · changed · Greet · position'],
  ],
  ['a renamed step', flow([step('n1', 'Welcome'), ...steps.slice(1)]), ['step · changed · Welcome · label']],
  [
    'another type',
    flow([step('n1', 'Greet', {}, { type: 'say' }), ...steps.slice(1)]),
    ['step · changed · Greet · type'],
  ],
  ['another order of the steps', flow(steps.toReversed()), []],
  [
    'a new connection',
    flow(steps, [connection('e1', 'n1', 'n2')]),
    ['connection · added · Greet → Ask for the order number'],
  ],
  [
    'an unknown field of the steps',
    flow(steps, [], { flowData: { nodes: steps, edges: [], zoom: 2 } }),
    ['field · added · flowData.zoom'],
  ],
])('%s', (_, to, changes) => {
  expect(brief(flow(steps), to)).toEqual(changes)
})

test('a connection keeps its identity if an editor gives it a new id', () => {
  const from = flow(steps, [connection('e1', 'n1', 'n2', { label: 'Yes' })])
  expect(brief(from, flow(steps, [connection('e9', 'n1', 'n2', { label: 'Yes' })]))).toEqual([])
  expect(brief(from, flow(steps, [connection('e9', 'n1', 'n2', { label: 'No' })]))).toEqual([
    'connection · changed · Greet → Ask for the order number · label',
  ])
  expect(brief(from, flow(steps, [connection('e1', 'n2', 'n1', { label: 'Yes' })]))).toEqual([
    'connection · changed · Ask for the order number → Greet · from',
    'connection · changed · Ask for the order number → Greet · to',
  ])
})

test('rules are compared by their ids and in their order', () => {
  const rule = (id: string, when: string, value = '') => ({ id, when, then: 'end', value })
  const rules = [rule('r1', 'silence'), rule('r2', 'caller_asks_for_human')]
  const from = flow([], [], { rules })
  expect(brief(from, flow([], [], { rules: rules.toReversed() }))).toEqual(['rule · changed · order'])
  expect(brief(from, flow([], [], { rules: [rule('r1', 'silence', '30'), rule('r3', 'bad_line')] }))).toEqual([
    'rule · added · silence · value',
    'rule · removed · caller_asks_for_human',
    'rule · added · bad_line',
  ])
})

test('nested settings are compared field by field', () => {
  expect(
    compareRecords('agent', { voice: { provider: 'a', voiceId: 'b' } }, { voice: { provider: 'a', voiceId: 'c' } }),
  ).toEqual([{ part: 'field', change: 'changed', names: [], field: 'voice.voiceId', from: 'b', to: 'c' }])
})

test('none, null, empty text and empty lists are the same; false and 0 are values', () => {
  expect(compareRecords('agent', { a: null, b: '', c: [], d: {}, e: { f: null } }, {})).toEqual([])
  expect(compareRecords('agent', { a: null, b: 1 }, { a: false, b: 0 }).map(({ field }) => field)).toEqual(['a', 'b'])
})

test('any two records: nothing changed if they are equal, and every changed field is found', () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(record, record, (one, other) => {
      for (const kind of ['agent', 'flow', 'messaging-agent', 'message-flow'] as const) {
        expect(compareRecords(kind, one, structuredClone(one))).toEqual([])
        compareRecords(kind, one, other)
      }
      const marked = { ...one, personality: 'A', model: null }
      expect(compareRecords('agent', marked, { ...marked, personality: 'B' }).map(({ field }) => field)).toEqual([
        'personality',
      ])
    }),
  )
})
