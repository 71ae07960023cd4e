/**
 * Writes `patterns.ts`, `formats.ts` and `zone-lines.ts` of `src/phone` from the metadata of libphonenumber-js and the time
 * zones that Node knows, so that neither the page nor the server loads the library (which takes 9 µs per number). Run it after
 * updating the library: `node src/tools/compile-phone.ts`.
 */
import { writeFileSync } from 'node:fs'
import type { CountryCode } from 'libphonenumber-js/core'
import examples from 'libphonenumber-js/examples.mobile.json'
import { getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json'

/** The fields of a country's record in the library. */
interface CountryRecord {
  pattern: string
  lengths: number[]
  formats: unknown[][]
  trunk: string
  /** How its numbers begin if it shares a calling code: leading digits, or the pattern of its landlines and mobiles. */
  own: string
  kinds: { pattern: string; lengths: number[] }[]
}

/** Ranges reserved for fiction and tests. No subscriber has them, but the library rejects them. */
const fiction: Record<string, { pattern: string; lengths: number[] }> = {
  '1': { pattern: '555\\d{7}', lengths: [10] },
  '44': { pattern: '7700900\\d{3}|1632960\\d{3}', lengths: [10] },
}

function readCountry(raw: unknown): CountryRecord {
  const record = raw as unknown[]
  const lengths = record[3] as number[]
  const kinds = (record[11] as ([string, number[]?] | 0)[] | undefined) ?? [[record[2] as string]]
  const local = kinds.slice(0, 2).flatMap((kind) => (kind === 0 || kind[0] === '' ? [] : [kind[0]]))
  return {
    pattern: record[2] as string,
    lengths,
    formats: (record[4] || []) as unknown[][],
    trunk: (record[5] || '') as string,
    own: (record[10] || local.join('|')) as string,
    // An empty pattern means "the same as the kind before it".
    kinds: kinds
      .filter((kind): kind is [string, number[]?] => kind !== 0 && kind[0] !== '')
      .map(([pattern, own]) => ({ pattern, lengths: own && own.length > 0 ? own : lengths })),
  }
}

const countries = new Map(Object.entries(metadata.countries).map(([iso, raw]) => [iso, readCountry(raw)]))
const worldwide = Object.entries((metadata as unknown as { nonGeographic: Record<string, unknown> }).nonGeographic)
interface CallingCode {
  code: string
  /** The main country first. */
  isos: string[]
  records: CountryRecord[]
}

const codes: CallingCode[] = [
  ...Object.entries<string[]>(metadata.country_calling_codes).map(([code, isos]) => ({
    code,
    isos,
    records: isos.flatMap((iso) => countries.get(iso) ?? []),
  })),
  // +800 and the like belong to no country: 001 is the name of the world in the library and in CLDR.
  ...worldwide.map(([code, raw]) => ({ code, isos: ['001'], records: [readCountry(raw)] })),
]

/** One pattern for a calling code: all kinds of numbers of all countries that share it, grouped by allowed lengths. */
function planPattern({ code, records }: CallingCode): string {
  const groups = new Map<string, Set<string>>()
  const kinds = [...records.flatMap((record) => record.kinds), ...(fiction[code] ? [fiction[code]] : [])]
  for (const { pattern, lengths } of kinds) {
    // E.164 numbers have 7 to 15 digits, including the calling code.
    const fitting = lengths.filter((length) => length + code.length <= 15 && length + code.length >= 7)
    if (fitting.length === 0) continue
    const lookahead = `(?=(?:${fitting.map((length) => `\\d{${length}}`).join('|')})$)`
    groups.set(lookahead, (groups.get(lookahead) ?? new Set()).add(pattern))
  }
  return [...groups].map(([lookahead, patterns]) => `${lookahead}(?:${[...patterns].join('|')})`).join('|')
}

/** Whether the library can distinguish this country from the main one of its calling code. */
function isDistinguished(iso: string): boolean {
  const example = getExampleNumber(iso as CountryCode, examples)
  return example !== undefined && parsePhoneNumberFromString(example.number)?.country === iso
}

/** A country of a shared calling code, with the pattern that distinguishes it from the main one, if any. */
function otherCountry(iso: string): string {
  return `${iso}=${isDistinguished(iso) ? countries.get(iso)?.own : ''}`
}

function planLine(plan: CallingCode): string {
  const { code, isos, records } = plan
  const lengths = records.flatMap((record) => record.lengths).filter((length) => length + code.length <= 15)
  const different = [...new Set(lengths)].toSorted((one, other) => one - other)
  const others = isos.slice(1).map(otherCountry)
  return [code, isos[0], different, records[0]?.trunk || '-', planPattern(plan), ...others].join(' ')
}

/** How the numbers of a calling code are written in groups: the leading digits, then the groups' patterns. */
function formatLine({ code, records: [main] }: CallingCode): string[] {
  const rules = (main?.formats ?? [])
    .filter((format) => format[5] !== 'NA')
    .map(([groups, , leading]) => `${(leading as string[] | undefined)?.at(-1) ?? ''}=${String(groups)}`)
  return rules.length > 0 ? [`${code} ${rules.join(' ')}`] : []
}

/** A zone's UTC offsets in winter and summer. For calling hours, zones with the same offsets are the same. */
function offsets(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return ['2026-01-15', '2026-07-15'].map((day) => format.format(new Date(day)).split(', ')[1]).join(' ')
}

/** Countries with a single time zone, by zone. `zones.ts` has the countries with several. */
function zonesOfCountries(): string[] {
  const byZone = new Map<string, string[]>()
  for (const iso of countries.keys()) {
    const locale = new Intl.Locale('und', { region: iso }) as Intl.Locale & { getTimeZones: () => string[] | undefined }
    const zones = locale.getTimeZones() ?? []
    const [zone] = zones
    if (zone === undefined || new Set(zones.map(offsets)).size > 1) continue
    byZone.set(zone, [...(byZone.get(zone) ?? []), iso])
  }
  return [...byZone].map(([zone, isos]) => `${zone} ${isos.join(' ')}`)
}

function write(file: string, header: string, name: string, lines: string[]) {
  const source = `/** ${header} */\nexport const ${name} = String.raw\`\n${lines.join('\n')}\n\`\n`
  writeFileSync(new URL(`../phone/${file}`, import.meta.url), source)
  console.log(`${file}: ${lines.length} lines, ${source.length} bytes`)
}

const made = "Made by src/tools/compile-phone.ts; don't edit."
write(
  'patterns.ts',
  `${made} Each line: calling code, main country, lengths, trunk prefix, pattern of the national number, other countries.`,
  'planLines',
  codes.map(planLine),
)
write(
  'formats.ts',
  `${made} Each line: calling code, then rules: leading digits = groups.`,
  'formatLines',
  codes.flatMap(formatLine),
)
write('zone-lines.ts', `${made} Each line: time zone, countries that have no other.`, 'zoneLines', zonesOfCountries())
