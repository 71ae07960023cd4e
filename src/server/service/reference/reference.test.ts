/** The reference page. */
import { expect, it } from 'vitest'
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'
import { openTestService } from '../testing/test-service.ts'
import { errorCodesOf } from './errors.ts'
import { openApiDocument } from './openapi.ts'

const endpoints = Object.entries(serviceEndpoints) as [string, EndpointDefinition][]
const fullDocument = openApiDocument(false)

it('lists every endpoint, event, schema and sentinel on its page, without dangling links', async () => {
  const { app } = await openTestService()
  const page = await (await app.request('/reference')).text()
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !ids.has(id))).toEqual([])
  for (const [name] of endpoints) expect(ids.has(name)).toBe(true)
  for (const { post } of Object.values(fullDocument.webhooks)) expect(ids.has(post.operationId)).toBe(true)
  for (const name of Object.keys(fullDocument.components.schemas)) expect(ids.has(`schema-${name}`)).toBe(true)
  for (const { rows } of fullDocument['x-sentinels']) for (const { put } of rows) expect(page).toContain(`>${put}<`)
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

it('shows the words of every list with their meanings, the codes of every error and a request and an answer of every endpoint', async () => {
  const { app } = await openTestService()
  const page = await (await app.request('/reference')).text()
  const section = (id: string) => new RegExp(`<article id="${id}">([^]*?)</article>`).exec(page)?.[1] ?? ''
  for (const [name, { 'x-enumDescriptions': meanings = {} }] of Object.entries(fullDocument.components.schemas)) {
    for (const word of Object.keys(meanings))
      expect([name, section(`schema-${name}`)]).toEqual([name, expect.stringContaining(`>${word}<`)])
  }
  for (const [name, endpoint] of endpoints) {
    const text = section(name)
    for (const code of Object.values(errorCodesOf(name as ServiceEndpointName, endpoint)).flat())
      expect([name, text]).toEqual([name, expect.stringContaining(`<code>${code}</code>`)])
    expect(text).toMatch(/<h4>Request<\/h4>\s*<pre tabindex="0">curl/)
    expect(text).toMatch(/<h4>Answer<\/h4>[^]*?<pre tabindex="0">\S/)
    expect(text).not.toMatch(/undefined|\{…\}/)
  }
  expect(section('onCallCompleted')).toMatch(/&quot;duration&quot;: \d+/)
})
