/** "Did you call this number?" of 240 numbers: any spelling of a whole number opens its person, with what is known of how many rows. */
import { expect, test } from 'vitest'
import type { BatchResults, Found, Person } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

const kinds = ['called', 'scheduled', 'blocked', 'never'] as const
/** The country's calling code, and the rest of a number with an area code of two or three digits. */
const plans = [
  ['1', 3, (index: number) => `212555${1_000 + index}`],
  ['49', 2, (index: number) => `309018${2_000 + index}`],
  ['44', 2, (index: number) => `207946${1_000 + index}`],
  ['33', 1, (index: number) => `14268${5_000 + index}`],
  ['61', 1, (index: number) => `2912${34_000 + index}`],
] as const
const wide = (text: string) => text.replace(/[\d+]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
const spellings: readonly ((code: string, area: string, rest: string) => string)[] = [
  (code, area, rest) => `+${code}${area}${rest}`,
  (code, area, rest) => `${code}${area}${rest}`,
  (code, area, rest) => `00${code}${area}${rest}`,
  (code, area, rest) => `011 ${code} ${area} ${rest}`,
  (code, area, rest) => `+${code} (${area}) ${rest.slice(0, 3)}-${rest.slice(3)}`,
  (code, area, rest) => `+${code} ${area}/${rest}`,
  (code, area, rest) => `tel:+${code}-${area}-${rest}`,
  (code, area, rest) => `+${code}.${area}.${rest.slice(0, 4)}.${rest.slice(4)}`,
  (code, area, rest) => wide(`+${code} ${area} ${rest}`),
  (code, area, rest) => `"+${code}\u00a0${area}\u2009${rest}"`,
]
/** Each kind with each spelling six times, on two pages of the batch. */
const people = Array.from({ length: 240 }, (_, index) => {
  const [code, areaLength, restOf] = plans[index % plans.length] ?? plans[0]
  const national = restOf(index)
  const spell = spellings[Math.floor(index / kinds.length) % spellings.length] ?? spellings[0]
  const [area, rest] = [national.slice(0, areaLength), national.slice(areaLength)]
  return {
    kind: kinds[index % kinds.length],
    number: `+${code}${national}`,
    spelled: spell?.(code, area, rest) ?? '',
    words: `Please tell Ms. Number${index}.`,
  }
})

const startTime = Date.now() - 3_600_000
const rows = people
  .filter(({ kind }) => kind === 'called' || kind === 'scheduled')
  .map(({ kind, number, words }, index) => {
    const row = { jobId: `j${index}`, phone_number: number, metadata: {} }
    if (kind === 'scheduled') return { ...row, status: 'waiting' }
    const callId = `c${index}`
    const result = { callId, transcript: [{ role: 'customer', content: words }], outcome: 'completed', metadata: {} }
    return { ...row, status: 'completed', callId, roomName: `a1-${callId}`, startTime, duration: 20, result }
  })
const half = rows.length / 2
const counts = { waiting: half, active: 0, completed: half, failed: 0, cancelled: 0, total: rows.length }
const script: Script = ({ path }) => {
  const { pathname, searchParams } = new URL(path, 'http://service')
  const [, part = ''] = /^\/v1\/api\/batch-calls\/b1\/(.+)$/.exec(pathname) ?? []
  if (part === 'status') return { body: { status: 'processing', isComplete: false, ...counts, recent_calls: [] } }
  if (part !== 'calls') return { body: rows.find(({ jobId }) => part === `calls/${jobId}`) ?? {} }
  const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
  const totalPages = Math.ceil(rows.length / limit)
  const pagination = { page, limit, total: rows.length, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
  const calls = rows.slice((page - 1) * limit, page * limit).map((row) => ({ ...row, result: undefined }))
  return { body: { calls, pagination, summary: counts } }
}

test('240 numbers, called, scheduled, blocked or never, each spelled in one of ten ways, have the right answer', {
  tags: ['R56', 'U55'],
}, async () => {
  const { grace } = await startGatewayWithService(script, {
    store: await openTestStore(),
    seed: [{ batchId: 'b1', name: 'Renewals', agentId: 'a1' }],
    environment: { SERVICE_REQUESTS_PER_MINUTE: '36000', SERVICE_WORKSPACE_ID: 'ws_main=Main' },
  })
  for (const { kind, number } of people)
    if (kind === 'blocked') await grace.post('/gateway/do-not-call', { number, reason: 'Asked not to be called' })
  await grace.get('/v1/api/batch-calls/b1/status')
  const open = async (spelled: string) => {
    const [first] = (await grace.post('/gateway/search', { text: spelled })).json.found as Found[]
    return (await grace.get(`/gateway/people/${first?.id}`)).json as unknown as Person
  }
  // Nobody opens the batch or a call.
  const results = async () => (await grace.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  await expect.poll(async () => (await results()).seen).toBe(half)
  let longestMs = 0
  for (const { kind, number, spelled, words } of people) {
    const startedAt = performance.now()
    const person = await open(spelled)
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    expect({ spelled, phone: person.phone, known: person.rows?.known, all: person.rows?.all }).toEqual({
      spelled,
      phone: number,
      known: rows.length,
      all: rows.length,
    })
    const found = person.entries.map((entry) => (entry.kind === 'call' ? [entry.state, entry.said] : [entry.kind]))
    const expected = {
      called: [['ended', words]],
      scheduled: [['waiting', null]],
      blocked: [['do-not-call']],
      never: [],
    }
    expect([spelled, found]).toEqual([spelled, expected[kind ?? 'never']])
  }
  // A search and a page.
  expect(longestMs).toBeLessThan(2_000)
})
