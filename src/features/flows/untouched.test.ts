/** What an edit does not touch is sent back as it was read, and nothing is added to it (reliability R29). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Flow } from '#contract/index.ts'
import { changesOf, draftOf } from './draft.ts'
import { applyEdit, type Edit, emptyHistory } from './steps/edit-history.ts'

/** A value as it arrives over HTTP. */
const overHttp = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
/** Any JSON. Parsers leave out the key `__proto__`, because it is dangerous. */
const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('__proto__'))
const fields = fc.dictionary(fc.string(), json).filter((value) => !Object.hasOwn(value, '__proto__'))
const unknownFields = fc.dictionary(fc.stringMatching(/^x[a-z]{1,4}$/), json, { maxKeys: 3 })
const position = fc.oneof(
  fc.record({ x: fc.integer(), y: fc.integer() }),
  fc.record({ x: fc.integer(), y: fc.integer(), z: json }),
  json,
)

const step = fc
  .tuple(
    fc.record({ type: fc.oneof(fc.constantFrom('start', 'say', 'condition', 'end'), fc.stringMatching(/^[a-z-]+$/)) }),
    fc.record({ position }, { requiredKeys: [] }),
    fc.record({ data: fc.oneof(fc.dictionary(fc.constantFrom('label', 'prompt'), json), json) }, { requiredKeys: [] }),
    unknownFields,
  )
  .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>)
const record = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 6 }), unknownFields, unknownFields, fields)
  .chain(([steps, flowFields, graphFields, settings]) => {
    const nodes = steps.map((step, index) => ({ ...step, id: `step_${index}` }))
    const stepId = fc.constantFrom(...nodes.map(({ id }) => id), 'missing')
    const edge = fc
      .tuple(
        fc.record({ source: stepId, target: stepId }),
        fc.record({ sourceHandle: json, data: fc.oneof(fields, json) }, { requiredKeys: [] }),
        unknownFields,
      )
      .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>)
    return fc.array(edge, { maxLength: 6 }).map((edges) =>
      overHttp({
        ...flowFields,
        id: 'flow',
        name: 'Flow',
        flowData: { ...graphFields, nodes, edges: edges.map((edge, index) => ({ ...edge, id: `edge_${index}` })) },
        rules: [{ id: 'rule', when: 'silence', then: 'call-back', value: '', xsince: 2026 }],
        settings,
      }),
    )
  })

type RawFlow = typeof record extends fc.Arbitrary<infer T> ? T : never
type RawItem = Record<string, unknown> & { id: string }

const fieldsOf = (value: unknown) => (typeof value === 'object' && !Array.isArray(value) ? value : {})

/** The graph that the editor would send after the edits. */
const sentAfter = (raw: RawFlow, edits: readonly Edit[]) => {
  const opened = Flow.parse(raw)
  const draft = draftOf(opened)
  const { graph } = edits.reduce(applyEdit, { graph: draft.flowData, history: emptyHistory })
  return overHttp(changesOf(opened, { ...draft, flowData: graph }))
}

describe('any flow of a service', () => {
  it('sends nothing if nothing is edited', () => {
    fc.assert(
      fc.property(record, (raw) => {
        expect(sentAfter(raw, [])).toEqual({})
      }),
    )
  })

  it('sends back what an edit of one step does not touch, and gives no step a position', () => {
    fc.assert(
      fc.property(record, (raw) => {
        const sent = sentAfter(raw, [{ kind: 'step-data', id: 'step_0', key: 'edited', value: 'Yes' }])
        const [first, ...others] = raw.flowData.nodes as RawItem[]
        expect(sent).toStrictEqual({
          flowData: {
            ...raw.flowData,
            nodes: [{ ...first, data: { ...fieldsOf(first?.data), edited: 'Yes' } }, ...others],
          },
        })
      }),
    )
  })

  it('keeps every other step and connection if steps are added, connected, moved and deleted', () => {
    fc.assert(
      fc.property(record, (raw) => {
        const edits: Edit[] = [
          { kind: 'add', step: { id: 'added', type: 'say', label: 'Added' }, after: null },
          { kind: 'connect', source: 'added', target: 'step_0' },
          { kind: 'move', positions: { step_0: { x: 12, y: 34 } } },
          { kind: 'remove-steps', ids: ['added'] },
        ]
        const [first, ...others] = raw.flowData.nodes as RawItem[]
        const moved = { ...first, position: { ...fieldsOf(first?.position), x: 12, y: 34 } }
        const sent = sentAfter(raw, edits)
        expect(sent).toStrictEqual({ flowData: { ...raw.flowData, nodes: [moved, ...others] } })
      }),
    )
  })
})
