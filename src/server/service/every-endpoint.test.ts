/** Rules that apply to every endpoint (specification 5 and 7, interface section 6). */
import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { openTestService } from './testing/test-service.ts'

type ErrorBody = { error: { code: string; message: string } }
const endpoints = Object.entries(serviceEndpoints) as [string, EndpointDefinition][]

/** A well-formed request about records that do not exist. */
const emptyRequestTo = (endpoint: EndpointDefinition) => ({
  path: endpoint.path.replace(/\{\w+\}/g, 'nothing'),
  content: endpoint.upload ? { form: { file: new Blob(['phone_number\n']) } } : endpoint.body ? { body: {} } : {},
})

/** The form of a JSON error (specification 7). */
function formOf({ error, details }: { error?: unknown; details?: unknown }): 'general' | 'sendCall' | 'none' {
  if (typeof error === 'string' && typeof details === 'string') return 'sendCall'
  const { code, message } = (error ?? {}) as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string' ? 'general' : 'none'
}

describe('every endpoint', () => {
  it('checks the key first', { tags: ['S5-1', 'S5-4', 'I6-17'] }, async () => {
    const { request } = await openTestService()
    for (const [name, endpoint] of endpoints) {
      const { path, content } = emptyRequestTo(endpoint)
      for (const key of ['', 'nobody']) {
        const answer = await request<ErrorBody>(endpoint.method, path, { ...content, headers: { 'x-api-key': key } })
        expect([name, answer.status, answer.body.error.code]).toEqual([name, 401, 'unauthorized'])
      }
    }
  })

  it('requires a workspace of the key for conversations, active calls and extensions, and only for those', {
    tags: ['S4.5-2', 'S5-3', 'I6-18', 'I6-19'],
  }, async () => {
    const { request } = await openTestService()
    for (const [name, endpoint] of endpoints) {
      const { path, content } = emptyRequestTo(endpoint)
      const resultWith = async (workspace: string) => {
        const headers = { 'x-workspace-id': workspace }
        const { status, body } = await request<ErrorBody>(endpoint.method, path, { ...content, headers })
        return status === 200 ? 200 : `${status} ${body.error.code}`
      }
      const needsWorkspace = /\/(conversations|active-calls)\b/.test(endpoint.path) || endpoint.extension !== undefined
      expect([name, endpoint.workspace]).toEqual([name, needsWorkspace])
      const expectedForForeign = needsWorkspace ? '403 forbidden' : await resultWith('')
      expect([name, (await resultWith('')) === '400 workspace_required', await resultWith('foreign')]).toEqual([
        name,
        needsWorkspace,
        expectedForForeign,
      ])
    }
  })

  it('answers bad requests only with status codes and forms of the specification', {
    tags: ['S7-2', 'S7-4', 'I6-16'],
  }, async () => {
    const { request, errors } = await openTestService()
    for (const [name, endpoint] of endpoints) {
      const { path, content } = emptyRequestTo(endpoint)
      const requests: [string, object][] = [
        [path, content],
        [path, { ...content, headers: { 'content-type': 'text/plain' } }],
        [`${path}?page=-1&limit=many`, content],
        [path.replaceAll('nothing', 'n%20o'), content],
        [path, endpoint.body ? { body: [1, 'two', null] } : content],
      ]
      for (const [requestPath, options] of requests) {
        const { status, body, headers } = await request<Record<string, unknown>>(endpoint.method, requestPath, options)
        expect([name, requestPath, [200, 400, 401, 403, 404].includes(status)]).toEqual([name, requestPath, true])
        const type = headers.get('content-type')
        const isValid = status === 200 || (type === 'application/json' && formOf(body) !== 'none')
        expect([name, requestPath, type, body, isValid]).toEqual([name, requestPath, type, body, true])
      }
    }
    expect(errors).toEqual([])
  })

  it('accepts only IDs of up to 128 letters, digits, hyphens and underscores', { tags: ['I6-3'] }, async () => {
    const { request } = await openTestService()
    const statusForId = async (id: string) => (await request('GET', `/api/v1/agents/${id}`)).status
    expect([
      await statusForId(`${'aZ9_-'.repeat(25)}abc`),
      await statusForId('a'.repeat(129)),
      await statusForId('a.b'),
    ]).toEqual([404, 400, 400])
  })
})
