/** What a benchmark gives back, and the arithmetic that benchmarks share. */

/** One figure. With another's beside it the goal is about the ratio ours / other, else about ours. */
export interface Row {
  what: string
  unit: string
  ours: number
  /** The same work done by something else, in turn with ours, in the same run. */
  other?: { name: string; value: number }
  goal?: { most: number } | { least: number }
}

/** What `src/tools/bench/<name>.ts` exports as `bench`. It runs in a process of its own, with `globalThis.gc`. */
export type Bench = () => Promise<Row[]>

/** The middle of what was measured; of an even number the lower of the two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The smallest value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (found === undefined) throw new RangeError('Nothing was measured.')
  return found
}

/** How long something takes, in ms. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * Measures two or more ways in turn, so that a busy machine is busy for all of them alike.
 *
 * @param ways what each does once and what came out, by name
 * @returns each way's median
 */
export async function inTurn<Name extends string>(
  ways: Record<Name, () => Promise<number>>,
  rounds = 7,
): Promise<Record<Name, number>> {
  const names = Object.keys(ways) as Name[]
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) measured.get(name)?.push(await ways[name]())
  }
  return Object.fromEntries(names.map((name) => [name, median(measured.get(name) ?? [])])) as Record<Name, number>
}
