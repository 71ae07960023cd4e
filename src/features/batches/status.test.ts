import { describe, expect, it } from 'vitest'
import { batchCallStates } from '#contract/index.ts'
import { batchState, callState, callStateNames, segmentsOf, sumOfStatuses } from './status.ts'

const counts = { waiting: 5, active: 1, completed: 3, failed: 2, cancelled: 4 }

describe('the statuses of a batch', () => {
  it('count every call once, so that the segments of the bar add up to the total', () => {
    expect(callStateNames.toSorted()).toEqual(batchCallStates.toSorted())
    expect(segmentsOf(counts).reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(15)
    expect(sumOfStatuses(counts)).toBe(15)
  })

  it('say that a cancelled batch still finishes its calls', () => {
    expect(batchState({ status: 'cancelled', active: 1 })).toEqual({ state: 'live', label: 'Cancelled, finishing' })
    expect(batchState({ status: 'cancelled', active: 0 })).toEqual({ state: 'off', label: 'Cancelled' })
  })

  it('are scheduled until the start, whatever status the service reports', () => {
    expect(batchState({ status: 'queued', active: 0 }, { at: 1 })).toEqual({ state: 'waiting', label: 'Scheduled' })
    expect(batchState(null, { at: 1 }).label).toBe('Scheduled')
  })

  it('are shown as they are if not recognized, and as unknown if empty', () => {
    expect(batchState({ status: 'paused', active: 0 }).label).toBe('paused')
    expect(callState('ringing').label).toBe('ringing')
    expect([callState('').label, batchState(null).label]).toEqual(['Unknown status', 'Not loaded yet'])
  })
})
