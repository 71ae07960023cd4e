import { expect, test } from 'vitest'
import { callsGoneWrong, notificationsSince } from './hidden-tab-texts.ts'

const initialCounts = {
  live: 0,
  drafts: 2,
  unknown: 0,
  prepared: 0,
  approvals: 0,
  batches: [{ batchId: 'a', name: 'Old', state: 'ended' as const }],
}

test('a hidden tab notifies about new events only', () => {
  expect(notificationsSince(initialCounts, initialCounts, true)).toEqual([])
  const laterCounts = {
    live: 0,
    drafts: 5,
    unknown: 1,
    prepared: 1,
    approvals: 1,
    batches: [
      ...initialCounts.batches,
      { batchId: 'b', name: 'Renewals', state: 'failing' as const },
      { batchId: 'c', name: 'Old list', state: 'harmful' as const },
    ],
  }
  expect(notificationsSince(initialCounts, laterCounts, true)).toEqual([
    '1 outcome is unknown. Resolve it before you repeat anything.',
    'A prepared batch is waiting for your decision.',
    '1 batch is waiting for your approval.',
    'Too many calls in the batch Renewals fail for a technical reason.',
    'The batch Old list calls people who should not be called. Open it to see whom.',
    '3 drafts are waiting for review.',
  ])
})

test('only reviewers are notified about messages, and a failing batch that ends is notified about again', () => {
  expect(notificationsSince(initialCounts, { ...initialCounts, drafts: 9 }, false)).toEqual([])
  const failing = { ...initialCounts, batches: [{ batchId: 'b', name: 'Renewals', state: 'failing' as const }] }
  const ended = { ...initialCounts, batches: [{ batchId: 'b', name: 'Renewals', state: 'ended' as const }] }
  expect(notificationsSince(failing, ended, false)).toEqual(['The batch Renewals has ended.'])
})

test('a call that goes wrong is notified about, with the reason; a long call or a mailbox is not', () => {
  const notice = (roomName: string, reason: 'asks_for_person' | 'falling' | 'long') => ({ roomName, reason })
  expect(callsGoneWrong([], [notice('r1', 'asks_for_person'), notice('r2', 'long')])).toEqual([
    { roomName: 'r1', sentence: 'A customer asks for a person.' },
  ])
  expect(callsGoneWrong([notice('r1', 'falling')], [notice('r1', 'asks_for_person')])).toEqual([])
  expect(callsGoneWrong([notice('r1', 'long')], [notice('r1', 'falling')])).toEqual([
    { roomName: 'r1', sentence: 'The sentiment of a call is falling.' },
  ])
})
