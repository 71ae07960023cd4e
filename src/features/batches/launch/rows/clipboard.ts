/** Cells as spreadsheets put them on the clipboard: lines of cells with tabs between, quoted where a cell holds either. Pure. */

/** Reads what was copied from a spreadsheet; a text without tabs or line ends is one cell. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const end = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < body.length; at++) {
    const sign = body[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (body[at + 1] === '"') cell += body[++at]
      else quoted = false
    } else if (sign === '"' && cell === '' && closes(body, at)) quoted = true
    else if (sign === '\t') end()
    else if (sign === '\n') {
      end()
      rows.push([])
    } else cell += sign
  }
  end()
  return rows
}

const closed = /"(?:[^"]|"")*"(?=[\t\n]|$)/y
/** Whether a quote that opens a cell is closed before a tab, a line end or the text's end: else it is a sign like others. */
function closes(text: string, at: number): boolean {
  closed.lastIndex = at
  return closed.test(text)
}

const quoted = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
