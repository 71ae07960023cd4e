import { expect, test } from 'vitest'
import { changesOf } from './stored-edits.ts'
import { noEdits } from './unsent-edits.ts'

test('only edits that changed are stored, so that another tab’s edits stay', () => {
  const before = { ...noEdits, open: { 'c/1': 'Hello', 'c/2': 'Hi' } }
  expect(changesOf(before, before)).toEqual({ put: [], remove: [] })
  expect(changesOf(before, { ...before, open: { 'c/1': 'Hello!', 'c/2': 'Hi' } })).toEqual({
    put: [{ key: 'c/1', text: 'Hello!', effectId: null }],
    remove: [],
  })
  expect(changesOf(before, { ...before, open: { 'c/2': 'Hi' } })).toEqual({ put: [], remove: ['c/1'] })
})

test('an edit stays stored in the decision that contains it, until the decision ended', () => {
  const open = { ...noEdits, open: { 'c/1': 'Hello' } }
  const decided = { open: {}, inDecisions: { e1: { key: 'c/1', text: 'Hello' } } }
  expect(changesOf(open, decided)).toEqual({ put: [{ key: 'c/1', text: 'Hello', effectId: 'e1' }], remove: [] })
  expect(changesOf(decided, noEdits)).toEqual({ put: [], remove: ['c/1'] })
})

test('an edit that was begun after a decision replaces the one in the decision', () => {
  const decided = { open: {}, inDecisions: { e1: { key: 'c/1', text: 'Hello' } } }
  expect(changesOf(decided, { ...decided, open: { 'c/1': 'Hi' } })).toEqual({
    put: [{ key: 'c/1', text: 'Hi', effectId: null }],
    remove: [],
  })
})
