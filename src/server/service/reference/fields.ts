/** What the document says about a field: its meaning, an example, and its schema as the service writes it. */
import { e164Pattern, idPattern } from '#contract/index.ts'
import type { Schema } from './openapi-types.ts'

export interface Field {
  about: string
  /** Part of the examples of requests and answers. An optional field without one is left out of them. */
  example?: unknown
  /** What the service takes if a request leaves the field out. */
  default?: unknown
  /** Absent: as the contract has it. */
  schema?: Schema
  /** The name of the record that the field contains, or of each record in its list. */
  record?: string
}

/** A schema of the document. `record` is the name of each record of a list. */
export interface SchemaText {
  about: string
  fields?: Readonly<Record<string, Field>>
  record?: string
}
export type SchemaTexts = Readonly<Record<string, SchemaText>>

/** IDs of the examples. They belong together: the call is the agent's, and so on. */
export const exampleIds = {
  agent: '66b0c1d2e3f4a5b6c7d8e9f0',
  flow: '66b0c1d2e3f4a5b6c7d8e9f1',
  call: 'k3v9x2m7qa',
  room: '66b0c1d2e3f4a5b6c7d8e9f0-k3v9x2m7qa',
  batch: 'batch_4820174650392817',
  job: 'call_83920174562100001',
  conversation: '66b0c1d2e3f4a5b6c7d8e9f2',
  message: '66b0c1d2e3f4a5b6c7d8e9f3',
  user: '66b0c1d2e3f4a5b6c7d8e9f4',
  messagingAgent: '66b0c1d2e3f4a5b6c7d8e9f5',
  messageFlow: '66b0c1d2e3f4a5b6c7d8e9f6',
  workspace: 'ws_main',
} as const

export const exampleTime = '2026-11-20T10:00:00.000Z'
const exampleEpoch = Date.parse(exampleTime)
const pattern = { id: idPattern.source, e164: e164Pattern.source }

/** A field whose schema is the contract's. */
export const part = (about: string, example?: unknown): Field => ({ about, ...(example !== undefined && { example }) })
/** A record, or a list of them, with a name of its own. */
export const record = (name: string, about: string): Field => ({ about, record: name })
export const text = (about: string, example: string): Field => ({ about, example, schema: { type: 'string' } })
export const flag = (about: string, example: boolean): Field => ({ about, example, schema: { type: 'boolean' } })
export const idOf = (about: string, example: string): Field => ({
  about,
  example,
  schema: { type: 'string', pattern: pattern.id },
})
export const phoneNumber = (about: string, example = '+14155550134'): Field => ({
  about: `${about} In E.164 format: + then country code then number.`,
  example,
  schema: { type: 'string', pattern: pattern.e164 },
})
export const time = (about: string, example = exampleTime): Field => ({
  about,
  example,
  schema: { type: 'string', format: 'date-time' },
})
/** Epoch milliseconds. @param afterSeconds of the example, after the examples' time */
export const epochMs = (about: string, afterSeconds = 0): Field => ({
  about: `${about} Epoch milliseconds.`,
  example: exampleEpoch + afterSeconds * 1_000,
  schema: { type: 'integer', format: 'int64', minimum: 0 },
})
export const seconds = (about: string, example: number): Field => ({
  about: `${about} Seconds.`,
  example,
  schema: { type: 'number', minimum: 0 },
})
export const count = (about: string, example: number): Field => ({
  about,
  example,
  schema: { type: 'integer', minimum: 0 },
})
export const oneFixed = (word: string, about: string): Field => ({
  about,
  example: word,
  schema: { type: 'string', const: word },
})
export const unit = (about: string, example: number): Field => ({
  about: `${about} From 0 to 1.`,
  example,
  schema: { type: 'number', minimum: 0, maximum: 1 },
})
/** Keys and values of any kind. */
export const anything = (about: string, example: Readonly<Record<string, unknown>>): Field => ({
  about,
  example,
  schema: { type: 'object', additionalProperties: true },
})
/** Texts by name. */
export const textsByName = (about: string, example: Readonly<Record<string, string>>): Field => ({
  about,
  example,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
})

/** The same field, or null. @param meaning of null @param example instead of the field's own */
export const orNull = (field: Field, meaning: string, example: unknown = field.example): Field => ({
  ...field,
  about: `${field.about} null: ${meaning}`,
  example,
  schema: { ...field.schema, type: [field.schema?.type ?? 'string', 'null'].flat() },
})

/** The fields of a request, with what the service takes for those that it leaves out. */
export const withDefaults = (
  fields: Readonly<Record<string, Field>>,
  defaults: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name in defaults ? { ...field, default: defaults[name] } : field,
    ]),
  )
