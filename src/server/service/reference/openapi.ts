/**
 * Generates the service's OpenAPI document from the contract: its endpoints, its schemas, and the errors that the service really answers.
 * `/openapi.json` serves it, and the reference page renders it.
 */
import * as z from 'zod/mini'
import * as contract from '#contract/index.ts'
import {
  errorForms,
  headers,
  idPattern,
  knownWords,
  type ServiceEndpoint,
  type ServiceEndpointName,
  serviceEndpoints,
  signatureHeader,
  type WebhookEvent,
  webhookData,
} from '#contract/index.ts'
import { sentinels } from '../sentinels/sentinels.ts'
import { outcomes } from '../shared/outcomes.ts'
import { errorCodesOf, errorMeanings, statusMeanings } from './errors.ts'

/** A JSON Schema, as far as the document uses it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
  additionalProperties?: boolean | Schema
  description?: string
  /** The words that this version of the service uses. Later versions may use more. */
  'x-extensible-enum'?: readonly string[]
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}
type Content = Record<string, { schema: Schema }>
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content: Content }>
  'x-tier': string
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>

type ZodSchema = z.core.$ZodType

/** Schemas that the contract exports have their names in the document. */
const names = z.registry<{ id: string }>()
for (const [id, value] of Object.entries(contract as unknown as Record<string, unknown>))
  if ((value as { _zod?: unknown } | null)?._zod !== undefined) names.add(value as ZodSchema, { id })

/** Collects the named schemas of a document. */
function createComponents() {
  const schemas: Record<string, Schema> = {}
  return {
    schemas,
    /** Converts a schema of the contract. Its named records go among the schemas, and the result refers to them. */
    convert: (schema: z.core.SomeType, io: 'input' | 'output'): Schema => {
      const converted = z.toJSONSchema(z.object({ root: schema as ZodSchema }), {
        unrepresentable: 'any',
        io,
        metadata: names,
        override({ zodSchema, jsonSchema }: { zodSchema: ZodSchema; jsonSchema: Schema & { id?: string } }) {
          delete jsonSchema.id
          // What clients read in place of a missing field is no default of the service.
          if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
          const words = knownWords(zodSchema)
          if (words !== undefined) jsonSchema['x-extensible-enum'] = words
        },
      } as never)
      const { $defs = {}, properties } = JSON.parse(
        JSON.stringify(converted).replaceAll('#/$defs/', '#/components/schemas/'),
      ) as { $defs?: Record<string, Schema>; properties: { root: Schema } }
      Object.assign(schemas, $defs)
      return properties.root
    },
  }
}
type Components = ReturnType<typeof createComponents>

/** `/v1/api/batch-calls/…` → Batch calls. */
const tagOf = (path: string): string => {
  const word = /^\/(?:api\/v1|v1\/api|v2\/api)\/([\w-]+)/.exec(path)?.[1] ?? 'other'
  const words = word === 'omni-flow-agents' ? 'messaging agents' : word.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function parametersOf({ path, query, workspace }: ServiceEndpoint, { convert }: Components): Parameter[] {
  const schema = { type: 'string', pattern: idPattern.source }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema }))
  const inHeader = { name: headers.workspace, in: 'header', required: true, schema: { type: 'string' } }
  const { properties = {} } = query === undefined ? {} : convert(query, 'output')
  const { required = [] } = query === undefined ? {} : convert(query, 'input')
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema }
  })
  return [...inPath, ...(workspace ? [inHeader] : []), ...inQuery] as Parameter[]
}

const file = {
  type: 'string',
  format: 'binary',
  description: 'A CSV file in UTF-8. The column phone_number is required.',
}

function requestOf({ body, upload }: ServiceEndpoint, { convert }: Components): Content | null {
  if (body !== undefined) return { 'application/json': { schema: convert(body, 'input') } }
  if (upload === undefined) return null
  const { properties = {} } = convert(upload, 'output')
  const { required = [] } = convert(upload, 'input')
  const schema: Schema = { type: 'object', properties: { file, ...properties }, required: ['file', ...required] }
  return { 'multipart/form-data': { schema } }
}

