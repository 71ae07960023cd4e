import { describe, expect, it } from 'vitest'
import { failuresOf } from './failure-reasons.ts'

const endedCall = (status: string, error?: string) => ({
  jobId: 'call_1',
  status,
  phone_number: '+14155550101',
  completedAt: 1,
  duration: 10,
  error,
})

describe('failed calls', () => {
  it('are counted by reason, most frequent first', () => {
    const recent = [
      endedCall('failed', 'busy'),
      endedCall('completed'),
      endedCall('failed', 'no answer'),
      endedCall('failed', 'no answer'),
    ]
    expect(failuresOf(recent)).toEqual({
      reasons: [
        { reason: 'no answer', count: 2 },
        { reason: 'busy', count: 1 },
      ],
      knownReasonCount: 3,
      recentCallCount: 4,
    })
  })

  it('without a reason are counted, too', () => {
    expect(failuresOf([endedCall('failed', ' '), endedCall('failed')]).reasons).toEqual([
      { reason: 'No reason given', count: 2 },
    ])
  })
})
