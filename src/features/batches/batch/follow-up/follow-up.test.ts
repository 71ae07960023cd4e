import { describe, expect, it } from 'vitest'
import type { CallOutcome, FollowUp } from '#contract/index.ts'
import { chosenGroups, leftOutOf, partsOf, rowsIn, selectionOf, unreachedOutcomes } from './follow-up.ts'

const group = (outcome: CallOutcome, rows: number, more: object = {}) => ({
  outcome,
  rows,
  guesses: 0,
  listed: 0,
  hidden: 0,
  ...more,
})
const followUp: FollowUp = {
  groups: [
    group('agreed', 4),
    group('answered', 3),
    group('mailbox', 5, { guesses: 2, listed: 1 }),
    group('no_answer', 7, { hidden: 1 }),
    group('busy', 0, { listed: 1 }),
    group('failed', 2),
  ],
  askedNotToBeCalled: { rows: 3, guesses: 3, unlisted: [] },
  mayHaveAsked: { rows: 0, guesses: 0 },
  wrongNumbers: { rows: 2, guesses: 1 },
  open: 0,
  neverCalled: 6,
  seen: 41,
  total: 50,
  areKept: true,
  file: null,
}
const usual = new Set(unreachedOutcomes)

describe('a follow-up', () => {
  it('calls at first everybody who was not reached, and only groups with somebody to call', () => {
    const chosen = chosenGroups(followUp.groups, usual)
    expect(chosen.map(({ outcome }) => outcome)).toEqual(['mailbox', 'no_answer', 'failed'])
    expect(rowsIn(chosen)).toBe(14)
  })

  it('shows people who were not reached first, then those of whom the least is known', () => {
    const { unreached, others } = partsOf(followUp.groups)
    expect(unreached.map(({ outcome }) => outcome)).toEqual(['mailbox', 'no_answer', 'busy', 'failed'])
    expect(others.map(({ outcome }) => outcome)).toEqual(['answered', 'agreed'])
  })

  it('is a retry only if nobody in it was reached', () => {
    expect(selectionOf(chosenGroups(followUp.groups, usual))).toBe('not_reached')
    expect(selectionOf(chosenGroups(followUp.groups, new Set([...usual, 'answered'])))).toBe('selected')
  })

  it('says of everybody else why they are left out', () => {
    expect(leftOutOf(followUp, usual)).toEqual([
      { reason: 'asked', rows: 3, guesses: 3 },
      { reason: 'wrongNumber', rows: 2, guesses: 1 },
      { reason: 'listed', rows: 2, guesses: 0 },
      { reason: 'hidden', rows: 1, guesses: 0 },
      { reason: 'notChosen', rows: 7, guesses: 0 },
      { reason: 'neverCalled', rows: 6, guesses: 0 },
    ])
  })
})
