/** Which column is what. A suggestion: the person decides, and must where two columns could be the phone number. */
import { checkNumber } from '#phone/number.ts'
import { sameName } from './cells.ts'
import { isExact, isNamed, knownColumns } from './column-names.ts'
import type { Table } from './parse.ts'

const looked = 200
const enough = 0.5

/** Whether most of the first cells of this column are phone numbers, whole or repairable. */
function holdsNumbers({ rows }: Table, at: number): boolean {
  let filled = 0
  let numbers = 0
  for (const cells of rows.slice(0, looked)) {
    const cell = (cells[at] ?? '').trim().replace(/^'/, '')
    if (cell === '') continue
    filled++
    const check = checkNumber(cell)
    if (check.ok || check.repaired !== undefined) numbers++
  }
  return filled > 0 && numbers / filled >= enough
}

export interface Match {
  /** The column with the phone numbers; null: none, or a person must choose. */
  phoneColumn: string | null
  /** Columns that could be it, best first. */
  candidates: string[]
  /** The name of each column in the file that is sent, in the table's order; null: it is not sent. */
  names: (string | null)[]
}

/** Exactly `phone_number` wins; else every column that is called so or holds numbers is a candidate, and only one alone is taken. */
function phoneCandidates(table: Table): string[] {
  const exact = table.columns.find((name) => isExact(name, 'phone_number'))
  if (exact !== undefined) return [exact]
  const named = table.columns.filter((name) => isNamed(name, 'phone_number'))
  const holding = table.columns.filter((_, at) => holdsNumbers(table, at))
  return [...new Set([...named.filter((name) => holding.includes(name)), ...holding, ...named])]
}

/**
 * Matches columns by their names and contents.
 *
 * @param named what a person called columns, by their names in the file; null: not sent; `phone_number`: the one that is dialled
 * @param strict take only the interface's own names, case and spaces aside (interface 4)
 */
export function match(table: Table, named: Readonly<Record<string, string | null>>, strict: boolean): Match {
  const { columns } = table
  const candidates = strict ? columns.filter((name) => isExact(name, 'phone_number')) : phoneCandidates(table)
  const alone = candidates.length === 1 && named[candidates[0] ?? ''] === undefined ? candidates[0] : undefined
  const phoneColumn = columns.find((name) => named[name] === 'phone_number') ?? alone ?? null
  return { phoneColumn, candidates, names: nameAll(columns, phoneColumn, named, strict ? isExact : isNamed) }
}

/** The interface's names for the columns it knows, the file's own for the rest; none twice, so that no content is lost. */
function nameAll(
  columns: string[],
  phoneColumn: string | null,
  named: Readonly<Record<string, string | null>>,
  suits: typeof isExact,
): (string | null)[] {
  const taken = new Set(phoneColumn === null ? [] : ['phone_number'])
  const free = (name: string): string => {
    let unique = name
    for (let count = 2; taken.has(sameName(unique)); count++) unique = `${name}_${count}`
    taken.add(sameName(unique))
    return unique
  }
  // A name that is there exactly, or was given by a person, is nobody else's.
  const open = knownColumns.filter(
    (known) =>
      known !== 'phone_number' &&
      !columns.some((name) => named[name] === known || (named[name] === undefined && isExact(name, known))),
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
    const exact = knownColumns.find((known) => isExact(name, known))
    return given.get(name) ?? free(exact ?? open.find((known) => !taken.has(known) && suits(name, known)) ?? name)
  })
}
