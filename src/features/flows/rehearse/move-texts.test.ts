import { describe, expect, it } from 'vitest'
import type { End, Via } from '#flow-engine/rehearsal.ts'
import { answerText, endText, viaText } from './move-texts.ts'

const rules = [
  { id: '1', when: 'silence', then: 'end', value: '' },
  { id: '2', when: 'caller_asks_for_human', then: 'transfer', value: 'Sales' },
]
const edge = (label?: string) => ({ id: 'e', source: 'a', target: 'b', ...(label ? { data: { label } } : {}) })
const took = (label: string, reason: Via['reason']) => viaText({ by: 'connection', edge: edge(label), reason }, rules)

describe('why a call went where it is', () => {
  it('is said with the branch and the words that decided', () => {
    expect(took('Yes', { kind: 'yes', answer: 'sure' })).toBe('Took “Yes” because the answer “sure” is a yes.')
    expect(took('Later', { kind: 'named', answer: 'later' })).toBe(
      'Took “Later” because the answer “later” contains these words.',
    )
    expect(took('', { kind: 'person-chose' })).toBe('Took the branch without a label because you chose it.')
    expect(took('Night', { kind: 'condition', condition: 'outside_working_hours' })).toBe(
      'Took “Night” because the call is outside working hours.',
    )
  })

  it('is not said if there is no other way, unless the way has a name', () => {
    expect(took('', { kind: 'only-connection' })).toBe('')
    expect(took('Yes', { kind: 'only-connection' })).toBe('Took “Yes”, the only branch that is open.')
  })

  it('names a rule by its position', () => {
    const [, rule] = rules
    expect(
      rule && viaText({ by: 'rule', rule, reason: { kind: 'condition', condition: 'caller_asks_for_human' } }, rules),
    ).toBe('Rule 2 applies because the customer asks for a person.')
  })
})

describe('how a call ends', () => {
  const text = (end: End) => endText(end, (id) => `3. ${id}`)
  it('is said with the step, the department or the limit', () => {
    const step = { id: 'Offer', type: 'say', data: {} }
    expect(text({ kind: 'no-next', step })).toMatch(/^No step follows 3\. Offer\. The agent says goodbye/)
    expect(text({ kind: 'loop', step })).toMatch(/^The call goes round in a loop: it comes to 3\. Offer/)
    expect(text({ kind: 'missing-step', id: 'x' })).toMatch(/^The connection leads to x, which does not exist\./)
    expect(text({ kind: 'transferred', to: '' })).toBe('The call is transferred. The flow does not say to whom.')
    expect(text({ kind: 'silence', afterSeconds: 1 })).toBe('The call ends after 1 second of silence.')
    expect(text({ kind: 'silence', afterSeconds: null })).toMatch(/goes on until its maximum duration/)
  })
})

it('says what a customer does without words of their own', () => {
  expect(answerText({ kind: 'branch', label: 'Another day' })).toBe('Answers “Another day”.')
  expect(answerText({ kind: 'rule', when: 'asks about the price' })).toBe(
    'Says what the rule “asks about the price” is for.',
  )
})
