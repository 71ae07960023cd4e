/**
 * Compares an answer with its schema in the contract, field by field, and finds alternate spellings, missing fields and wrong values. The
 * contract's schemas accept anything, because they have defaults (contract/shared/wire.ts), so this compares without the defaults. The
 * differences between an answer and its normalized form show which spellings the answer uses.
 */
import * as z from 'zod/mini'
import { type EndpointDefinition, knownWords, readTime } from '#contract/index.ts'

/** By severity: an unknown value, an alternate spelling that is accepted, a missing field, a wrong value. The last two do not conform. */
export type FindingKind = 'word' | 'alternate' | 'missing' | 'wrong'

export interface Finding {
  kind: FindingKind
  /** The path of the field in the contract's spelling, such as `agents[].voice.provider`; '' for the whole answer. */
  field: string
  /** What was received and expected. Only types and known words, since an answer may contain names and phone numbers. */
  says: string
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

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Finds the key in the answer from which `normalize` takes the value at `path`: the deepest key whose removal changes that value, but not
 * its whole parent. A list counts as changed only if it is missing or empty afterwards. Otherwise the fields of its elements would count as its source.
 *
 * @returns null if no single key provides the value
 */
function sourceOf(raw: unknown, normalize: (raw: unknown) => unknown, path: Path): Path | null {
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
 * @returns one finding for each field and kind, with the number of occurrences
 */
export function compareAnswer(endpoint: EndpointDefinition, raw: unknown): Finding[] {
  if (endpoint.response === undefined) return []
  const normalize = endpoint.normalize ?? ((value: unknown) => value)
  const normalized = normalize(raw)
  const findings = new Map<string, Finding & { times: number }>()
  const addFinding = (kind: FindingKind, path: Path, says: () => string) => {
    const field = fieldName(path)
    const id = `${kind} ${field}`
    const earlierFinding = findings.get(id)
    if (earlierFinding === undefined) findings.set(id, { kind, field, says: says(), times: 1 })
    else earlierFinding.times++
  }
  const findSource = (path: Path) => sourceOf(raw, normalize, path)

  /** `value` is the normalized value at `path`, `given` the one that was received. */
  function walk(outer: z.core.SomeType, path: Path, value: unknown, given: unknown): void {
    const { schema, def, isOptional, isNullable } = unwrapSchema(outer)
    if (value === undefined || value === null) {
      if (given === null && isNullable) return
      if (value === undefined && given === undefined && isOptional) return
      if (given === undefined && isNullable) return addFinding('alternate', path, () => 'left out; read as null')
      if (given === undefined) return addFinding('missing', path, () => `expected ${typeWords[def.type] ?? 'a value'}`)
      return addFinding('wrong', path, () => `received ${kindOf(given)}, expected ${typeWords[def.type] ?? 'a value'}`)
    }
    if (def.type === 'object') return walkObject(schema as z.core.$ZodObject, path, value, given)
    if (def.type === 'array') return walkList(schema as z.core.$ZodArray, path, value, given)
    walkLeaf(outer, path, value, given)
  }

  function walkObject(schema: z.core.$ZodObject, path: Path, value: unknown, given: unknown): void {
    if (!isObject(value)) return addFinding('wrong', path, () => `received ${kindOf(value)}, expected an object`)
    const { shape } = schema._zod.def
    // Reports a missing object once, not once for each of its fields.
    const isMissing =
      path.length > 0 && given === undefined && Object.keys(shape).every((key) => value[key] === undefined)
    if (isMissing) return addFinding('missing', path, () => 'expected an object')
    for (const [key, inner] of Object.entries(shape)) {
      walk(inner, [...path, key], value[key], isObject(given) ? given[key] : undefined)
    }
  }

  function walkList(schema: z.core.$ZodArray, path: Path, value: unknown, given: unknown): void {
    if (!Array.isArray(value)) return addFinding('wrong', path, () => `received ${kindOf(value)}, expected a list`)
    let elements = given
    if (!Array.isArray(given)) {
      if (given !== undefined && given !== null)
        return addFinding('wrong', path, () => `received ${kindOf(given)}, expected a list`)
      const from = Array.isArray(raw) ? [] : findSource(path)
      if (from === null) return addFinding('missing', path, () => 'expected a list')
      elements = valueAt(raw, from)
      addFinding('alternate', path, () => `sent as ${from.length === 0 ? 'a bare list' : fieldName(from)}`)
    }
    const { element } = schema._zod.def
    // Respelling drops elements that are not records, so the indexes match only the records.
    const records = Array.isArray(elements) ? elements : []
    const receivedRecords = records.length === value.length ? records : records.filter(isObject)
    if (receivedRecords.length !== records.length)
      addFinding(
        'wrong',
        [...path, 0],
        () => `${records.length - receivedRecords.length} of ${records.length} are not records`,
      )
    value.forEach((item, index) => walk(element, [...path, index], item, receivedRecords[index]))
  }

  function walkLeaf(outer: z.core.SomeType, path: Path, value: unknown, given: unknown): void {
    const { schema, def, isNullable } = unwrapSchema(outer)
    const field = fieldName(path)
    if (!isValid(schema, value)) {
      const received = given === undefined ? value : given
      return addFinding(
        'wrong',
        path,
        () => `received ${kindOf(received)}, expected ${typeWords[def.type] ?? 'another value'}`,
      )
    }
    if (given === undefined) {
      addFinding('alternate', path, () => {
        const from = findSource(path)
        return from === null ? `left out; read as ${JSON.stringify(value)}` : `sent as ${fieldName(from)}`
      })
    } else if (!isValid(schema, given) && !(isNullable && given === null)) {
      addFinding('alternate', path, () => `sent as ${kindOf(given)}; accepted`)
    } else if (typeof given === 'string' && isTimeField(field) && !(isoPattern.test(given) || given === '')) {
      if (readTime(given) === null) return addFinding('wrong', path, () => 'is not a time; expected ISO 8601')
      addFinding('alternate', path, () => 'is not ISO 8601; accepted')
    }
    const words = knownWords(outer)
    if (words !== undefined && typeof value === 'string' && !words.includes(value))
      addFinding(
        'word',
        path,
        () => `unknown value ${JSON.stringify(value.slice(0, 40))}; known values: ${words.join(', ')}`,
      )
  }

  walk(endpoint.response, [], normalized, raw)
  return [...findings.values()].map(({ times, says, ...finding }) => ({
    ...finding,
    says: times === 1 ? says : `${says} (${times} times)`,
  }))
}
