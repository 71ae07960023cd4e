/**
 * Changes an answer of the service so that it differs from the contract in one field, as the answer of another version might. Tests use
 * it to change any answer in every way.
 */
import * as z from 'zod/mini'
import { knownWords } from '#contract/index.ts'

type Fields = Record<string, unknown>
/** The path to a field of an answer. */
export type Path = readonly (string | number)[]
type Schema = z.core.$ZodType

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks a field to be removed. */
const missing = Symbol('missing')
const long = 'x'.repeat(20_000)

/** Values that replace a field's, by kind of drift. */
const replacements: Record<string, (value: unknown) => unknown[]> = {
  missing: () => [missing],
  null: () => [null],
  'of another type': (value) =>
    ['a text', 7, true, { a: 'b' }, ['a', null]].filter(
      (other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
    ),
  huge: (value) => {
    if (Array.isArray(value)) return [Array.from({ length: 500 }, () => structuredClone(value[0]))]
    if (isObject(value))
      return [{ ...value, ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, long.slice(0, 20)])) }]
    return [typeof value === 'number' ? Number.MAX_VALUE : long]
  },
  empty: (value) => [Array.isArray(value) ? [] : isObject(value) ? {} : ''],
}
export const driftKinds = [...Object.keys(replacements), 'extra']

/** The paths of all fields of a value, and of the first two elements of each list. */
export function fieldsOf(value: unknown, path: Path = []): Path[] {
  const inner = Array.isArray(value)
    ? value.slice(0, 2).map((item, index): [number, unknown] => [index, item])
    : isObject(value)
      ? Object.entries(value)
      : []
  return inner.flatMap(([key, item]) => [[...path, key], ...fieldsOf(item, [...path, key])])
}

export const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, step) => (found as Fields | undefined | null)?.[step as string], value)

function put(value: unknown, path: Path, put: unknown): unknown {
  const copy = structuredClone(value)
  const holder = at(copy, path.slice(0, -1)) as Fields
  const last = path.at(-1) as string
  if (put !== missing) holder[last] = put
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete holder[last]
  return copy
}

/**
 * Returns copies of the answer in which one field has drifted, one for each form of this kind of drift.
 *
 * @param kind one of `driftKinds`; "extra" adds an unknown field next to it
 */
export function drifted(answer: unknown, path: Path, kind: string): unknown[] {
  if (kind === 'extra') {
    const beside = at(answer, path.slice(0, -1))
    return isObject(beside) ? [put(answer, [...path.slice(0, -1), 'notInTheContract'], { a: [1] })] : []
  }
  return (replacements[kind]?.(at(answer, path)) ?? []).map((value) => put(answer, path, value))
}

const sampleTime = 1_763_000_000_000

function leaf(type: z.core.$ZodTypeDef['type'], name: string): unknown {
  if (type === 'number') return /time|at$/i.test(name) ? sampleTime : 1
  if (type === 'boolean') return false
  if (type === 'record' || type === 'unknown') return { color: 'green' }
  return /(At|timestamp|endTime)$/.test(name) ? new Date(sampleTime).toISOString() : `a-${name}`
}

/** Generates a valid answer from its schema. Lists have two elements. */
export function sampleOf(schema: z.core.SomeType, name = 'answer'): unknown {
  const { _zod } = schema as Schema
  const def = _zod.def as z.core.$ZodTypeDef & {
    innerType?: Schema
    element?: Schema
    shape?: Record<string, Schema>
  }
  const words = knownWords(schema)
  if (words?.[0] !== undefined) return words[0]
  if (def.innerType) return sampleOf(def.innerType, name)
  if (def.element) return [sampleOf(def.element, name), sampleOf(def.element, name)]
  if (def.shape) return Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, sampleOf(inner, key)]))
  return leaf(def.type, name)
}
