/** Limits of a call's notes. Lengths are in characters. */
export const callNoteLimits = { noteLength: 1_000, notes: 100 } as const
