/**
 * Changes one field of a service's answer so that it differs from the contract ("drifts"), as the answer of another version may. Tests use
 * this to change every field of an answer in every way.
 */
import * as z from 'zod/mini'
import { knownWords } from '#contract/index.ts'

type Fields = Record<string, unknown>
/** The path to a field of an answer. */
export type FieldPath = readonly (string | number)[]
type Schema = z.core.$ZodType

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Used instead of a value: the field is removed. */
const removedField = Symbol('missing')
const longText = 'x'.repeat(20_000)

/** Values that replace the value of a field, by kind of drift. */
const replacements: Record<string, (value: unknown) => unknown[]> = {
  missing: () => [removedField],
  null: () => [null],
  'of another type': (value) =>
    ['a text', 7, true, { a: 'b' }, ['a', null]].filter(
      (other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
    ),
  huge: (value) => {
    if (Array.isArray(value)) return [Array.from({ length: 500 }, () => structuredClone(value[0]))]
    if (isObject(value))
      return [
        { ...value, ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, longText.slice(0, 20)])) },
      ]
    return [typeof value === 'number' ? Number.MAX_VALUE : longText]
  },
  empty: (value) => [Array.isArray(value) ? [] : isObject(value) ? {} : ''],
}
export const driftKinds = [...Object.keys(replacements), 'extra']

/** The paths of all fields of a value, and of the first two elements of each list. */
export function fieldPathsOf(value: unknown, path: FieldPath = []): FieldPath[] {
  const entries = Array.isArray(value)
    ? value.slice(0, 2).map((item, index): [number, unknown] => [index, item])
    : isObject(value)
      ? Object.entries(value)
      : []
  return entries.flatMap(([key, item]) => [[...path, key], ...fieldPathsOf(item, [...path, key])])
}

export const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((current, step) => (current as Fields | undefined | null)?.[step as string], value)

function replaceAt(value: unknown, path: FieldPath, replacement: unknown): unknown {
  const copy = structuredClone(value)
  const parent = valueAt(copy, path.slice(0, -1)) as Fields
  const last = path.at(-1) as string
  if (replacement !== removedField) parent[last] = replacement
  else if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return copy
}

/**
 * Returns copies of the answer in which one field has drifted, one for each form of this kind of drift.
 *
 * @param kind one of `driftKinds`; "extra" adds an unknown field to the record that contains the field
 */
export function driftedCopies(answer: unknown, path: FieldPath, kind: string): unknown[] {
  if (kind === 'extra') {
    const parent = valueAt(answer, path.slice(0, -1))
    return isObject(parent) ? [replaceAt(answer, [...path.slice(0, -1), 'notInTheContract'], { a: [1] })] : []
  }
  return (replacements[kind]?.(valueAt(answer, path)) ?? []).map((value) => replaceAt(answer, path, value))
}

const sampleTime = 1_763_000_000_000

function sampleLeaf(type: z.core.$ZodTypeDef['type'], name: string): unknown {
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
  return sampleLeaf(def.type, name)
}
