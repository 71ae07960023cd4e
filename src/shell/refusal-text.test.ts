import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { refusalWords } from './refusal-text.ts'

const refusal = (data: Partial<Refusal['data']>) =>
  new Refusal({ status: 503, code: 'over_budget', message: 'The budget is used up.', by: 'gateway', ...data })

describe('the words of a refusal', () => {
  it('say of a command whether anything was sent, and of a reading do not', () => {
    expect(refusalWords(refusal({ sent: 'no' }), true).sent).toBe('Nothing was sent.')
    expect(refusalWords(refusal({ sent: 'unknown' }), true).sent).toMatch(/not known whether it was sent/)
    expect(refusalWords(refusal({ sent: 'no' })).sent).toBe('')
  })

  it('do not say twice that nothing was sent', () => {
    const words = refusalWords(refusal({ message: 'You are offline. Nothing was sent.', code: 'offline' }), true)
    expect(words.sent).toBe('')
  })

  it('name the wait before any other advice', () => {
    expect(refusalWords(refusal({ retryAfter: 23 })).toDo).toBe('Try again in 23 s.')
  })

  it('carry the reference that an administrator can look up', () => {
    expect(refusalWords(refusal({ reference: '01KAF' })).reference).toBe('01KAF')
  })
})
