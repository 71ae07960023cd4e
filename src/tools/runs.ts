/** Scales counts and durations of tests: once in `npm test`, multiplied in `npm run test:soak`. */

const { SOAK, SOAK_SEED } = process.env
const factor = Number(SOAK ?? 1)

/** Scales a count or a duration. */
export const times = (count: number): number => Math.round(count * factor)

/** The parameters of a property test, for `fc.assert`. */
export const runs = (count: number): { numRuns: number; seed?: number } => ({
  numRuns: times(count),
  ...(SOAK_SEED === undefined ? {} : { seed: Number(SOAK_SEED) }),
})
