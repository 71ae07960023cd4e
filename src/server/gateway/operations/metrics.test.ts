import { describe, expect, test } from 'vitest'
import { origin, startGatewayWithService } from '../testing/testing.ts'

const token = 'token-of-the-tests'
const read = { headers: { authorization: `Bearer ${token}` } }
const withToken = { environment: { METRICS_TOKEN: token } }

describe('a monitoring system', () => {
  test('reads metrics by path, lane and state, without ids', async () => {
    const { grace, service } = await startGatewayWithService(undefined, withToken)
    await grace.get('/v1/api/conversations/c0ffee')
    await grace.get('/nobody/has/made/this')
    await grace.get('/gateway/nothing/here')
    service.setScript(() => ({ status: 500 }))
    await grace.request('DELETE', '/api/v1/agents/a0a0a0', { key: 'k1' })
    const { text, headers } = await grace.get('/metrics', read)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=/)
    for (const line of [
      /^switchboard_request_seconds_count\{method="GET",route="\/v1\/api\/conversations\/\{conversationId\}",status="404"\} 1$/m,
      /^switchboard_request_seconds_count\{method="GET",route="other",status="404"\} 2$/m,
      /^switchboard_service_seconds_count\{kind="command",outcome="5xx"\} 1$/m,
      /^switchboard_effects\{state="unknown"\} 1$/m,
      /^switchboard_budget_used\{lane="commands"\} 1$/m,
      /^switchboard_budget_refused_total\{lane="watching"\} 0$/m,
      /^switchboard_service_up 1$/m,
      /^switchboard_webhook_events\{event="refused"\} 0$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ])
      expect(text).toMatch(line)
    expect(text).not.toMatch(/c0ffee|a0a0a0|Grace|nobody/)
  })

  test('reads how many requests the budget refused', async () => {
    const { grace } = await startGatewayWithService(undefined, {
      environment: { METRICS_TOKEN: token, SERVICE_REQUESTS_PER_MINUTE: '1' },
    })
    await grace.get('/v1/api/conversations/c1')
    expect((await grace.get('/metrics', read)).text).toMatch(/^switchboard_budget_refused_total\{lane="reads"\} [1-9]/m)
  })

  test('needs the token; if none is configured, local requests without a proxy are allowed', {
    tags: ['metrics-need-the-token'],
  }, async () => {
    const { grace, gateway } = await startGatewayWithService(undefined, withToken)
    for (const authorization of ['', 'Bearer ', 'Bearer token-of-the-other', `Basic ${token}`])
      expect((await grace.get('/metrics', { headers: { authorization } })).status).toBe(401)
    const from = async (address: string, fetch: typeof gateway.fetch) => {
      const request = new Request(`${origin}/metrics`, { headers: { host: '127.0.0.1:4400' } })
      return (await fetch(request, { incoming: { socket: { remoteAddress: address } } })).status
    }
    expect(await from('127.0.0.1', gateway.fetch)).toBe(401)
    const open = await startGatewayWithService()
    expect(await from('127.0.0.1', open.gateway.fetch)).toBe(200)
    expect(await from('::ffff:127.0.0.1', open.gateway.fetch)).toBe(200)
    expect(await from('192.0.2.7', open.gateway.fetch)).toBe(401)
    expect((await open.grace.get('/metrics')).status).toBe(401)
    const proxied = await startGatewayWithService(undefined, { environment: { PUBLIC_URL: 'https://127.0.0.1' } })
    expect(await from('127.0.0.1', proxied.gateway.fetch)).toBe(401)
  })

  test('reads whether the gateway is ready, and every reason why not', { tags: ['not-ready-is-said'] }, async () => {
    const { grace, service } = await startGatewayWithService()
    expect(await grace.get('/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
    expect(await grace.get('/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
    service.setScript(() => ({ status: 401 }))
    await grace.get('/v1/api/conversations/c1')
    expect(await grace.get('/readyz')).toMatchObject({
      status: 503,
      json: { error: { code: 'not_ready', fields: { service: 'The calling service rejects the API key.' } } },
    })
    expect((await grace.get('/healthz')).status).toBe(200)
  })
})
