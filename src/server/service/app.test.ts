import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { apiKey, openTestService } from './testing/test-service.ts'

type ErrorBody = { error: { code: string; message: string } }
const agentBody = { name: 'Nora', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } }

describe('authentication', () => {
  it('answers 401 in the general form for a missing or unknown key', async () => {
    const { request } = await openTestService()
    for (const key of ['', 'nobody']) {
      const { status, body } = await request<ErrorBody>('GET', '/api/v1/agents', { headers: { 'x-api-key': key } })
      expect(status).toBe(401)
      expect(body.error.code).toBe('unauthorized')
    }
  })

  it('answers 403 for a workspace that the key may not use', { tags: ['I6-18'] }, async () => {
    const { request } = await openTestService()
    const foreign = await request<ErrorBody>('GET', '/v1/api/conversations', {
      headers: { 'x-workspace-id': 'foreign' },
    })
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'forbidden'])
    const headers = { 'x-api-key': `${apiKey}.no-workspace` }
    expect((await request('GET', '/v2/api/active-calls', { headers })).status).toBe(403)
    expect((await request('GET', '/api/v1/agents', { headers })).status).toBe(200)
  })

  it('answers 400 workspace_required only if the endpoint needs the workspace header', {
    tags: ['I6-19'],
  }, async () => {
    const { request } = await openTestService()
    const headers = { 'x-workspace-id': '' }
    const { status, body } = await request<ErrorBody>('GET', '/v1/api/conversations', { headers })
    expect([status, body.error.code]).toEqual([400, 'workspace_required'])
    expect((await request('GET', '/api/v1/agents', { headers })).status).toBe(200)
  })

  it('hides records from another organization', { tags: ['S4.3-3'] }, async () => {
    const service = await openTestService()
    const { request } = service
    const { agentId } = await service.createCallingAgent()
    const headers = { 'x-api-key': `${apiKey}.elsewhere` }
    expect((await request('GET', `/api/v1/agents/${agentId}`, { headers })).status).toBe(404)
    expect((await request<{ agents: unknown[] }>('GET', '/api/v1/agents', { headers })).body.agents).toEqual([])
  })
})

describe('every answer', () => {
  it('has the simulation header, even if it is an error', async () => {
    const { request } = await openTestService()
    for (const path of ['/api/v1/agents', '/api/v1/agents/none', '/nowhere', '/v1/api/batch-calls/template']) {
      expect((await request('GET', path)).headers.get('x-simulation')).toBe('switchboard')
    }
    expect((await request('GET', '/api/v1/agents', { headers: { 'x-api-key': '' } })).headers.get('x-simulation')).toBe(
      'switchboard',
    )
  })

  it('is 404 for a path or method that does not exist', { tags: ['S4-1', 'S4.8-2'] }, async () => {
    const { request } = await openTestService()
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['PUT', '/api/v1/agents'],
      ['GET', '/v2/thing/1/data'],
    ] as const) {
      const { status, body } = await request<ErrorBody>(method, path)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    }
  })

  it('is 404 for every extension in specification-only mode, and only there', { tags: ['I7-10'] }, async () => {
    const full = await openTestService()
    const specificationOnly = await openTestService({ specificationOnly: true })
    for (const [name, endpoint] of Object.entries(serviceEndpoints) as [string, EndpointDefinition][]) {
      const path = endpoint.path.replace(/\{\w+\}/g, 'anything')
      const content = endpoint.upload ? { form: {} } : endpoint.method === 'GET' ? {} : { body: {} }
      const isUnknownPath = async ({ request }: typeof full) => {
        const { status, body } = await request<ErrorBody>(endpoint.method, path, content)
        return status === 404 && body.error?.message === 'This path does not exist.'
      }
      expect([name, await isUnknownPath(full)]).toEqual([name, false])
      expect([name, await isUnknownPath(specificationOnly)]).toEqual([name, endpoint.extension !== undefined])
    }
  })

  it('reveals nothing about internal errors', async () => {
    const { request, database, errors } = await openTestService()
    await database.schema.dropTable('agent').execute()
    const { status, body } = await request<ErrorBody>('GET', '/api/v1/agents')
    expect(status).toBe(500)
    expect(body).toEqual({ error: { code: 'UNKNOWN_ERROR', message: 'The service had an internal error.' } })
    expect(errors).toHaveLength(1)
  })
})

