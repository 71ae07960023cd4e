/**
 * Words that programs write for "no value". What nobody can be called, such as `\\N`, is an empty cell. `NULL` and `None` are also names, so
 * the column and the file decide; where they leave a doubt, a person sees a remark.
 */
import lists from './null-words.json' with { type: 'json' }

/** How a null word is treated: as an empty cell, or with a remark. */
export type NullWord = 'empty' | 'doubtful'

/** In small letters. */
const certain = new Set(lists.certain)
/** What a workbook stores, in every language, if a formula fails. In CSV such a cell may be a text, and gets a remark. */
const errors = new Set(lists.errors)
/** Words that may be names. Their spelling counts: `null` of a database, `None` of Python, `NA` of R. */
const ambiguous = new Set(lists.ambiguous)
/** Those that a program writes in every row without a value, whatever the case of the other cells. */
const ofPrograms = new Set(lists.ofPrograms)

const longest = 20
/** The first characters of these words. */
const firstCharacters = new Uint8Array(128)
for (const word of [...certain, ...errors, ...ambiguous]) {
  for (const sign of [word, word.toUpperCase()]) firstCharacters[sign.charCodeAt(0)] = 1
}
firstCharacters[0x20] = 1

/** A cheap check for a quarter of a million cells. */
const mayBeNull = (text: string): boolean =>
  text.length > 1 && text.length <= longest && firstCharacters[text.charCodeAt(0)] === 1

const number = /^[+-]?[.,\s]*\d[\d.,\s]*%?$/

/** Whether a cell shows that a column is written in small and capital letters as usual, so that a word in capitals is none of its words. */
const isWrittenOtherwise = (cell: string, word: string): boolean =>
  word === word.toUpperCase() ? cell !== cell.toUpperCase() : cell !== cell.toLowerCase()

/**
 * Finds the null words of a file.
 *
 * @param columns how many columns there are
 * @param rows as read
 * @param isWorkbook whether the errors of formulas are empty cells
 * @returns for each column that has some, its cells with such words
 */
export function findNullWords(
  columns: number,
  rows: readonly (readonly string[])[],
  isWorkbook = false,
): readonly (ReadonlyMap<string, NullWord> | undefined)[] {
  const isCertain = (word: string): boolean =>
    certain.has(word.toLowerCase()) || (isWorkbook && errors.has(word.toLowerCase()))
  /** How often each word is in each column. */
  const found: (Map<string, number> | undefined)[] = Array.from({ length: columns })
  for (const row of rows) {
    for (let column = 0; column < columns; column++) {
      const cell = row[column]
      if (cell === undefined || !mayBeNull(cell)) continue
      const word = cell.trim()
      if (!isCertain(word) && !ambiguous.has(word)) continue
      const words = (found[column] ??= new Map())
      words.set(cell, (words.get(cell) ?? 0) + 1)
    }
  }
  const columnsWith = new Map<string, number>()
  for (const words of found) {
    for (const word of new Set(Array.from(words?.keys() ?? [], (cell) => cell.trim()))) {
      columnsWith.set(word, (columnsWith.get(word) ?? 0) + 1)
    }
  }
  return found.map((words, column) => {
    if (words === undefined) return undefined
    const others = rows.flatMap((row) => {
      const cell = row[column]?.trim() ?? ''
      return cell === '' || isCertain(cell) || ambiguous.has(cell) ? [] : [cell]
    })
    const isNumeric = others.length > 0 && others.every((cell) => number.test(cell))
    // NA is also a code, as of Namibia.
    const hasCodes = others.length > 0 && others.every((cell) => /^[A-Z]{2,3}$/.test(cell))
    const decide = (cell: string, count: number): NullWord | undefined => {
      const word = cell.trim()
      if (isCertain(word) || isNumeric) return 'empty'
      if (word === 'NA' && hasCodes) return undefined
      // A program writes its word wherever a value is missing; a surname is in one column.
      if ((columnsWith.get(word) ?? 0) > 1) return 'empty'
      const isOfProgram = ofPrograms.has(word) && count > 1 && others.some((other) => isWrittenOtherwise(other, word))
      return isOfProgram ? 'empty' : 'doubtful'
    }
    return new Map(
      Array.from(words).flatMap(([cell, count]) => {
        const treated = decide(cell, count)
        return treated === undefined ? [] : [[cell, treated] as const]
      }),
    )
  })
}
