import { expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints, webhookEvents } from '#contract/index.ts'
import { apiKey, openTestService } from '../testing/test-service.ts'
import { openApiDocument } from './openapi.ts'
import { schemaTexts } from './openapi-schemas.ts'
import type { OpenApiDocument } from './openapi-types.ts'

const endpoints = Object.entries(serviceEndpoints) as [string, EndpointDefinition][]
const fullDocument = openApiDocument(false)
const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

/** All objects in the document. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

it('has every path and method of the contract, and no other', () => {
  expect(
    operationsOf(fullDocument).map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`),
  ).toEqual(expect.arrayContaining(endpoints.map(([name, { method, path }]) => `${name} ${method} ${path}`)))
  expect(operationsOf(fullDocument)).toHaveLength(endpoints.length)
})

it('names each operation once, those of events too', () => {
  const ids = [
    ...operationsOf(fullDocument).map(({ operation }) => operation),
    ...Object.values(fullDocument.webhooks).map(({ post }) => post),
  ]
  expect(new Set(ids.map(({ operationId }) => operationId)).size).toBe(ids.length)
})

it('has no dangling references and survives JSON serialization', () => {
  const refs = [...objectsIn(fullDocument)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
  expect(refs.length).toBeGreaterThan(100)
  for (const ref of new Set(refs)) {
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], fullDocument)
    expect([ref, typeof found]).toEqual([ref, 'object'])
  }
  expect(JSON.parse(JSON.stringify(fullDocument))).toEqual(fullDocument)
  expect([...objectsIn(fullDocument)].some((object) => '$schema' in object || '$id' in object)).toBe(false)
})

it.each(endpoints)('describes %s as the contract does', (name, endpoint) => {
  const operation = fullDocument.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
  const required = operation?.parameters
    .filter((parameter) => parameter.required)
    .map(({ name: parameter, in: location }) => `${location} ${parameter}`)
  const pathParameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `path ${parameter}`)
  expect(required).toEqual([...pathParameters, ...(endpoint.workspace ? ['header x-workspace-id'] : [])])
  expect(operation?.['x-extension']).toBe(endpoint.extension)
  const type = endpoint.upload ? 'multipart/form-data' : endpoint.body ? 'application/json' : undefined
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(type === undefined ? [] : [type])
  const { responses = {} } = operation ?? {}
  const contentOf = (status: number) => JSON.stringify(responses[status]?.content)
  expect(contentOf(429)).toContain('application/problem+json')
  expect(contentOf(500)).toContain(name === 'callSend' ? 'SendCallError' : 'GeneralError')
  expect(responses[429]?.headers).toHaveProperty('retry-after')
  expect(responses[403] !== undefined).toBe(endpoint.workspace)
})

it('describes every field, parameter, record, word and tag, and has no description without its field', () => {
  const { components, tags, info } = fullDocument
  const undescribed = Object.entries(components.schemas).flatMap(([name, { description, properties = {} }]) => [
    ...(description ? [] : [name]),
    ...Object.entries(properties).flatMap(([field, schema]) => (schema.description ? [] : [`${name}.${field}`])),
  ])
  expect(undescribed).toEqual([])
  const used = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties).map((field) => `${name}.${field}`),
  )
  const texts = Object.entries(schemaTexts).flatMap(([name, { fields = {} }]) =>
    name.endsWith('Upload') ? [] : Object.keys(fields).map((field) => `${name}.${field}`),
  )
  expect(texts.filter((field) => !used.includes(field))).toEqual([])
  const operations = [
    ...operationsOf(fullDocument).map(({ operation }) => operation),
    ...Object.values(fullDocument.webhooks).map(({ post }) => post),
  ]
  for (const { operationId, parameters } of operations)
    expect([
      operationId,
      parameters.filter(({ description, example }) => !description || example === undefined),
    ]).toEqual([operationId, []])
  for (const { 'x-enumDescriptions': meanings = {}, ...schema } of Object.values(components.schemas)) {
    expect(Object.keys(meanings)).toEqual(schema['x-extensible-enum'] ?? schema.enum ?? [])
    expect(Object.values(meanings)).not.toContain('')
  }
  expect(tags.filter((tag) => tag.description === '')).toEqual([])
  expect(operations.filter(({ security }) => security.length === 0)).toEqual([])
  expect([info.license.name, info.contact.name]).not.toContain('')
})

it('names every record once, and uses every schema', () => {
  const { schemas } = fullDocument.components
  const nested = Object.values(schemas).flatMap(({ properties = {}, items }) =>
    [...objectsIn([properties, items])].filter((object) => 'properties' in object),
  )
  // A field named `properties` would be one, too; there is none.
  expect(nested).toEqual([])
  const refs = new Set([...objectsIn(fullDocument)].map(({ $ref }) => $ref))
  expect(Object.keys(schemas).filter((name) => !refs.has(`#/components/schemas/${name}`))).toEqual([])
})

it.each([
  ['AgentState', ['pending', 'ready', 'error']],
  ['BatchState', ['queued', 'scheduled', 'processing', 'completed', 'cancelled', 'failed']],
  ['BatchCallState', ['waiting', 'active', 'completed', 'failed', 'cancelled']],
  ['FlowDirection', ['inbound', 'outbound', 'bidirectional']],
  ['Sentiment', ['positive', 'neutral', 'negative']],
  ['MessageState', ['pending', 'approved', 'received', 'rejected']],
])('lists the words of %s, and says that there may be more', (name, words) => {
  const schema = fullDocument.components.schemas[name]
  expect(schema?.['x-extensible-enum']).toEqual(words)
  expect(schema?.enum).toEqual(words)
  expect(schema?.description).toContain('may add words')
})

it('describes the query parameters of a list and their rules', () => {
  const query = fullDocument.paths['/api/v1/agents']?.get?.parameters
  expect(query).toMatchObject([
    { name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } },
    { name: 'limit', required: false, schema: { type: 'integer', maximum: 100, default: 20 } },
    { name: 'search', required: false, schema: { type: 'string' } },
  ])
})

it('has every event with its signature, but no events or extensions in specification-only mode', () => {
  expect(Object.keys(fullDocument.webhooks)).toEqual(webhookEvents)
  for (const { post } of Object.values(fullDocument.webhooks)) {
    expect(post.parameters[0]?.name).toBe('X-Service-Signature')
    // Every 2xx confirms an event.
    expect(Object.keys(post.responses)).toEqual(['2XX', '4XX'])
  }
  const specificationOnly = openApiDocument(true)
  expect(specificationOnly.webhooks).toEqual({})
  expect(operationsOf(specificationOnly)).toHaveLength(
    endpoints.filter(([, { extension }]) => extension === undefined).length,
  )
})

it('is served as document and page without a key or rate limit', async () => {
  const { request, app } = await openTestService({ plan: 'developer' })
  const document = await app.request('/openapi.json')
  expect(await document.json()).toEqual(fullDocument)
  for (let i = 0; i < 100; i++) await app.request('/openapi.json')
  expect((await request('GET', '/api/v1/agents')).status).toBe(200)
  const page = await app.request('/reference')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(await page.text()).not.toContain(apiKey)
})
