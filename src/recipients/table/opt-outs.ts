/**
 * Finds columns that say who must not be called ("Do Not Call", "Opt-out", "Consent"), by their names and by cells that say so explicitly
 * ("Status: do not call"), and columns that may say it, of which a person has to say what they mean.
 */
import { remembered } from '#phone/remembered.ts'
import { foldedWords, sameName } from './cells.ts'
import { type Answer, answerOf, fateIn, isEmptyAnswer, phraseIn, signOf } from './opt-out-cells.ts'
import { mayConcern } from './opt-out-concern.ts'
import { type NameReading, readName } from './opt-out-names.ts'
import { has } from './opt-out-vocabulary.ts'

export { type Answer, isEmptyAnswer } from './opt-out-cells.ts'

/** Two letters for yes and no that are understood only together, as O and N for oui and non. */
interface Letters {
  yes: string
  no: string
}

const sampledCells = 200

/** How often each text of a column occurs, the most frequent first; null if there are too many different ones. */
function countTexts(
  rows: readonly (readonly string[])[],
  at: number,
  most: number,
): [text: string, count: number][] | null {
  const counts = new Map<string, number>()
  for (const cells of rows) {
    const text = (cells[at] ?? '').trim()
    if (text === '') continue
    const count = counts.get(text)
    if (count === undefined && counts.size === most) return null
    counts.set(text, (count ?? 0) + 1)
  }
  return [...counts].filter(([text]) => !isEmptyAnswer(text)).toSorted(([, a], [, b]) => b - a)
}

