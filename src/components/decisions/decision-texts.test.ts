import { describe, expect, it } from 'vitest'
import type { Decision } from '#contract/index.ts'
import { decisionLamp, decisionText, secondsLeft } from './decision-texts.ts'

const decision = (more: Partial<Decision>): Decision => ({
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
  lastCheckedAt: null,
  nextCheckAt: null,
  ...more,
})
const words = (more: Partial<Decision>, left = 0) =>
  decisionText(decision(more), left, Date.UTC(2026, 10, 20, 14, 5), 'me')

describe('a decision that is held', () => {
  it('says to whom, and in how many seconds', () => {
    expect(words({}, 5)).toBe('Sending to +1 415 555 0134 in 5 s.')
    expect(words({ action: 'Reject' }, 3)).toBe('Rejecting the message to +1 415 555 0134 in 3 s.')
    expect(words({ action: 'Edit' }, 3)).toBe('Saving the edit to +1 415 555 0134 in 3 s.')
  })

  it('counts down from its whole seconds, also where the clock on the page is a moment behind, and never below nothing', () => {
    // Recorded for 20 ms before the hold began.
    const held = { at: 10_000, sendsAt: 15_020 }
    expect(secondsLeft(held, 9_100)).toBe(5)
    expect(secondsLeft(held, 10_000)).toBe(5)
    expect(secondsLeft(held, 12_000)).toBe(3)
    expect(secondsLeft(held, 90_000)).toBe(0)
    expect(secondsLeft({ at: 10_000, sendsAt: null }, 10_000)).toBe(0)
  })

  it('says that the conversation is read once more, or why it stays held', () => {
    expect(words({}, 0)).toBe('Reading the conversation once more…')
    expect(words({ delayed: 'The limit is used up. It goes in 0:23.' }, 0)).toBe(
      'Not sent to +1 415 555 0134 yet. The limit is used up. It goes in 0:23.',
    )
  })
})

describe('how a decision ended', () => {
  it('is the service’s own word', () => {
    expect(words({ state: 'done', sent: true })).toMatch(/^Sent to \+1 415 555 0134 at \d\d:02/)
    expect(words({ state: 'done', sent: false })).toBe('Approved, not delivered to +1 415 555 0134.')
    expect(words({ state: 'done', action: 'Reject', sent: false })).toBe('Rejected. Nothing was sent.')
    expect(words({ state: 'done', action: 'Edit', sent: false })).toMatch(/^Edit saved/)
    // A real deployment may send on Edit.
    expect(words({ state: 'done', action: 'Edit', sent: true })).toMatch(/^Sent to/)
  })

  it('is why it was stopped, or that it was undone', () => {
    const message = 'The text changed while you were reading. Nothing was sent. Read the new version, then decide.'
    const refusal = { status: 409, code: 'changed', details: '', sent: 'no', retryAfter: null, reference: '' } as const
    expect(words({ state: 'refused', refusal: { ...refusal, message, by: 'gateway' } })).toBe(message)
    expect(words({ state: 'withdrawn' })).toBe('Undone. Nothing was sent.')
    const interrupted = { ...refusal, code: 'interrupted', message: 'Nothing was sent.', by: 'gateway' } as const
    expect(words({ state: 'withdrawn', refusal: interrupted })).toBe(
      'Your approval for Peter Chen was not sent: Switchboard restarted during the undo window. Decide again.',
    )
    expect(words({ state: 'withdrawn', refusal: interrupted, action: 'Reject', customer: null })).toBe(
      'Your rejection of the message to +1 415 555 0134 was not recorded: Switchboard restarted during the undo window. Decide again.',
    )
    expect(decisionLamp(decision({ state: 'withdrawn', refusal: interrupted })).word).toBe('Not sent')
  })

  it('claims nothing that nobody knows', () => {
    expect(words({ state: 'unknown' })).toMatch(
      /^We could not confirm whether your message to Peter Chen was sent\..*Do not approve it elsewhere\.$/,
    )
    const lastCheckedAt = Date.UTC(2026, 10, 20, 14, 3)
    const nextCheckAt = Date.UTC(2026, 10, 20, 14, 10)
    expect(words({ state: 'unknown', nextCheckAt })).toContain(' was sent. Still checking. Do not')
    expect(words({ state: 'unknown', lastCheckedAt, nextCheckAt })).toContain(
      ' was sent. Not so far (checked 2 min ago); still checking. Do not',
    )
    expect(words({ state: 'unknown', lastCheckedAt })).toContain('(checked 2 min ago); no longer checked. Do not')
    expect(words({ state: 'unknown', action: 'Reject', operatorId: 'priya' })).toMatch(
      /^We could not confirm whether Priya’s rejection of the message to Peter Chen was recorded\./,
    )
    expect(words({ state: 'settled', sent: true })).toBe('Checked: it was sent to +1 415 555 0134.')
    expect(words({ state: 'settled', sent: false })).toBe('Checked: approved, not delivered to +1 415 555 0134.')
    expect(words({ state: 'settled', sent: null })).toBe('Checked: approved; whether it was sent is not known.')
    expect(words({ state: 'settled', action: 'Reject', sent: false })).toBe('Checked: rejected. Nothing was sent.')
    expect(decisionLamp(decision({ state: 'done', sent: null })).state).toBe('failed')
    expect(decisionLamp(decision({ state: 'done', sent: true })).state).toBe('done')
  })

  it('that did not come about says so, whatever was decided', () => {
    const message = 'Somebody recorded that this did not happen. You can decide again.'
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
      expect(words(settled)).toBe(message)
      expect(decisionLamp(decision(settled))).toEqual({ state: 'failed', word: 'Not done' })
    }
  })
})
