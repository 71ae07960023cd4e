import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract, type FollowedRead, followedReads, type Status, statusTag } from '#contract/index.ts'
import { postDecision, scriptDrafts } from '../testing/review.ts'
import {
  acceptBatches,
  afterTest,
  batchForm,
  callRequest,
  type openBrowser,
  startGatewayWithService,
} from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
const statusOf = async (person: Browser) => (await person.get('/gateway/status')).json as unknown as Status

/** For each followed read, a change that changes its answer. */
const changes: Record<FollowedRead, (by: { grace: Browser; priya: Browser }) => Promise<unknown>> = {
  sessionShow: ({ grace }) => grace.post('/gateway/stop-switch', { reason: 'A wrong list' }),
  countShow: ({ grace }) => grace.post('/gateway/calls', callRequest, { key: 'k1' }),
  decisionList: ({ priya }) => postDecision(priya, { holdSeconds: 30 }),
  approvalList: async ({ grace }) => {
    await grace.request('PUT', '/gateway/calling-rules', { body: { approval: { above: 1 } } })
    return grace.post('/gateway/approvals', batchForm(), { key: 'k1' })
  },
  preparedBatchList: ({ grace }) => grace.post('/gateway/launches', batchForm(twelve, { first: '10' }), { key: 'k1' }),
  batchList: ({ grace }) => grace.post('/gateway/launches', batchForm(), { key: 'k1' }),
  effectList: ({ grace }) => grace.post('/gateway/calls', callRequest, { key: 'k1' }),
}
const twelve = `phone_number\n${Array.from({ length: 12 }, (_, at) => `+19075550${100 + at}`).join('\n')}\n`

/** A service with a draft that starts batches, and does not answer when it is to place a call. */
async function followedWorld() {
  const scriptedDrafts = scriptDrafts(1)
  const { grace, browser } = await startGatewayWithService(
    (received) =>
      scriptedDrafts.script(received) ??
      acceptBatches(received) ??
      (received.path === '/api/v1/calls/call' ? 'lost' : undefined),
  )
  const priya = await browser().signInAsDemo('ready-reviewer')
  await priya.get('/gateway/review-queue')
  return { grace, priya, tags: async () => (await statusOf(grace)).tags }
}

test('an open page polls one small answer, which costs no request to the service and is sent again only after a change', async () => {
  const { service, grace } = await startGatewayWithService()
  const { status, headers, text } = await grace.get('/gateway/status')
  expect(status).toBe(200)
  expect(text.length).toBeLessThan(400)
  const before = service.received.length
  const again = await grace.get('/gateway/status', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again).toMatchObject({ status: 304, text: '' })
  expect(service.received).toHaveLength(before)
})

test.each(Object.entries(followedReads))(
  'the status has the same tag as the answer of %s, also after a change',
  async (name, args) => {
    const { grace, priya, tags } = await followedWorld()
    const query = new URLSearchParams()
    if ('query' in args) for (const [key, value] of Object.entries(args.query)) query.set(key, `${value}`)
    const address = `${contract[name as FollowedRead].path}?${query.toString()}`
    const own = async () => statusTag((await grace.get(address)).headers.get('etag') ?? '')
    const before = (await tags())[name as FollowedRead]
    expect(before).toBe(await own())
    await changes[name as FollowedRead]({ grace, priya })
    const after = (await tags())[name as FollowedRead]
    expect(after).not.toBe(before)
    expect(after).toBe(await own())
  },
)

test('the status has no tag of decisions for operators who may not decide', async () => {
  const { browser } = await startGatewayWithService()
  expect((await statusOf(await browser().signInAsDemo('ready-support'))).tags).toMatchObject({
    decisionList: null,
    batchList: expect.any(String),
  })
})

test('the status has a summary of the budget that equals the whole budget', async () => {
  const { grace } = await startGatewayWithService()
  const { budget } = await statusOf(grace)
  expect((await grace.get('/gateway/budget')).json).toMatchObject({ ...budget })
  expect(budget).toMatchObject({ perMinute: 60, used: expect.any(Number), pausedUntil: null })
})

test('a visitor who is not signed in learns when their session changes, and nothing about the organisation', async () => {
  const { grace, browser } = await startGatewayWithService()
  const visitor = browser()
  const { tags, ...rest } = await statusOf(visitor)
  const { sessionShow, ...others } = tags
  expect(rest).toEqual({ dashboard: null, budget: null })
  expect(new Set(Object.values(others))).toEqual(new Set([null]))
  expect(sessionShow).not.toBe((await statusOf(grace)).tags.sessionShow)
  // It does not start a session.
  expect(visitor.cookies()).toEqual([])
})

test('the status has the same dashboard version as the page', async () => {
  const dashboard = mkdtempSync(join(tmpdir(), 'switchboard-dist-'))
  afterTest(async () => rmSync(dashboard, { recursive: true, force: true }))
  const version = '2026-11-22T22:09:57.518Z 313ae0e2'
  writeFileSync(
    join(dashboard, 'index.html'),
    `<!doctype html><meta name="version" content="${version}"><title>S</title>`,
  )
  const { grace } = await startGatewayWithService(undefined, { dashboard })
  expect((await statusOf(grace)).dashboard).toBe(version)
})
