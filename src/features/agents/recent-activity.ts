/** Selects what happened lately. Pure. */

export const weekMs = 7 * 24 * 3_600_000

/**
 * The items since a time, the latest first. An item whose time is unknown is left out.
 *
 * @param since epoch ms
 */
export const latest = <Item>(items: readonly Item[], since: number, timeOf: (item: Item) => number | null): Item[] =>
  items
    .filter((item) => (timeOf(item) ?? 0) >= since)
    .toSorted((one, other) => (timeOf(other) ?? 0) - (timeOf(one) ?? 0))
