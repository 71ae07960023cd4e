import { describe, expect, it } from 'vitest'
import { applyDecisions, moveToDecision, noEdits, setEdit } from './unsent-edits.ts'

describe('what a reviewer typed', () => {
  const editing = setEdit(noEdits, 'c/1', 'Dear Ms Lopez')

  it('stays while they look at another message, until they give it up', () => {
    const other = setEdit(editing, 'c/2', 'Hello')
    expect(other.open).toEqual({ 'c/1': 'Dear Ms Lopez', 'c/2': 'Hello' })
    expect(setEdit(other, 'c/1', null).open).toEqual({ 'c/2': 'Hello' })
  })

  it('comes back when the decision is undone or stopped', () => {
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

  it('does not come back over what was typed since, nor after it was sent', () => {
    const sent = setEdit(moveToDecision(editing, 'c/1', 'e1'), 'c/1', 'Dear Mr Lopez')
    expect(applyDecisions(sent, [{ effectId: 'e1', state: 'withdrawn' }]).open).toEqual({ 'c/1': 'Dear Mr Lopez' })
    expect(applyDecisions(moveToDecision(editing, 'c/1', 'e1'), [{ effectId: 'e1', state: 'done' }])).toEqual(noEdits)
    expect(moveToDecision(noEdits, 'c/1', 'e1')).toBe(noEdits)
  })
})
