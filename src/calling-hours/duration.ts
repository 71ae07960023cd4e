/** How long calls take before anything was measured. */

/** Seconds that a call takes on average, ringing included, until a batch knows better. */
export const usualCallSeconds = 90

/** Seconds until so many calls have ended, so many at a time. */
export const callSeconds = (calls: number, atOnce: number, each = usualCallSeconds): number =>
  Math.ceil(calls / Math.max(1, atOnce)) * each