/** Whether most cells of a column are numbers other than 0 and 1, which count or dial something. */
function holdsNumbers(rows: readonly (readonly string[])[], at: number): boolean {
  let filled = 0
  let numbers = 0
  for (const cells of rows) {
    const text = (cells[at] ?? '').trim()
    if (text === '') continue
    if (/^(?!0*[01](?:\.0+)?$)[+(]?\d[\d\s().-]*$/.test(text) && signOf(text) === undefined) numbers++
    if (++filled === sampledCells) break
  }
  return filled > 0 && numbers > filled / 2
}

/** Letters for yes and no, which mean something else alone: oui and non, ano and ne, evet and hayır, accepted and refused. */
const letterPairs = ['on', 'an', 'tn', 'eh', 'ke', 'ar', 'дн', 'тн'].map(([yes = '', no = '']) => ({ yes, no }))

/** The letters for yes and no of a column that has both. */
function lettersIn(rows: readonly (readonly string[])[], at: number): Letters | undefined {
  const found = new Set<string>()
  let filled = 0
  for (const cells of rows) {
    const text = (cells[at] ?? '').trim()
    if (text === '') continue
    if (text.length === 1) found.add(text.toLowerCase())
    if (++filled === sampledCells) break
  }
  return found.size === 2 ? letterPairs.find(({ yes, no }) => found.has(yes) && found.has(no)) : undefined
}

/**
 * - optOut: yes means do not call, as in "Opt-out"
 * - consent: no means do not call, as in "Consent"
 * - status: any other column in which a cell says "do not call"
 * - suspected: a person has to say what the column means; until then, its marked cells are unclear
 */
export type OptOutKind = 'optOut' | 'consent' | 'status' | 'suspected'

/**
 * How the cells of a column are interpreted. Marked cells of a suspected column are unclear until a person says what it means. Each distinct
 * cell is interpreted once, because most cells of a column repeat.
 */
export function answersOf({
  kind,
  marked = 'all',
  letters,
}: Pick<OptOutColumn, 'kind' | 'marked' | 'letters'>): (text: string) => Answer {
  if (kind !== 'suspected') return answersWith(kind, undefined, letters)
  return remembered((text) => phraseIn(text) ?? (isMarked(marked, spelled(text, letters)) ? 'unclear' : 'call'))
}

/** A single letter as the word it stands for in this column. */
function spelled(text: string, letters: OptOutColumn['letters']): string {
  if (!letters) return text
  const letter = text.trim().toLowerCase()
  return letter === letters.yes ? 'yes' : letter === letters.no ? 'no' : text
}

/** Whether a cell of a suspected column may say that the person must not be called. */
function isMarked(marked: NonNullable<OptOutColumn['marked']>, text: string): boolean {
  if (marked === 'all') return true
  if (isEmptyAnswer(text)) return false
  if (marked === 'words') return fateIn(text, true) !== null
  const sign = signOf(text)
  return marked === 'yes' ? sign !== 'no' && sign !== 'unlisted' : sign !== 'yes' && sign !== 'given'
}

/**
 * How the cells are interpreted once a person said what the column means.
 *
 * @param valuesMeaningNo cells (trimmed) of which the person said that they mean "do not call"
 */
export const answersWith = (
  kind: Exclude<OptOutKind, 'suspected'>,
  valuesMeaningNo: ReadonlySet<string> = new Set(),
  letters?: OptOutColumn['letters'],
): ((text: string) => Answer) =>
  remembered((text) => (valuesMeaningNo.has(text.trim()) ? 'doNotCall' : answerOf(kind, spelled(text, letters))))

/** A text that occurs in a suspected column. */
export interface SuspectedValue {
  text: string
  count: number
  /** Rows with this text cannot be called until a person says what the column means. */
  isMarked: boolean
}

/** A column that says who must not be called, or may say it. */
export interface OptOutColumn {
  /** Column index. */
  at: number
  kind: OptOutKind
  /** Of a suspected column: whether it seems to be about contact, about numbers that do not work, or about people who died. */
  about?: 'contact' | 'number' | 'death'
  /** Of a suspected column: which cells are marked. */
  marked?: 'all' | 'yes' | 'no' | 'words'
  letters?: Letters
  /** Of a suspected column: its most frequent texts, the most frequent first. */
  values?: SuspectedValue[]
}

const maxValues = 8
/** A column with more different texts than this is neither yes and no nor marks. */
const maxSigns = 8

/** A mark: one or two characters that are neither a number nor a code of several. */
const isMark = (text: string): boolean => Array.from(text).length <= 2 && !/^\d+$/.test(text)

function suspected(
  column: Pick<OptOutColumn, 'at' | 'about' | 'marked' | 'letters'>,
  counts: readonly [text: string, count: number][],
): OptOutColumn {
  const answer = answersOf({ ...column, kind: 'suspected' })
  const values = counts.map(([text, count]) => ({ text, count, isMarked: answer(text) !== 'call' }))
  return { ...column, kind: 'suspected', values: values.slice(0, maxValues) }
}

/** Whether the cells of a column are yes and no, marks, or the channels by which somebody may be contacted. */
function looksLikeMarks(
  name: NameReading,
  counts: readonly [text: string, count: number][],
  rows: number,
  letters: OptOutColumn['letters'],
): boolean {
  const signs = counts.map(([text]) => signOf(spelled(text, letters)))
  const [first] = counts
  if (name.isMeaningless) {
    // Without a name, only marks of a few people look like it.
    const filled = counts.reduce((sum, [, count]) => sum + count, 0)
    return counts.length === 1 && signs[0] === 'yes' && filled * 2 <= rows
  }
  if (signs.includes('day')) return false
  if (first && counts.length === 1 && isMark(first[0])) return true
  // A list of channels alone may be what somebody prefers.
  const hasSign = signs.some((sign) => sign !== undefined)
  return (
    hasSign &&
    counts.every(([text], index) => signs[index] !== undefined || has('channel+every+other', foldedWords(text)))
  )
}

/** A column whose name says something about contact, numbers or deaths, and whose cells are yes, no, marks or words for it. */
function suspectedByName(name: NameReading, rows: readonly (readonly string[])[], at: number): OptOutColumn | null {
  const { about, marked } = name
  if (about === null) return null
  const counts = countTexts(rows, at, about === 'contact' ? maxSigns : rows.length + 1)
  if (!counts || counts.length === 0) return null
  const texts = counts.map(([text]) => text)
  // Cells that say it themselves need no question.
  if (texts.some((text) => phraseIn(text) !== null)) return null
  const letters = lettersIn(rows, at)
  if (about === 'contact' && !looksLikeMarks(name, counts, rows.length, letters)) return null
  if (marked === 'no' && !texts.some((text) => signOf(text) !== undefined)) return null
  const column = suspected({ at, about, marked, letters }, counts)
  return column.values?.some(({ isMarked }) => isMarked) ? column : null
}

const hasLetters = /\p{L}{3}/u

/** How often each cell of a column is there, of those that may say something about calls, useless numbers or deaths. */
type Hits = Map<string, number>

/**
 * The hits of each column. Goes through the rows once, because going through them once for each column takes twice as long.
 *
 * @param names the columns, as their names are understood
 */
function findHits(names: readonly NameReading[], rows: readonly (readonly string[])[]): Hits[] {
  const hits = names.map((): Hits => new Map())
  const mayBeAboutNumber = names.map(({ isAboutNumber }) => isAboutNumber)
  for (const row of rows) {
    for (let at = 0; at < names.length; at++) {
      const text = row[at]
      if (text === undefined || text.length <= 2) continue
      if (!mayConcern(text) && !(mayBeAboutNumber[at] === true && hasLetters.test(text))) continue
      const ofColumn = hits[at]
      ofColumn?.set(text, (ofColumn.get(text) ?? 0) + 1)
    }
  }
  return hits
}

/** A column in which cells say "do not call", that a number is useless or that a person died. */
function foundByCells(name: NameReading, hits: Hits, at: number): OptOutColumn | null {
  let about: 'number' | 'death' | null = null
  for (const text of hits.keys()) {
    if (phraseIn(text) !== null && !name.isOtherChannel) return { at, kind: 'status' }
    if (!name.holdsNames && !name.isOtherChannel) about ??= fateIn(text, name.isAboutNumber)
  }
  return (
    about &&
    suspected(
      { at, about, marked: 'words' },
      [...hits].filter(([text]) => fateIn(text, name.isAboutNumber)),
    )
  )
}

/**
 * Finds opt-out columns. Checks every cell, because the only opt-out may be in the last row.
 *
 * @param ordinaryVariables variables of the chosen agent's flow, as `sameName` returns them: such a column is never suspected
 */
export function findOptOuts(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  ordinaryVariables: ReadonlySet<string> = new Set(),
): OptOutColumn[] {
  const names = columns.map(readName)
  const hits = findHits(names, rows)
  return names.flatMap((name, at): OptOutColumn[] => {
    if (name.kind && !(name.mayCount && holdsNumbers(rows, at)))
      return [{ at, kind: name.kind, letters: lettersIn(rows, at) }]
    const mayAsk = !ordinaryVariables.has(sameName(columns[at] ?? ''))
    const found = (mayAsk && suspectedByName(name, rows, at)) || foundByCells(name, hits[at] ?? new Map(), at)
    return found && (mayAsk || found.kind !== 'suspected') ? [found] : []
  })
}

/**
 * Counts the rows that say "do not call" in a file as it is sent, which does not show what a person decided.
 *
 * @returns how many rows, and the columns that say it
 */
export function optedOutIn(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  phoneColumn: string | null,
): { rows: number; columns: string[] } {
  const found = findOptOuts(columns, rows)
    .filter(({ at }) => columns[at] !== phoneColumn)
    .map((column) => ({ at: column.at, answer: answersOf(column) }))
  const saying = new Set<string>()
  if (found.length === 0) return { rows: 0, columns: [] }
  const said = rows.filter((cells) => {
    const says = found.filter(({ at, answer }) => answer(cells[at] ?? '') === 'doNotCall')
    for (const { at } of says) saying.add(columns[at] ?? '')
    return says.length > 0
  })
  return { rows: said.length, columns: [...saying] }
}
