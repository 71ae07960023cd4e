import { describe, expect, it } from 'vitest'
import type { ActiveCall, ActiveCallSummary, Call, PastCall } from '#contract/index.ts'
import { openTestService, type TestServiceOptions } from '../testing/test-service.ts'

/** Opens a service with one call to this number. */
async function openServiceWithCall(number: string, options?: TestServiceOptions) {
  const service = await openTestService(options)
  const { agentId } = await service.createCallingAgent()
  const { body } = await service.request<Call>('POST', '/api/v1/calls/call', { body: { agentId, toNumber: number } })
  const path = `/v2/api/active-calls/${body.roomName}`
  const showCall = () => service.request<ActiveCall>('GET', path)
  return { ...service, call: body, path, showCall }
}

describe('an active call', () => {
  it('is listed while it rings, with only the agent and an empty transcript', {
    tags: ['S2.8-1', 'S2.8-2', 'S2.8-6'],
  }, async () => {
    const { showCall, call, advance } = await openServiceWithCall('+12025550100')
    await advance(1_000)
    const { status, body } = await showCall()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: call.callId,
      roomName: call.roomName,
      customerPhone: '+12025550100',
      customerName: null,
      aiAgentName: 'Nora',
      duration: 0,
      sentiment: 'neutral',
      transcript: [],
      participants: [{ isAgent: true, joinedAt: '2026-11-20T10:00:00.000Z', metadata: { name: 'Nora' } }],
    })
  })

  it('progresses: the customer joins, the transcript grows, the duration counts', {
    tags: ['S4.7-1', 'S2.8-3', 'S2.8-5', 'I6-1'],
  }, async () => {
    const { showCall, advance } = await openServiceWithCall('+12025550100')
    await advance(30_000)
    const { body } = await showCall()
    expect(body.participants.map(({ isAgent }) => isAgent)).toEqual([true, false])
    expect(body.transcript.length).toBeGreaterThan(2)
    expect(new Set(body.transcript.map(({ role }) => role))).toEqual(new Set(['agent', 'customer']))
    expect(body.duration).toBeGreaterThan(15)
    const joined = Date.parse(body.participants[1]?.joinedAt ?? '')
    expect(Math.floor((Date.UTC(2026, 10, 20, 10, 0, 30) - joined) / 1000)).toBe(body.duration)
  })

  it('is 404 once it has ended, as for an unknown room', { tags: ['I6-6'] }, async () => {
    const { showCall, advance, request } = await openServiceWithCall('+12025550100')
    await advance(300_000)
    for (const answer of [await showCall(), await request('GET', '/v2/api/active-calls/agent-nothing')]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({
        error: { code: 'not_found', message: 'No active call with this room. It may have ended.' },
      })
    }
  })

  it('runs faster with a higher speed', async () => {
    const { showCall, advance } = await openServiceWithCall('+12025550100', { speed: 10 })
    await advance(3_000)
    expect((await showCall()).body.duration).toBeGreaterThan(15)
    await advance(30_000)
    expect((await showCall()).status).toBe(404)
  })

  it('ends after an hour at the latest', { tags: ['S4.3-8', 'S8.6-1'] }, async () => {
    const { showCall, advance, request } = await openServiceWithCall('+12025550105')
    await advance(3_590_000)
    expect((await showCall()).status).toBe(200)
    await advance(30_000)
    expect((await showCall()).status).toBe(404)
    const { body } = await request<{ calls: PastCall[] }>('GET', '/v2/api/call-history')
    expect(body.calls[0]?.duration).toBe(3600)
  })

  it('keeps its agent and flow even if both are edited meanwhile', async () => {
    const { showCall, advance, request, call } = await openServiceWithCall('+12025550100')
    await advance(30_000)
    const before = (await showCall()).body
    await request('PATCH', `/api/v1/agents/${call.agent.id}`, { body: { name: 'Somebody else' } })
    const flows = await request<{ flows: { id: string }[] }>('GET', '/api/v1/flows')
    await request('DELETE', `/api/v1/flows/${flows.body.flows[0]?.id}`)
    expect((await showCall()).body).toEqual(before)
  })
})

describe('the wall', () => {
  it('lists the calls in progress with their last line, and without their transcripts', {
    tags: ['I7-3'],
  }, async () => {
    const { request, advance, call } = await openServiceWithCall('+12025550100')
    await advance(1_000)
    await request('POST', '/api/v1/calls/call', { body: { agentId: call.agent.id, toNumber: '+12025550102' } })
    await advance(20_000)
    const { body } = await request<{ data: ActiveCallSummary[]; count: number }>('GET', '/v2/api/active-calls')
    expect(body.count).toBe(2)
    expect(body.data.map(({ status }) => status)).toEqual(['active', 'ringing'])
    expect(body.data[0]?.lastMessage).toMatch(/\w/)
    expect(body.data[1]?.lastMessage).toBeNull()
    expect(body.data[0]).not.toHaveProperty('transcript')
  })
})

describe('a supporter', () => {
  it('ends a call; it stays ended', { tags: ['I7-4'] }, async () => {
    const { request, advance, path, showCall, call } = await openServiceWithCall('+12025550100')
    await advance(30_000)
    const ended = await request('POST', `${path}/end-call`)
    expect(ended.body).toEqual({
      success: true,
      message: 'The call was ended.',
      roomName: call.roomName,
      endTime: '2026-11-20T10:00:30.000Z',
    })
    expect((await showCall()).status).toBe(404)
    expect((await request('POST', `${path}/end-call`)).status).toBe(404)
    await advance(300_000)
    const { body } = await request<{ calls: PastCall[] }>('GET', '/v2/api/call-history')
    expect(body.calls).toMatchObject([
      { status: 'completed', outcome: 'completed', endedAt: '2026-11-20T10:00:30.000Z' },
    ])
  })

  it('ends a call once, even together with others', async () => {
    const { request, advance, path } = await openServiceWithCall('+12025550100')
    await advance(30_000)
    const answers = await Promise.all([1, 2, 3].map(() => request('POST', `${path}/end-call`)))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })

  it('takes over: the agent is muted and says nothing more', { tags: ['I7-5'] }, async () => {
    const { request, advance, path, showCall } = await openServiceWithCall('+12025550100')
    await advance(30_000)
    const { participants, transcript } = (await showCall()).body
    const mute = (participantIdentity: string) =>
      request('POST', `${path}/remove-agent`, { body: { participantIdentity } })
    expect((await mute('customer')).status).toBe(400)
    expect((await mute(participants[0]?.identity ?? '')).body).toMatchObject({ success: true, mutedTracks: 1 })
    expect((await mute(participants[0]?.identity ?? '')).body).toMatchObject({ success: true, mutedTracks: 0 })
    await advance(15_000)
    const later = (await showCall()).body
    const agentLines = (lines: ActiveCall['transcript']) => lines.filter(({ role }) => role === 'agent')
    expect(agentLines(later.transcript)).toEqual(agentLines(transcript))
    expect(later.transcript.length).toBeGreaterThan(transcript.length)
    expect(later.participants[0]?.metadata).toMatchObject({ muted: true })
  })
})
