import { describe, expect, it } from 'vitest'
import { applyDecisions, changeEditsOf, editsOf, mergeEdits, moveToDecision, noEdits, setEdit } from './unsent-edits.ts'

describe('an unsent edit', () => {
  const editing = setEdit(noEdits, 'c/1', 'Dear Ms Lopez')

  it('stays while another message is open, until it is discarded', () => {
    const withSecondEdit = setEdit(editing, 'c/2', 'Hello')
    expect(withSecondEdit.open).toEqual({ 'c/1': 'Dear Ms Lopez', 'c/2': 'Hello' })
    expect(setEdit(withSecondEdit, 'c/1', null).open).toEqual({ 'c/2': 'Hello' })
  })

  it('is restored when the decision is undone or refused', () => {
    const sent = moveToDecision(editing, 'c/1', 'e1')
    expect(sent.open).toEqual({})
    expect(applyDecisions(sent, [{ effectId: 'e1', state: 'held' }])).toBe(sent)
    for (const state of ['withdrawn', 'refused'] as const) {
      expect(applyDecisions(sent, [{ effectId: 'e1', state }])).toEqual({
        open: { 'c/1': 'Dear Ms Lopez' },
        inDecisions: {},
      })
    }
  })

  it('does not replace a newer edit, and is not restored after it was sent', () => {
    const sent = setEdit(moveToDecision(editing, 'c/1', 'e1'), 'c/1', 'Dear Mr Lopez')
    expect(applyDecisions(sent, [{ effectId: 'e1', state: 'withdrawn' }]).open).toEqual({ 'c/1': 'Dear Mr Lopez' })
    expect(applyDecisions(moveToDecision(editing, 'c/1', 'e1'), [{ effectId: 'e1', state: 'done' }])).toEqual(noEdits)
    expect(moveToDecision(noEdits, 'c/1', 'e1')).toBe(noEdits)
  })

  it('of a message that was decided before this device had read its stored edit is the one that is restored', () => {
    const decided = moveToDecision(editing, 'c/1', 'e1')
    const merged = mergeEdits({ open: { 'c/1': 'Dear customer', 'c/2': 'Hello' }, inDecisions: {} }, decided)
    expect(merged.open).toEqual({ 'c/2': 'Hello' })
    expect(applyDecisions(merged, [{ effectId: 'e1', state: 'refused' }]).open['c/1']).toBe('Dear Ms Lopez')
  })
})

describe('edits of different owners', () => {
  const ada = { operatorId: 'ada', workspaceId: 'main' }
  const edited = changeEditsOf(ada, editsOf(ada, null), (edits) => setEdit(edits, 'c/1', 'Dear Ms Lopez'))

  it.each([
    { operatorId: 'ben', workspaceId: 'main' },
    { operatorId: 'ada', workspaceId: 'eu' },
    { operatorId: 'ada', workspaceId: '' },
  ])('are never mixed: $operatorId in "$workspaceId" gets none of those of ada in "main"', (other) => {
    const state = editsOf(other, edited)
    expect(state).toEqual({ owner: other, edits: noEdits })
    // An answer of the storage, or a decision, that was for the previous owner.
    expect(changeEditsOf(ada, state, setEdit(noEdits, 'c/1', 'Dear Ms Lopez'))).toBe(state)
  })

  it('stay as they are while their owner stays', () => {
    expect(editsOf({ ...ada }, edited)).toBe(edited)
    expect(changeEditsOf(ada, edited, (edits) => edits)).toBe(edited)
  })
})
