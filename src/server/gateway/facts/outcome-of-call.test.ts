/** The outcome of one call: a guess with its line, what the service says, and the correction by a person. */
import { describe, expect, it, test } from 'vitest'
import { type CallCounts, headers, type OutcomeOfCall } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock, type Script, startGatewayWithService } from '../testing/testing.ts'

const agentId = 'f'.repeat(24)
const roomName = `${agentId}-abcdefghij`
const startTime = Date.parse('2026-11-23T14:30:00Z')
const path = `/gateway/call-outcomes/${roomName}`
const said = [
  { role: 'agent', content: 'Do you want to renew?' },
  { role: 'customer', content: 'Yes, please.' },
]
const liveCall = {
  id: 'c1',
  roomName,
  customerPhone: '+12125550134',
  aiAgentName: 'Finn',
  duration: 58,
  sentiment: 'positive',
  participants: [],
  transcript: said,
}
const pastCall = {
  callId: 'abcdefghij',
  agentId,
  toNumber: '+12125550134',
  status: 'completed',
  outcome: 'completed',
  duration: 61,
  startedAt: new Date(startTime).toISOString(),
  endedAt: new Date(startTime + 61_000).toISOString(),
}
const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false }

async function start() {
  let isLive = true
  let past: object = pastCall
  const script: Script = ({ path }) => {
    if (path === `/v2/api/active-calls/${roomName}`) return isLive ? { body: liveCall } : undefined
    if (path.startsWith('/v2/api/call-history')) return { body: { calls: [past], pagination } }
    if (path === `/api/v1/agents/${agentId}`) return { body: { id: agentId, name: 'Finn' } }
    return undefined
  }
  const store = await openTestStore()
  const clock = createTestClock(startTime + 70_000)
  const environment = { SERVICE_WORKSPACE_ID: 'ws_main=Main,ws_other=Other' }
  const started = await startGatewayWithService(script, { store, clock, environment })
  const { grace, service } = started
  await grace.get(`/api/v1/agents/${agentId}`)
  const fresh = { headers: { 'cache-control': 'no-cache' } }
  const read = async () => {
    clock.advance(5_000)
    await grace.get(`/v2/api/active-calls/${roomName}`, fresh)
  }
  return {
    ...started,
    store,
    clock,
    watch: read,
    watchEnd: async () => {
      isLive = false
      await read()
      await read()
    },
    readHistory: (change: object = {}) => {
      past = { ...pastCall, ...change }
      return grace.get('/v2/api/call-history', fresh)
    },
    show: async () => (await grace.get(path)).json as unknown as OutcomeOfCall,
    correct: (outcome: string | null) => grace.request('PUT', path, { body: { outcome } }),
    /** The outcomes that the reports count, without a request to the service. */
    count: async () => {
      const before = service.received.length
      const counts = await grace.get(`/gateway/reports/calls?from=0&to=${startTime + 86_400_000}&by=outcome`)
      expect(service.received).toHaveLength(before)
      return (counts.json as unknown as CallCounts).groups.map(({ outcomes }) => outcomes)
    },
  }
}
const byTranscript = { outcome: 'agreed', source: 'transcript' }
const guess = {
  current: byTranscript,
  seen: byTranscript,
  line: { index: 1, text: 'Yes, please.' },
  correction: null,
}

test('a call in progress has a guess with its line, and keeps it when it has ended', async () => {
  const { watch, watchEnd, show } = await start()
  expect(await show()).toMatchObject({ current: null, seen: null, line: null })
  await watch()
  expect(await show()).toMatchObject(guess)
  await watchEnd()
  expect(await show()).toMatchObject(guess)
})

test('the wall shows the guess, or the correction, also of a call that has just ended', async () => {
  const { watch, watchEnd, correct, grace } = await start()
  const onWall = async () => {
    const { calls } = (await grace.get('/gateway/live-calls')).json as unknown as {
      calls: { live: boolean; outcome: string }[]
    }
    return calls.map(({ live, outcome }) => [live, outcome])
  }
  await watch()
  expect(await onWall()).toEqual([[true, 'agreed']])
  await correct('said_no')
  expect(await onWall()).toEqual([[true, 'said_no']])
  await watchEnd()
  expect(await onWall()).toEqual([[false, 'said_no']])
  await correct(null)
  expect(await onWall()).toEqual([[false, 'agreed']])
})

