/** Reads and writes cells as spreadsheets do on the clipboard: separated by tabs and line ends, quoted if a cell contains either. */

/** Parses text that was copied from a spreadsheet. Text without tabs or line ends is one cell. */
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
    const character = body[at] ?? ''
    if (quoted) {
      if (character !== '"') cell += character
      else if (body[at + 1] === '"') cell += body[++at]
      else quoted = false
    } else if (character === '"' && cell === '' && closes(body, at)) quoted = true
    else if (character === '\t') end()
    else if (character === '\n') {
      end()
      rows.push([])
    } else cell += character
  }
  end()
  return rows
}

const closed = /"(?:[^"]|"")*"(?=[\t\n]|$)/y
/** Whether the quote at the start of a cell is closed before a tab, a line end or the end. If not, it is an ordinary character. */
function closes(text: string, at: number): boolean {
  closed.lastIndex = at
  return closed.test(text)
}

const quoted = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
