/** For tests: a scripted service with batches that have ended, with the endpoints of the specification. */
import type { ReceivedRequest, Script } from './testing.ts'

const startedAt = Date.now() - 3_600_000
const mailbox = [{ role: 'customer', content: 'Please leave a message after the tone.' }]
const said = [
  { role: 'agent', content: 'Do you want to renew?' },
  { role: 'customer', content: 'Yes, please.' },
]

/** A batch with so many calls: of five, one was not answered and says so, one was answered by a mailbox. */
const callsOf = (batchId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    jobId: `${batchId}_${index}`,
    phone_number: `+1212555${1000 + index}`,
    callId: `${batchId}c${index}`,
    roomName: `agent1-${batchId}c${index}`,
    startTime: startedAt + index * 1_000,
    duration: 30,
    metadata: {},
    ...(index % 5 === 0 ? { status: 'failed', error: 'no_answer' } : { status: 'completed' }),
  }))

/** A service with batches that have ended, as the specification describes it. */
export function scriptEndedBatches(batches: Record<string, number>) {
  const script: Script = ({ path }) => {
    const [, batchId = '', rest = ''] = /\/batch-calls\/(\w+)\/?(.*)$/.exec(path) ?? []
    const count = batches[batchId]
    if (count === undefined) return undefined
    const calls = callsOf(batchId, count)
    const failed = calls.filter(({ status }) => status === 'failed').length
    const summary = { waiting: 0, active: 0, completed: count - failed, failed, cancelled: 0, total: count }
    if (rest === '')
      return { body: { id: batchId, status: 'completed', isComplete: true, totalCalls: count, progress: summary } }
    if (rest === 'status') return { body: { status: 'completed', isComplete: true, ...summary, recent_calls: [] } }
    if (rest.startsWith('calls?')) {
      const query = new URLSearchParams(rest.slice('calls?'.length))
      const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
      const totalPages = Math.ceil(count / limit)
      const pagination = { page, limit, total: count, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
      return { body: { calls: calls.slice((page - 1) * limit, page * limit), pagination, summary } }
    }
    const index = calls.findIndex(({ jobId }) => `calls/${jobId}` === rest)
    const call = calls[index]
    if (!call) return undefined
    const transcript = index % 5 === 1 ? mailbox : said
    return {
      body: { ...call, result: { callId: call.callId, transcript, outcome: 'completed', metadata: {} } },
    }
  }
  return script
}

/** The jobs whose own records were read, in order. */
export const readRecords = ({ received }: { received: readonly ReceivedRequest[] }): string[] =>
  received.flatMap(({ path }) => /\/batch-calls\/\w+\/calls\/(\w+)$/.exec(path)?.[1] ?? [])
