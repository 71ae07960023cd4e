import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Edit, type Editing, edited, noHistory, redone, undone } from './edit-history.ts'
import { emptyGraph, freshId } from './graph.ts'

const begun: Editing = { graph: emptyGraph, history: noHistory }
const does = (...edits: Edit[]): Editing => edits.reduce(edited, begun)
const add = (id: string, after: string | null = 'start'): Edit => ({
  kind: 'add',
  step: { id, type: 'say', label: id },
  after,
})
const type = (value: string): Edit => ({ kind: 'step-data', id: 'start', key: 'label', value })

describe('whoever edits a flow', () => {
  it('takes what was typed into one field back at once, and each field by itself', () => {
    const typed = does(type('H'), type('He'), type('Hello'), {
      kind: 'step-data',
      id: 'start',
      key: 'prompt',
      value: 'x',
    })
    expect(typed.history.past.map(({ name }) => name)).toEqual(['change a step', 'change a step'])
    expect(undone(typed).graph.nodes[0]?.data).toEqual({ label: 'Hello' })
    expect(undone(undone(typed)).graph).toEqual(emptyGraph)
  })

  it('begins a new step back after undoing', () => {
    const again = edited(undone(does(type('H'), type('He'))), type('Ho'))
    expect(undone(again).graph).toEqual(emptyGraph)
    expect(again.history.future).toEqual([])
  })

  it('loses nothing by undoing at the beginning or redoing at the end', () => {
    expect(undone(begun).graph).toBe(emptyGraph)
    const one = does(add('a'))
    expect(redone(one).graph).toBe(one.graph)
  })

  it('leaves no trace of a change that changes nothing', () => {
    const connected = does(add('a'), { kind: 'connect', source: 'start', target: 'a' })
    expect(connected.history.past).toHaveLength(1)
  })

  it('comes back to the beginning by undoing everything, and to the end by redoing it', () => {
    const some = fc.constantFrom('start', 'say_1', 'say_2', 'say_3')
    const edit = fc.oneof(
      fc.record({ after: some }).map(({ after }) => ({ grow: after })),
      fc.record({ kind: fc.constant('connect' as const), source: some, target: some }),
      fc.record({ kind: fc.constant('remove-step' as const), id: some }),
      fc.record({ kind: fc.constant('step-data' as const), id: some, key: fc.constant('prompt'), value: fc.string() }),
      fc.record({
        kind: fc.constant('move' as const),
        places: fc.dictionary(some, fc.record({ x: fc.integer(), y: fc.integer() })),
      }),
    )
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const end = edits.reduce<Editing>(
          (state, one) => edited(state, 'grow' in one ? add(freshId(state.graph.nodes, 'say'), one.grow) : one),
          begun,
        )
        const count = end.history.past.length
        let state = end
        for (let at = 0; at < count; at += 1) state = undone(state)
        expect(state.graph).toEqual(emptyGraph)
        for (let at = 0; at < count; at += 1) state = redone(state)
        expect(state.graph).toEqual(end.graph)
      }),
    )
  })
})
