/**
 * Compares an answer with its schema in the contract, field by field, and finds alternate spellings, missing fields and wrong values. The
 * contract's schemas accept anything, because they have defaults (contract/shared/wire.ts), so this compares without the defaults. The
 * differences between an answer and its normalized form show which spellings the answer uses.
 */
import * as z from 'zod/mini'
import { type EndpointDefinition, knownWords, readTime } from '#contract/index.ts'

/**
 * By severity: a field that the contract does not have, an unknown value, an alternate spelling that is accepted, a missing field, a wrong
 * value. The last two do not conform.
 */
export type DifferenceKind = 'added' | 'word' | 'alternate' | 'missing' | 'wrong'

export interface Difference {
  kind: DifferenceKind
  /** The path of the field in the contract's spelling, such as `agents[].voice.provider`; '' for the whole answer. */
  field: string
  /** Types and names of fields, and unknown words. Never other values, since an answer may contain names and phone numbers. */
  expected: string
  received: string
  /** How often it occurs in the answer. */
  times: number
}

/** Describes a difference in one sentence. */
export function describeDifference({ kind, expected, received, times }: Difference): string {
  const says: Record<DifferenceKind, string> = {
    added: received,
    word: `unknown value ${received}; known values: ${expected}`,
    alternate: received,
    missing: `expected ${expected}`,
    wrong: `received ${received}, expected ${expected}`,
  }
  return times === 1 ? says[kind] : `${says[kind]} (${times} times)`
}

