import { describe, expect, it } from 'vitest'
import type { Person, PersonEntry } from '#contract/index.ts'
import { answerOf, limitsOf, readOut, theirTime } from './answer.ts'

const at = Date.UTC(2026, 10, 28, 14, 2)
type EntryOf<Kind extends PersonEntry['kind']> = Extract<PersonEntry, { kind: Kind }>
const call = (fields: Partial<EntryOf<'call'>> = {}): PersonEntry => ({
  kind: 'call',
  key: 'call/r1',
  at,
  roomName: 'r1',
  agentName: 'Renewals',
  operator: null,
  batchId: 'b1',
  batchName: 'Fall',
  state: 'ended',
  lines: 2,
  duration: 30,
  endedAt: at + 30_000,
  result: null,
  resultSource: null,
  said: null,
  ...fields,
})
const batch = (fields: Partial<EntryOf<'batch'>> = {}): PersonEntry => ({
  kind: 'batch',
  key: 'batch/1',
  at,
  batchId: 'b1',
  name: 'Fall',
  operator: 'Maya',
  state: 'started',
  hasEnded: false,
  ...fields,
})
const blocked: PersonEntry = {
  kind: 'do-not-call',
  key: 'do-not-call/1',
  at,
  facts: { operator: 'Grace', at, reason: 'Asked', source: { kind: 'hand', name: null, id: null } },
  until: null,
}
const known = { hasMore: false, rows: { all: 168, known: 168 } }
const kindOf = (...entries: PersonEntry[]) => answerOf({ entries, ...known }).kind

describe('whether a number was called', () => {
  it.each<[string, PersonEntry[], ReturnType<typeof kindOf>]>([
    ['nothing is known', [], 'never'],
    ['a call has ended', [call()], 'called'],
    ['a call was seen, and not its end', [call({ state: 'seen' })], 'called'],
    ['a call is in progress, and another has ended', [call({ key: 'call/r2', state: 'live' }), call()], 'live'],
    ['nobody knows whether a placed call was made', [call({ state: 'unknown', roomName: '' })], 'unknown'],
    ['a batch has not called it yet', [call({ state: 'waiting', roomName: '' }), batch()], 'waiting'],
    ['its row was cancelled', [call({ state: 'cancelled', roomName: '' }), batch()], 'never'],
    ['the row of its batch was not read', [batch()], 'included'],
    [
      'its batch has ended, and the row was not read since',
      [call({ state: 'waiting' }), batch({ hasEnded: true })],
      'included',
    ],
    ['its batch waits for somebody', [batch({ state: 'held_back' })], 'never'],
    ['nobody of its batch was called', [batch({ state: 'nobody_called' })], 'never'],
  ])('if %s', (_, entries, expected) => expect(kindOf(...entries)).toBe(expected))
})

describe('the sentence for somebody who asks', () => {
  const say = (entries: PersonEntry[], zones = ['America/Los_Angeles'], rows: Person['rows'] = known.rows) =>
    readOut(answerOf({ entries, hasMore: false, rows }), zones, (time, timeZone) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC' }).format(time),
    )
  it('has the time of the person called', () =>
    expect(say([call()])).toBe('Our automated assistant called this number on 2026-11-28, at 06:02 your time.'))
  it('has the day of the person called', () =>
    expect(say([call({ at: Date.UTC(2026, 10, 29, 5, 2) })])).toBe(
      'Our automated assistant called this number on 2026-11-28, at 21:02 your time.',
    ))
  it('says no time that is not known', () =>
    expect(say([call()], [])).toBe('Our automated assistant called this number on 2026-11-28.'))
  it('says what is known of the result', () =>
    expect(say([call({ result: 'mailbox', resultSource: 'service' })])).toMatch(/your time\. It reached a mailbox\.$/))
  it('does not tell a guess', () =>
    expect(say([call({ result: 'mailbox', resultSource: 'transcript' })])).toMatch(/your time\.$/))
  it('says that there is no record, and that the number is on the list', () =>
    expect(say([blocked])).toBe(
      'We have no record of a call to this number. Your number is on our do-not-call list, so we do not call it any more.',
    ))
  it.each([null, { all: 168, known: 27 }, { all: 168, known: 0 }])(
    'denies no call that it may not know of: %j',
    (rows) =>
      expect(say([], [], rows)).toBe(
        'I see no call to this number, but I cannot see all of our calls, so I cannot rule one out.',
      ),
  )
  it('says what is not known', () => {
    expect(say([batch()])).toBe('This number is on one of our call lists. I cannot see yet whether it was called.')
    expect(say([batch({ hasEnded: true })])).toBe(
      'This number was on one of our call lists. I cannot see whether it was called.',
    )
    expect(say([call({ state: 'unknown', roomName: '' })])).toBe(
      'We tried to call this number, and I cannot see whether the call went through.',
    )
  })
  it('says that a call is in progress', () =>
    expect(say([call({ state: 'live' })])).toBe('Our automated assistant is in a call with this number right now.'))
  it('does not promise that a batch does not call a number that was blocked after its start', () =>
    expect(say([call({ state: 'waiting', roomName: '' }), batch(), blocked])).toBe(
      'This number is on one of our call lists. I see no call to it yet. Your number is on our do-not-call list. A call that was planned before may still come.',
    ))
  it.each([[[batch({ hasEnded: true })]], [[call({ state: 'waiting', roomName: '' }), batch({ hasEnded: true })]]])(
    'announces no call of a batch that has ended',
    (entries) =>
      expect(say([...entries, blocked])).toBe(
        'This number was on one of our call lists. I cannot see whether it was called. Your number is on our do-not-call list, so we do not call it any more.',
      ),
  )
})

describe('on how much an answer rests', () => {
  const outside = 'Calls placed outside Switchboard are not known here.'
  it.each<[string, Person['rows'], string]>([
    ['an older gateway does not say', null, ''],
    ['no batch was seen', { all: 0, known: 0 }, 'Switchboard has not seen the progress of any batch. '],
    [
      'nobody is known',
      { all: 168, known: 0 },
      'Switchboard has seen batches with 168 people, and does not know the numbers of any of them, so a call may be missing. ',
    ],
    [
      'some are known',
      { all: 168, known: 27 },
      'Switchboard has seen batches with 168 people, and does not know the numbers of 141 of them, so a call may be missing. ',
    ],
    [
      'all are known',
      known.rows,
      'Switchboard has seen batches with 168 people, and knows the number of everybody in them. ',
    ],
  ])('%s', (_, rows, text) => expect(limitsOf({ entries: [], hasMore: false, rows }, false)).toBe(`${text}${outside}`))
  it('names older entries and other workspaces', () =>
    expect(limitsOf({ entries: [], hasMore: true, rows: null }, true)).toBe(
      'There are older entries, which are not shown, so an older call may be missing. Calls placed outside Switchboard or seen in other workspaces are not known here.',
    ))
})

it('names the day on which it was there', () => {
  expect(theirTime(['Asia/Tokyo'], Date.UTC(2026, 10, 28, 23, 30))).toBe('Sun 08:30')
  expect(theirTime(['America/New_York', 'America/Chicago'], at)).toBe('Sat 08:02 to 09:02')
})
