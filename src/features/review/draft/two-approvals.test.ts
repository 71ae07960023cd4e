import { expect, test } from 'vitest'
import type { Draft } from '#contract/index.ts'
import { approvalOf } from './two-approvals.ts'

const draft = (fields: Partial<Draft>) => fields as Draft
const byAna = { operator: 'Ana', operatorId: 'ana', at: 0, editedMessage: null }

test('one approval sends the draft or the edit if its flow needs no second reviewer', () => {
  const plain = draft({ needsSecondReviewer: false, firstApproval: null })
  expect(approvalOf(plain, 'Monday.', null, 'ana')).toEqual({
    first: null,
    unedited: 'Monday.',
    text: 'Monday.',
    step: 'sends',
  })
  expect(approvalOf(plain, 'Monday.', 'Tuesday.', 'ana')).toMatchObject({ text: 'Tuesday.', step: 'sends' })
  expect(approvalOf(null, 'Monday.', null, 'ana')).toMatchObject({ step: 'sends' })
})

test('of two reviewers, the first sends nothing, and the second sends exactly what the first approved', () => {
  const needsTwo = draft({ needsSecondReviewer: true, firstApproval: null })
  expect(approvalOf(needsTwo, 'Monday.', null, 'ana')).toMatchObject({ first: null, step: 'first' })
  const approved = draft({ needsSecondReviewer: true, firstApproval: byAna })
  expect(approvalOf(approved, 'Monday.', null, 'ana')).toMatchObject({ first: { isOwn: true }, step: 'given' })
  expect(approvalOf(approved, 'Monday.', 'Tuesday.', 'ana')).toMatchObject({ step: 'first' })
  expect(approvalOf(approved, 'Monday.', null, 'bo')).toMatchObject({ first: { isOwn: false }, step: 'sends' })
  expect(approvalOf(approved, 'Monday.', 'Tuesday.', 'bo')).toMatchObject({ step: 'first' })
  const tied = draft({ needsSecondReviewer: true, firstApproval: { ...byAna, tiedIds: ['bo'] } })
  expect(approvalOf(tied, 'Monday.', null, 'bo')).toMatchObject({ first: { isOwn: true }, step: 'given' })
})

test('an edit that was approved first is the text that a colleague approves or edits further', () => {
  const edited = draft({ needsSecondReviewer: true, firstApproval: { ...byAna, editedMessage: 'Tuesday.' } })
  expect(approvalOf(edited, 'Monday.', null, 'bo')).toMatchObject({
    unedited: 'Tuesday.',
    text: 'Tuesday.',
    step: 'sends',
  })
  expect(approvalOf(edited, 'Monday.', 'Monday.', 'bo')).toMatchObject({ text: 'Monday.', step: 'first' })
})
