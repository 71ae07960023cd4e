import { describe, expect, test } from 'vitest'
import { breaks, type Failure, failuresIn, isTechnical, mayBreak, nobodyReached } from './call-failures.ts'

describe('failures of calls', () => {
  test.each([
    'The call could not be connected.',
    'The agent has no phone number configured.',
    'The agent has no active flow for outbound calls.',
    'The agent does not exist or the caller has no access to it.',
    'connection_failed',
    'carrier-error',
    'SIP 503 Service Unavailable',
    'sip_404',
    'number not in service',
    'Network unreachable',
    'INTERNAL_ERROR',
    'insufficient balance',
    'voice error',
  ])('is technical: %s', (reason) => {
    expect(isTechnical(reason)).toBe(true)
  })

  test.each([
    'Nobody answered.',
    'The line was busy.',
    'busy',
    'no_answer',
    'no-answer',
    'NO ANSWER',
    'unanswered',
    'Voicemail',
    'voice_mail',
    'answering machine',
    'declined',
    'Call rejected by user',
    'hung up',
    'cancelled',
    'sip 486 busy here',
    'sip_480',
    'SIP 603 decline',
    'Connected, but nobody answered',
    'failed',
    'timeout',
    'No reason given',
    'zzz',
    '',
  ])('is not technical: %s', (reason) => {
    expect(isTechnical(reason)).toBe(false)
  })

  test('counts failed calls by reason, most frequent first, and ignores other calls', () => {
    const calls = [
      { status: 'failed', error: 'busy' },
      { status: 'completed' },
      { status: 'failed', error: ' no answer ' },
      { status: 'failed', error: 'no answer' },
      { status: 'failed', error: null },
      { status: 'waiting', error: 'busy' },
    ]
    expect(failuresIn(calls)).toEqual([
      { reason: 'no answer', count: 2 },
      { reason: 'busy', count: 1 },
      { reason: 'No reason given', count: 1 },
    ])
  })
})

const line = (count: number): Failure => ({ reason: 'The call could not be connected.', count })
const busy = (count: number): Failure => ({ reason: 'The line was busy.', count })
const unknown = (count: number): Failure => ({ reason: 'zzz', count })

describe('the breaker of a batch', () => {
  test.each<[string, number | null, number | null, Failure[], boolean]>([
    ['no call has ended', 0, 0, [], false],
    ['every one of 19 calls', 0, 19, [line(19)], false],
    ['every one of 20 calls', 0, 20, [line(20)], true],
    ['exactly half of 20', 10, 10, [line(10)], true],
    ['one less than half of 20', 11, 9, [line(9)], false],
    ['half of 21, rounded down', 11, 10, [line(10)], false],
    ['14 of 24', 10, 14, [line(14)], true],
    ['12 of 24, and two were busy', 10, 14, [line(12), busy(2)], true],
    ['11 of 24, and three were busy', 10, 14, [line(11), busy(3)], false],
    ['1,000 failed calls, all busy', 0, 1_000, [busy(100)], false],
    ['an unknown reason', 0, 40, [unknown(40)], false],
    ['no reasons were read', 0, 40, [], false],
    ['90 of the 100 that were read, of 600 failed and 1,000 ended', 400, 600, [line(90), busy(10)], true],
    ['80 of the 100 that were read, of 600 failed and 1,000 ended', 400, 600, [line(80), busy(20)], false],
    ['the number of completed calls is unknown', null, 40, [line(40)], false],
    ['the number of failed calls is unknown', 0, null, [line(40)], false],
  ])('decides by the share of technical failures: %s', (_, completed, failed, failures, isStopped) => {
    expect(breaks({ completed, failed }, failures)).toBe(isStopped)
  })

  test.each([
    [0, 19, false],
    [11, 9, false],
    [10, 10, true],
    [10, 14, true],
    [null, 40, false],
    [0, null, false],
  ])('can stop by its counts: %s completed, %s failed', (completed, failed, may) => {
    expect(mayBreak({ completed, failed })).toBe(may)
  })

  test.each([
    [0, 29, false],
    [0, 30, true],
    [1, 300, false],
    [null, 30, false],
    [0, null, false],
  ])('recognizes that nobody was reached: %s completed, %s failed', (completed, failed, nobody) => {
    expect(nobodyReached({ completed, failed })).toBe(nobody)
  })
})
