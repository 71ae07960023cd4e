import { expect, it } from 'vitest'
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints, webhookData } from '#contract/index.ts'
import { apiKey, openTestService } from '../testing/test-service.ts'
import { errorCodesOf, errorMeanings } from './errors.ts'
import { type OpenApiDocument, openApiDocument } from './openapi.ts'

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
  const type = endpoint.upload ? 'multipart/form-data' : endpoint.body ? 'application/json' : undefined
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(type === undefined ? [] : [type])
  const { responses = {} } = operation ?? {}
  const contentOf = (status: number) => JSON.stringify(responses[status]?.content)
  expect(contentOf(429)).toContain('application/problem+json')
  expect(contentOf(500)).toContain(name === 'callSend' ? 'SendCallError' : 'GeneralError')
  expect(responses[403] !== undefined).toBe(endpoint.workspace)
})

it.each([
  ['Agent', ['pending', 'ready', 'error']],
  ['Batch', ['queued', 'scheduled', 'processing', 'completed', 'cancelled', 'failed']],
  ['BatchCall', ['waiting', 'active', 'completed', 'failed', 'cancelled']],
  ['Message', ['pending', 'approved', 'received', 'rejected']],
])('lists the states of %s', (name, words) => {
  expect(fullDocument.components.schemas[name]?.properties?.status?.['x-extensible-enum']).toEqual(words)
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
  expect(Object.keys(fullDocument.webhooks)).toEqual(Object.keys(webhookData))
  for (const { post } of Object.values(fullDocument.webhooks)) {
    expect(post.parameters[0]?.name).toBe('X-Service-Signature')
    // Every 2xx confirms an event.
    expect(Object.keys(post.responses)).toEqual(['2XX'])
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

it('lists every endpoint, error, event, schema and sentinel on its page, without dangling links', async () => {
  const { app } = await openTestService()
  const page = await (await app.request('/reference')).text()
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !ids.has(id))).toEqual([])
  const section = (id: string) => new RegExp(`<article id="${id}">([^]*?)</article>`).exec(page)?.[1] ?? ''
  for (const [name, endpoint] of endpoints) {
    expect(section(name)).toMatch(/<h4>Answer/)
    for (const code of Object.values(errorCodesOf(name as ServiceEndpointName, endpoint)).flat())
      expect([name, section(name)]).toEqual([name, expect.stringContaining(`<code>${code}</code>`)])
  }
  for (const code of Object.keys(errorMeanings)) expect(page).toContain(`>${code}<`)
  for (const event of Object.keys(webhookData)) expect(page).toContain(`>${event}<`)
  for (const name of Object.keys(fullDocument.components.schemas)) expect(ids.has(`schema-${name}`)).toBe(true)
  for (const { rows } of fullDocument['x-sentinels']) for (const { put } of rows) expect(page).toContain(`>${put}<`)
  expect(page).not.toMatch(/undefined|\[object/)
})

it('needs no script and no other host, and its policy allows only its own style', async () => {
  const { app } = await openTestService()
  const response = await app.request('/reference')
  const page = await response.text()
  expect(page).not.toMatch(/<script|\bstyle="|src=|https?:\/\/|@import|url\(/)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))).toString('base64')
  expect(policy).toContain(`'sha256-${digest}'`)
})
