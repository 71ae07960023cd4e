import { describe, expect, it } from 'vitest'
import { applyDecisions, moveToDecision, noEdits, setEdit } from './unsent-edits.ts'

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
})
