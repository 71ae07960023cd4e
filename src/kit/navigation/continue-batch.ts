/**
 * Takes the wish to continue a batch to its page, in the navigation's state: only a press in Switchboard sets it. From an address, a link
 * of anybody would start an export of everybody in the batch.
 */

/** The page prepares a new batch with the people who were never called, as soon as they are known. */
export const continueState = { then: 'continue' }

/** Reads it from a location's state, which may be anything. */
export const meansToContinue = (state: unknown): boolean =>
  (state as { then?: unknown } | null)?.then === continueState.then
