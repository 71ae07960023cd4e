/** Estimates of how long calls take before any of them was measured. */

/** Average seconds per call, including ringing, until a batch has measured its own. */
export const defaultCallSeconds = 90

/**
 * Estimated seconds until all calls have ended.
 *
 * @param calls number of calls
 * @param atOnce how many run at the same time
 * @param each seconds per call
 */
export const callSeconds = (calls: number, atOnce: number, each = defaultCallSeconds): number =>
  Math.ceil(calls / Math.max(1, atOnce)) * each
