/** The language of a header. */
import { normalizedName } from './cells.ts'
import languages from './header-languages.json' with { type: 'json' }

interface Language {
  countries: string[]
  words: string[]
  script?: string
}
const all: Record<string, Language> = languages

/** Whether a column has one of the names that are known of any language. */
export const isWordOfHeaders = (name: string): boolean =>
  Object.values(all).some(({ words }) => words.includes(normalizedName(name)))

/** The language to which most of the names belong; several that share their words have the same claim. Empty: none is known. */
export function languagesOfHeader(columns: readonly string[]): string[] {
  const names = columns.map(normalizedName)
  const scores = Object.entries(all).map(([language, { words, script }]) => {
    const letters = script === undefined ? undefined : new RegExp(script)
    return { language, score: names.filter((name) => words.includes(name) || (letters?.test(name) ?? false)).length }
  })
  const most = Math.max(0, ...scores.map(({ score }) => score))
  return most === 0 ? [] : scores.filter(({ score }) => score === most).map(({ language }) => language)
}

/** The countries (ISO 3166) in which people speak the language of a header. */
export const countriesOfHeader = (columns: readonly string[]): string[] => [
  ...new Set(languagesOfHeader(columns).flatMap((language) => all[language]?.countries ?? [])),
]
