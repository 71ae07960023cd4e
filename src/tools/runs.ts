/** How often a test does what it does: once over in `npm test`, multiplied in `npm run test:soak`. */

const { SOAK, SOAK_SEED } = process.env
const factor = Number(SOAK ?? 1)

/** A count, or a time that grows with it. */
export const times = (count: number): number => Math.round(count * factor)

/** The parameters of a property test, to be given to `fc.assert`. */
export const runs = (count: number): { numRuns: number; seed?: number } => ({
  numRuns: times(count),
  ...(SOAK_SEED === undefined ? {} : { seed: Number(SOAK_SEED) }),
})