describe('bad input', () => {
  it('is described in a sentence that names the field', { tags: ['I1-2', 'I3-1', 'I3-4'] }, async () => {
    const { request } = await openTestService()
    const errorMessageOf = async (method: string, path: string, body?: unknown) => {
      const answer = await request<ErrorBody>(method, path, body === undefined ? {} : { body })
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
      return answer.body.error.message
    }
    expect(await errorMessageOf('GET', '/api/v1/agents?limit=101')).toBe('limit must be at most 100.')
    expect(await errorMessageOf('GET', '/api/v1/agents?page=0')).toBe('page must be at least 1.')
    for (const page of ['two', '', '%201', '1e1', '0x1', '1.0', '%2B1', '-1', 'Infinity', '٣'])
      expect(await errorMessageOf('GET', `/api/v1/agents?page=${page}`)).toBe('page must be a whole number, in digits.')
    expect(await errorMessageOf('GET', '/api/v1/agents?page=99999999999999999999')).toBe(
      'page must be at most 9007199254740991.',
    )
    expect(await errorMessageOf('GET', '/api/v1/flows?limit=1e1')).toBe('limit must be a whole number, in digits.')
    expect(await errorMessageOf('GET', '/v1/api/batch-calls/batch_1/calls?page=1e0')).toBe(
      'page must be a whole number, in digits.',
    )
    expect(await errorMessageOf('GET', '/v2/api/call-history?limit=0x10')).toBe(
      'limit must be a whole number, in digits.',
    )
    expect(await errorMessageOf('GET', '/api/v1/agents?sort=name')).toBe('sort is not a field of this request.')
    expect(await errorMessageOf('POST', '/api/v1/agents', { ...agentBody, name: undefined })).toBe('name is missing.')
    expect(await errorMessageOf('POST', '/api/v1/agents', { ...agentBody, name: '  ' })).toBe('name must not be blank.')
    expect(await errorMessageOf('POST', '/api/v1/agents', { ...agentBody, voice: { provider: 'openai' } })).toBe(
      'voice.voiceId is missing.',
    )
    expect(await errorMessageOf('POST', '/api/v1/agents', { ...agentBody, settings: { speed: 2 } })).toBe(
      'settings.speed must be at most 1.',
    )
    expect(await errorMessageOf('POST', '/api/v1/flows', { name: 'x', direction: 'sideways' })).toBe(
      'direction must be one of: inbound, outbound, bidirectional.',
    )
    expect(await errorMessageOf('GET', '/api/v1/agents/..%2f..%2fsecret')).toBe('agentId is not a valid ID.')
  })

  it('is refused if its media type or text is not JSON', { tags: ['S1-1', 'S5-2', 'I0-4'] }, async () => {
    const { request, app } = await openTestService()
    const wrongType = await request<ErrorBody>('POST', '/api/v1/agents', {
      body: agentBody,
      headers: { 'content-type': 'text/plain' },
    })
    expect([wrongType.status, wrongType.body.error.code]).toEqual([400, 'unsupported_media_type'])
    const response = await app.request('/api/v1/agents', {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json; charset=utf-8' },
      body: '{',
    })
    expect(response.status).toBe(400)
    const upload = await request<ErrorBody>('POST', '/v1/api/batch-calls/validate', { body: {} })
    expect([upload.status, upload.body.error.code]).toEqual([400, 'unsupported_media_type'])
  })

  it('is refused if it is too large', async () => {
    const { request } = await openTestService()
    const { status, body } = await request<ErrorBody>('POST', '/api/v1/agents', {
      body: { ...agentBody, personality: 'x'.repeat(1024 * 1024) },
      headers: { 'content-length': String(1024 * 1024 + 100) },
    })
    expect([status, body.error.message]).toEqual([400, 'The body is larger than 1 MB.'])
  })

  it('has the form of Send Call on Send Call', { tags: ['S4.3-2', 'I6-13'] }, async () => {
    const { request } = await openTestService()
    const { status, body } = await request('POST', '/api/v1/calls/call', { body: { toNumber: '+14155550199' } })
    expect([status, body]).toEqual([
      400,
      { error: 'Invalid request', details: 'agentId is missing.', code: 'invalid_request' },
    ])
  })
})

