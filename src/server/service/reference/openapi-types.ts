/** The parts of OpenAPI 3.1 that the service's document uses. */
import type { sentinels } from '../sentinels/sentinels.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  pattern?: string
  format?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  additionalProperties?: boolean | Schema
  /** Of a text that contains another format. */
  contentMediaType?: string
  contentSchema?: Schema
  description?: string
  examples?: unknown[]
  /** The words that this version of the service writes. Later versions may write more. */
  'x-extensible-enum'?: string[]
  /** What each word means. */
  'x-enumDescriptions'?: Record<string, string>
}
export interface Header {
  description: string
  schema: Schema
  required?: boolean
}
export interface Parameter extends Header {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  example?: unknown
}
export interface Example {
  summary: string
  value: unknown
}
export interface MediaType {
  schema: Schema
  example?: unknown
  examples?: Record<string, Example>
}
export interface Content {
  content: Record<string, MediaType>
}
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: Content & { required: true }
  responses: Record<string, Partial<Content> & { description: string; headers?: Record<string, { $ref: string }> }>
  security: Record<string, []>[]
  /** The extension that the endpoint belongs to, if the specification does not have it (interface section 7). */
  'x-extension'?: string
  'x-section': string
  'x-tier': string
}
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Omit<Operation, 'x-section' | 'x-tier' | 'tags'> }>
  components: {
    schemas: Record<string, Schema>
    headers: Record<string, Header>
    securitySchemes: Record<string, { type: 'apiKey'; in: 'header'; name: string; description: string }>
  }
  'x-sentinels': typeof sentinels
}