function errorsOf(
  name: ServiceEndpointName,
  endpoint: ServiceEndpoint,
  { convert }: Components,
): Operation['responses'] {
  const general = convert(errorForms.general, 'output')
  // Send Call answers some errors in the general form, such as a body that is not JSON.
  const form = endpoint.errorForm === 'general' ? general : { anyOf: [convert(errorForms.sendCall, 'output'), general] }
  const tooMany: Content = { 'application/problem+json': { schema: convert(errorForms.rateLimit, 'output') } }
  return Object.fromEntries(
    Object.entries(errorCodesOf(name, endpoint)).map(([status, codes]) => {
      const words = codes.length === 0 ? '' : ` Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`
      const content = status === '429' ? tooMany : { 'application/json': { schema: form } }
      return [status, { description: `${statusMeanings[status]}${words}`, content }]
    }),
  )
}

function operationOf(name: ServiceEndpointName, endpoint: ServiceEndpoint, components: Components): Operation {
  const { summary, section, tier, extension, path, response } = endpoint
  const request = requestOf(endpoint, components)
  const answer: Content =
    response === undefined
      ? { 'text/csv': { schema: { type: 'string' } } }
      : { 'application/json': { schema: components.convert(response, 'output') } }
  return {
    operationId: name,
    summary,
    description: extension === undefined ? `Serves ${section}.` : 'An extension that is not part of the specification.',
    tags: [tagOf(path)],
    parameters: parametersOf(endpoint, components),
    ...(request !== null && { requestBody: { required: true, content: request } }),
    responses: { 200: { description: 'Success.', content: answer }, ...errorsOf(name, endpoint, components) },
    'x-tier': tier,
  }
}

function webhookOf(event: WebhookEvent, { convert }: Components) {
  const data = convert(webhookData[event], 'output')
  const schema = { type: 'object', properties: { event: { const: event }, data }, required: ['event', 'data'] }
  return {
    post: {
      operationId: event,
      summary: 'An event may arrive twice, late or out of order.',
      parameters: [
        { name: signatureHeader, in: 'header', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
      ] satisfies Parameter[],
      requestBody: { required: true, content: { 'application/json': { schema } } satisfies Content },
      responses: { '2XX': { description: 'The event is confirmed. After any other answer it is delivered again.' } },
    },
  }
}

const description = [
  'Every request carries the key in `x-api-key`. A request with a JSON body carries `Content-Type: application/json`; uploads are `multipart/form-data`. An event is signed with the hex HMAC-SHA-256 of its raw body under the webhook secret.',
  'All keys of an organization share one request limit. Under the enterprise plan each tier is a bucket: standard holds 100 and refills 60 a minute, data-read holds 1,000 and refills 600 a minute; each successful request spends one, and failed requests are given back. The developer plan admits at most 60 requests in any 60 seconds, whatever their answers.',
  'A refused request (status 400 to 429) has had no effect. Errors have a code for programs and a sentence for people. Send Call has a form of its own.',
  'Words such as states and codes may be added, and so may fields: ignore what is unknown. Times are ISO 8601; those of batches are epoch milliseconds. Phone numbers are in E.164 format.',
].join('\n\n')

/**
 * Generates the document.
 *
 * @param specificationOnly leaves out the extensions of interface section 7 and events
 * @returns a new OpenAPI 3.1 document
 */
export function openApiDocument(specificationOnly: boolean) {
  const components = createComponents()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of Object.entries(serviceEndpoints) as [ServiceEndpointName, ServiceEndpoint][]) {
    if (specificationOnly && endpoint.extension !== undefined) continue
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint, components)
  }
  const events = specificationOnly ? [] : (Object.keys(webhookData) as WebhookEvent[])
  const webhooks = Object.fromEntries(events.map((event) => [event, webhookOf(event, components)]))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voice and Messaging Agent Service',
      version: '1',
      summary: 'A simulation: it places no real calls and sends no messages.',
      description,
    },
    security: [{ apiKey: [] }],
    tags: [...new Set(Object.keys(paths).map(tagOf))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: components.schemas,
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: headers.apiKey } },
    },
    'x-error-codes': errorMeanings,
    'x-outcomes': outcomes,
    'x-sentinels': sentinels,
  }
}
