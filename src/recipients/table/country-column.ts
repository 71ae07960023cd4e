/** Finds the column that says in which country each row's number is: by country, or by dialling code. */
import { planOf, planOfCountry } from '#phone/plans.ts'
import { remembered } from '#phone/remembered.ts'
import { normalizedName } from './cells.ts'
import words from './country-words.json' with { type: 'json' }

export interface CountryColumn {
  /** Column index. */
  at: number
  /** The country (ISO 3166) that a cell names; undefined: it is empty, or nobody knows. */
  countryOf: (cell: string) => string | undefined
}

/** Upper case without accents and punctuation. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase()

const columnNames = new Set(words.columns.map(folded))
/** Such columns name a language, a state or the number itself. */
const otherColumns = /\b(?:LANGUAGE|LOCALE|STATE|STATUS|NAME OF|PHONE NUMBER|NUMMER)\b/

/** Whether a column is named after a country or a dialling code: `Country`, `Mailing country`, `Land`, `Phone country code`. */
function isNamedAfterCountry(name: string): boolean {
  const all = folded(normalizedName(name))
  if (columnNames.has(all)) return true
  const [first = '', ...rest] = all.split(' ')
  const ends = [first, all.slice(all.lastIndexOf(' ') + 1)]
  // Short words such as "cc" and "land" only count alone.
  return rest.length > 0 && !otherColumns.test(all) && ends.some((word) => word.length >= 5 && columnNames.has(word))
}

let byName: Map<string, string> | undefined
/** The country of each name, in all languages, of each ISO code, and of words that people use. */
function countryNames(): Map<string, string> {
  if (byName) return byName
  byName = new Map()
  const isos = words.alpha3.split(' ').map((pair) => pair.split(':') as [alpha3: string, iso: string])
  for (const language of words.languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const [, iso] of isos) {
      const name = names.of(iso)
      if (name) byName.set(folded(name), iso)
    }
  }
  for (const [alpha3, iso] of isos) byName.set(alpha3, iso).set(iso, iso)
  for (const [name, iso] of Object.entries(words.otherNames)) byName.set(name, iso)
  return byName
}

const dialled = /^(?:\+|00)?(\d{1,3})(?:[.,]0)?$/
const dialledBesideName = /^[^\d+]{2,40}\+(\d{1,3})\D?$|^\(?\+(\d{1,3})\)?[^\d+]{2,40}$/
const maxCountryLength = 60

/** The country with this dialling code; of several, the main one, which has the same plan. */
function countryWithCode(digits: string): string | undefined {
  const plan = planOf(digits)
  return plan?.code === digits && plan.countries[0] !== '001' ? plan.countries[0] : undefined
}

/** The country (ISO 3166) that a text names, by its name, code or dialling code. */
export function countryNamed(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > maxCountryLength) return undefined
  const code = dialled.exec(trimmed.replace(/[\s()-]/g, ''))?.[1] ?? dialledBesideName.exec(trimmed)?.slice(1).join('')
  if (code) return countryWithCode(code.replace(/^0+/, ''))
  const name = folded(trimmed)
  const iso = countryNames().get(name) ?? (/^[A-Z]{2}$/.test(name) && planOfCountry(name) ? name : undefined)
  return iso
}

/**
 * Whether a column says of numbers that they are of other countries than the proposed one, whatever its name: nearly all its cells name
 * countries in which these numbers exist.
 *
 * @param rows those with a number, which `isNumberOf` reads in a country
 */
export const saysOtherCountry = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  isNumberOf: (row: number, iso: string) => boolean,
  proposed: string,
): boolean =>
  columns.some((name, at) => {
    if (otherColumns.test(folded(name))) return false
    const named = rows.flatMap((cells, row) => {
      const cell = cells[at] ?? ''
      const iso = /\p{L}{2}/u.test(cell) ? countryNamed(cell) : undefined
      return iso !== undefined && isNumberOf(row, iso) ? planOfCountry(iso) : []
    })
    return named.length >= rows.length * minShareUnnamed && named.some((plan) => plan !== planOfCountry(proposed))
  })
const minShareUnnamed = 0.9

const sampledRows = 500
const minShare = 0.5

/** The column that says each row's country: the one in whose first rows most filled cells do. */
export function findCountryColumn(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): CountryColumn | undefined {
  const countryOf = remembered(countryNamed)
  const named = [...columns.keys()].filter((at) => isNamedAfterCountry(columns[at] ?? ''))
  const sample = named.length === 0 ? [] : rows.slice(0, sampledRows)
  const shares = named.map((at) => {
    const filled = sample.flatMap((cells) => (cells[at] ?? '').trim() || [])
    const share = filled.filter((cell) => countryOf(cell) !== undefined).length / Math.max(1, filled.length)
    return { at, share, filled: filled.length }
  })
  const [best] = shares
    .filter(({ share }) => share >= minShare)
    .toSorted((one, other) => other.share * other.filled - one.share * one.filled)
  return best && { at: best.at, countryOf }
}
