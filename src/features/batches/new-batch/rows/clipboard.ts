/** Reads and writes cells as spreadsheets do on the clipboard: separated by tabs and line ends, quoted if a cell contains either. */

/** Parses text that was copied from a spreadsheet. Text without tabs or line ends is one cell. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let index = 0; index < body.length; index++) {
    const character = body[index] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (body[index + 1] === '"') cell += body[++index]
      else isQuoted = false
    } else if (character === '"' && cell === '' && isQuoteClosed(body, index)) isQuoted = true
    else if (character === '\t') endCell()
    else if (character === '\n') {
      endCell()
      rows.push([])
    } else cell += character
  }
  endCell()
  return rows
}

const closedQuote = /"(?:[^"]|"")*"(?=[\t\n]|$)/y
/** Whether the quote at the start of a cell is closed before the cell ends. If not, the quote is an ordinary character. */
function isQuoteClosed(text: string, index: number): boolean {
  closedQuote.lastIndex = index
  return closedQuote.test(text)
}

const quotedIfNeeded = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quotedIfNeeded).join('\t')).join('\n')
