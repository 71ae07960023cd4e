import { expect, test } from 'vitest'
import { newsSince } from './hidden-tab-texts.ts'

const quiet = {
  drafts: 2,
  unknown: 0,
  prepared: 0,
  approvals: 0,
  batches: [{ batchId: 'a', name: 'Old', state: 'ended' as const }],
}

test('somebody who is away hears of what came since, and of nothing that was there before', () => {
  expect(newsSince(quiet, quiet, true)).toEqual([])
  const later = {
    drafts: 5,
    unknown: 1,
    prepared: 1,
    approvals: 1,
    batches: [...quiet.batches, { batchId: 'b', name: 'Renewals', state: 'failing' as const }],
  }
  expect(newsSince(quiet, later, true)).toEqual([
    '1 outcome is unknown. Settle it before anything is done again.',
    'A prepared batch waits for a decision.',
    '1 start waits for your approval on the overview.',
    'Too many calls of Renewals fail.',
    '3 messages wait for review.',
  ])
})

test('messages are told only to those who decide about them, and a failing batch that ends is told again', () => {
  expect(newsSince(quiet, { ...quiet, drafts: 9 }, false)).toEqual([])
  const failing = { ...quiet, batches: [{ batchId: 'b', name: 'Renewals', state: 'failing' as const }] }
  const ended = { ...quiet, batches: [{ batchId: 'b', name: 'Renewals', state: 'ended' as const }] }
  expect(newsSince(failing, ended, false)).toEqual(['Renewals has ended.'])
})
