/**
 * What a person did to a file, as a list of operations. The rows stay as they were read; what follows is always the rows and the
 * first so many operations of the list. So undoing is a position in it, and a launch can be kept and gone on with.
 */
import type { Reason } from './problem.ts'
import type { Remark } from './remarks.ts'

export interface CellEdit {
  /** As a spreadsheet counts. */
  row: number
  /** As the file calls it; '' for what a row has beyond its last column. */
  column: string
  value: string
}

/** A decision about all rows at once, these and those that come to need it. */
export type Rule =
  /** Numbers without a country code belong to this country (ISO 3166); null: to none that is known. */
  | { rule: 'country'; country: string | null }
  /** The suggested repair of every problem of this kind is taken. */
  | { rule: 'accept'; reason: Reason; on: boolean }
  /** Of rows with the same number this one is called. */
  | { rule: 'keep'; keep: 'first' | 'last' }
  /** Cells that are missing at a row's end are empty. */
  | { rule: 'pad'; on: boolean }
  /** A column that says who must not be called is an ordinary one: these people are called, and the agent gets the column. */
  | { rule: 'ordinary'; column: string; on: boolean }
  /** Cells are cleared of this. */
  | { rule: 'tidy'; remark: Remark; on: boolean }

/** The rule about recipients for whose sake rows are left out. */
export type LeftOutBy = 'doNotCall' | 'calledBefore' | 'overLimit' | 'outsideHours'

export type Operation =
  /** One cell typed anew, or many pasted or cleared at once. */
  | { kind: 'edit'; cells: readonly CellEdit[] }
  /** Rows that are not to be called, or are again. `by`: the rule that found these people; a person left out the others. */
  | { kind: 'leaveOut'; rows: readonly number[]; out: boolean; by?: LeftOutBy }
  /** What a column is called in the file that is sent; null: it is not sent. `phone_number` makes it the one that is dialled. */
  | { kind: 'match'; column: string; as: string | null }
  | ({ kind: 'rule' } & Rule)

/** What stands after all operations. */
export interface Repairs {
  country?: string | undefined
  accept?: readonly Reason[]
  keep?: 'first' | 'last'
  pad?: boolean
  tidy?: readonly Remark[]
  /** Cells written anew, the latest of one cell counting. */
  cells?: readonly CellEdit[]
  /** Rows (spreadsheet numbers) that are not to be called. */
  leaveOut?: Iterable<number>
  /** Those of them that a rule found, each with the rule. */
  leftOutBy?: ReadonlyMap<number, LeftOutBy>
  /** Columns that say who must not be called and are ordinary ones all the same. */
  ordinary?: readonly string[]
  /** By the column's name in the file. */
  names?: Readonly<Record<string, string | null>>
}

const toggled = <T>(list: readonly T[] | undefined, one: T, on: boolean): T[] => [
  ...(list ?? []).filter((other) => other !== one),
  ...(on ? [one] : []),
]

function ruled(repairs: Repairs, rule: Rule): Repairs {
  switch (rule.rule) {
    case 'country':
      return { ...repairs, country: rule.country ?? undefined }
    case 'accept':
      return { ...repairs, accept: toggled(repairs.accept, rule.reason, rule.on) }
    case 'keep':
      return { ...repairs, keep: rule.keep }
    case 'pad':
      return { ...repairs, pad: rule.on }
    case 'ordinary':
      return { ...repairs, ordinary: toggled(repairs.ordinary, rule.column, rule.on) }
    case 'tidy':
      return { ...repairs, tidy: toggled(repairs.tidy, rule.remark, rule.on) }
  }
}

/** A name that another column had before becomes free again, and only one column is dialled. */
function named(names: Repairs['names'], column: string, as: string | null): Record<string, string | null> {
  const others = Object.entries(names ?? {}).filter(
    ([name, called]) => name !== column && (as === null || called !== as),
  )
  return { ...Object.fromEntries(others), [column]: as }
}

/** What stands after these operations, the earliest first. */
export function repairsOf(operations: readonly Operation[]): Repairs {
  let repairs: Repairs = {}
  const cells: CellEdit[] = []
  const leaveOut = new Set<number>()
  const leftOutBy = new Map<number, LeftOutBy>()
  for (const operation of operations) {
    if (operation.kind === 'edit') for (const cell of operation.cells) cells.push(cell)
    else if (operation.kind === 'match')
      repairs = { ...repairs, names: named(repairs.names, operation.column, operation.as) }
    else if (operation.kind === 'rule') repairs = ruled(repairs, operation)
    else
      for (const row of operation.rows) {
        if (operation.out) leaveOut.add(row)
        else leaveOut.delete(row)
        if (operation.out && operation.by) leftOutBy.set(row, operation.by)
        else leftOutBy.delete(row)
      }
  }
  return { ...repairs, cells, leaveOut, leftOutBy }
}

/** The rows (spreadsheet numbers) that are left out for the sake of this rule. */
export const rowsLeftOutBy = ({ leftOutBy = new Map() }: Repairs, rule: LeftOutBy): number[] =>
  [...leftOutBy].flatMap(([row, by]) => (by === rule ? [row] : []))

/** The rows that these operations touch; null: any. */
export function rowsTouched(operations: readonly Operation[]): Set<number> | null {
  const rows = new Set<number>()
  for (const operation of operations) {
    if (operation.kind === 'edit') for (const { row } of operation.cells) rows.add(row)
    else if (operation.kind === 'leaveOut') for (const row of operation.rows) rows.add(row)
    else return null
  }
  return rows
}
