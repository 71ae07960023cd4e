/** Measures the embedded service: how it accepts the largest batch while it answers other requests, and the load of 200 calls at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { csvLimits, type Plan, plans } from '#contract/index.ts'
import { type Service, startService } from '#server/service/start.ts'
import { measureMs, quantile, type Row } from '../measure.ts'

const bytesPerMegabyte = 1024 * 1024
const unlimitedTier = { perMinute: 1e6, burst: 1e6 }
/** A plan without a tight rate limit. Batches use four fifths of the concurrent calls, which gives 200 calls at once. */
const plan: Plan = {
  ...plans.enterprise,
  tiers: { standard: unlimitedTier, 'data-read': unlimitedTier },
  concurrentCalls: 250,
}

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

async function requestJson<T>({ url, apiKey, workspaceId }: Service, path: string, body?: FormData): Promise<T> {
  const headers = { 'x-api-key': apiKey, 'x-workspace-id': workspaceId }
  const answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A file of recipients: a phone number, a name, an email address and two other columns. */
const createCsv = (rows: number) =>
  [
    'phone_number,first_name,last_name,email,date,amount',
    ...Array.from(
      { length: rows },
      (_, i) => `+1415${String(2_000_000 + i)},Guest${i},Whitfield,guest${i}@example.com,Thursday,$${i % 300}.50`,
    ),
    '',
  ].join('\n')

function createUpload(service: Service, rows: number): FormData {
  const form = new FormData()
  form.set('agentId', service.seeded.batches[0]?.agentId ?? '')
  form.set('file', new Blob([createCsv(rows)], { type: 'text/csv' }), 'recipients.csv')
  return form
}

/** Waits for 196 of the 200 possible calls, because calls end meanwhile and a seeded batch uses some. */
async function waitForManyCalls(service: Service): Promise<void> {
  const countCalls = async () => (await requestJson<{ count: number }>(service, '/v2/api/active-calls')).count
  while ((await countCalls()) < 196) await wait(1_000)
}

async function measureLargestBatch(service: Service): Promise<Row[]> {
  const form = createUpload(service, csvLimits.rows)
  for (let i = 0; i < 20; i++) await requestJson(service, '/api/v1/agents')
  globalThis.gc?.()
  const bytesBefore = process.memoryUsage().rss
  let maxBytes = bytesBefore
  const otherRequestTimes: number[] = []
  const accepting = { isOver: false }
  const sendOtherRequests = async () => {
    while (!accepting.isOver) {
      otherRequestTimes.push(await measureMs(() => requestJson(service, '/api/v1/agents')))
      maxBytes = Math.max(maxBytes, process.memoryUsage().rss)
      await wait(5)
    }
  }
  const otherRequests = sendOtherRequests()
  const acceptedMs = await measureMs(() => requestJson(service, '/v1/api/batch-calls', form))
  await waitForManyCalls(service)
  accepting.isOver = true
  await otherRequests
  return [
    { title: '50,000 rows accepted', unit: 'ms', ours: acceptedMs, goal: { max: 5_000 } },
    {
      title: 'other requests until 200 of them were dialled, p99',
      unit: 'ms',
      ours: quantile(otherRequestTimes, 0.99),
      goal: { max: 100 },
    },
    {
      title: 'additional memory meanwhile',
      unit: 'MB',
      ours: (maxBytes - bytesBefore) / bytesPerMegabyte,
      goal: { max: 200 },
    },
  ]
}

/** How long the calls are measured, in ms. */
const measuredMs = 30_000

async function measureManyCalls(service: Service): Promise<Row[]> {
  await requestJson(service, '/v1/api/batch-calls', createUpload(service, 2_000))
  await waitForManyCalls(service)
  const began = performance.now()
  const usageBefore = process.cpuUsage()
  await wait(measuredMs)
  const { user, system } = process.cpuUsage(usageBefore)
  const share = (user + system) / 1000 / (performance.now() - began)
  return [{ title: '200 calls at once, share of one core', unit: '%', ours: share * 100, goal: { max: 10 } }]
}

export const bench = async (): Promise<Row[]> => [
  ...(await withService(measureManyCalls)),
  ...(await withService(measureLargestBatch)),
]
