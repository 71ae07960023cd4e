import { describe, expect, it } from 'vitest'
import { failuresOf } from './failure-reasons.ts'

const ended = (status: string, error?: string) => ({
  jobId: 'call_1',
  status,
  phone_number: '+14155550101',
  completedAt: 1,
  duration: 10,
  error,
})

describe('a manager who asks why calls failed', () => {
  it('sees each reason with its count, the most frequent first, and no other call', () => {
    const recent = [
      ended('failed', 'busy'),
      ended('completed'),
      ended('failed', 'no answer'),
      ended('failed', 'no answer'),
    ]
    expect(failuresOf(recent)).toEqual({
      reasons: [
        { reason: 'no answer', count: 2 },
        { reason: 'busy', count: 1 },
      ],
      told: 3,
      among: 4,
    })
  })

  it('is told where a failed call has no reason', () => {
    expect(failuresOf([ended('failed', ' '), ended('failed')]).reasons).toEqual([
      { reason: 'No reason given', count: 2 },
    ])
  })
})
