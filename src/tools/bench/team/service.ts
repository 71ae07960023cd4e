/**
 * A process with the embedded service, without a rate limit, with drafts and a batch with live calls. Once the calls have started, it
 * prints the settings that a gateway needs.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type MessageFlow, type Plan, plans } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import { endlessCallCount, endlessNumber } from './processes.ts'

const { DATA_DIR: dataDir = '', BENCH_DRAFTS: drafts, BENCH_CALLS: calls } = process.env
const unlimitedTier = { perMinute: 1e6, burst: 1e6 }
/** A batch uses at most four fifths of the concurrent calls. */
const plan: Plan = {
  ...plans.enterprise,
  tiers: { standard: unlimitedTier, 'data-read': unlimitedTier },
  concurrentCalls: Math.ceil((Number(calls) - endlessCallCount) * 1.25),
}
const service = await startService({ dataDir, port: 0, plan, speed: 1, seed: 'bench', specificationOnly: false })

async function requestJson<T>(path: string, body?: FormData | object): Promise<T> {
  const answer = await fetch(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-api-key': service.apiKey,
      'x-workspace-id': service.workspaceId,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const [flow] = await requestJson<MessageFlow[]>('/v1/api/message-flows')
for (let index = 0; index < Number(drafts); index += 1) {
  const draft = { flowId: flow?._id, to: `+1415${2_000_000 + index}`, autopilot: false }
  await requestJson('/v1/api/conversations/message/generate', draft)
}
const agentId = service.seeded.batches[0]?.agentId ?? ''
for (let index = 0; index < endlessCallCount; index += 1)
  await requestJson('/api/v1/calls/call', { agentId, toNumber: endlessNumber })
const rows = Array.from({ length: 20_000 }, (_, index) => `+1415${2_100_000 + index},Guest${index}`)
const form = new FormData()
form.set('agentId', agentId)
form.set('file', new Blob([`phone_number,first_name\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'guests.csv')
const { batchId } = await requestJson<{ batchId: string }>('/v1/api/batch-calls', form)
const countLiveCalls = async () => (await requestJson<{ count: number }>('/v2/api/active-calls')).count
while ((await countLiveCalls()) < Number(calls) - 2) await wait(500)
process.on('SIGTERM', () => void service.close().then(() => process.exit(0)))
console.log(JSON.stringify({ url: service.url, apiKey: service.apiKey, workspaceId: service.workspaceId, batchId }))
