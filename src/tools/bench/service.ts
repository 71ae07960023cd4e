/** Measures the embedded service: accepting the largest batch while serving other requests, and running many calls at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { csvLimits, type Plan, plans } from '#contract/index.ts'
import { type Service, startService } from '#server/service/start.ts'
import { measureMs, quantile, type Row } from '../measure.ts'

const megabyte = 1024 * 1024
const rate = { perMinute: 1e6, burst: 1e6 }
/** A plan without a tight rate limit. Batches use four fifths of the concurrent calls, which gives 200 calls at once. */
const plan: Plan = { ...plans.enterprise, tiers: { standard: rate, 'data-read': rate }, concurrentCalls: 250 }

async function withService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-service-'))
  const service = await startService({ dataDir, port: 0, plan, speed: 1, seed: 'bench', specificationOnly: false })
  try {
    return await work(service)
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function ask<T>({ url, apiKey, workspaceId }: Service, path: string, body?: FormData): Promise<T> {
  const headers = { 'x-api-key': apiKey, 'x-workspace-id': workspaceId }
  const answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A file of recipients: a phone number, a name, an email address and two other columns. */
const fileOf = (rows: number) =>
  [
    'phone_number,first_name,last_name,email,date,amount',
    ...Array.from(
      { length: rows },
      (_, i) => `+1415${String(2_000_000 + i)},Guest${i},Whitfield,guest${i}@example.com,Thursday,$${i % 300}.50`,
    ),
    '',
  ].join('\n')

function upload(service: Service, rows: number): FormData {
  const form = new FormData()
  form.set('agentId', service.seeded.batches[0]?.agentId ?? '')
  form.set('file', new Blob([fileOf(rows)], { type: 'text/csv' }), 'recipients.csv')
  return form
}

/** Slightly fewer than all, since calls end meanwhile and a seeded batch uses some. */
async function linesBusy(service: Service): Promise<void> {
  const calls = async () => (await ask<{ count: number }>(service, '/v2/api/active-calls')).count
  while ((await calls()) < 196) await wait(1_000)
}

async function largestBatch(service: Service): Promise<Row[]> {
  const form = upload(service, csvLimits.rows)
  for (let i = 0; i < 20; i++) await ask(service, '/api/v1/agents')
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const others: number[] = []
  const state = { over: false }
  const meanwhile = async () => {
    while (!state.over) {
      others.push(await measureMs(() => ask(service, '/api/v1/agents')))
      most = Math.max(most, process.memoryUsage().rss)
      await wait(5)
    }
  }
  const waiting = meanwhile()
  const taken = await measureMs(() => ask(service, '/v1/api/batch-calls', form))
  await linesBusy(service)
  state.over = true
  await waiting
  return [
    { title: '50,000 rows accepted', unit: 'ms', ours: taken, goal: { max: 5_000 } },
    {
      title: 'other requests until 200 of them were dialled, p99',
      unit: 'ms',
      ours: quantile(others, 0.99),
      goal: { max: 100 },
    },
    { title: 'additional memory meanwhile', unit: 'MB', ours: (most - before) / megabyte, goal: { max: 200 } },
  ]
}

/** How long the calls are measured, in ms. */
const watched = 30_000

async function manyCalls(service: Service): Promise<Row[]> {
  await ask(service, '/v1/api/batch-calls', upload(service, 2_000))
  await linesBusy(service)
  const began = performance.now()
  const before = process.cpuUsage()
  await wait(watched)
  const { user, system } = process.cpuUsage(before)
  const share = (user + system) / 1000 / (performance.now() - began)
  return [{ title: '200 calls at once, share of one core', unit: '%', ours: share * 100, goal: { max: 10 } }]
}

export const bench = async (): Promise<Row[]> => [
  ...(await withService(manyCalls)),
  ...(await withService(largestBatch)),
]