type Schema = z.core.$ZodType
type Fields = Record<string, unknown>
type Path = readonly (string | number)[]

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isValid = (schema: Schema, value: unknown) => z.safeParse(schema, value).success
const fieldName = (path: Path) =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[]` : text === '' ? step : `${text}.${step}`),
    '',
  )

/** The type of a value, for the report. */
const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return { string: 'a string', number: 'a number', boolean: 'a boolean', object: 'an object' }[typeof value as 'string']
}

const typeWords: Partial<Record<z.core.$ZodTypeDef['type'], string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  record: 'an object',
  object: 'an object',
  array: 'a list',
}

interface UnwrappedSchema {
  /** The schema without its catch, default, optional and nullable wrappers. */
  schema: Schema
  def: z.core.$ZodTypeDef
  /** The field may be omitted. */
  isOptional: boolean
  /** The field may be null; an omitted field is read as null. */
  isNullable: boolean
}

function unwrapSchema(schema: z.core.SomeType): UnwrappedSchema {
  let inner = schema as Schema
  let isOptional = false
  let isNullable = false
  for (;;) {
    const def = inner._zod.def as z.core.$ZodTypeDef & { innerType?: Schema }
    const wrapped = ['catch', 'default', 'optional', 'nullable'].includes(def.type)
    if (!wrapped || def.innerType === undefined) return { schema: inner, def, isOptional, isNullable }
    isOptional ||= def.type === 'optional'
    isNullable ||= def.type === 'nullable'
    inner = def.innerType
  }
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((current, step) => (current as Fields | undefined | null)?.[step as string], value)

function withoutKey(value: unknown, path: Path): unknown {
  const copy = structuredClone(value)
  const parent = valueAt(copy, path.slice(0, -1))
  if (isObject(parent)) delete parent[path.at(-1) as string]
  return copy
}

/** The paths of all keys in an answer. In lists, only those of the elements on the path to `target`. */
function keyPaths(value: unknown, target: Path, path: Path = [], depth = 0): Path[] {
  if (Array.isArray(value)) {
    const index = target.filter((step) => typeof step === 'number')[depth] ?? 0
    return keyPaths(value[index], target, [...path, index], depth + 1)
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...keyPaths(inner, target, [...path, key], depth),
  ])
}

/** A copy in which each list has only the element on the path. */
function withOneElement(value: unknown, path: Path, depth = 0): unknown {
  if (Array.isArray(value)) {
    const index = path.filter((step) => typeof step === 'number')[depth] ?? 0
    return value.slice(index, index + 1).map((item) => withOneElement(item, path, depth + 1))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withOneElement(inner, path, depth)]))
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Finds the key in the answer from which `normalize` takes the value at `path`: the deepest key whose removal changes that value, but not
 * its whole parent. A list counts as changed only if it is missing or empty afterwards. Otherwise the fields of its elements would count as its source.
 *
 * @returns null if no single key provides the value
 */
function sourceOf(wholeAnswer: unknown, normalize: (raw: unknown) => unknown, wholePath: Path): Path | null {
  // One element of each list is enough to find a name, and keeps this fast for long lists.
  const raw = withOneElement(wholeAnswer, wholePath)
  const path = wholePath.map((step) => (typeof step === 'number' ? 0 : step))
  const originalValue = valueAt(normalize(raw), path)
  const isChanged = (after: unknown) =>
    Array.isArray(originalValue)
      ? !Array.isArray(after) || (originalValue.length > 0 && after.length === 0)
      : !isEqual(after, originalValue)
  const providesValue = (place: Path) => {
    const changedAnswer = normalize(withoutKey(raw, place))
    return isChanged(valueAt(changedAnswer, path)) && valueAt(changedAnswer, path.slice(0, -1)) !== undefined
  }
  const sources = keyPaths(raw, path).filter(providesValue)
  // If several sibling keys change the value, it is calculated from them.
  const deepest = sources.filter((path) => !sources.some((other) => other.length > path.length))
  return Array.isArray(originalValue) || deepest.length === 1 ? (deepest[0] ?? null) : null
}

/** Times sent as strings are ISO 8601 (specification 2.5, interface 1). Fields with times are recognized by name. */
const isTimeField = (field: string) => /(^|\.)(\w+At|timestamp|endTime)$/.test(field)
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/**
 * Compares an answer with its endpoint.
 *
 * @param raw the answer's JSON as received
 * @param findsAdded whether to report fields that the contract does not have; they are allowed
 * @returns one difference for each field and kind, with the number of occurrences
 */
export function compareAnswer(
  endpoint: Pick<EndpointDefinition, 'response' | 'normalize'>,
  raw: unknown,
  findsAdded = false,
): Difference[] {
  if (endpoint.response === undefined) return []
  const normalize = endpoint.normalize ?? ((value: unknown) => value)
  const normalized = normalize(raw)
  const differences = new Map<string, Difference>()
  /** The keys in the answer that alternate spellings were read from. */
  const sources = new Set<string>()
  type Words = Pick<Difference, 'expected' | 'received'>
  const add = (kind: DifferenceKind, path: Path, words: () => Words) => {
    const field = fieldName(path)
    const id = `${kind} ${field}`
    const earlier = differences.get(id)
    if (earlier === undefined) differences.set(id, { kind, field, ...words(), times: 1 })
    else earlier.times++
  }
  const findSource = (path: Path) => {
    const from = sourceOf(raw, normalize, path)
    if (from !== null)
      for (let length = 1; length <= from.length; length++) sources.add(fieldName(from.slice(0, length)))
    return from
  }

  /** `value` is the normalized value at `path`, `given` the one that was received. */
  function walk(outer: z.core.SomeType, path: Path, value: unknown, given: unknown): void {
    const { schema, def, isOptional, isNullable } = unwrapSchema(outer)
    const expected = typeWords[def.type] ?? 'a value'
    if (value === undefined || value === null) {
      if (given === null && isNullable) return
      if (value === undefined && given === undefined && isOptional) return
      if (given === undefined && isNullable)
        return add('alternate', path, () => ({ expected, received: 'left out; read as null' }))
      if (given === undefined) return add('missing', path, () => ({ expected, received: 'left out' }))
      return add('wrong', path, () => ({ expected, received: kindOf(given) }))
    }
    if (def.type === 'object') return walkObject(schema as z.core.$ZodObject, path, value, given)
    if (def.type === 'array') return walkList(schema as z.core.$ZodArray, path, value, given)
    walkLeaf(outer, path, value, given)
  }

  function walkObject(schema: z.core.$ZodObject, path: Path, value: unknown, given: unknown): void {
    if (!isObject(value)) return add('wrong', path, () => ({ expected: 'an object', received: kindOf(value) }))
    const { shape } = schema._zod.def
    // Reports a missing object once, not once for each of its fields.
    const isMissing =
      path.length > 0 && given === undefined && Object.keys(shape).every((key) => value[key] === undefined)
    if (isMissing) return add('missing', path, () => ({ expected: 'an object', received: 'left out' }))
    for (const [key, inner] of Object.entries(shape)) {
      walk(inner, [...path, key], value[key], isObject(given) ? given[key] : undefined)
    }
    if (findsAdded && isObject(given))
      for (const [key, inner] of Object.entries(given))
        if (!(key in shape))
          add('added', [...path, key], () => ({ expected: 'no such field', received: kindOf(inner) }))
  }

  function walkList(schema: z.core.$ZodArray, path: Path, value: unknown, given: unknown): void {
    const expected = 'a list'
    if (!Array.isArray(value)) return add('wrong', path, () => ({ expected, received: kindOf(value) }))
    let elements = given
    if (!Array.isArray(given)) {
      if (given !== undefined && given !== null)
        return add('wrong', path, () => ({ expected, received: kindOf(given) }))
      const from = Array.isArray(raw) ? [] : findSource(path)
      if (from === null) return add('missing', path, () => ({ expected, received: 'left out' }))
      elements = valueAt(raw, from)
      add('alternate', path, () => ({
        expected: fieldName(path),
        received: `sent as ${from.length === 0 ? 'a bare list' : fieldName(from)}`,
      }))
    }
    const { element } = schema._zod.def
    // Respelling drops elements that are not records, so the indexes match only the records.
    const records = Array.isArray(elements) ? elements : []
    const receivedRecords = records.length === value.length ? records : records.filter(isObject)
    if (receivedRecords.length !== records.length)
      add('wrong', [...path, 0], () => ({
        expected: 'records',
        received: `${records.length - receivedRecords.length} of ${records.length} that are not records`,
      }))
    value.forEach((item, index) => walk(element, [...path, index], item, receivedRecords[index]))
  }

  function walkLeaf(outer: z.core.SomeType, path: Path, value: unknown, given: unknown): void {
    const { schema, def, isNullable } = unwrapSchema(outer)
    const field = fieldName(path)
    const expected = typeWords[def.type] ?? 'another value'
    if (!isValid(schema, value))
      return add('wrong', path, () => ({ expected, received: kindOf(given === undefined ? value : given) }))
    if (given === undefined) {
      add('alternate', path, () => {
        const from = findSource(path)
        return {
          expected: field,
          received: from === null ? describeDefault(value) : `sent as ${fieldName(from)}`,
        }
      })
    } else if (!isValid(schema, given) && !(isNullable && given === null)) {
      add('alternate', path, () => ({ expected, received: `sent as ${kindOf(given)}` }))
    } else if (typeof given === 'number' && typeof value === 'number' && given !== value) {
      add('alternate', path, () => ({ expected: 'milliseconds', received: 'sent in seconds' }))
    } else if (typeof given === 'string' && isTimeField(field) && !(isoPattern.test(given) || given === '')) {
      if (readTime(given) === null)
        return add('wrong', path, () => ({ expected: 'ISO 8601', received: 'a string that is not a time' }))
      add('alternate', path, () => ({ expected: 'ISO 8601', received: 'another form of time' }))
    }
    const words = knownWords(outer)
    if (words === undefined || typeof value !== 'string') return
    const quoted = (word: string) => JSON.stringify(word.slice(0, 40))
    if (!words.includes(value)) add('word', path, () => ({ expected: words.join(', '), received: quoted(value) }))
    else if (typeof given === 'string' && !words.includes(given))
      add('alternate', path, () => ({ expected: value, received: `sent as ${quoted(given)}` }))
  }

  walk(endpoint.response, [], normalized, raw)
  // What an alternate spelling was read from is not an added field.
  return [...differences.values()].filter(({ kind, field }) => kind !== 'added' || !sources.has(field))
}

/** The default of a field that was left out. A text that was found elsewhere is not repeated, because it may be a name or a number. */
const describeDefault = (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? 'left out; taken from other fields'
    : `left out; read as ${JSON.stringify(value)}`
