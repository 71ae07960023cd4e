/**
 * How an answer of the service can come to differ from the contract, field by field: what a deployment of another version would
 * send. Made from values, so that a test can spoil any answer in every way.
 */
import * as z from 'zod/mini'
import { knownWords } from '#contract/index.ts'

type Fields = Record<string, unknown>
/** The way to one field of an answer, from the outside. */
export type Path = readonly (string | number)[]
type Schema = z.core.$ZodType

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Stands for "is not there". */
const gone = Symbol('gone')
const long = 'x'.repeat(20_000)

/** What may stand in a field instead, by the way in which that is wrong. */
const spoilt: Record<string, (value: unknown) => unknown[]> = {
  missing: () => [gone],
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
export const ways = [...Object.keys(spoilt), 'extra']

/** Every field of a value, and every element of its lists; of lists the first two. */
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
  if (put !== gone) holder[last] = put
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete holder[last]
  return copy
}

/**
 * The answer with one field spoilt in one way; several where the way has several forms.
 *
 * @param way one of `ways`; "extra" puts a field beside it that nobody knows
 */
export function drifted(answer: unknown, path: Path, way: string): unknown[] {
  if (way === 'extra') {
    const beside = at(answer, path.slice(0, -1))
    return isObject(beside) ? [put(answer, [...path.slice(0, -1), 'notInTheContract'], { a: [1] })] : []
  }
  return (spoilt[way]?.(at(answer, path)) ?? []).map((value) => put(answer, path, value))
}

const moment = 1_763_000_000_000

function leaf(type: z.core.$ZodTypeDef['type'], name: string): unknown {
  if (type === 'number') return /time|at$/i.test(name) ? moment : 1
  if (type === 'boolean') return false
  if (type === 'record' || type === 'unknown') return { color: 'green' }
  return /(At|timestamp|endTime)$/.test(name) ? new Date(moment).toISOString() : `a-${name}`
}

/** A good answer, made from its schema; lists have two elements. */
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
