/** Limits of the interface that several parts of the project share (specification 8, interface 3, 4, 6). No zod, because pages import this. */

export const pageLimit = { default: 20, most: 100 } as const
/**
 * How far in the past a start time may be when it reaches the gateway, ms. Allows for different clocks and for the duration of the request.
 * Such a batch starts at once, so the service is sent no start time: it refuses one that has passed.
 */
export const startTimeTolerance = 60_000
/** The most conversations in one answer (interface 7 gives the list no pages). */
export const conversationLimit = 500

export const csvLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  errors: 1_000,
  previewDefault: 10,
  previewMost: 100,
} as const
/** The largest file of a launch. A file that exceeds one request is started in parts. */
export const launchLimits = { bytes: 4 * csvLimits.bytes, rows: 4 * csvLimits.rows } as const
export const callLimits = { maxSeconds: 3_600 } as const

/** A plan's rate: a window without burst (`burst: 0`) or a bucket of `burst` that refills continuously (specification 8). */
export interface Plan {
  name: 'developer' | 'enterprise'
  /** Requests a minute and burst, per tier. */
  tiers: Record<'standard' | 'data-read', { perMinute: number; burst: number }>
  concurrentCalls: number
}

export const plans: Record<Plan['name'], Plan> = {
  developer: {
    name: 'developer',
    tiers: { standard: { perMinute: 60, burst: 0 }, 'data-read': { perMinute: 60, burst: 0 } },
    concurrentCalls: 1,
  },
  enterprise: {
    name: 'enterprise',
    tiers: { standard: { perMinute: 60, burst: 100 }, 'data-read': { perMinute: 600, burst: 1_000 } },
    concurrentCalls: 10,
  },
}

/** The end of the year 9999, epoch ms. A later time is none that a clock or a calendar can show. */
export const lastMoment = 253_402_300_799_999

/** Of a call's notes. Lengths are in characters. */
export const callNoteLimits = { noteLength: 1_000, notes: 100 } as const
