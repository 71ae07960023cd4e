/**
 * Converts the contract's schemas to the document's. The contract says how the dashboard reads: tolerantly, with a value for everything that
 * is missing. The document says what the service writes. So fields and constraints of requests come from the contract, and what the service
 * writes from the files `…-schemas.ts`, which have an entry for each field. Every record gets a name.
 */
import * as z from 'zod/mini'
import * as contract from '#contract/index.ts'
import { agentSchemas } from './agent-schemas.ts'
import { batchSchemas } from './batch-schemas.ts'
import { callSchemas } from './call-schemas.ts'
import { conversationSchemas } from './conversation-schemas.ts'
import type { Field, SchemaTexts } from './fields.ts'
import type { Schema } from './openapi-types.ts'
import { sharedSchemas } from './shared-schemas.ts'
import { wordListWith } from './words.ts'

export type ZodSchema = z.core.$ZodType
export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
/** The name of the schema that a reference leads to. */
export const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)
export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Every schema that has a name, with its fields. */
export const schemaTexts: SchemaTexts = {
  ...agentSchemas,
  ...callSchemas,
  ...batchSchemas,
  ...conversationSchemas,
  ...sharedSchemas,
}

/** Names of the schemas that the contract exports. */
export const exportedNames = new Map(
  Object.entries(contract as unknown as Record<string, unknown>)
    .filter((entry): entry is [string, ZodSchema] => (entry[1] as { _zod?: unknown } | null)?._zod !== undefined)
    .map(([name, schema]) => [schema, name]),
)

/** The words that a field of the contract knows, on their way to the name of their list. */
type WithWords = Schema & { words?: readonly string[] }

function convert(schema: ZodSchema, io: 'input' | 'output'): Schema {
  const { $schema: _schema, ...converted } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io,
    override: ({ zodSchema, jsonSchema }: { zodSchema: ZodSchema; jsonSchema: WithWords }) => {
      // A default of `catch` concerns how clients read a missing field.
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
      const words = contract.knownWords(zodSchema)
      if (words !== undefined) jsonSchema.words = words
    },
  } as never) as Schema & { $schema?: string }
  return converted
}

/** @throws Error, always: a test generates the document, so nobody can publish one with a gap */
export function missing(what: string): never {
  throw new Error(`The OpenAPI document has no entry for ${what} (server/service/reference)`)
}

/** Replaces words by the name of their list. A single word is a constant. */
function withNamedWords({ words, ...schema }: WithWords, path: string): Schema {
  const all = words ?? (schema.enum as string[] | undefined)
  if (all === undefined) return schema
  if (all.length === 1) return { type: 'string', const: all[0] }
  return refTo(wordListWith(all) ?? missing(`the words ${all.join(', ')} of ${path}`))
}

/** Collects the named schemas of a document. */
export interface Components {
  /** Adds a schema with its records. @returns the reference to it */
  add: (schema: ZodSchema, name: string, io: 'input' | 'output') => Schema
  schemas: Record<string, Schema>
}

/** Creates an empty collection. `add` throws if a field, a record or a list of words has no entry in this folder. */
export function createComponents(): Components {
  const schemas: Record<string, Schema> = {}

  /** Gives a record, or each record of a list, its name. */
  function nameRecords(schema: Schema, name: string | undefined, path: string): Schema {
    if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
      return addRecord(schema, name ?? missing(`the record ${path}`))
    if (schema.items !== undefined) return { type: 'array', items: nameRecords(schema.items, name, path) }
    const recordOption = schema.anyOf?.find(({ properties }) => properties !== undefined)
    return recordOption === undefined ? withoutNoise(schema) : nameRecords(recordOption, name, path)
  }

  function fieldOf(converted: WithWords, field: Field, path: string): Schema {
    const { about, example, schema, record } = field
    const named = schema ?? nameRecords(withNamedWords(converted, path), record, path)
    return {
      ...named,
      description: about,
      ...('default' in field && { default: field.default }),
      ...(example !== undefined && { examples: [example] }),
    }
  }

  function addRecord(schema: Schema, name: string): Schema {
    const { about, fields = {} } = schemaTexts[name] ?? missing(`the schema ${name}`)
    const { properties = {}, required = [] } = schema
    const record: Schema = {
      type: 'object',
      description: about,
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, converted]) => {
          const path = `${name}.${field}`
          return [field, fieldOf(converted, fields[field] ?? missing(`the field ${path}`), path)]
        }),
      ),
      ...(required.length > 0 && { required }),
      ...(schema.additionalProperties === false && { additionalProperties: false }),
    }
    const before = schemas[name]
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(record))
      throw new Error(`The OpenAPI document would need two schemas named ${name}`)
    schemas[name] = record
    return refTo(name)
  }

  return {
    schemas,
    add(schema, name, io) {
      const converted = convert(schema, io)
      if (converted.items === undefined) return addRecord(converted, name)
      const { about, record } = schemaTexts[name] ?? missing(`the schema ${name}`)
      schemas[name] = { ...nameRecords(converted, record, name), description: about }
      return refTo(name)
    },
  }
}

/** Leaves out what says nothing: names of free keys, and that keys of any kind are allowed. */
function withoutNoise(schema: Schema & { propertyNames?: unknown }): Schema {
  const { propertyNames: _names, properties: _none, additionalProperties: others, ...rest } = schema
  if (rest.type === 'object')
    return { type: 'object', additionalProperties: typeof others === 'object' && 'type' in others ? others : true }
  // A text or null: the contract writes it as two options.
  const nullable = rest.anyOf?.length === 2 && rest.anyOf[1]?.type === 'null' ? rest.anyOf[0] : undefined
  return nullable?.type === undefined ? rest : { ...nullable, type: [nullable.type, 'null'].flat() }
}

/** Converts a schema whose fields are parameters or parts of a form: the types as parsed, and what a client has to send. */
export function fieldsOfInput(schema: ZodSchema): { properties: Record<string, Schema>; required: string[] } {
  const { properties = {} } = convert(schema, 'output')
  const { required = [] } = convert(schema, 'input')
  return { properties, required }
}
