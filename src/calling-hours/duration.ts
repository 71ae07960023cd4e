/** How long calls take before anything was measured. */

/** Seconds that a call takes on average, ringing included, until a batch knows better. */
export const usualCallSeconds = 90

/** How fast people are called: so many at a time, each for so many seconds. */
export interface Pace {
  atOnce: number
  callSeconds: number
}

/** Seconds until so many calls have ended, so many at a time. */
export const callSeconds = (calls: number, atOnce: number, each = usualCallSeconds): number =>
  Math.ceil(calls / Math.max(1, atOnce)) * each

/** How many calls end within so many seconds. */
export const callsWithin = (seconds: number, { atOnce, callSeconds }: Pace): number =>
  Math.max(0, Math.floor(seconds / callSeconds)) * Math.max(1, atOnce)
