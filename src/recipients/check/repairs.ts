/**
 * Changes to a file, as a list of operations on rows that never change. Undo is a position in this list, and a launch can be stored and
 * continued.
 */
import type { ColumnAnswer } from '#contract/index.ts'
import type { Reason } from './problem.ts'
import type { Remark } from './remarks.ts'

export interface CellEdit {
  /** Row number as in a spreadsheet. */
  row: number
  /** Name in the file; '' for extra cells. */
  column: string
  value: string
}

interface GivenAnswer {
  answer: ColumnAnswer | null
  remembered?: { by: string; at: number }
}

/** A decision about all rows to which it applies, now or after later changes. */
export type Rule =
  /** Numbers without a country code belong to this country (ISO 3166); null: unknown. */
  | { rule: 'country'; country: string | null }
  /** Numbers without a country code belong to the country that this column says in their row; null: it is not used. */
  | { rule: 'countryColumn'; column: string | null }
  /** Numbers without a + begin with their country code. */
  | { rule: 'countryCode'; on: boolean }
  /** The suggested repair of every problem of this kind is accepted. */
  | { rule: 'accept'; reason: Reason; on: boolean }
  /** Of rows with the same number, this one is called. */
  | { rule: 'keep'; keep: 'first' | 'last' }
  /** Missing cells at the end of a row are empty. */
  | { rule: 'pad'; on: boolean }
  /** An opt-out column is an ordinary one: these people are called, and the column is sent to the agent. */
  | { rule: 'ordinary'; column: string; on: boolean }
  /**
   * What a column means that may say who must not be called; null: nobody has said it yet. `remembered`: who said it when (epoch ms) of an
   * earlier file with the same header line.
   */
  | ({ rule: 'answer'; column: string } & GivenAnswer)
  /** Whether rows and columns that the sheet of a workbook hides are part of the file. Until somebody says so, they are left out. */
  | { rule: 'hidden'; are: HiddenCells | null }
  /** Cells with this remark are repaired. */
  | { rule: 'tidy'; remark: Remark; on: boolean }

export type HiddenCells = 'included' | 'leftOut'

/** The rule about recipients because of which rows are left out. */
export type LeftOutBy = 'doNotCall' | 'calledBefore' | 'overLimit' | 'outsideHours'

export type Operation =
  /** A cell that was edited, or many that were pasted or cleared. */
  | { kind: 'edit'; cells: readonly CellEdit[] }
  /** Leaves rows out (`out`) or calls them again. `by`: the rule that found these people; without it, a person chose them. */
  | { kind: 'leaveOut'; rows: readonly number[]; out: boolean; by?: LeftOutBy }
  /** Names a column in the file that is sent; null: it is not sent. `phone_number` makes it the column that is dialled. */
  | { kind: 'match'; column: string; as: string | null }
  | ({ kind: 'rule' } & Rule)

/** The result of all operations. */
export interface Repairs {
  country?: string | undefined
  /** The column that says the country of each row's number. */
  countryColumn?: string | undefined
  /** Whether numbers without a + begin with their country code. */
  countryCode?: boolean
  accept?: readonly Reason[]
  keep?: 'first' | 'last'
  pad?: boolean
  tidy?: readonly Remark[]
  /** Edited cells. If a cell was edited more than once, the last edit counts. */
  cells?: readonly CellEdit[]
  /** Row numbers (as in a spreadsheet) that are not called. */
  leaveOut?: Iterable<number>
  /** Row numbers that a person calls although something left them out. */
  called?: ReadonlySet<number>
  /** Default: nobody has said it, and they are left out. */
  hidden?: HiddenCells | undefined
  /** The rows among them that a rule found, with the rule. */
  leftOutBy?: ReadonlyMap<number, LeftOutBy>
  /** Opt-out columns that are treated as ordinary ones. */
  ordinary?: readonly string[]
  /** What columns mean that may say who must not be called, by their names in the file. */
  answers?: Readonly<Record<string, GivenAnswer & { answer: ColumnAnswer }>>
  /** The variables of the chosen agent's flow. A column of this name that nobody has explained is an ordinary one. */
  variables?: readonly string[]
  /** By the column's name in the file. */
  names?: Readonly<Record<string, string | null>>
}

