/** Files of figures. One list has the heading and the value of each column, so that they cannot be swapped. */
import { writeForSpreadsheet } from '#recipients/file/write.ts'
import { saveFile } from '#ui/save-file.ts'

export interface FileColumn<Row> {
  header: string
  /** A plain number, so that a spreadsheet can count with it; null: unknown, an empty cell. */
  value: (row: Row) => string | number | null
}

/** The text of a file with these rows. */
export const csvOf = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string =>
  writeForSpreadsheet(
    columns.map(({ header }) => header),
    rows.map((row) => columns.map(({ value }) => `${value(row) ?? ''}`)),
  )

/** Lets the browser save a file with these rows. @param name without its extension */
export const saveCsv = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[], name: string): void =>
  saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv' }), `${name}.csv`)
