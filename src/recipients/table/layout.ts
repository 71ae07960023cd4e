/** How a text is divided into cells: by which delimiter, and with which quotation marks. */
import { isBlank } from './cells.ts'
import { type Delimiter, delimiters, parseWith } from './delimiter.ts'
import { isNumber } from './header-row.ts'
import { unwrapLines, withoutSpacesBeforeQuotes } from './quotes.ts'

const sampled = { characters: 65_536, rows: 50 } as const

/** The first lines, whole unless a single one is longer. */
function sampleOf(text: string): string {
  const start = text.slice(0, sampled.characters)
  return start.length < text.length ? start.slice(0, start.lastIndexOf('\n') + 1) || start : start
}

/** Whether a cell is a phone number, with no sign in it that may be the delimiter. */
const isNumberAlone = (cell: string): boolean => !/[,;\t|]/.test(cell) && isNumber(cell)

/** How evenly a delimiter divides the first rows: their most usual number of cells, and the share of rows that have it. */
function divide(sample: string, delimiter: Delimiter) {
  const text = withoutSpacesBeforeQuotes(sample, sample, delimiter)
  const records = parseWith(text, delimiter, sampled.rows).data.filter((record) => !isBlank(record))
  const widths = new Map<number, number>()
  for (const { length } of records) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width, rows] = [...widths].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [1, 0]
  return { delimiter, records, width, share: rows / Math.max(1, records.length) }
}

/**
 * The delimiter for which most of the first rows have the same width; the comma if none divides them. Titles and totals have fewer cells.
 * Of two that divide them alike, or if the first leaves no phone number in a cell of its own, the one that leaves more of them: every name
 * in a file may have a comma.
 */
function detectDelimiter(sample: string): Delimiter {
  const dividing = delimiters.map((delimiter) => divide(sample, delimiter)).filter(({ width }) => width > 1)
  if (dividing.length < 2) return dividing[0]?.delimiter ?? ','
  const found = dividing.map((one) => {
    const called = [...one.records.keys()].filter((at) => one.records[at]?.some(isNumberAlone))
    // A delimiter also divides the header above the numbers. A sign in each of them, such as in `…;ext=1`, does not.
    const above = one.records[(called[0] ?? 0) - 1]
    return { ...one, numbers: called.length, dividesHeader: above === undefined || above.length === one.width }
  })
  const [most] = found.toSorted(
    (one, other) => other.share - one.share || other.numbers - one.numbers || other.width - one.width,
  )
  const [isolating] = found
    .filter(({ numbers, dividesHeader }) => numbers > 0 && dividesHeader)
    .toSorted((one, other) => other.numbers - one.numbers || other.share - one.share)
  return (most?.numbers === 0 ? isolating : undefined)?.delimiter ?? most?.delimiter ?? ','
}

export interface Layout {
  /** The text as it can be parsed. Rows keep their numbers. */
  text: string
  delimiter: Delimiter
  /** Each line was one quoted cell. */
  hasQuotedLines: boolean
}

/** @param chosen the delimiter that the file or a person names; default: the one that fits best */
export function layOut(text: string, chosen?: Delimiter): Layout {
  const lines = unwrapLines(text, sampleOf(text))
  const unwrapped = lines ?? text
  const sample = sampleOf(unwrapped)
  const delimiter = chosen ?? detectDelimiter(sample)
  return {
    text: withoutSpacesBeforeQuotes(unwrapped, sample, delimiter),
    delimiter,
    hasQuotedLines: lines !== undefined,
  }
}
