/** The result of a benchmark, and the statistics that benchmarks share. */

/** One figure of a benchmark. If there is a comparison, the goal applies to the ratio of our value to it, otherwise to our value. */
export interface Row {
  title: string
  unit: string
  /** The value for Switchboard. */
  ours: number
  /** The same work done by something else, alternating with Switchboard in the same run. */
  comparison?: { name: string; value: number }
  goal?: { max: number } | { min: number }
}

/** A figure with its ratio to the comparison (null without one), and whether the goal is met (null without one). */
export type Verdict = Row & { ratio: number | null; isMet: boolean | null }

/** What `src/tools/bench/<name>.ts` exports as `bench`. It runs in its own process, with `globalThis.gc`. */
export type Benchmark = () => Promise<Row[]>

/** The median. For an even number of values, the lower of the two in the middle. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The smallest value v such that at least this share of the values is ≤ v. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new RangeError('There are no measurements.')
  return value
}

/** How long something takes, in ms. */
export async function measureMs(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/**
 * Measures several variants in turn, so that other load on the machine affects all of them equally.
 *
 * @param variants by name, a function that runs the variant once and returns its measurement
 * @returns the median of each variant
 */
export async function measureInTurn<Name extends string>(
  variants: Record<Name, () => Promise<number>>,
  rounds = 7,
): Promise<Record<Name, number>> {
  const names = Object.keys(variants) as Name[]
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) measured.get(name)?.push(await variants[name]())
  }
  return Object.fromEntries(names.map((name) => [name, median(measured.get(name) ?? [])])) as Record<Name, number>
}
