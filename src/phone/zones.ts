/**
 * The possible time zones of a number, generated from the numbering authority's table. For a mobile number, these are the zones where it
 * was assigned, because its owner may travel.
 */
import { countryOf } from './country.ts'
import { planOf } from './plans.ts'
import areaLines from './zone-areas.json' with { type: 'json' }
import zoneLines from './zone-lines.json' with { type: 'json' }

/** Countries with one time zone. Each line: time zone, countries that have no other. */
const zoneOfCountry = new Map(
  zoneLines.flatMap((line) => {
    const [zone = '', ...isos] = line.split(' ')
    return isos.map((iso) => [iso, [zone]] as const)
  }),
)

interface Areas {
  /** Every zone of the country. */
  all: readonly string[]
  /** Leading digits of national numbers with their zones. */
  zones: ReadonlyMap<string, readonly string[]>
  /** The most digits that a prefix has. */
  longest: number
}

/**
 * Each line: country, its time zones, then the prefixes of national numbers in some of them: `03:208,970-975` lie in the first and the fourth.
 * Other prefixes are unknown: they may be in all.
 */
const lineOfCountry = new Map(areaLines.map((line) => [line.slice(0, 2), line]))

/** The areas of countries with several zones, read when they are first asked for: some countries have hundreds. */
const areasOfCountry = new Map<string, Areas>()

function* prefixesIn(range: string): Generator<string> {
  const [first = '', last = first] = range.split('-')
  for (let prefix = Number(first); prefix <= Number(last); prefix++) yield String(prefix).padStart(first.length, '0')
}

function readAreas(iso: string, line: string): Areas {
  const words = line.split(' ').slice(1)
  const all = words.filter((word) => word.includes('/'))
  const zones = new Map<string, readonly string[]>()
  for (const word of words.slice(all.length)) {
    const [indexes = '', ranges = ''] = word.split(':')
    const some = Array.from(indexes, (index) => all[Number.parseInt(index, 36)] ?? '')
    for (const range of ranges.split(',')) for (const prefix of prefixesIn(range)) zones.set(prefix, some)
  }
  const areas = { all, zones, longest: Math.max(0, ...Array.from(zones.keys(), (prefix) => prefix.length)) }
  areasOfCountry.set(iso, areas)
  return areas
}

/**
 * The possible time zones of a number.
 *
 * @param e164 `+` and digits
 * @returns IANA names, the likeliest first; every zone of the country if no area is known for the number; [] if the country is unknown
 */
export function timeZonesOf(e164: string): readonly string[] {
  const iso = countryOf(e164)
  if (iso === null) return []
  const line = lineOfCountry.get(iso)
  if (line === undefined) return zoneOfCountry.get(iso) ?? []
  const { all, zones, longest } = areasOfCountry.get(iso) ?? readAreas(iso, line)
  const code = planOf(e164.slice(1))?.code ?? ''
  for (let length = longest; length > 0; length--) {
    const some = zones.get(e164.slice(1 + code.length, 1 + code.length + length))
    if (some) return some
  }
  return all
}
