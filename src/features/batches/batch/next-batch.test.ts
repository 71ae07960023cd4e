import { describe, expect, it } from 'vitest'
import { batchCallStates } from '#contract/index.ts'
import { hasCancelled, nameAfter, peopleToCall, selectedCalls, whyTooEarly } from './next-batch.ts'
import { prepareAction } from './texts.tsx'

describe('a new batch with people of another one', () => {
  it('is named after the other batch, with at most 200 characters', () => {
    expect([nameAfter('Renewals', 'failed'), nameAfter('Renewals', 'never_called')]).toEqual([
      'Renewals, again',
      'Renewals, continued',
    ])
    expect(nameAfter('R'.repeat(200), 'never_called')).toBe(`${'R'.repeat(189)}, continued`)
  })

  it('shows on its button how many people it calls, if that is known', () => {
    expect([39, 1, null].map((people) => prepareAction('never_called', people))).toEqual([
      'Continue with 39 people never called',
      'Continue with 1 person never called',
      'Continue with people never called',
    ])
    expect([1234, 1, null].map((people) => prepareAction('failed', people))).toEqual([
      'Prepare a batch with 1,234 people',
      'Prepare a batch with 1 person',
      'Prepare a batch with these people',
    ])
  })

  it('does not count a cancelled call-back as a person who was never called', () => {
    expect([false, true, null].map((callsBack) => peopleToCall('never_called', 39, callsBack))).toEqual([
      39,
      null,
      null,
    ])
    expect(peopleToCall('failed', 39, true)).toBe(39)
    expect(peopleToCall('never_called', 0, true)).toBe(0)
    expect(peopleToCall('never_called', null, false)).toBeNull()
  })

  it('is offered after a cancel, even if the service does not count cancelled calls', () => {
    expect(hasCancelled({ status: 'cancelled', cancelled: 3 })).toBe(true)
    expect(hasCancelled({ status: 'cancelled', cancelled: 0 })).toBe(false)
    expect(hasCancelled({ status: 'cancelled', cancelled: null })).toBe(true)
    expect(hasCancelled({ status: 'processing', cancelled: null })).toBe(false)
  })

  it('calls the people whom the filter selects, unless the other batch may still call them', () => {
    expect(batchCallStates.map((state) => selectedCalls(state))).toEqual([
      null,
      null,
      'completed',
      'failed',
      'never_called',
    ])
    expect(selectedCalls('all')).toBeNull()
  })

  it('cannot be prepared while people may still be called', () => {
    expect(whyTooEarly('never_called', { isComplete: false, waiting: 0 })).toBe('')
    expect(whyTooEarly('never_called', { isComplete: false, waiting: 2 })).toContain('not cancelled')
    expect(whyTooEarly('failed', { isComplete: false, waiting: 0 })).toContain('still running')
    expect(whyTooEarly('failed', { isComplete: true, waiting: 0 })).toBe('')
  })
})
