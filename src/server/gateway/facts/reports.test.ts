/** Reports are computed one at a time, for people in turn, and for no longer than somebody waits; their periods have an end. */
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { callGroupings, costGroupings, decisionGroupings, requestGroupings } from '#contract/index.ts'
import { shareChanges } from '#server/database/changes.ts'
import { isSqlite } from '#server/database/open.ts'
import { callFact, decisionFact, insertRows, openTestStore } from '../testing/store.ts'
import { createTestClock, type openBrowser, origin, startGatewayWithService } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const now = Date.parse('2026-11-25T12:34:56Z')
const dayMs = 86_400_000
const lastYear = now - 365 * dayMs
/** The end of the year 9999. */
const endOfTime = 253_402_300_799_999

/** A gateway that has seen calls and decisions, and counts the statements about them. */
async function start(calls = 20_000) {
  const plain = await openTestStore()
  await insertRows(
    plain,
    'call_facts',
    Array.from({ length: calls }, (_, index) => callFact({ id: `c${index}`, at: now - index * 1_000 })),
  )
  await insertRows(plain, 'decision_facts', [
    decisionFact({ effect_id: 'e1', workspace: 'ws_main', result: 'approved', at: now - 1_000 }),
  ])
  const statements = { about: 0 }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (/(call|decision)_facts|request_counts/.test(JSON.stringify(node))) statements.about += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const clock = createTestClock(now)
  const started = await startGatewayWithService(undefined, {
    store: shareChanges(plain.withPlugin(plugin), plain),
    clock,
  })
  const count = async (work: () => Promise<unknown>) => {
    const before = statements.about
    await work()
    return statements.about - before
  }
  return { ...started, store: plain, clock, count, statements }
}

const groupings = {
  calls: callGroupings,
  costs: costGroupings,
  decisions: decisionGroupings,
  requests: requestGroupings,
}
const reports = Object.entries(groupings).flatMap(([report, all]) => all.map((by) => `${report}?by=${by}`))
const lists = ['calls/rows?limit=5', 'decisions/rows?limit=5', 'batches?']
const readAt = (browser: Browser, report: string, from: number, to: number) =>
  browser.get(`/gateway/reports/${report}&from=${from}&to=${to}`)

test('a period of centuries is refused, whatever it is counted by', {
  tags: ['counted-period-is-limited'],
}, async () => {
  const { grace } = await start(10)
  for (const report of [...reports, ...lists]) {
    const { status, json } = await readAt(grace, report, 0, endOfTime)
    expect([report, status, json.error?.message]).toEqual([report, 400, expect.stringContaining('too long')])
  }
})

test('days to come cost nothing', async () => {
  const { grace, count } = await start(10)
  const from = now - 3 * dayMs
  for (const report of [...reports, ...lists]) {
    const usual = await count(() => readAt(grace, report, from, now + dayMs - 120_000))
    const ahead = /by=hour/.test(report) ? 30 : 700
    const later = await count(async () =>
      expect((await readAt(grace, report, from, now + ahead * dayMs)).status).toBe(200),
    )
    expect([report, later <= usual + 5]).toEqual([report, true])
  }
})

test('requests of the same minute share one answer', async () => {
  const { grace, count } = await start(10)
  for (const report of reports.filter((report) => !report.startsWith('requests'))) {
    const first = await count(() => readAt(grace, report, now - dayMs, now - 10))
    const later = await count(async () => {
      for (let ms = 1; ms < 5; ms += 1) await readAt(grace, report, now - dayMs + ms, now + ms)
    })
    // Decisions that have ended are looked for with each request.
    expect([report, first > 1, later <= 4]).toEqual([report, true, true])
  }
})

test('a person who asks for 150 reports gets six of them, and a colleague is next', {
  tags: ['one-person-has-few-reports-waiting'],
}, async () => {
  const { grace, browser, store } = await start()
  const priya = await browser().signInAsDemo('ready-reviewer')
  const finished: string[] = []
  const asked = Array.from({ length: 150 }, async (_, index) => {
    const answer = await readAt(grace, 'calls?by=country', lastYear + index * 60_000, now)
    if (answer.status === 200) finished.push('Grace')
    return answer
  })
  const ofPriya = readAt(priya, 'calls?by=agent', lastYear, now).then(({ status }) => {
    finished.push('Priya')
    return status
  })
  const answers = await Promise.all(asked)
  expect(await ofPriya).toBe(200)
  const refused = answers.filter(({ status }) => status !== 200)
  // Two at once with PostgreSQL, where some end before others have been asked for.
  expect(refused.length).toBeGreaterThanOrEqual(isSqlite(store) ? 144 : 100)
  expect(refused.length).toBeLessThanOrEqual(144)
  for (const { status, json, headers } of refused)
    expect([status, json.error.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '5'])
  expect(refused[0]?.json.error.message).toContain('5 of your reports are still being counted')
  expect(finished.indexOf('Priya')).toBeLessThan(isSqlite(store) ? 3 : finished.length - 1)
})

test('a report ends when nobody waits for it any more', { tags: ['unwanted-value-is-not-computed'] }, async () => {
  const { grace, gateway, statements } = await start()
  const cookie = grace
    .cookies()
    .map((pair) => pair.join('='))
    .join('; ')
  for (const report of ['calls?by=country', 'costs?by=day', 'calls/rows?country=DE', 'requests?by=day']) {
    const leaving = new AbortController()
    const before = statements.about
    const asked = gateway.fetch(
      new Request(`${origin}/gateway/reports/${report}&from=${lastYear}&to=${now}`, {
        headers: { host: new URL(origin).host, cookie },
        signal: leaving.signal,
      }),
    )
    while (statements.about < before + 2) await new Promise(setImmediate)
    leaving.abort()
    expect([report, (await asked).status]).toEqual([report, 400])
    const after = statements.about
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    expect([report, statements.about - after <= 2]).toEqual([report, true])
  }
})
