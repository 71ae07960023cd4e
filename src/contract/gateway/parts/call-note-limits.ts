/** Limits of a call's notes and tags. Lengths are in characters. */
export const callNoteLimits = { noteLength: 1_000, notes: 100, tagLength: 30, tags: 10 } as const
