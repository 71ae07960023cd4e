/** Delimiters, and the parser. */
import Papa from 'papaparse'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export const isDelimiter = (character: string | undefined): character is Delimiter =>
  delimiters.includes(character as Delimiter)

/** Line ends and delimiter are given, so that the parser detects nothing itself and a person can choose. */
export const parseWith = (text: string, delimiter: Delimiter, preview: number) =>
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    quoteChar: '"',
    header: false,
    skipEmptyLines: false,
    preview,
  })
