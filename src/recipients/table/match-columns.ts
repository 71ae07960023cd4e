/** Suggests what each column is. A person can change it, and has to choose if two columns could contain the phone numbers. */
import { checkNumber, looksLikeNumber } from '#phone/number.ts'
import { sameName } from './cells.ts'
import { hasExactName, hasKnownName, isNumberedOtherwise, knownColumns } from './column-names.ts'
import type { Table } from './parse.ts'
import { columnOfSameNumbers } from './same-numbers.ts'

const sampledRows = 200
const minShare = 0.5

/** Whether most of the first filled cells of this column fit. */
function mostlyHolds({ rows }: Table, at: number, fits: (cell: string) => boolean): boolean {
  let filled = 0
  let fitting = 0
  for (const cells of rows.slice(0, sampledRows)) {
    const cell = (cells[at] ?? '').trim().replace(/^'/, '')
    if (cell === '') continue
    filled++
    if (fits(cell)) fitting++
  }
  return filled > 0 && fitting / filled >= minShare
}

/** Whether this is a phone number, or can be repaired to one. */
function isReadable(cell: string): boolean {
  const check = checkNumber(cell)
  return check.ok || check.repaired !== undefined
}

const digit = /\p{Nd}/u

/** Whether no filled cell of a column has a digit: "Phone: yes" says something about calls, and is no number. */
function holdsNoDigits({ rows }: Table, at: number): boolean {
  let isFilled = false
  for (const cells of rows) {
    const cell = cells[at] ?? ''
    if (digit.test(cell)) return false
    isFilled ||= cell.trim() !== ''
  }
  return isFilled
}

/** Customer numbers begin with no 0 and have no groups. */
const hasNationalForm = (cell: string): boolean => looksLikeNumber(cell) && /^0|\D/.test(cell)

/** The columns whose cells are written like national numbers. Bare digits only count where no column has a likelier form. */
function nationalColumns(table: Table): string[] {
  const names = [...table.columns.entries()].filter(([, name]) => !isNumberedOtherwise(name))
  const holding = (fits: (cell: string) => boolean) =>
    names.filter(([at]) => mostlyHolds(table, at, fits)).map(([, name]) => name)
  const likely = holding(hasNationalForm)
  return likely.length > 0 ? likely : holding(looksLikeNumber)
}

export interface Match {
  /** The column with the phone numbers; null: there is none, or a person has to choose. */
  phoneColumn: string | null
  /** Columns that could be it, the most likely first. */
  candidates: string[]
  /** Those of them that have no other number than it in any row, because of which it was not asked for. */
  alike: string[]
  /** The name of each column in the file that is sent, in the table's order; null: not sent. */
  names: (string | null)[]
}

/**
 * The column `phone_number`, or else all columns with a similar name or with phone numbers, or else those with what may be national
 * numbers. A single candidate is used, and of several one that has the numbers of all.
 */
function phoneCandidates(table: Table): string[] {
  const exact = table.columns.find((name) => hasExactName(name, 'phone_number'))
  if (exact !== undefined) return [exact]
  const named = table.columns.filter((name, at) => hasKnownName(name, 'phone_number') && !holdsNoDigits(table, at))
  const holding = table.columns.filter((_, at) => mostlyHolds(table, at, isReadable))
  if (named.length + holding.length === 0) return nationalColumns(table)
  return [...new Set([...named.filter((name) => holding.includes(name)), ...holding, ...named])]
}

/**
 * Matches columns by their names and contents.
 *
 * @param named names that a person gave to columns, by their names in the file; null: not sent; `phone_number`: the one that is dialled
 * @param strict accept only the interface's own names, ignoring case and spaces (interface 4)
 */
export function match(table: Table, named: Readonly<Record<string, string | null>>, strict: boolean): Match {
  const { columns } = table
  const candidates = strict ? columns.filter((name) => hasExactName(name, 'phone_number')) : phoneCandidates(table)
  const chosen = columns.find((name) => named[name] === 'phone_number')
  const only = candidates.length > 1 ? columnOfSameNumbers(table, candidates) : candidates[0]
  const phoneColumn = chosen ?? (only !== undefined && named[only] === undefined ? only : null)
  const isAsked = chosen !== undefined || phoneColumn === null
  return {
    phoneColumn,
    candidates,
    alike: isAsked ? [] : candidates.filter((name) => name !== phoneColumn),
    names: nameAll(columns, phoneColumn, named, strict ? hasExactName : hasKnownName),
  }
}

/** The interface's names for known columns, the file's own for the rest. Names are unique, so that no content is lost. */
function nameAll(
  columns: string[],
  phoneColumn: string | null,
  named: Readonly<Record<string, string | null>>,
  suits: typeof hasExactName,
): (string | null)[] {
  const taken = new Set(phoneColumn === null ? [] : ['phone_number'])
  const free = (name: string): string => {
    let unique = name
    for (let count = 2; taken.has(sameName(unique)); count++) unique = `${name}_${count}`
    taken.add(sameName(unique))
    return unique
  }
  // A name that a column has exactly, or that a person gave, is not given to another column.
  const open = knownColumns.filter(
    (known) =>
      known !== 'phone_number' &&
      !columns.some((name) => named[name] === known || (named[name] === undefined && hasExactName(name, known))),
  )
  const given = new Map(
    columns.flatMap((name) => {
      const as = name === phoneColumn ? undefined : named[name]
      return typeof as === 'string' ? [[name, free(as)] as const] : []
    }),
  )
  return columns.map((name) => {
    if (name === phoneColumn) return 'phone_number'
    if (named[name] === null) return null
    const exact = knownColumns.find((known) => hasExactName(name, known))
    return given.get(name) ?? free(exact ?? open.find((known) => !taken.has(known) && suits(name, known)) ?? name)
  })
}