describe('the request limit', () => {
  const requestRepeatedly = async (
    { request }: Awaited<ReturnType<typeof openTestService>>,
    count: number,
    path: string,
  ) => {
    const statuses: number[] = []
    for (let i = 0; i < count; i++) statuses.push((await request('GET', path)).status)
    return statuses
  }

  it('of the developer plan is 60 a minute over all keys, with Retry-After in the rate limit form', {
    tags: ['S5-6', 'S7-6', 'S8.4-1', 'S8.5-1'],
  }, async () => {
    const service = await openTestService({ plan: 'developer' })
    expect(new Set(await requestRepeatedly(service, 60, '/api/v1/agents'))).toEqual(new Set([200]))
    const headers = { 'x-api-key': `${apiKey}.second` }
    const refusal = await service.request('GET', '/api/v1/agents', { headers })
    expect(refusal.status).toBe(429)
    expect(refusal.headers.get('content-type')).toBe('application/problem+json')
    expect(refusal.headers.get('retry-after')).toBe('61')
    expect(Object.keys(refusal.body)).toEqual(['status', 'title', 'detail'])
    await service.advance(61_000)
    expect((await service.request('GET', '/api/v1/agents')).status).toBe(200)
  })

  it('of the enterprise plan is a bucket that only successful requests drain', {
    tags: ['S8.2-1', 'S8.3-1', 'I6-21'],
  }, async () => {
    const service = await openTestService()
    await requestRepeatedly(service, 150, '/api/v1/agents/none')
    expect((await requestRepeatedly(service, 101, '/api/v1/agents')).filter((status) => status === 200)).toHaveLength(
      100,
    )
    await service.advance(1000)
    expect(await requestRepeatedly(service, 2, '/api/v1/agents')).toEqual([200, 429])
    expect(await requestRepeatedly(service, 2, '/v2/api/call-history')).toEqual([200, 200])
  })

  it('prevents any effect of a refused request', { tags: ['I6-22'] }, async () => {
    const service = await openTestService({ plan: 'developer' })
    await requestRepeatedly(service, 60, '/api/v1/agents')
    expect((await service.request('POST', '/api/v1/agents', { body: agentBody })).status).toBe(429)
    expect(await service.database.selectFrom('agent').selectAll().execute()).toEqual([])
  })

  it('can be checked from outside without spending requests', async () => {
    const service = await openTestService({ plan: 'developer' })
    await requestRepeatedly(service, 62, '/api/v1/agents')
    const { body } = await service.request<{ requests: number[]; refused: number[] }>('GET', '/simulation/requests')
    expect([body.requests.length, body.refused.length]).toEqual([60, 2])
    expect((await service.request('GET', '/simulation/requests', { headers: { 'x-api-key': '' } })).status).toBe(401)
  })
})

describe('the command log', () => {
  it('records commands and whether they had their effect, even if the answer was lost', async () => {
    const service = await openTestService()
    const create = (name: string) => service.request('POST', '/api/v1/agents', { body: { ...agentBody, name } })
    const { id: agentId = '' } = (await create('Ada')).body as Record<string, string>
    await create('simulate 500')
    await create('simulate lost')
    await service.request('DELETE', `/api/v1/agents/${agentId}`, { headers: { 'user-agent': 'a person' } })
    await service.request('GET', '/api/v1/agents')
    expect(await service.database.selectFrom('command').selectAll().orderBy('seq').execute()).toMatchObject([
      { endpoint: 'agentCreate', ids: '{}', sender: '', effect: 1 },
      { endpoint: 'agentCreate', ids: '{}', sender: '', effect: 0 },
      { endpoint: 'agentCreate', ids: '{}', sender: '', effect: 1 },
      { endpoint: 'agentDelete', ids: JSON.stringify({ agentId }), sender: 'a person', effect: 1 },
    ])
  })
})
