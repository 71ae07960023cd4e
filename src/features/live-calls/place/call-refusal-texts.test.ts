import { describe, expect, it } from 'vitest'
import { Refusal, type RefusalData } from '#contract/index.ts'
import { callRefusal } from './call-refusal-texts.ts'

const textOf = (data: Partial<RefusalData>, maxCalls = 10) => {
  const { message, sentNote, advice } = callRefusal(
    new Refusal({ status: 400, code: 'x', message: 'No.', by: 'service', ...data }),
    maxCalls,
  )
  return [message, sentNote, advice].filter(Boolean).join(' ')
}

describe('the text of a refused call', () => {
  it.each<[string, Partial<RefusalData>, string]>([
    [
      'says that the agent no longer exists',
      { status: 404, code: 'not_found', message: 'Agent not found' },
      'This agent no longer exists, or Switchboard’s API key cannot use it. No call was placed. Choose another agent.',
    ],
    [
      'says what the agent lacks',
      { message: 'Invalid configuration', details: 'The agent has no phone number configured' },
      'The agent has no phone number configured. No call was placed. Complete the agent’s setup, or choose another agent.',
    ],
    [
      'says that the number is invalid',
      { code: 'invalid_number', message: 'Bad number' },
      'The service does not accept this number. No call was placed. Check the number and its country code.',
    ],
    [
      'says that all lines are in use',
      { code: 'concurrency_limit', message: 'Too many calls' },
      'Your plan allows 10 calls at a time, and all of them are in progress. No call was placed. Wait until a call ends.',
    ],
    [
      'treats a 500 of the service as a failure, not as an unknown outcome',
      { status: 502, code: 'UNKNOWN_ERROR', message: 'Failed to initiate call', details: 'Carrier rejected the call' },
      'The service could not place the call. Carrier rejected the call. No call was placed. You can try again.',
    ],
    [
      'says that the service accepts no requests for now',
      { status: 503, code: 'over_budget', retryAfter: 22.4 },
      'The service does not accept more requests right now. No call was placed.',
    ],
    [
      'names who called the number a moment ago',
      {
        status: 409,
        code: 'called_before',
        by: 'gateway',
        message: 'Sam called this number 2 min ago. Nothing was sent.',
      },
      'Sam called this number 2 min ago. Nothing was sent.',
    ],
    [
      'says that the call may be ringing',
      { status: 504, code: 'outcome_unknown', sent: 'unknown', by: 'network' },
      'The service did not confirm this call. It may be ringing now. Do not call again until you know what happened. Check the live calls or the service’s own console.',
    ],
    [
      'says that the browser is offline',
      { status: 0, code: 'offline', by: 'network', message: 'You are offline. Nothing was sent.' },
      'You are offline. Nothing was sent.',
    ],
    [
      'says that the API key was refused',
      { status: 502, code: 'service_refused_key', message: 'The service refused Switchboard’s API key.' },
      'The service refused Switchboard’s API key. No call was placed.',
    ],
    [
      'says which role is required',
      { status: 403, code: 'role_required', by: 'gateway', message: 'Placing calls needs the support role.' },
      'Placing calls needs the support role. No call was placed.',
    ],
  ])('%s', (_, data, sentence) => {
    expect(textOf(data)).toBe(sentence)
  })

  it('has the wait until the next try, a minute by default', () => {
    const wait = (retryAfter: number | null) =>
      callRefusal(new Refusal({ status: 503, code: 'over_budget', message: 'No.', by: 'service', retryAfter }), 1)
        .waitSeconds
    expect(wait(22.4)).toBe(22.4)
    expect(wait(null)).toBe(60)
  })

  it('names the only call of a small plan', () => {
    expect(textOf({ code: 'concurrency_limit' }, 1)).toContain(
      'Your plan allows one call at a time, and one is in progress.',
    )
  })
})
