/** Scales the counts and durations of tests: `npm run test:soak` multiplies them by `SOAK`, and `npm run test:all` by 1. */
const { SOAK = '1', SOAK_SEED } = process.env

/** Multiplies a count or a duration by `SOAK`. */
export const scaleForSoak = (count: number): number => Math.round(count * Number(SOAK))

/** The parameters of a property test, for `fc.assert`: the number of runs, and the seed of a run that is repeated. */
export const propertyTestParameters = (count: number): { numRuns: number; seed?: number } => ({
  numRuns: scaleForSoak(count),
  ...(SOAK_SEED === undefined ? {} : { seed: Number(SOAK_SEED) }),
})
