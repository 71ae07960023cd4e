import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Status } from '#contract/index.ts'
import { decide, reviewWorld } from '../testing/review.ts'
import { afterwards, type openBrowser, world } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
const statusOf = async (person: Browser) => (await person.get('/gateway/status')).json as unknown as Status
const tagOf = async (person: Browser, path: string) => (await person.get(path)).headers.get('etag')

test('an open page polls one small answer, which costs the service nothing and is sent once while nothing changes', async () => {
  const { service, grace } = await world()
  const { status, headers, text } = await grace.get('/gateway/status')
  expect(status).toBe(200)
  expect(text.length).toBeLessThan(300)
  const before = service.received.length
  const again = await grace.get('/gateway/status', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again).toMatchObject({ status: 304, text: '' })
  expect(service.received).toHaveLength(before)
})

test('the status names the ETag that the session has, and another once the session is another', async () => {
  const { grace, browser } = await world()
  const sam = await browser().land('ready-support')
  const { session } = await statusOf(sam)
  expect(session).toBe(await tagOf(sam, '/gateway/session'))
  await grace.post('/gateway/stop-switch', { reason: 'A wrong list' })
  const stopped = await statusOf(sam)
  expect(stopped.session).not.toBe(session)
  expect(stopped.session).toBe(await tagOf(sam, '/gateway/session'))
})

test('the status names the ETag of the decisions, to those alone who decide', async () => {
  const { grace, priya, browser } = await reviewWorld(1)
  await priya.get('/gateway/review-queue')
  const { decisions } = await statusOf(priya)
  expect(decisions).toBe(await tagOf(priya, '/gateway/decisions'))
  await decide(priya, { holdSeconds: 30 })
  const decided = await statusOf(priya)
  expect(decided.decisions).not.toBe(decisions)
  expect(decided.decisions).toBe(await tagOf(priya, '/gateway/decisions'))
  expect((await statusOf(grace)).decisions).toBe(await tagOf(grace, '/gateway/decisions'))
  expect((await statusOf(await browser().land('ready-support'))).decisions).toBeNull()
})

test('the status has the budget in short, as the whole budget has it', async () => {
  const { grace } = await world()
  const { budget } = await statusOf(grace)
  expect((await grace.get('/gateway/budget')).json).toMatchObject({ ...budget })
  expect(budget).toMatchObject({ perMinute: 60, used: expect.any(Number), pausedUntil: null })
})

test('a visitor who is not signed in learns when the session is another one, and nothing of the organisation', async () => {
  const { grace, browser } = await world()
  const visitor = browser()
  const { session, ...rest } = await statusOf(visitor)
  expect(rest).toEqual({ dashboard: null, decisions: null, budget: null })
  expect(session).not.toBe((await statusOf(grace)).session)
  // It begins no session by itself.
  expect(visitor.cookies()).toEqual([])
})

test('the status names the version of the dashboard as its page does', async () => {
  const dashboard = mkdtempSync(join(tmpdir(), 'switchboard-dist-'))
  afterwards(async () => rmSync(dashboard, { recursive: true, force: true }))
  const version = '2026-11-22T22:09:57.518Z 313ae0e2'
  writeFileSync(
    join(dashboard, 'index.html'),
    `<!doctype html><meta name="version" content="${version}"><title>S</title>`,
  )
  const { grace } = await world(undefined, { dashboard })
  expect((await statusOf(grace)).dashboard).toBe(version)
})
