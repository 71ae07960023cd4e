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
  description?: string
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
}
export interface Content {
  content: Record<string, { schema: Schema }>
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
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Omit<Operation, 'x-section' | 'x-tier' | 'tags' | 'security'> }>
  components: {
    schemas: Record<string, Schema>
    headers: Record<string, Header>
    securitySchemes: Record<string, { type: 'apiKey'; in: 'header'; name: string; description: string }>
  }
  'x-sentinels': typeof sentinels
}