const toggled = <T>(list: readonly T[] | undefined, one: T, on: boolean): T[] => [
  ...(list ?? []).filter((other) => other !== one),
  ...(on ? [one] : []),
]

function withAnswer(
  answers: Repairs['answers'],
  { column, answer, remembered }: { column: string } & GivenAnswer,
): Repairs['answers'] {
  const others = Object.entries(answers ?? {}).filter(([name]) => name !== column)
  const given = answer && { answer, ...(remembered && { remembered }) }
  return Object.fromEntries([...others, ...(given ? [[column, given] as const] : [])])
}

function withRule(repairs: Repairs, rule: Rule): Repairs {
  switch (rule.rule) {
    case 'country':
      return { ...repairs, country: rule.country ?? undefined }
    case 'countryColumn':
      return { ...repairs, countryColumn: rule.column ?? undefined }
    case 'countryCode':
      return { ...repairs, countryCode: rule.on }
    case 'accept':
      return { ...repairs, accept: toggled(repairs.accept, rule.reason, rule.on) }
    case 'keep':
      return { ...repairs, keep: rule.keep }
    case 'pad':
      return { ...repairs, pad: rule.on }
    case 'ordinary':
      return { ...repairs, ordinary: toggled(repairs.ordinary, rule.column, rule.on) }
    case 'answer':
      return { ...repairs, answers: withAnswer(repairs.answers, rule) }
    case 'hidden':
      return { ...repairs, hidden: rule.are ?? undefined }
    case 'tidy':
      return { ...repairs, tidy: toggled(repairs.tidy, rule.remark, rule.on) }
  }
}

/** No two columns get the same name, and only one column is dialled. */
function withName(names: Repairs['names'], column: string, as: string | null): Record<string, string | null> {
  const others = Object.entries(names ?? {}).filter(
    ([name, called]) => name !== column && (as === null || called !== as),
  )
  return { ...Object.fromEntries(others), [column]: as }
}

/** The result of these operations, earliest first. */
export function repairsOf(operations: readonly Operation[]): Repairs {
  let repairs: Repairs = {}
  const cells: CellEdit[] = []
  const leaveOut = new Set<number>()
  const called = new Set<number>()
  const leftOutBy = new Map<number, LeftOutBy>()
  for (const operation of operations) {
    if (operation.kind === 'edit') for (const cell of operation.cells) cells.push(cell)
    else if (operation.kind === 'match')
      repairs = { ...repairs, names: withName(repairs.names, operation.column, operation.as) }
    else if (operation.kind === 'rule') repairs = withRule(repairs, operation)
    else
      for (const row of operation.rows) {
        if (operation.out) leaveOut.add(row)
        else leaveOut.delete(row)
        if (operation.out) called.delete(row)
        else called.add(row)
        if (operation.out && operation.by) leftOutBy.set(row, operation.by)
        else leftOutBy.delete(row)
      }
  }
  return { ...repairs, cells, leaveOut, called, leftOutBy }
}

/** Whether a row (its number) is left out because it is one of these, which the sheet hides. */
export const isHiddenRow = ({ hidden, called }: Repairs, rows: ReadonlySet<number> | undefined, row: number): boolean =>
  hidden !== 'included' && rows?.has(row) === true && called?.has(row) !== true

/** The columns that are not sent because they are among these, which the sheet hides. */
export const hiddenNames = ({ hidden }: Repairs, columns: readonly string[] = []): Record<string, null> =>
  hidden === 'included' ? {} : Object.fromEntries(columns.map((name) => [name, null]))

/** The row numbers that are left out because of this rule. */
export const rowsLeftOutBy = ({ leftOutBy = new Map() }: Repairs, rule: LeftOutBy): number[] =>
  [...leftOutBy].flatMap(([row, by]) => (by === rule ? [row] : []))

/** The row numbers that these operations change; null: possibly all. */
export function rowsTouched(operations: readonly Operation[]): Set<number> | null {
  const rows = new Set<number>()
  for (const operation of operations) {
    if (operation.kind === 'edit') for (const { row } of operation.cells) rows.add(row)
    else if (operation.kind === 'leaveOut') for (const row of operation.rows) rows.add(row)
    else return null
  }
  return rows
}
