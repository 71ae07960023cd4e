/** Numbers that are called although a call to them may cost more, or may not reach a person. */
import { kindOf, type NumberKind } from '#phone/kinds.ts'
import type { CheckedTable } from '../check/check.ts'
import { numberOf } from '../table/parse.ts'

export type SpecialKind = Exclude<NumberKind, 'mobile'>

export interface SpecialNumbers {
  kind: SpecialKind
  count: number
  /** The first few, by row number as in a spreadsheet. */
  examples: { row: number; number: string }[]
}

const maxExamples = 3
/** The last digits of a number do not change its kind, and without them, most numbers of a file are looked up already. */
const undecidingDigits = 10_000
const kinds = new Map<number, SpecialKind | undefined>()
const maxKept = 200_000

function specialKindOf(number: number): SpecialKind | undefined {
  const start = Math.floor(number / undecidingDigits)
  if (kinds.has(start)) return kinds.get(start)
  if (kinds.size >= maxKept) kinds.clear()
  const kind = kindOf(`+${number}`)
  const special = kind === 'mobile' ? undefined : kind
  kinds.set(start, special)
  return special
}

/** The special numbers among those that are called, by kind. */
export function specialNumbersOf({ called, numbers, table }: CheckedTable): SpecialNumbers[] {
  const groups = new Map<SpecialKind, SpecialNumbers>()
  for (const at of called) {
    const number = numbers[at] ?? 0
    const kind = specialKindOf(number)
    if (kind === undefined) continue
    const group = groups.get(kind) ?? { kind, count: 0, examples: [] }
    groups.set(kind, group)
    group.count++
    if (group.examples.length < maxExamples) group.examples.push({ row: numberOf(table, at), number: `+${number}` })
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count)
}
