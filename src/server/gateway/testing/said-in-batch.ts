/** For tests: a scripted service with one running batch, and what was said in its calls. */
import type { openBrowser, Script } from './testing.ts'

const startTime = Date.parse('2026-11-23T14:30:00Z')
/** The room of a call, by its place in the batch. */
export const roomOf = (at: number) => `agent1-call${String(at).padStart(6, '0')}`

/** What a person said, and how long the call was. */
export interface Said {
  line: string
  seconds?: number
}

/** A service with one batch of a hundred rows, of which these were answered. @param onCancel answers a cancel */
export function scriptSaid(said: readonly Said[], onCancel?: () => ReturnType<Script>) {
  const world = { said, status: 'processing' }
  const script: Script = ({ method, path }) => {
    const completed = world.said.length
    const counts = { waiting: 100 - completed, active: 0, completed, failed: 0, cancelled: 0, total: 100 }
    if (method === 'POST') return { body: { batchId: 'batch_1', totalCalls: 100, status: 'queued', message: 'ok' } }
    if (method === 'DELETE') {
      const details = { completedCalls: completed, failedCalls: 0, cancelledCalls: 100 - completed, totalCalls: 100 }
      return onCancel?.() ?? { body: { batchId: 'batch_1', status: 'cancelled', message: 'ok', details } }
    }
    const at = /\/calls\/job_(\d+)$/.exec(path)?.[1]
    if (at !== undefined) {
      const { line, seconds = 40 } = world.said[Number(at)] ?? { line: '' }
      const transcript = [
        { role: 'agent', content: 'Would Tuesday suit you?' },
        { role: 'customer', content: line },
      ]
      const result = { callId: roomOf(Number(at)).slice(-10), transcript, outcome: '', metadata: {} }
      const began = startTime + Number(at) * 60_000
      const times = { startTime: began, endTime: began + seconds * 1_000, duration: seconds }
      const call = { jobId: `job_${at}`, status: 'completed', roomName: roomOf(Number(at)), metadata: {} }
      return { body: { ...call, ...times, phone_number: `+1907555${1000 + Number(at)}`, result } }
    }
    if (path.includes('/batch-calls/batch_1'))
      return { body: { id: 'batch_1', status: world.status, isComplete: false, ...counts } }
    return undefined
  }
  return { script, world }
}

/** Reads the progress and the own records of the calls, as the page of the batch does. */
export async function readCalls(person: ReturnType<typeof openBrowser>, count: number, from = 0): Promise<void> {
  await person.get('/v1/api/batch-calls/batch_1/status', { headers: { 'cache-control': 'no-cache' } })
  for (let at = from; at < count; at += 1) await person.get(`/v1/api/batch-calls/batch_1/calls/job_${at}`)
}
