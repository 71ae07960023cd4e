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
    const typedAgain = applyEdit(undo(apply(typeLabel('H'), typeLabel('He'))), typeLabel('Ho'))
    expect(undo(typedAgain).graph).toEqual(emptyGraph)
    expect(typedAgain.history.future).toEqual([])
  })

  it('changes nothing if there is nothing to undo or redo', () => {
    expect(undo(initial).graph).toBe(emptyGraph)
    const withStep = apply(add('a'))
    expect(redo(withStep).graph).toBe(withStep.graph)
  })

  it('does not record an edit that changes nothing', () => {
    const connected = apply(add('a'), { kind: 'connect', source: 'start', target: 'a' })
    expect(connected.history.past).toHaveLength(1)
  })

  it('restores the first graph by undoing everything, and the last one by redoing it', () => {
    const someId = fc.constantFrom('start', 'say_1', 'say_2', 'say_3')
    const someEdit = fc.oneof(
      fc.record({ after: someId }).map(({ after }) => ({ addAfter: after })),
      fc.record({ kind: fc.constant('connect' as const), source: someId, target: someId }),
      fc.record({ kind: fc.constant('remove-steps' as const), ids: fc.array(someId) }),
      fc.record({
        kind: fc.constant('step-data' as const),
        id: someId,
        key: fc.constant('prompt'),
        value: fc.string(),
      }),
      fc.record({
        kind: fc.constant('move' as const),
        positions: fc.dictionary(someId, fc.record({ x: fc.integer(), y: fc.integer() })),
      }),
    )
    fc.assert(
      fc.property(fc.array(someEdit, { maxLength: 30 }), (edits) => {
        const finalState = edits.reduce<EditorState>(
          (state, edit) =>
            applyEdit(state, 'addAfter' in edit ? add(unusedId(state.graph.nodes, 'say'), edit.addAfter) : edit),
          initial,
        )
        const count = finalState.history.past.length
        let state = finalState
        for (let undone = 0; undone < count; undone += 1) state = undo(state)
        expect(state.graph).toEqual(emptyGraph)
        for (let redone = 0; redone < count; redone += 1) state = redo(state)
        expect(state.graph).toEqual(finalState.graph)
      }),
    )
  })
})
