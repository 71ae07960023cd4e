/**
 * A process with the embedded service, without a rate limit, with drafts and a batch with live calls. It prints the settings that a
 * gateway needs once the calls have started.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type MessageFlow, type Plan, plans } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import { endlessCalls, endlessNumber } from './processes.ts'

const { DATA_DIR: dataDir = '', BENCH_DRAFTS: drafts, BENCH_CALLS: calls } = process.env
const rate = { perMinute: 1e6, burst: 1e6 }
/** A batch uses at most four fifths of the concurrent calls. */
const plan: Plan = {
  ...plans.enterprise,
  tiers: { standard: rate, 'data-read': rate },
  concurrentCalls: Math.ceil((Number(calls) - endlessCalls) * 1.25),
}
const service = await startService({ dataDir, port: 0, plan, speed: 1, seed: 'bench', specificationOnly: false })

async function ask<T>(path: string, body?: FormData | object): Promise<T> {
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

const [flow] = await ask<MessageFlow[]>('/v1/api/message-flows')
for (let at = 0; at < Number(drafts); at += 1) {
  const draft = { flowId: flow?._id, to: `+1415${2_000_000 + at}`, autopilot: false }
  await ask('/v1/api/conversations/message/generate', draft)
}
const agentId = service.seeded.batches[0]?.agentId ?? ''
for (let at = 0; at < endlessCalls; at += 1) await ask('/api/v1/calls/call', { agentId, toNumber: endlessNumber })
const rows = Array.from({ length: 20_000 }, (_, at) => `+1415${2_100_000 + at},Guest${at}`)
const form = new FormData()
form.set('agentId', agentId)
form.set('file', new Blob([`phone_number,first_name\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'guests.csv')
const { batchId } = await ask<{ batchId: string }>('/v1/api/batch-calls', form)
const live = async () => (await ask<{ count: number }>('/v2/api/active-calls')).count
while ((await live()) < Number(calls) - 2) await wait(500)
process.on('SIGTERM', () => void service.close().then(() => process.exit(0)))
console.log(JSON.stringify({ url: service.url, apiKey: service.apiKey, workspaceId: service.workspaceId, batchId }))
