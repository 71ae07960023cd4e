import { describe, expect, it } from 'vitest'
import { batchCallStates } from '#contract/index.ts'
import { actionOf, hasDropped, nameAfter, peopleToCall, selectedCalls, tooEarly } from './next-batch.ts'

describe('a new batch of people of another one', () => {
  it('is named after it, no longer than a name may be', () => {
    expect([nameAfter('Renewals', 'failed'), nameAfter('Renewals', 'never_called')]).toEqual([
      'Renewals, again',
      'Renewals, continued',
    ])
    expect(nameAfter('R'.repeat(200), 'never_called')).toBe(`${'R'.repeat(189)}, continued`)
  })

  it('says on its button how many it calls, where that is known', () => {
    expect([39, 1, null].map((people) => actionOf('never_called', people))).toEqual([
      'Continue with the 39 never called',
      'Continue with the one never called',
      'Continue with those never called',
    ])
    expect([1234, 1, null].map((people) => actionOf('failed', people))).toEqual([
      'Call the 1,234 that failed again',
      'Call the one that failed again',
      'Call those that failed again',
    ])
    expect(actionOf('completed', 12)).toBe('Prepare a batch of these 12')
  })

  it('does not take a dropped call-back for somebody who was never called', () => {
    expect([false, true, null].map((callsBack) => peopleToCall('never_called', 39, callsBack))).toEqual([
      39,
      null,
      null,
    ])
    expect(peopleToCall('failed', 39, true)).toBe(39)
    expect(peopleToCall('never_called', 0, true)).toBe(0)
    expect(peopleToCall('never_called', null, false)).toBeNull()
  })

  it('is offered after a cancel, also where the service does not count what it dropped', () => {
    expect(hasDropped({ status: 'cancelled', cancelled: 3 })).toBe(true)
    expect(hasDropped({ status: 'cancelled', cancelled: 0 })).toBe(false)
    expect(hasDropped({ status: 'cancelled', cancelled: null })).toBe(true)
    expect(hasDropped({ status: 'processing', cancelled: null })).toBe(false)
  })

  it('is of the calls that the table is filtered to, unless their people may still be called', () => {
    expect(batchCallStates.map((state) => selectedCalls(state))).toEqual([
      null,
      null,
      'completed',
      'failed',
      'never_called',
    ])
    expect(selectedCalls('all')).toBeNull()
  })

  it('waits for everybody who may still be called', () => {
    expect(tooEarly('never_called', { isComplete: false, waiting: 0 })).toBe('')
    expect(tooEarly('never_called', { isComplete: false, waiting: 2 })).toContain('not dropped')
    expect(tooEarly('failed', { isComplete: false, waiting: 0 })).toContain('still running')
    expect(tooEarly('failed', { isComplete: true, waiting: 0 })).toBe('')
  })
})
