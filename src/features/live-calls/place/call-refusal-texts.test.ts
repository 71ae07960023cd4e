import { describe, expect, it } from 'vitest'
import { Refusal, type RefusalData } from '#contract/index.ts'
import { callRefusal } from './call-refusal-texts.ts'

const words = (data: Partial<RefusalData>, atOnce = 10) => {
  const { what, sent, next } = callRefusal(
    new Refusal({ status: 400, code: 'x', message: 'No.', by: 'service', ...data }),
    atOnce,
  )
  return [what, sent, next].filter(Boolean).join(' ')
}

describe('a call that was refused says in its own words', () => {
  it.each<[string, Partial<RefusalData>, string]>([
    [
      'that the agent is gone',
      { status: 404, code: 'not_found', message: 'Agent not found' },
      'This agent does not exist any more, or Switchboard’s key may not use it. No call was placed. Choose another agent.',
    ],
    [
      'what the agent lacks',
      { message: 'Invalid configuration', details: 'The agent has no phone number configured' },
      'The agent has no phone number configured. No call was placed. Complete the agent, or choose another.',
    ],
    [
      'that the number is not one',
      { code: 'invalid_number', message: 'Bad number' },
      'The service does not accept this number. No call was placed. Check the number and its country code.',
    ],
    [
      'that all lines are busy',
      { code: 'concurrency_limit', message: 'Too many calls' },
      'All 10 calls that the plan allows at once are in use. No call was placed. Wait until a call ends.',
    ],
    [
      'that its own 500 is a failure, not a doubt',
      { status: 502, code: 'UNKNOWN_ERROR', message: 'Failed to initiate call', details: 'Carrier rejected the call' },
      'The call failed at the service. Carrier rejected the call. No call was placed. You can place it again.',
    ],
    [
      'that it has to wait',
      { status: 503, code: 'over_budget', retryAfter: 22.4 },
      'The service takes no more requests for now. No call was placed.',
    ],
    [
      'who called the number a moment ago',
      {
        status: 409,
        code: 'called_before',
        by: 'gateway',
        message: 'Sam called this number 2 min ago. Nothing was sent.',
      },
      'Sam called this number 2 min ago. Nothing was sent.',
    ],
    [
      'that nobody knows whether it rings',
      { status: 504, code: 'outcome_unknown', sent: 'unknown', by: 'network' },
      'The service did not answer when we placed this call. It may be ringing now. Do not call again before you know. Look for it among the live calls, or in the service’s own console.',
    ],
    [
      'that one is offline',
      { status: 0, code: 'offline', by: 'network', message: 'You are offline. Nothing was sent.' },
      'You are offline. Nothing was sent.',
    ],
    [
      'that the key is at fault, which is no failed call',
      { status: 502, code: 'service_refused_key', message: 'The service refused Switchboard’s API key.' },
      'The service refused Switchboard’s API key. No call was placed.',
    ],
    [
      'who may not',
      { status: 403, code: 'role_required', by: 'gateway', message: 'Placing calls needs the support role.' },
      'Placing calls needs the support role. No call was placed.',
    ],
  ])('%s', (_, data, sentence) => {
    expect(words(data)).toBe(sentence)
  })

  it('counts down to when it can be tried again, a minute where nobody says', () => {
    const wait = (retryAfter: number | null) =>
      callRefusal(new Refusal({ status: 503, code: 'over_budget', message: 'No.', by: 'service', retryAfter }), 1).wait
    expect(wait(22.4)).toBe(22.4)
    expect(wait(null)).toBe(60)
  })

  it('names the one call of a small plan', () => {
    expect(words({ code: 'concurrency_limit' }, 1)).toContain('The one call that the plan allows at once is in use.')
  })
})
