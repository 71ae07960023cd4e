import { describe, expect, it } from 'vitest'
import { scheduledStart } from './scheduled-start.ts'
import { scheduledStartText } from './scheduled-start-texts.ts'

const now = Date.parse('2026-11-20T12:00:00')
const tomorrow = Date.parse('2026-11-21T09:00:00')
const progress = { status: 'scheduled', isComplete: false, active: 0, completed: 0, failed: 0 }
const textOf = (scheduledAt: number | null, more: Partial<typeof progress> | null, at = now) => {
  const start = scheduledStart({ scheduledAt, progress: more && { ...progress, ...more } }, at)
  return start && scheduledStartText(start, at)
}

describe('a scheduled batch', () => {
  it('says when it starts, also before it was read or if the service calls it queued', () => {
    expect(textOf(tomorrow, {})).toMatch(/^Starts tomorrow 0?9:00/)
    expect(textOf(tomorrow, null)).toMatch(/^Starts tomorrow/)
    expect(textOf(tomorrow, { status: 'queued' })).toMatch(/^Starts tomorrow/)
  })

  it('that was started elsewhere has an unknown start time', () => {
    expect(textOf(null, {})).toBe('Scheduled, start time unknown')
  })

  it('says that it was due if its time has passed and the service has not begun', () => {
    expect(textOf(tomorrow, {}, tomorrow + 600_000)).toMatch(/^Was due to start 0?9:00/)
  })

  it('is no longer scheduled once it calls, was cancelled or has ended', () => {
    expect(textOf(tomorrow, { status: 'processing', active: 1 })).toBeNull()
    expect(textOf(tomorrow, { status: 'cancelled' })).toBeNull()
    expect(textOf(tomorrow, { status: 'completed', isComplete: true })).toBeNull()
    expect(textOf(tomorrow, { status: 'processing' }, tomorrow + 1)).toBeNull()
    expect(textOf(null, { status: 'queued' })).toBeNull()
  })
})
