import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdit, type Edit, type EditorState, emptyHistory, redo, undo } from './edit-history.ts'
import { emptyGraph, unusedId } from './graph.ts'

const initial: EditorState = { graph: emptyGraph, history: emptyHistory }
const apply = (...edits: Edit[]): EditorState => edits.reduce(applyEdit, initial)
const add = (id: string, after: string | null = 'start'): Edit => ({
  kind: 'add',
  step: { id, type: 'say', label: id },
  after,
})
const typeLabel = (value: string): Edit => ({ kind: 'step-data', id: 'start', key: 'label', value })

describe('the edit history', () => {
  it('undoes typing in one field at once, and each field separately', () => {
    const typed = apply(typeLabel('H'), typeLabel('He'), typeLabel('Hello'), {
      kind: 'step-data',
      id: 'start',
      key: 'prompt',
      value: 'x',
    })
    expect(typed.history.past.map(({ edit }) => edit)).toEqual(['step-data', 'step-data'])
    expect(undo(typed).graph.nodes[0]?.data).toEqual({ label: 'Hello' })
    expect(undo(undo(typed)).graph).toEqual(emptyGraph)
  })

  it('starts a new entry when typing goes on after undo', () => {
    const again = applyEdit(undo(apply(typeLabel('H'), typeLabel('He'))), typeLabel('Ho'))
    expect(undo(again).graph).toEqual(emptyGraph)
    expect(again.history.future).toEqual([])
  })

  it('changes nothing if there is nothing to undo or redo', () => {
    expect(undo(initial).graph).toBe(emptyGraph)
    const one = apply(add('a'))
    expect(redo(one).graph).toBe(one.graph)
  })

  it('apply not record an edit that changes nothing', () => {
    const connected = apply(add('a'), { kind: 'connect', source: 'start', target: 'a' })
    expect(connected.history.past).toHaveLength(1)
  })

  it('restores the first graph by undoing everything, and the last one by redoing it', () => {
    const some = fc.constantFrom('start', 'say_1', 'say_2', 'say_3')
    const edit = fc.oneof(
      fc.record({ after: some }).map(({ after }) => ({ grow: after })),
      fc.record({ kind: fc.constant('connect' as const), source: some, target: some }),
      fc.record({ kind: fc.constant('remove-step' as const), id: some }),
      fc.record({ kind: fc.constant('step-data' as const), id: some, key: fc.constant('prompt'), value: fc.string() }),
      fc.record({
        kind: fc.constant('move' as const),
        positions: fc.dictionary(some, fc.record({ x: fc.integer(), y: fc.integer() })),
      }),
    )
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const end = edits.reduce<EditorState>(
          (state, one) => applyEdit(state, 'grow' in one ? add(unusedId(state.graph.nodes, 'say'), one.grow) : one),
          initial,
        )
        const count = end.history.past.length
        let state = end
        for (let at = 0; at < count; at += 1) state = undo(state)
        expect(state.graph).toEqual(emptyGraph)
        for (let at = 0; at < count; at += 1) state = redo(state)
        expect(state.graph).toEqual(end.graph)
      }),
    )
  })
})
