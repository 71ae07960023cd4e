/** Rows that say whether a person may be called, and the other rows with the same number. */
import type { ColumnAnswer } from '#contract/index.ts'
import { remembered } from '#phone/remembered.ts'
import { telephoneOf } from '#phone/telephone.ts'
import { sameName } from '../table/cells.ts'
import { type Answer, answersOf, answersWith, isEmptyAnswer, type OptOutColumn } from '../table/opt-outs.ts'
import { type CellDigits, createDigitIndex, type Likeness, readDigits } from './digits.ts'
import type { OptOutReason } from './problem.ts'
import type { Repairs } from './repairs.ts'

export interface OptOutInRow {
  reason: OptOutReason
  /** Index of the column that says it. */
  column: number
}

/** An opt-out column and whether it is in effect. */
export interface OptOut {
  /** Column index. */
  at: number
  /** A person treats it as an ordinary column, so its rows are called. */
  isOrdinary: boolean
  /** Nobody has said yet what it means. Until then, the rows that it marks are not called. */
  question: OptOutColumn | null
  /** A person has said what it means. */
  isAnswered: boolean
  answer: (cell: string) => Answer
}

/**
 * How the cells of a column are interpreted once a person said which of its texts mean "do not call". Other texts are interpreted as they
 * were found, if the person did not contradict that; otherwise they are unclear.
 *
 * @param asFound how its cells were interpreted before, and which of them that marks
 */
function answersGiven(
  { doNotCall, call }: { doNotCall: readonly string[]; call: readonly string[] },
  asFound: OptOut['answer'],
  { marked }: OptOutColumn,
): OptOut['answer'] {
  const textOf = (cell: string) => (isEmptyAnswer(cell) ? '' : cell.trim().toLowerCase())
  const saysNo = answersWith('status')
  const isNo = new Set(doNotCall.map(textOf))
  const isYes = new Set(call.map(textOf))
  const isMarked = (text: string) => asFound(text) !== 'call'
  const isAsFound = doNotCall.every(isMarked) && !call.some((text) => text !== '' && isMarked(text))
  return (cell) => {
    const text = textOf(cell)
    if (isNo.has(text) || saysNo(cell) === 'doNotCall') return 'doNotCall'
    if (isYes.has(text)) return 'call'
    // A column of many texts, of which few are marked.
    if (marked === 'words' && !isMarked(cell)) return 'call'
    // Empty cells may mean the opposite of filled ones.
    if (marked === 'all' && text === '') return 'unclear'
    return isAsFound ? (isMarked(cell) ? 'doNotCall' : 'call') : 'unclear'
  }
}

/**
 * The opt-out columns. Each distinct cell is interpreted once.
 *
 * @returns a function that takes what a person decided about columns, and the position of the phone number column
 */
export function createOptOuts(found: readonly OptOutColumn[], names: readonly string[]) {
  const withAnswers = (column: OptOutColumn) => ({
    column,
    name: names[column.at] ?? '',
    asFound: answersOf(column),
  })
  const columns = found.map(withAnswers)
  const isFound = new Set(columns.map(({ name }) => name))
  /** What a person said about the column of an earlier file applies, even if nothing in this file looks like it. */
  const explained = new Map<string, (typeof columns)[number]>()
  const explainedIn = (answers: NonNullable<Repairs['answers']>) =>
    Object.entries(answers).flatMap(([name, { answer }]) => {
      const at = names.indexOf(name)
      if (at < 0 || isFound.has(name) || answer.means === 'ordinary') return []
      const column = explained.get(name) ?? withAnswers({ at, kind: 'suspected', marked: 'all' })
      explained.set(name, column)
      return column
    })
  const given = new Map<ColumnAnswer, OptOut['answer']>()
  const answerGiven = (answer: ColumnAnswer & { means: 'optOut' }, asFound: OptOut['answer'], column: OptOutColumn) => {
    const known = given.get(answer) ?? answersGiven(answer, asFound, column)
    given.set(answer, known)
    return known
  }
  return ({ ordinary = [], answers = {}, variables = [] }: Repairs, phoneAt: number): OptOut[] => {
    const isVariable = new Set(variables.map(sameName))
    return [...columns, ...explainedIn(answers)].flatMap(({ column, name, asFound }) => {
      const { at, kind } = column
      const answer = kind === 'suspected' ? answers[name]?.answer : undefined
      const isSuspected = kind === 'suspected' && answer === undefined
      if (at === phoneAt || (isSuspected && isVariable.has(sameName(name)))) return []
      const isOrdinary = ordinary.includes(name) || answer?.means === 'ordinary'
      return {
        at,
        isOrdinary,
        question: isSuspected && !isOrdinary ? column : null,
        isAnswered: answer !== undefined,
        answer: answer?.means === 'optOut' ? answerGiven(answer, asFound, column) : asFound,
      }
    })
  }
}

