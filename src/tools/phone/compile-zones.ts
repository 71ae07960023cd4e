/** The generated lines of `src/phone/zone-lines.json` and `zone-areas.json`: the time zones of countries, and of their prefixes. */
import { createHash } from 'node:crypto'
import metadata from 'libphonenumber-js/metadata.max.json'
import { countryOf } from '../../phone/country.ts'
import { planOf } from '../../phone/plans.ts'
import zonesOfCountries from './main-zones.json' with { type: 'json' }
import { authorityTable, correctedTable, zonesOf } from './zones-of-prefixes.ts'

/**
 * The zones of countries with several, the most populous first: those of numbers that say no more than their country, such as mobile
 * and toll-free numbers. Places with fewer than a thousand people (Lord Howe, Eucla, Chatham, Qaanaaq, weather stations) are left to the
 * prefixes of their landlines. Zones of other names are called by the first name here that has the same clock. Of countries with one zone,
 * Algeria, Libya, Morocco, Nicaragua, Palestine and South Sudan are here because the authority gives them the time of a neighbour, and
 * Réunion because it shares its calling code with Mayotte.
 */
const mainZones: Readonly<Record<string, string>> = zonesOfCountries

/** Countries whose one zone differs from that of CLDR, or is missing there: Xinjiang's numbers cannot be told from those of Shanghai. */
const onlyZone: Record<string, string> = {
  CN: 'Asia/Shanghai',
  UA: 'Europe/Kyiv',
  XK: 'Europe/Belgrade',
  AC: 'Atlantic/St_Helena',
  TA: 'Atlantic/St_Helena',
}

/** Calling codes whose mobile numbers belong to an area, as landlines do. */
const codesWithMobileAreas = ['1', '52', '55']

/** The offsets of a zone in three years, a week apart. Zones with the same offsets are one zone for calling hours. */
const clocks = new Map<string, string>()
export function clockOf(timeZone: string): string {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const weeks = Array.from({ length: 157 }, (_, week) => Date.UTC(2025, 0, 1 + 7 * week))
  const clock = weeks.map((at) => format.format(at).split(', ')[1]).join(' ')
  clocks.set(timeZone, clock)
  return clock
}

function zonesInCldr(iso: string): string[] {
  const locale = new Intl.Locale('und', { region: iso }) as Intl.Locale & { getTimeZones: () => string[] | undefined }
  return locale.getTimeZones() ?? []
}

/** Lines with a time zone and the countries that have only this one. */
export function singleZoneLines(countries: Iterable<string>): string[] {
  const countriesByZone = new Map<string, string[]>()
  for (const iso of countries) {
    const zones = zonesInCldr(iso)
    if (iso in mainZones) continue
    const zone = onlyZone[iso] ?? (new Set(zones.map(clockOf)).size === 1 ? zones[0] : undefined)
    if (zone !== undefined) countriesByZone.set(zone, [...(countriesByZone.get(zone) ?? []), iso])
  }
  return [...countriesByZone].map(([zone, isos]) => `${zone} ${isos.join(' ')}`)
}

/** Digits after a prefix, with which some number of its country exists. */
const endings = ['5550123456', '2345678901', '0000000000']

type Kind = 'geographic' | 'other'

/** The kinds of a country's numbers with their patterns. In the library, landlines come first, then mobile numbers, then toll-free. */
function patternsOf(iso: string, code: string): { kind: Kind; pattern: RegExp; lengths: number[] }[] {
  const record = (metadata.countries as unknown as Record<string, unknown[]>)[iso] ?? []
  const types = (record[11] ?? []) as ([string, number[]?] | 0)[]
  return types.flatMap((type, place) => {
    if (type === 0 || type[0] === '') return []
    const isOfArea = place === 0 || (place === 1 && codesWithMobileAreas.includes(code))
    return [
      {
        kind: isOfArea ? ('geographic' as const) : ('other' as const),
        pattern: new RegExp(`^(?:${type[0]})$`),
        lengths: type[1]?.length ? type[1] : (record[3] as number[]),
      },
    ]
  })
}

/** Digits that look random and are the same in each run. */
const samples = Array.from({ length: 200 }, (_, seed) =>
  createHash('sha256').update(String(seed)).digest('hex').replace(/[a-f]/g, '').slice(0, 12).padEnd(12, '7'),
)

/** The kinds of the numbers that begin with these digits of a national number. */
function kindsOf(prefix: string, patterns: ReturnType<typeof patternsOf>): Set<Kind> {
  const matching = patterns.filter(({ pattern, lengths }) =>
    lengths.some(
      (length) =>
        length >= prefix.length && samples.some((rest) => pattern.test(prefix + rest.slice(0, length - prefix.length))),
    ),
  )
  return new Set(matching.map(({ kind }) => kind))
}

