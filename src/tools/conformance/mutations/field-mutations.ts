/** Mutations of every field of every answer, generated from the contract: left out, of another type, with another value. */
import type * as z from 'zod/mini'
import { type EndpointDefinition, knownWords, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'
import { changeSuccess, type Mutation } from './mutation.ts'

type Schema = z.core.$ZodType
type Step = string | typeof eachItem
const eachItem = Symbol('each item')

interface Field {
  path: readonly Step[]
  type: z.core.$ZodTypeDef['type']
  /** Leaving it out is documented. */
  isOptional: boolean
  words: readonly string[] | undefined
}

/** The fields of a schema, with those of its lists and records. */
function fieldsOf(schema: z.core.SomeType, path: readonly Step[] = [], isOptional = false): Field[] {
  const def = (schema as Schema)._zod.def as z.core.$ZodTypeDef & {
    innerType?: Schema
    element?: Schema
    shape?: Record<string, Schema>
  }
  const words = knownWords(schema)
  if (words === undefined && def.innerType !== undefined)
    return fieldsOf(def.innerType, path, isOptional || def.type === 'optional')
  const own: Field[] =
    path.length === 0 || path.at(-1) === eachItem
      ? []
      : [{ path, type: words ? 'string' : def.type, isOptional, words }]
  if (def.shape !== undefined)
    return [...own, ...Object.entries(def.shape).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]))]
  return def.element === undefined ? own : [...own, ...fieldsOf(def.element, [...path, eachItem])]
}

const nameOf = (path: readonly Step[]) =>
  path.reduce<string>((text, step) => (step === eachItem ? `${text}[]` : text === '' ? step : `${text}.${step}`), '')

/** Changes the value at a path, in every item of the lists on the way. */
function changeAt(
  value: unknown,
  [step, ...rest]: readonly Step[],
  change: (parent: Record<string, unknown>, key: string) => void,
): void {
  if (step === eachItem) {
    if (Array.isArray(value)) for (const item of value) changeAt(item, rest, change)
    return
  }
  if (typeof value !== 'object' || value === null || step === undefined) return
  const parent = value as Record<string, unknown>
  if (rest.length > 0) changeAt(parent[step], rest, change)
  else if (step in parent) change(parent, step)
}

const ofAnotherType = (value: unknown) =>
  typeof value === 'string' || value === null ? 7_001 : typeof value === 'boolean' ? 'perhaps' : 'a text'

/** A value of the same type that the documentation does not allow here, or that contradicts what was sent or answered before. */
function anotherValue(value: unknown, key: string, words: readonly string[] | undefined): unknown {
  if (words !== undefined) return 'diagonal'
  if (value === null) return 'something else'
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return /time|At$/i.test(key) && value > 1e11 ? value / 1_000 : value + 1_000
  if (typeof value !== 'string') return value
  if (/At$|timestamp|endTime/.test(key)) return 'yesterday'
  if (/phone|number/i.test(key) && value !== '') return value.replace('+', '')
  return `${value} and something else`
}

export const fieldMutations: readonly Mutation[] = (
  Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]
).flatMap(([endpoint, { response }]) => {
  if (response === undefined) return []
  return fieldsOf(response).flatMap(({ path, isOptional, words, type }): Mutation[] => {
    const what = nameOf(path)
    const mutation = (
      kind: Mutation['kind'],
      change: (parent: Record<string, unknown>, key: string) => void,
    ): Mutation => ({
      kind,
      endpoint,
      what,
      answer: changeSuccess((body) => {
        changeAt(body, path, change)
        return body
      }),
    })
    const isLeaf = ['string', 'number', 'boolean'].includes(type)
    return [
      ...(isOptional ? [] : [mutation('field left out', (parent, key) => void delete parent[key])]),
      mutation('field of another type', (parent, key) => void (parent[key] = ofAnotherType(parent[key]))),
      ...(isLeaf
        ? [
            mutation('field with another value', (parent, key) => {
              parent[key] = anotherValue(parent[key], key, words)
            }),
          ]
        : []),
    ]
  })
})
