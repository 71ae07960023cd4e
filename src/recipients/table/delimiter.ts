/** The delimiter of a file: the one that divides its first rows most evenly. */
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

const sampled = { characters: 65_536, rows: 50 } as const

/** The delimiter for which most of the first rows have the same width; the comma if none divides them. Titles and totals have fewer cells. */
export function detectDelimiter(text: string): Delimiter {
  const sample = text.slice(0, sampled.characters)
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of delimiters) {
    const records = parseWith(sample, delimiter, sampled.rows).data.filter((record) =>
      record.some((cell) => cell !== ''),
    )
    const widths = new Map<number, number>()
    for (const { length } of records) widths.set(length, (widths.get(length) ?? 0) + 1)
    const [width, rows] = [...widths].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [1, 0]
    const score = width > 1 ? rows / records.length + width / 1e6 : 0
    if (score > bestScore) [best, bestScore] = [delimiter, score]
  }
  return best
}
