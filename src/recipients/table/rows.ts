/** Rows as they stand in a file, however they are kept. What was read never changes. */

export interface Row {
  /** As a spreadsheet counts: from 1, the header included, and a line break in quotes begins no new row. */
  number: number
  cells: string[]
}

/** Rows by their place, from 0. */
export interface Rows<T = Row> extends Iterable<T> {
  length: number
  at: (place: number) => T | undefined
  /** One cell alone, which may cost less than its row; '' where the row has none there. */
  cellAt: (place: number, column: number) => string
}

const rowsOf = <T>(length: number, at: (place: number) => T, cellAt: Rows['cellAt']): Rows<T> => ({
  length,
  at: (place) => (place >= 0 && place < length ? at(place) : undefined),
  cellAt,
  *[Symbol.iterator]() {
    for (let place = 0; place < length; place++) yield at(place)
  },
})

/** Rows that are cut already. */
export const cutRows = (rows: string[][]): Rows<string[]> =>
  rowsOf(
    rows.length,
    (place) => rows[place] ?? [],
    (place, column) => rows[place]?.[column] ?? '',
  )

// Half as long as `split` takes for a line.
function cut(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let from = 0
  for (let end = line.indexOf(delimiter); end >= 0; end = line.indexOf(delimiter, from)) {
    cells.push(line.slice(from, end))
    from = end + 1
  }
  cells.push(line.slice(from))
  return cells
}

/** The same where there are quotes, which stand as they should. */
function cutQuoted(line: string, delimiter: string): string[] {
  const cells: string[] = []
  for (let from = 0; ; ) {
    let end: number
    if (line[from] === '"') {
      let quote = line.indexOf('"', from + 1)
      // Two of them are one that was written.
      while (line[quote + 1] === '"') quote = line.indexOf('"', quote + 2)
      cells.push(line.slice(from + 1, quote).replaceAll('""', '"'))
      end = quote + 1
    } else {
      const next = line.indexOf(delimiter, from)
      end = next < 0 ? line.length : next
      cells.push(line.slice(from, end))
    }
    if (end === line.length) return cells
    from = end + 1
  }
}

function cellIn(line: string, delimiter: string, column: number): string {
  let from = 0
  for (let skipped = 0; skipped < column; skipped++) {
    from = line.indexOf(delimiter, from) + 1
    if (from === 0) return ''
  }
  const end = line.indexOf(delimiter, from)
  return end < 0 ? line.slice(from) : line.slice(from, end)
}

/** Where the lines of a text without quotes begin. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

const [lineFeed, quotationMark] = [10, 34]

/** Where the rows of a text begin; null where quotes stand otherwise than RFC 4180 has them. */
function rowStarts(text: string, delimiter: string): number[] | null {
  const between = delimiter.charCodeAt(0)
  const starts = [0]
  let state: 'begun' | 'plain' | 'quoted' | 'closed' = 'begun'
  // Sign by sign: looking for the next quote in a loop, V8 at times looked through the whole rest of the text for each line.
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quotationMark) {
      if (state === 'plain') return null
      // Behind one that closed, another says that both are one.
      state = state === 'quoted' ? 'closed' : 'quoted'
    } else if (state !== 'quoted') {
      if (sign === lineFeed) starts.push(at + 1)
      else if (sign !== between && state === 'closed') return null
      state = sign === lineFeed || sign === between ? 'begun' : 'plain'
    }
  }
  return state === 'quoted' ? null : starts
}

/**
 * The rows of a text, each cut when it is asked for. Kept as lists of cells they would take several times the memory of their text,
 * and moving all these about would take longer than cutting them again.
 *
 * @returns null where quotes stand otherwise than RFC 4180 has them, so that it takes a parser to read the text
 */
export function textRows(text: string, delimiter: string): Rows<string[]> | null {
  const starts = text.includes('"') ? rowStarts(text, delimiter) : lineStarts(text)
  if (starts === null) return null
  const lineAt = (place: number) => text.slice(starts[place], (starts[place + 1] ?? text.length + 1) - 1)
  const cutLine = (line: string) => (line.includes('"') ? cutQuoted(line, delimiter) : cut(line, delimiter))
  return rowsOf(
    starts.length,
    (place) => cutLine(lineAt(place)),
    (place, column) => {
      const line = lineAt(place)
      return line.includes('"') ? (cutQuoted(line, delimiter)[column] ?? '') : cellIn(line, delimiter, column)
    },
  )
}

/** The rows of a table: those of its file but the first so many. */
export const rowsBelow = (rows: Rows<string[]>, above: number): Rows =>
  rowsOf(
    Math.max(0, rows.length - above),
    (place) => ({ number: above + place + 1, cells: rows.at(above + place) ?? [] }),
    (place, column) => rows.cellAt(above + place, column),
  )

/** The first few rows. */
export function firstOf<T>(rows: Rows<T>, count: number): T[] {
  const first: T[] = []
  for (const row of rows) {
    if (first.length === count) break
    first.push(row)
  }
  return first
}

/** The place of the first row that this holds for; -1: of none. */
export function placeOf<T>(rows: Rows<T>, holds: (row: T) => boolean): number {
  let place = 0
  for (const row of rows) {
    if (holds(row)) return place
    place++
  }
  return -1
}
