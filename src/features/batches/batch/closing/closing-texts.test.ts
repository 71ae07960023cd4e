import { describe, expect, test } from 'vitest'
import type { BatchClosing, KnownBatch } from '#contract/index.ts'
import { closingText, hoursEndText } from './closing-texts.ts'

const closesAt = Date.parse('2026-11-24T20:00Z')
const closing: BatchClosing = {
  at: closesAt,
  place: '20:00 in United Kingdom (London)',
  startedBy: 'person',
  state: 'open',
  cancelledAt: null,
  problem: null,
}
const running: KnownBatch['progress'] = {
  status: 'processing',
  isComplete: false,
  waiting: 3,
  active: 1,
  completed: 0,
  failed: 0,
  cancelled: 0,
  total: 4,
}
const serviceProblem = 'The service does not answer.'

describe('when calling hours end during a batch, its page', () => {
  test('says in advance when they end, and what happens then', () => {
    const batch = { closing, progress: running }
    expect(hoursEndText(batch, closesAt - 1)).toMatch(
      /^Calling hours end .*; the batch then stops and waits until you continue it$/,
    )
    expect(hoursEndText({ ...batch, closing: { ...closing, startedBy: 'gateway' } }, 0)).toMatch(
      /continues automatically later$/,
    )
    expect(hoursEndText(batch, closesAt)).toBe('')
    expect(hoursEndText({ ...batch, progress: { ...running, isComplete: true } }, 0)).toBe('')
    expect(hoursEndText({ closing: null, progress: running }, 0)).toBe('')
  })

  test.each<[string, Partial<BatchClosing>, string, boolean]>([
    ['that it is being cancelled', {}, 'Switchboard is cancelling the remaining calls', false],
    ['why it could not be cancelled', { problem: serviceProblem }, serviceProblem, true],
    ['that it was cancelled', { state: 'cancelled', cancelledAt: closesAt }, 'so Switchboard cancelled', false],
    [
      'why the rest is not prepared',
      { state: 'cancelled', cancelledAt: closesAt, problem: serviceProblem },
      serviceProblem,
      false,
    ],
    ['that the rest is prepared', { state: 'prepared', cancelledAt: closesAt }, 'are in a batch for later', false],
    ['that nobody was left', { state: 'ended', cancelledAt: closesAt }, 'Everyone in this batch was called', false],
  ])('says %s', (_, closingFields, words, isLate) => {
    const note = closingText({ closing: { ...closing, ...closingFields }, progress: running }, closesAt)
    expect(JSON.stringify(note?.words)).toContain(words)
    expect(note?.words.message).toContain('Calling hours ended at 20:00 in United Kingdom (London)')
    expect(note?.isLate).toBe(isLate)
  })

  test.each<[string, Partial<BatchClosing>]>([
    ['before', { at: closesAt + 1 }],
    ['for a batch that had ended before', { state: 'ended' }],
  ])('says nothing %s', (_, closingFields) => {
    expect(closingText({ closing: { ...closing, ...closingFields }, progress: running }, closesAt)).toBeNull()
  })
})
