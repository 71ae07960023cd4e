import { describe, expect, it } from 'vitest'
import { scheduledStart, startInWords } from './scheduled-start.ts'

const now = Date.parse('2026-11-20T12:00:00')
const tomorrow = Date.parse('2026-11-21T09:00:00')
const progress = { status: 'scheduled', isComplete: false, active: 0, completed: 0, failed: 0 }
const words = (scheduledAt: number | null, more: Partial<typeof progress> | null, at = now) => {
  const start = scheduledStart({ scheduledAt, progress: more && { ...progress, ...more } }, at)
  return start && startInWords(start, at)
}

describe('a batch that is scheduled', () => {
  it('says when it starts, also before anything of it was read, or where the service calls it queued', () => {
    expect(words(tomorrow, {})).toMatch(/^Starts tomorrow 0?9:00/)
    expect(words(tomorrow, null)).toMatch(/^Starts tomorrow/)
    expect(words(tomorrow, { status: 'queued' })).toMatch(/^Starts tomorrow/)
  })

  it('and was started elsewhere says that the service does not tell when', () => {
    expect(words(null, {})).toBe('Scheduled; the service does not say when')
  })

  it('says so where its time has passed and the service has not begun', () => {
    expect(words(tomorrow, {}, tomorrow + 600_000)).toMatch(/^Was due to start 0?9:00/)
  })

  it('is none any more once it calls, was cancelled or has ended', () => {
    expect(words(tomorrow, { status: 'processing', active: 1 })).toBeNull()
    expect(words(tomorrow, { status: 'cancelled' })).toBeNull()
    expect(words(tomorrow, { status: 'completed', isComplete: true })).toBeNull()
    expect(words(tomorrow, { status: 'processing' }, tomorrow + 1)).toBeNull()
    expect(words(null, { status: 'queued' })).toBeNull()
  })
})
