/** Reads the rows of one sheet of a workbook, as texts. */
import type { Format } from './number-format.ts'
import * as refusals from './refusals.ts'
import { type Attributes, enough, parseXml } from './xml.ts'

/** The most that a sheet can have. */
const most = { rows: 1_048_576, columns: 16_384 } as const

export interface Sheet {
  /** The cells of each row. The first is row 1; rows without text have no cells. */
  rows: string[][]
  /** How many columns have text. */
  width: number
  /** Numbers of the rows with text that the sheet hides. */
  hiddenRows: number[]
  /** Positions of hidden columns with text, from 0. */
  hiddenColumns: number[]
}

export interface SheetContext {
  sharedStrings: readonly string[]
  /** By the number of a cell's style. */
  formats: readonly Format[]
  general: Format
  is1904: boolean
  checkTime: () => void
}

export interface SheetLimits {
  /** Reads no rows after this one. */
  sampledRows?: number
  /** Called after each row, with the size of the sheet as CSV. @throws WorkbookRefusal if it is too large */
  checkSize: (characters: number) => void
}

/** `_x000D_` is how a workbook stores a character that XML cannot have. */
export const unescapeText = (text: string): string =>
  (text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
  ).replace(/\r\n?/g, '\n')

/** The position of a column by its letters, from 0; -1: there are none. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column - 1
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'
const isZero = (value: string | undefined) => value !== undefined && Number(value) === 0
const isoDate = /^(\d{4}-\d\d-\d\d)(?:T00:00(?::00(?:\.0+)?)?Z?)?$/

interface Merge {
  top: number
  bottom: number
  left: number
  right: number
}
const maxHeaderRows = 20
const reference = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/i

/** A merge that can be part of the header: the others do not matter. */
function headerMerge(text: string | undefined): Merge | undefined {
  const [, left, top, right, bottom] = reference.exec(text ?? '') ?? []
  if (left === undefined || right === undefined || Number(top) > maxHeaderRows) return undefined
  return { top: Number(top) - 1, bottom: Number(bottom) - 1, left: columnOf(left), right: columnOf(right) }
}

/**
 * A header of two rows groups some columns under one cell, and merges the two cells of the others. Those have their name in both rows, so
 * that the lower row has all names.
 */
function fillHeader(rows: string[][], merges: readonly Merge[]): void {
  const groups = merges.filter(({ left, right, top, bottom }) => right > left && top === bottom)
  for (const { top, bottom, left } of merges) {
    if (bottom === top || bottom - top > 2 || !groups.some((group) => group.top === top)) continue
    const name = rows[top]?.[left] ?? ''
    for (let row = top + 1; row <= bottom; row++) {
      const cells = rows[row]
      if (cells === undefined || name === '') continue
      while (cells.length <= left) cells.push('')
      cells[left] ||= name
    }
  }
}

/**
 * Reads the cells of a sheet.
 *
 * @param chunks its unpacked XML
 * @throws WorkbookRefusal if it is damaged or too large
 */
export async function readSheet(
  chunks: AsyncIterable<Uint8Array>,
  { sharedStrings, formats, general, is1904, checkTime }: SheetContext,
  { sampledRows = Number.POSITIVE_INFINITY, checkSize }: SheetLimits,
): Promise<Sheet> {
  const rows: string[][] = []
  const hiddenRows: number[] = []
  const hiddenSpans: [from: number, to: number][] = []
  const merges: Merge[] = []
  const filled = new Set<number>()
  let width = 0
  let characters = 0
  let row = 0
  let isHidden = false
  let column = -1
  let cells: string[] = []
  let cell: { type: string; style: number } | undefined
  /** The element whose text counts. */
  let part: 'v' | 't' | undefined
  let isPhonetic = false
  let value = ''

  function cellText(): string {
    if (!cell) return ''
    switch (cell.type) {
      case 's': {
        // Not 0 for an empty one: that is somebody else's text.
        const shared = /^\s*\d+\s*$/.test(value) ? sharedStrings[Number(value)] : undefined
        if (shared === undefined && value.trim() !== '') throw refusals.damaged()
        return shared ?? ''
      }
      case 'str':
      case 'inlineStr':
        return unescapeText(value)
      case 'b':
        return value.trim() === '' ? '' : isTrue(value.trim()) ? 'TRUE' : 'FALSE'
      case 'd':
        return isoDate.exec(value.trim())?.[1] ?? value.trim().replace('T', ' ')
      case 'n':
        return value.trim() === '' ? '' : (formats[cell.style] ?? general)(value, is1904)
      // `e`: the sheet shows the error, such as #N/A.
      default:
        return value
    }
  }
  function openRow(attributes: Attributes) {
    const next = attributes.r === undefined ? row + 1 : Number(attributes.r)
    if (!Number.isInteger(next) || next <= row || next > most.rows) throw refusals.damaged()
    if (next > sampledRows) throw enough
    row = next
    isHidden = isTrue(attributes.hidden) || isZero(attributes.ht)
    column = -1
    cells = []
  }
  function closeCell() {
    const text = cellText()
    cell = undefined
    if (text === '') return
    if (cells[column]) throw refusals.damaged()
    while (cells.length < column) cells.push('')
    cells[column] = text
    filled.add(column)
    characters += text.length
    width = Math.max(width, column + 1)
  }
  function closeRow() {
    if (cells.length === 0) return
    while (rows.length < row - 1) rows.push([])
    rows[row - 1] = cells
    if (isHidden) hiddenRows.push(row)
    checkSize(characters + rows.length * width)
  }
  function openCell({ r, t, s }: Attributes) {
    column = r === undefined ? column + 1 : columnOf(r)
    if (row === 0 || column < 0 || column >= most.columns) throw refusals.damaged()
    cell = { type: t ?? 'n', style: Number(s ?? 0) }
    value = ''
  }
  function open(name: string, attributes: () => Attributes) {
    if (name === 'c') openCell(attributes())
    else if (name === 'v' && cell) part = 'v'
    else if (name === 't' && cell?.type === 'inlineStr' && !isPhonetic) part = 't'
    else if (name === 'row') openRow(attributes())
    else if (name === 'rPh') isPhonetic = true
    else if (name === 'col') {
      const { min, max, hidden, width: shown } = attributes()
      if (isTrue(hidden) || isZero(shown)) hiddenSpans.push([Number(min) - 1, Number(max) - 1])
    } else if (name === 'mergeCell') {
      const merge = headerMerge(attributes().ref)
      if (merge) merges.push(merge)
    }
  }
  await parseXml(
    chunks,
    {
      open,
      text: (piece) => {
        if (part) value += piece
      },
      close: (name) => {
        if (name === 'v' || name === 't') part = undefined
        else if (name === 'rPh') isPhonetic = false
        else if (name === 'c' && cell) closeCell()
        else if (name === 'row') closeRow()
      },
    },
    checkTime,
  )
  fillHeader(rows, merges)
  const hiddenColumns = [...filled]
    .filter((at) => hiddenSpans.some(([from, to]) => at >= from && at <= to))
    .toSorted((one, other) => one - other)
  return { rows, width, hiddenRows, hiddenColumns }
}
