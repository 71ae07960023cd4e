import { describe, expect, it } from 'vitest'
import type { Decision } from '#contract/index.ts'
import { decisionStatus, decisionText, rejectionText, secondsLeft } from './decision-texts.ts'

const decision = (fields: Partial<Decision>): Decision => ({
  effectId: 'e1',
  conversationId: 'c1',
  messageId: 'm1',
  action: 'Approve',
  operator: 'Priya',
  operatorId: 'me',
  state: 'held',
  to: '+14155550134',
  customer: 'Peter Chen',
  message: 'Your visit is on Monday.',
  sendsAt: 5_000,
  delayed: '',
  sent: null,
  refusal: null,
  at: Date.UTC(2026, 10, 20, 14, 2),
  dismissed: false,
  rejectReason: null,
  rejectNote: null,
  redraft: null,
  lastCheckedAt: null,
  nextCheckAt: null,
  ...fields,
})
const sentenceOf = (fields: Partial<Decision>, remainingSeconds = 0) =>
  decisionText(decision(fields), remainingSeconds, Date.UTC(2026, 10, 20, 14, 5), 'me')

describe('a decision in its undo window', () => {
  it('says what happens to whom, and in how many seconds', () => {
    expect(sentenceOf({}, 5)).toBe('Sending to +1 415 555 0134 in 5 s.')
    expect(sentenceOf({ action: 'Reject' }, 3)).toBe('Rejecting the message to +1 415 555 0134 in 3 s.')
    expect(sentenceOf({ action: 'Edit' }, 3)).toBe('Saving your edit of the message to +1 415 555 0134 in 3 s.')
  })

  it('counts down in whole seconds, even if the page’s clock is slightly behind, and never below zero', () => {
    // The undo window started 20 ms after the decision was recorded.
    const held = { at: 10_000, sendsAt: 15_020 }
    expect(secondsLeft(held, 9_100)).toBe(5)
    expect(secondsLeft(held, 10_000)).toBe(5)
    expect(secondsLeft(held, 12_000)).toBe(3)
    expect(secondsLeft(held, 90_000)).toBe(0)
    expect(secondsLeft({ at: 10_000, sendsAt: null }, 10_000)).toBe(0)
  })

  it('says that the conversation is being checked again, or why sending is delayed', () => {
    expect(sentenceOf({}, 0)).toBe('Checking the conversation again…')
    expect(sentenceOf({ delayed: 'The limit is used up. It goes in 0:23.' }, 0)).toBe(
      'Not sent to +1 415 555 0134 yet. The limit is used up. It goes in 0:23.',
    )
  })
})