test('the wall says whether an outcome is a guess or a correction', async () => {
  const { watch, correct, grace } = await start()
  const sources = async () => {
    const { calls } = (await grace.get('/gateway/live-calls')).json as unknown as { calls: { outcomeSource: string }[] }
    return calls.map(({ outcomeSource }) => outcomeSource)
  }
  await watch()
  expect(await sources()).toEqual(['transcript'])
  await correct('said_no')
  expect(await sources()).toEqual(['person'])
})

describe('a correction', () => {
  it('counts more than what was seen before and after, once it is known how the call ended', async () => {
    const { watch, watchEnd, readHistory, correct, show, count } = await start()
    await watch()
    expect((await correct('said_no')).status).toBe(200)
    expect(await count()).toEqual([])
    await watchEnd()
    expect(await count()).toEqual([{ said_no: 1 }])
    await readHistory({ outcome: 'voicemail' })
    expect(await count()).toEqual([{ said_no: 1 }])
    expect(await show()).toMatchObject({
      current: { outcome: 'said_no', source: 'person' },
      seen: { outcome: 'mailbox', source: 'service' },
      line: null,
      reason: 'voicemail',
      correction: { operator: 'Grace Okafor', at: expect.any(Number) as number },
    })
  })

  it('is replaced, and taken back to what was seen meanwhile', async () => {
    const { watch, watchEnd, readHistory, correct, show, count } = await start()
    await watch()
    await watchEnd()
    await correct('wrong_number')
    await correct('mailbox')
    expect(await count()).toEqual([{ mailbox: 1 }])
    await readHistory({ outcome: 'busy' })
    await correct(null)
    expect(await count()).toEqual([{ busy: 1 }])
    expect(await show()).toMatchObject({ current: { outcome: 'busy', source: 'service' }, correction: null })
  })

  it('finds the call of a history that names no room', async () => {
    const { watch, correct, readHistory, count } = await start()
    await watch()
    await correct('said_no')
    await readHistory()
    expect(await count()).toEqual([{ said_no: 1 }])
  })

  it('is in the audit with who made it, and never sent to the service', async () => {
    const { watch, watchEnd, correct, store, service } = await start()
    await watch()
    await watchEnd()
    const before = service.received.length
    await correct('said_no')
    await correct('said_no')
    await correct(null)
    expect(service.received).toHaveLength(before)
    const recorded = await store
      .selectFrom('effects')
      .select(['operator', 'ids'])
      .where('endpoint', '=', 'callOutcomeCorrect')
      .orderBy('at')
      .execute()
    expect(recorded.map(({ operator, ids }) => [operator, (JSON.parse(ids) as { outcome: string }).outcome])).toEqual(
      expect.arrayContaining([
        ['Grace Okafor', 'said_no'],
        ['Grace Okafor', 'none'],
      ]),
    )
    expect(recorded).toHaveLength(2)
  })

  it('is refused for a call that nobody has seen, and for an outcome that says nothing', {
    tags: ['known-call-is-corrected'],
  }, async () => {
    const { correct, watch, store } = await start()
    expect(await correct('agreed')).toMatchObject({ status: 404 })
    await watch()
    expect(await correct('unknown')).toMatchObject({ status: 400 })
    expect(await store.selectFrom('call_corrections').selectAll().execute()).toEqual([])
  })
})

test('a call of another workspace is neither shown nor corrected', { tags: ['known-call-is-corrected'] }, async () => {
  const { watch, watchEnd, correct, show, grace } = await start()
  const elsewhere = { headers: { [headers.workspace]: 'ws_other' } }
  await watch()
  for (const endIt of [() => Promise.resolve(), watchEnd]) {
    await endIt()
    expect((await correct('said_no')).status).toBe(200)
    expect((await grace.get(path, elsewhere)).json).toMatchObject({ current: null, seen: null, correction: null })
    const body = { outcome: 'agreed' }
    expect(await grace.request('PUT', path, { body, ...elsewhere })).toMatchObject({ status: 404 })
    expect(await show()).toMatchObject({ current: { outcome: 'said_no' } })
  }
})

test.each([
  ['support', 'ready-support', 200],
  ['a campaign manager', 'ready-campaign-manager', 200],
  ['a reviewer', 'ready-reviewer', 403],
])('%s is answered', async (_, operatorId, status) => {
  const { watch, browser } = await start()
  await watch()
  const person = await browser().signInAsDemo(operatorId)
  expect(await person.request('PUT', path, { body: { outcome: 'said_no' } })).toMatchObject({ status })
})
