/** Kills the process at arbitrary times during a batch, and while it waits for the answer to an event. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type BatchProgress, type Delivery, type PastCall, sumOf } from '#contract/index.ts'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { startEventReceiver } from './testing/event-receiver.ts'
import { spawnService, waitForExit } from './testing/process.ts'
import { csvFile, testNumber } from './testing/test-service.ts'

const headers = { 'x-api-key': 'key-of-the-tests', 'x-workspace-id': 'tests' }
const killCount = scaleForSoak(4)
const rowCount = 200
const numbers = Array.from({ length: rowCount }, (_, i) => testNumber(i))

describe('a process that is killed again and again', () => {
  it('dials every row of its batch exactly once and delivers the events of every call, unanswered ones again', {
    tags: ['soak', 'R21'],
    timeout: scaleForSoak(90_000),
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const { url, received, behaviour } = await startEventReceiver()
    const start = () =>
      spawnService(dataDir, {
        EMBEDDED_SPEED: '1000',
        SERVICE_CONCURRENT_CALLS: '50',
        EMBEDDED_WEBHOOK_URL: url,
      })
    let service = await start()
    const kill = async () => {
      const exited = waitForExit(service.child)
      service.child.kill('SIGKILL')
      await exited
    }
    const arrived: string[] = []
    let onArrival: (() => void) | null = null
    behaviour.answer = async ({ body }) => {
      arrived.push(body)
      if (onArrival === null) return 204
      const killed = onArrival
      onArrival = null
      await kill()
      killed()
      return null
    }
    const getJson = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
    const { flows } = await getJson<{ flows: { agentId: string; isActive: boolean; direction: string }[] }>(
      '/api/v1/flows?limit=100',
    )
    const flow = flows.find(({ agentId, isActive, direction }) => agentId && isActive && direction === 'outbound')
    const form = new FormData()
    form.set('agentId', flow?.agentId ?? '')
    form.set('file', csvFile(numbers), 'recipients.csv')
    const started = await fetch(`${service.url}/v1/api/batch-calls`, { method: 'POST', headers, body: form })
    const { batchId } = (await started.json()) as { batchId: string }

    // Kills are evenly spaced over the rows and can interrupt any part of a transaction. Counting received events needs no request.
    const countStartedCalls = () =>
      new Set(received.filter(isEventOfBatch(batchId, 'call.started')).map(({ data }) => data.callId)).size
    for (let place = 1; place <= killCount; place++) {
      const callCount = Math.floor((rowCount * place) / (killCount + 1))
      await vi.waitUntil(() => countStartedCalls() >= callCount, { timeout: 30_000, interval: 5 })
      if (place % 2 === 0) await kill()
      else await new Promise<void>((resolve) => (onArrival = resolve))
      service = await start()
    }
    const isDone = async () => {
      const { isComplete } = await getJson<BatchProgress>(`/v1/api/batch-calls/${batchId}/status`)
      const { deliveries } = await getJson<{ deliveries: Delivery[] }>('/simulation/deliveries?limit=100')
      return isComplete && deliveries.every(({ status }) => status !== 'waiting')
    }
    await vi.waitUntil(isDone, { timeout: 60_000, interval: 1_000 })

    const calls: PastCall[] = []
    for (let page = 1; calls.length < rowCount && page <= rowCount / 100; page++) {
      const answer = await getJson<{ calls: PastCall[] }>(
        `/v2/api/call-history?batchId=${batchId}&limit=100&page=${page}`,
      )
      calls.push(...answer.calls)
    }
    expect(calls.map(({ toNumber }) => toNumber).toSorted()).toEqual(numbers.toSorted())
    const progress = await getJson<BatchProgress>(`/v1/api/batch-calls/${batchId}/status`)
    expect(progress).toMatchObject({ waiting: 0, active: 0, cancelled: 0, total: rowCount })
    expect(sumOf(progress.completed, progress.failed)).toBe(rowCount)

    const events = new Set(received.map(({ event, data }) => `${event} ${data.callId}`))
    const missingEvents = calls.flatMap(({ callId, status }) =>
      [`call.started ${callId}`, `call.${status} ${callId}`].filter((event) => !events.has(event)),
    )
    expect(missingEvents).toEqual([])
    // Events that arrived but were not recorded as delivered were delivered again, with the same bytes.
    expect(new Set(arrived).size).toBeLessThan(arrived.length)

    const exited = waitForExit(service.child)
    service.child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })
})

const isEventOfBatch =
  (batchId: string, name: string) =>
  ({ event, data }: { event: string; data: Record<string, unknown> }) =>
    event === name && data.batchId === batchId
