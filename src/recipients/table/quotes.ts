/** Undoes what programs do to the quotation marks of a whole file: a space before each, or one pair around every line. */
import { isBlank } from './cells.ts'
import { type Delimiter, delimiters, parseWith } from './delimiter.ts'

const space = /[ \t\u00a0]/
const lineStart = /[ \t\u00a0]*"/y
/** A line that is one quoted cell, with line breaks in it and delimiters after it. */
const quotedLine = /[ \t\u00a0]*"([^"]*(?:""[^"]*)*)"[ \u00a0,;\t|]*(?:\n|$)/y
const otherLine = /[^"\n]*(?:\n|$)/y

/** Nearly all lines have to divide into as many cells as the first that divides. Those above it are titles. */
const minShare = 0.9

/** Whether the lines divide into more than one column, nearly all of them alike. */
const dividesEvenly = (text: string): boolean =>
  delimiters.some((delimiter) => {
    const { data, errors } = parseWith(text, delimiter, 0)
    const widths = data.filter((cells) => !isBlank(cells)).map(({ length }) => length)
    const below = widths.slice(
      Math.max(
        0,
        widths.findIndex((width) => width > 1),
      ),
    )
    const alike = below.filter((width) => width === below[0])
    return errors.length === 0 && alike.length > 1 && alike[0] !== 1 && alike.length >= below.length * minShare
  })

/** The lines of a text, those that are one quoted cell without the quotation marks; undefined if a line is neither plain nor such a cell. */
function readLines(text: string): { lines: string[]; quoted: string[]; isFirstQuoted: boolean } | undefined {
  const lines: string[] = []
  const quoted: string[] = []
  let isFirstQuoted: boolean | undefined
  for (let at = 0; at < text.length; ) {
    const pattern = ((lineStart.lastIndex = at), lineStart.test(text)) ? quotedLine : otherLine
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) return undefined
    at += found[0].length
    if (found[1] !== undefined) quoted.push(found[1])
    lines.push(found[1]?.replaceAll('""', '"') ?? found[0].replace(/\n$/, ''))
    if (found[0].trim() !== '') isFirstQuoted ??= found[1] !== undefined
  }
  return { lines, quoted, isFirstQuoted: isFirstQuoted === true }
}

/**
 * The rows of a text in which each line is one quoted cell, as a program writes that took every line for a cell. Some programs quote only
 * the lines that have quotation marks.
 *
 * @param start its first lines
 * @returns undefined if the text is no such file
 */
export function unwrapLines(text: string, start: string): string | undefined {
  const sample = start.includes('"') ? readLines(start) : undefined
  if (!sample || sample.quoted.length === 0) return undefined
  const filled = sample.lines.filter((line) => line.trim() !== '').length
  const isWrapped =
    sample.quoted.length === filled || (!sample.isFirstQuoted && sample.quoted.every((line) => line.includes('""')))
  if (!isWrapped || !dividesEvenly(sample.lines.join('\n'))) return undefined
  return readLines(text)?.lines.join('\n')
}

/** The text without white space between a delimiter and a quotation mark, and how many rows had such white space. */
function withoutSpaces(text: string, delimiter: Delimiter): { text: string; rows: number; spaced: number } {
  const kept: string[] = []
  let [from, rows, spaced] = [0, 0, 0]
  let isSpaced = false
  let isFilled = false
  const endRow = () => {
    if (isFilled) rows++
    if (isSpaced) spaced++
    isSpaced = isFilled = false
  }
  for (let at = 0; at < text.length; at++) {
    // The start of a cell.
    let start = at
    while (space.test(text[start] ?? '') && text[start] !== delimiter) start++
    const isQuoted = text[start] === '"'
    if (isQuoted && start > at) {
      kept.push(text.slice(from, at))
      from = start
      isSpaced = true
    }
    at = start
    if (isQuoted) {
      do at = text.indexOf('"', at + 1)
      while (at >= 0 && text[at + 1] === '"' && ++at)
      if (at < 0) break
    }
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++
    isFilled ||= at > start
    if (text[at] === '\n') endRow()
  }
  endRow()
  return { text: [...kept, text.slice(from)].join(''), rows, spaced }
}

/** The text without the white space that most of its rows have between a delimiter and a quotation mark. @param start its first lines */
export function withoutSpacesBeforeQuotes(text: string, start: string, delimiter: Delimiter): string {
  if (!/[ \t\u00a0]"/.test(start)) return text
  const { rows, spaced } = withoutSpaces(start, delimiter)
  return spaced * 2 > rows ? withoutSpaces(text, delimiter).text : text
}
