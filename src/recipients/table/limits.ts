/** How wide a file may be. Checked as soon as it is parsed, because the rules after that take time for every column and character. */
import { type Outcome, refuse } from '../file/refusal.ts'
import * as texts from '../file/texts.ts'

export const tableLimits = {
  columns: 1_000,
  /** As many as a cell of a spreadsheet can have. */
  cellCharacters: 32_768,
} as const

/** How many cells a row has up to its last one with text. */
export function filledWidth(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && cells[width - 1]?.trim() === '') width--
  return width
}

/**
 * Refuses rows with too many columns or a cell that is too long. Empty cells at the end of a row do not count: spreadsheets save thousands.
 *
 * @param records all rows of the file, or some
 * @param rowsBefore how many rows of the file are before them
 * @returns the number of columns up to the last one with text
 */
export function checkShape(records: readonly (readonly string[])[], rowsBefore = 0): Outcome<{ width: number }> {
  let width = 0
  for (const [at, cells] of records.entries()) {
    // Without an iterator, because a file has millions of cells.
    for (let place = 0; place < cells.length; place++) {
      const characters = cells[place]?.length ?? 0
      if (characters <= tableLimits.cellCharacters) continue
      const what = texts.cellTooLong(rowsBefore + at + 1, place + 1, characters, tableLimits.cellCharacters)
      return refuse('cell_too_long', what, texts.fixRow)
    }
    width = Math.max(width, filledWidth(cells))
  }
  if (width > tableLimits.columns)
    return refuse('too_many_columns', texts.tooManyColumns(width, tableLimits.columns), texts.removeColumns)
  return { ok: true, width }
}

/**
 * Removes the columns at the end of a file that have neither a name nor a cell with text, if there are more columns than a file may have:
 * then a spreadsheet saved its whole width. A few may be meant, so they stay.
 *
 * @param records the rows, changed in place. Cells beyond the header stay, because they say that a row may have shifted
 * @param named how many columns the header has
 * @param width how many columns have text, as `checkShape` returns it
 */
export function cutEmptyColumns(records: string[][], named: number, width: number): void {
  if (named <= tableLimits.columns) return
  for (const cells of records) if (cells.length > width) cells.splice(width, named - width)
}