/** The strictest opt-out in a row; undefined if none */
export function optOutInRow(columns: readonly OptOut[], cellAt: (column: number) => string): OptOutInRow | undefined {
  let strictest: OptOutInRow | undefined
  for (const { at: column, answer, question } of columns) {
    const says = answer(cellAt(column))
    if (says === 'doNotCall') return { reason: 'opted_out', column }
    const reason = question ? 'unanswered_opt_out' : 'unclear_opt_out'
    if (says === 'unclear' && (!strictest || isStricter(reason, strictest.reason))) strictest = { reason, column }
  }
  return strictest
}

/** From the one that decides to the one that is overruled. */
const byStrictness: readonly OptOutReason[] = ['opted_out', 'unanswered_opt_out', 'unclear_opt_out']
const isStricter = (reason: OptOutReason, other: OptOutReason): boolean =>
  byStrictness.indexOf(reason) < byStrictness.indexOf(other)

export interface OptOutOfNumber {
  reason: OptOutReason
  /** Index of the row that says it. */
  at: number
  /** `number`: both rows have this number; otherwise one of them cannot be called as written, and its digits are compared. */
  by: 'number' | Likeness
}

/** A row's cell with the phone number. */
export interface PhoneCell {
  /** The number in it or probably meant, without its +; 0: there is none. */
  number: number
  /** The cell, unless it is this number as written. */
  text: string | null
}

interface OptOutRow {
  reason: OptOutReason
  number: number
  /** What can be read in a cell that is no number as written. */
  digits: CellDigits | null
}

/** Two numbers have at least this many characters. */
const minCharactersOfTwo = 15

/** Collects the opt-outs of all rows, so that single rows can be checked again. */
export function createOptOutIndex() {
  const rows = new Map<number, OptOutRow>()
  /** Reads each distinct cell once, because all rows are compared again after each change. */
  const digitsIn = remembered(readDigits)
  return {
    set(at: number, reason: OptOutReason | undefined, phoneCell: () => PhoneCell): void {
      if (reason) {
        const { number, text } = phoneCell()
        rows.set(at, { reason, number, digits: text === null ? null : digitsIn(text) })
      } else if (rows.size > 0) rows.delete(at)
    },
    /** The number in the row or probably meant, without its +; 0: there is none, or no opt-out. */
    numberAt: (at: number): number => rows.get(at)?.number ?? 0,
    /**
     * Finds the strictest opt-out of a number in any row, and the first row that says it.
     *
     * @param mayBeUnclear a person calls those of whom it is unclear
     * @returns a function that takes a number that can be called and its cell; null if there are no opt-outs
     */
    finder(mayBeUnclear: boolean): ((cell: PhoneCell) => OptOutOfNumber | undefined) | null {
      if (rows.size === 0) return null
      const byNumber = new Map<number, OptOutOfNumber>()
      const byDigits = createDigitIndex<{ at: number; row: OptOutRow }>()
      // Rows that were checked again come last in the map.
      for (const [at, row] of rows) {
        const { reason, number, digits } = row
        for (const one of new Set([number, ...(digits?.numbers ?? [])])) {
          if (one === 0) continue
          const telephone = telephoneOf(one)
          byNumber.set(telephone, stricter(byNumber.get(telephone), { reason, at, by: 'number' }))
          byDigits.add(String(one), { at, row })
        }
        for (const ending of digits?.endings ?? []) byDigits.add(ending, { at, row })
        if (digits?.rounded) byDigits.addRounded(digits.rounded, { at, row })
      }
      return ({ number, text }) => {
        let found = byNumber.get(telephoneOf(number))
        const consider = (at: number, reason: OptOutReason, by: Likeness) => {
          const weakened = by === 'similar' && reason === 'opted_out' ? 'unclear_opt_out' : reason
          if (!mayBeUnclear || weakened !== 'unclear_opt_out') found = stricter(found, { reason: weakened, at, by })
        }
        const isLong = text !== null && text.length >= minCharactersOfTwo
        let read: CellDigits | undefined
        for (const { of, likeness } of byDigits.find(String(number))) {
          // Two numbers that can be called as written are compared as a whole.
          if (of.row.digits) consider(of.at, of.row.reason, likeness)
          if (text !== null) read ??= digitsIn(text)
        }
        if (isLong) read ??= digitsIn(text)
        for (const digits of [...(read?.numbers.map(String) ?? []), ...(read?.endings ?? [])])
          for (const { of, likeness } of byDigits.find(digits))
            if (likeness === 'same') consider(of.at, of.row.reason, likeness)
        return found
      }
    },
  }
}

const stricter = (known: OptOutOfNumber | undefined, other: OptOutOfNumber): OptOutOfNumber =>
  !known || isStricter(other.reason, known.reason) || (other.reason === known.reason && other.at < known.at)
    ? other
    : known
