/** From the contract's schemas to those of an OpenAPI document. */
import * as z from 'zod/mini'
import * as contract from '#contract/index.ts'
import type { Schema } from './openapi-types.ts'

export type ZodSchema = z.core.$ZodType
export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The value that a field is read as when it is missing is a matter of reading, not of what the service writes. */
const settings = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: ZodSchema; jsonSchema: Schema }) => {
    if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
  },
} as const

/** Names of the contract's schemas: those that it exports keep their name. */
export const exported = new Map(
  Object.entries(contract as unknown as Record<string, unknown>)
    .filter((entry): entry is [string, ZodSchema] => (entry[1] as { _zod?: unknown } | null)?._zod !== undefined)
    .map(([name, schema]) => [schema, name]),
)

/** Schemas that stand under a name of their own, converted together so that they refer to each other. */
export interface Components {
  /** @param otherwise its name where the contract exports none */
  ref: (schema: ZodSchema, otherwise: string) => Schema
  schemas: () => Record<string, Schema>
}

/** Collects the schemas of what is read (`input`) or written (`output`). */
export function createComponents(io: 'input' | 'output'): Components {
  const registry = z.registry<{ id: string }>()
  const names = new Map<ZodSchema, string>()
  return {
    ref(schema, otherwise) {
      const name = names.get(schema) ?? exported.get(schema) ?? otherwise
      names.set(schema, name)
      registry.add(schema, { id: name })
      return refTo(name)
    },

    schemas() {
      const { schemas } = z.toJSONSchema(registry, {
        ...settings,
        io,
        uri: (id: string) => `#/components/schemas/${id}`,
      } as never) as { schemas: Record<string, Schema & { $schema?: string; $id?: string }> }
      return Object.fromEntries(
        Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema]),
      )
    },
  }
}

/** Converts one schema in place, without a name of its own. */
export function inline(schema: ZodSchema, io: 'input' | 'output'): Schema {
  const { $schema: _schema, ...inlined } = z.toJSONSchema(schema, { ...settings, io } as never) as Schema & {
    $schema?: string
  }
  return inlined
}