describe('the outcome of a decision', () => {
  it('is what the service reported', () => {
    expect(sentenceOf({ state: 'done', sent: true })).toMatch(/^Sent to \+1 415 555 0134 at \d?\d:02/)
    expect(sentenceOf({ state: 'done', sent: false })).toBe('Approved, not delivered to +1 415 555 0134.')
    expect(sentenceOf({ state: 'done', action: 'Reject', sent: false })).toBe('Rejected. Nothing was sent.')
    expect(sentenceOf({ state: 'done', action: 'Edit', sent: false })).toMatch(/^Edit saved/)
    // The service may send the message when an edit is saved.
    expect(sentenceOf({ state: 'done', action: 'Edit', sent: true })).toMatch(/^Sent to/)
  })

  it('is why it was stopped, or that it was undone', () => {
    const message = 'The text changed while you were reading. Nothing was sent. Read the new version, then decide.'
    const refusal = { status: 409, code: 'changed', details: '', sent: 'no', retryAfter: null, reference: '' } as const
    expect(sentenceOf({ state: 'refused', refusal: { ...refusal, message, by: 'gateway' } })).toBe(message)
    expect(sentenceOf({ state: 'withdrawn' })).toBe('Undone. Nothing was sent.')
    const interrupted = { ...refusal, code: 'interrupted', message: 'Nothing was sent.', by: 'gateway' } as const
    expect(sentenceOf({ state: 'withdrawn', refusal: interrupted })).toBe(
      'The message that you approved for Peter Chen was not sent: Switchboard restarted during the undo window. Decide again.',
    )
    expect(sentenceOf({ state: 'withdrawn', refusal: interrupted, action: 'Reject', customer: null })).toBe(
      'Your rejection of the message to +1 415 555 0134 was not recorded: Switchboard restarted during the undo window. Decide again.',
    )
    expect(decisionStatus(decision({ state: 'withdrawn', refusal: interrupted })).label).toBe('Not sent')
  })

  it('claims only what is known', () => {
    expect(sentenceOf({ state: 'unknown' })).toMatch(
      /^We could not confirm whether your message to Peter Chen was sent\..*Do not approve it elsewhere\.$/,
    )
    const lastCheckedAt = Date.UTC(2026, 10, 20, 14, 3)
    const nextCheckAt = Date.UTC(2026, 10, 20, 14, 10)
    expect(sentenceOf({ state: 'unknown', nextCheckAt })).toContain(' was sent. Still checking. Do not')
    expect(sentenceOf({ state: 'unknown', lastCheckedAt, nextCheckAt })).toContain(
      ' was sent. Still checking (last checked 2 min ago). Do not',
    )
    expect(sentenceOf({ state: 'unknown', lastCheckedAt })).toContain(
      'No longer checking (last checked 2 min ago). Do not',
    )
    expect(sentenceOf({ state: 'unknown', action: 'Reject', operatorId: 'priya' })).toMatch(
      /^We could not confirm whether Priya’s rejection of the message to Peter Chen was recorded\./,
    )
    expect(sentenceOf({ state: 'settled', sent: true })).toBe('Resolved: the message was sent to +1 415 555 0134.')
    expect(sentenceOf({ state: 'settled', sent: false })).toBe('Resolved: approved, not delivered to +1 415 555 0134.')
    expect(sentenceOf({ state: 'settled', sent: null })).toBe(
      'Resolved: approved. It is not known whether the message was sent.',
    )
    expect(sentenceOf({ state: 'settled', action: 'Reject', sent: false })).toBe(
      'Resolved: rejected. Nothing was sent.',
    )
    expect(decisionStatus(decision({ state: 'done', sent: null })).state).toBe('failed')
    expect(decisionStatus(decision({ state: 'done', sent: true })).state).toBe('done')
  })

  it('says that the action was not carried out, whatever the action', () => {
    const message = 'Someone recorded that this did not happen. You can decide again.'
    const refusal = {
      status: 409,
      code: 'not_happened',
      details: '',
      sent: 'no',
      retryAfter: null,
      reference: '',
    } as const
    for (const action of ['Approve', 'EditAndApprove', 'Edit', 'Reject'] as const) {
      const settled = { state: 'settled', action, refusal: { ...refusal, message, by: 'gateway' } } as const
      expect(sentenceOf(settled)).toBe(message)
      expect(decisionStatus(decision(settled))).toEqual({ state: 'failed', label: 'Not done' })
    }
  })
})

it('says why a draft was rejected, as far as that is known', () => {
  const textOf = (rejectReason: string | null, rejectNote: string | null) => rejectionText({ rejectReason, rejectNote })
  expect(textOf('Wrong tone', 'Too formal')).toBe('Reason: Wrong tone: Too formal')
  expect(textOf('Wrong tone', null)).toBe('Reason: Wrong tone')
  expect(textOf(null, 'Too formal')).toBe('Note: Too formal')
  expect(textOf(null, null)).toBe('')
})

describe('a rejection that asks for a new draft', () => {
  const rejection = (fields: Partial<Decision>) => sentenceOf({ action: 'Reject', redraft: false, ...fields }, 4)
  const refusal = {
    status: 400,
    code: 'invalid_request',
    message: 'The draft was rejected, but the agent did not write a new one.',
    details: '',
    sent: 'no',
    retryAfter: null,
    reference: '',
    by: 'service',
  } as const
  it.each([
    [{ state: 'held' }, 'Rejecting the message to +1 415 555 0134 and asking for a new draft in 4 s.'],
    [{ state: 'withdrawn' }, 'Undone. Nothing was sent.'],
    [{ state: 'done' }, 'Rejected. Nothing was sent. Asking the agent for a new draft…'],
    [
      { state: 'done', redraft: true },
      'Rejected. Nothing was sent. The agent wrote a new draft. It is waiting for review.',
    ],
    [{ state: 'done', refusal }, refusal.message],
    [{ state: 'settled' }, 'Resolved: rejected. Nothing was sent. The agent was not asked for a new draft.'],
  ] as const)('in %j says: %s', (fields, sentence) => {
    expect(rejection(fields)).toBe(sentence)
  })
  it('says that nobody was asked while the rejection is unknown', () => {
    expect(rejection({ state: 'unknown' })).toMatch(/ The agent was not asked for a new draft\.$/)
  })
})
