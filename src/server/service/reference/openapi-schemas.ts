/** Converts the contract's schemas to OpenAPI. */
import * as z from 'zod/mini'
import * as contract from '#contract/index.ts'
import type { Schema } from './openapi-types.ts'

export type ZodSchema = z.core.$ZodType
export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Leaves out the defaults of `catch` schemas: they concern how clients read a missing field, not what the service writes. */
const conversionOptions = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: ZodSchema; jsonSchema: Schema }) => {
    if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
  },
} as const

/** Names of the schemas that the contract exports. */
export const exportedNames = new Map(
  Object.entries(contract as unknown as Record<string, unknown>)
    .filter((entry): entry is [string, ZodSchema] => (entry[1] as { _zod?: unknown } | null)?._zod !== undefined)
    .map(([name, schema]) => [schema, name]),
)

/** Collects named schemas, which are converted together so that they can refer to each other. */
export interface Components {
  /** @param fallbackName name if the contract does not export the schema */
  ref: (schema: ZodSchema, fallbackName: string) => Schema
  schemas: () => Record<string, Schema>
}

/** Creates a collection for requests (`input`) or answers (`output`). */
export function createComponents(io: 'input' | 'output'): Components {
  const registry = z.registry<{ id: string }>()
  const names = new Map<ZodSchema, string>()
  return {
    ref(schema, fallbackName) {
      const name = names.get(schema) ?? exportedNames.get(schema) ?? fallbackName
      names.set(schema, name)
      registry.add(schema, { id: name })
      return refTo(name)
    },

    schemas() {
      const { schemas } = z.toJSONSchema(registry, {
        ...conversionOptions,
        io,
        uri: (id: string) => `#/components/schemas/${id}`,
      } as never) as { schemas: Record<string, Schema & { $schema?: string; $id?: string }> }
      return Object.fromEntries(
        Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema]),
      )
    },
  }
}

/** Converts one schema without naming it. */
export function toInlineSchema(schema: ZodSchema, io: 'input' | 'output'): Schema {
  const { $schema: _schema, ...inlined } = z.toJSONSchema(schema, { ...conversionOptions, io } as never) as Schema & {
    $schema?: string
  }
  return inlined
}