/** Prefixes of three digits or more, and what each inherits. A table that ends with a shorter one is written out. */
function withThreeDigits(prefixes: ReadonlyMap<string, ReadonlySet<string>>): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const [prefix] of prefixes) {
    const missing = Math.max(0, 3 - prefix.length)
    for (let rest = 0; rest < 10 ** missing; rest++) {
      const longer = missing === 0 ? prefix : prefix + String(rest).padStart(missing, '0')
      found.set(longer, zonesOf(longer, prefixes))
    }
  }
  return found
}

/** Fewer prefixes with the same meaning: ten siblings become their parent, and what a prefix inherits is not repeated. */
function shorten(zones: Map<string, string>): Map<string, string> {
  const byLength = (one: string, other: string) => other.length - one.length
  const parents = new Set([...zones.keys()].flatMap((prefix) => [1, 2, 3, 4, 5].map((end) => prefix.slice(0, -end))))
  for (const parent of [...parents].filter((prefix) => prefix !== '').toSorted(byLength)) {
    const children = Array.from({ length: 10 }, (_, digit) => zones.get(`${parent}${digit}`))
    if (zones.has(parent) || children.includes(undefined)) continue
    const counts = [...Map.groupBy(children, (child) => child ?? '')].toSorted(
      ([, one], [, other]) => other.length - one.length,
    )
    zones.set(parent, counts[0]?.[0] ?? '')
  }
  const inherited = (prefix: string): string | undefined => {
    for (let end = prefix.length - 1; end > 0; end--) {
      const found = zones.get(prefix.slice(0, end))
      if (found !== undefined) return found
    }
    return undefined
  }
  return new Map([...zones].filter(([prefix, value]) => inherited(prefix) !== value))
}

/** `201-203,207` for the prefixes 201, 202, 203 and 207. */
function rangesOf(prefixes: string[]): string {
  const ranges: { first: string; last: string }[] = []
  for (const prefix of prefixes.toSorted((one, other) => one.length - other.length || Number(one) - Number(other))) {
    const range = ranges.at(-1)
    if (range?.last.length === prefix.length && Number(range.last) + 1 === Number(prefix)) range.last = prefix
    else ranges.push({ first: prefix, last: prefix })
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(',')
}

function areaLine(iso: string, table: ReadonlyMap<string, ReadonlySet<string>>): string {
  const main = (mainZones[iso] ?? '').split(' ')
  const code =
    planOf(
      Object.entries(metadata.country_calling_codes).find(([, isos]) => (isos as string[]).includes(iso))?.[0] ?? '',
    )?.code ?? ''
  const names = [...main]
  const nameOf = (zone: string): string => {
    const name = names.find((other) => clockOf(other) === clockOf(zone))
    if (name === undefined) names.push(zone)
    return name ?? zone
  }
  const own = new Map<string, ReadonlySet<string>>()
  for (const [prefix, zones] of table) {
    const isOwn =
      prefix.length > code.length &&
      prefix.startsWith(code) &&
      endings.some((ending) => countryOf(`+${(prefix + ending).slice(0, 11)}`) === iso)
    if (isOwn) own.set(prefix.slice(code.length), zones)
  }
  const patterns = patternsOf(iso, code)
  const areas = new Map<string, ReadonlySet<string>>()
  if (code === '1') {
    for (const [area, zones] of own) areas.set(area, zones)
    // Numbers without an area: toll-free, premium, personal; and 555 of examples.
    for (let area = 200; area < 1_000; area++) {
      const kinds = kindsOf(String(area), patterns)
      const isElsewhere = countryOf(`+1${area}5550123`) !== iso
      if (isElsewhere || own.has(String(area))) continue
      if (area === 555 || (kinds.has('other') && !kinds.has('geographic'))) areas.set(String(area), new Set(main))
    }
  } else {
    for (const [prefix, zones] of withThreeDigits(own)) {
      const kinds = kindsOf(prefix, patterns)
      areas.set(prefix, !kinds.has('other') ? zones : new Set([...zones, ...main]))
    }
  }
  const named = [...areas].map(([prefix, zones]) => [prefix, [...new Set([...zones].map(nameOf))]] as const)
  for (const zone of [...zonesInCldr(iso), ...(code === '1' ? [] : (authorityTable.get(code) ?? []))]) nameOf(zone)
  // An area code that nobody knows may be Canadian.
  if (iso === 'US') for (const zone of [...(mainZones.CA ?? '').split(' '), ...zonesInCldr('CA')]) nameOf(zone)
  const indexed = named.map(([prefix, zones]) => {
    const indexes = zones.map((zone) => names.indexOf(zone)).toSorted((one, other) => one - other)
    return [prefix, indexes.map((index) => index.toString(36)).join('')] as const
  })
  const byZones = Map.groupBy(shorten(new Map(indexed)), ([, zones]) => zones)
  const groups = [...byZones].map(([zones, prefixes]) => `${zones}:${rangesOf(prefixes.map(([prefix]) => prefix))}`)
  return [iso, names.join(' '), ...groups].join(' ')
}

/** Lines with a country, its time zones, and the prefixes of national numbers in each set of them. */
export function areaLines(): string[] {
  const table = correctedTable()
  return Object.keys(mainZones).map((iso) => areaLine(iso, table))
}
