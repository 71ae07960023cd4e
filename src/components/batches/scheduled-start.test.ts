import { describe, expect, it } from 'vitest'
import { scheduledStart, scheduledStartText } from './scheduled-start.ts'

const now = Date.parse('2026-11-20T12:00:00')
const tomorrow = Date.parse('2026-11-21T09:00:00')
const progress = { status: 'scheduled', isComplete: false, active: 0, completed: 0, failed: 0 }
const scheduledText = (scheduledAt: number | null, progressChange: Partial<typeof progress> | null, at = now) => {
  const start = scheduledStart({ scheduledAt, progress: progressChange && { ...progress, ...progressChange } }, at)
  return start && scheduledStartText(start, at)
}

describe('a scheduled batch', () => {
  it('says when it starts, even if its progress is not read yet or the service reports it as queued', () => {
    expect(scheduledText(tomorrow, {})).toMatch(/^Starts tomorrow 0?9:00/)
    expect(scheduledText(tomorrow, null)).toMatch(/^Starts tomorrow/)
    expect(scheduledText(tomorrow, { status: 'queued' })).toMatch(/^Starts tomorrow/)
  })

  it('has an unknown start time if it was started elsewhere', () => {
    expect(scheduledText(null, {})).toBe('Scheduled, start time unknown')
  })

  it('says that it was due if its time has passed and the service has not begun', () => {
    expect(scheduledText(tomorrow, {}, tomorrow + 600_000)).toMatch(/^Was due to start 0?9:00/)
  })

  it('is no longer scheduled once it calls, was cancelled or has ended', () => {
    expect(scheduledText(tomorrow, { status: 'processing', active: 1 })).toBeNull()
    expect(scheduledText(tomorrow, { status: 'cancelled' })).toBeNull()
    expect(scheduledText(tomorrow, { status: 'completed', isComplete: true })).toBeNull()
    expect(scheduledText(tomorrow, { status: 'processing' }, tomorrow + 1)).toBeNull()
    expect(scheduledText(null, { status: 'queued' })).toBeNull()
  })
})
