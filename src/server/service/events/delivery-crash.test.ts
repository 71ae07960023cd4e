/** Event delivery after the process was killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Delivery, PastCall } from '#contract/index.ts'
import { startEventReceiver } from '../testing/event-receiver.ts'
import { spawnService, waitForExit } from '../testing/process.ts'
import { csv, numberOf } from '../testing/test-service.ts'

const headers = { 'x-api-key': 'key-of-the-tests', 'x-workspace-id': 'tests' }
const rows = 24
/** The process is killed during delivery of these events (counted from the start of the batch), before their answer. */
const moments = [1, 9, 30]

describe('a service that is killed', () => {
  it('delivers every event after its restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'events-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const { url, received, behaviour } = await startEventReceiver()
    const start = () => spawnService(dataDir, { EMBEDDED_WEBHOOK_URL: url })
    let service = await start()
    const read = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
    const { flows } = await read<{ flows: { agentId: string; isActive: boolean; direction: string }[] }>(
      '/api/v1/flows?limit=100',
    )
    const flow = flows.find(({ agentId, isActive, direction }) => agentId && isActive && direction === 'outbound')

    let killCounts: number[] = []
    const arrived: string[] = []
    const killed: { at: Promise<unknown> | null } = { at: null }
    behaviour.answer = async ({ body }) => {
      arrived.push(body)
      if (killCounts[0] === undefined || arrived.length < killCounts[0]) return 200
      killCounts = killCounts.slice(1)
      killed.at = waitForExit(service.child)
      service.child.kill('SIGKILL')
      await killed.at
      return null
    }
    const form = new FormData()
    form.set('agentId', flow?.agentId ?? '')
    form.set('file', csv(Array.from({ length: rows }, (_, i) => numberOf(i))), 'recipients.csv')
    const started = await fetch(`${service.url}/v1/api/batch-calls`, { method: 'POST', headers, body: form })
    const { batchId } = (await started.json()) as { batchId: string }
    const before = arrived.length
    killCounts = moments.map((moment) => before + moment)
    for (const _ of moments) {
      await vi.waitUntil(() => killed.at !== null, { timeout: 20_000 })
      await killed.at
      killed.at = null
      service = await start()
    }

    const waiting = async () =>
      (await read<{ deliveries: Delivery[] }>('/simulation/deliveries?limit=100')).deliveries.filter(
        ({ status }) => status === 'waiting',
      ).length
    await vi.waitUntil(
      async () =>
        (await read<{ isComplete: boolean }>(`/v1/api/batch-calls/${batchId}`)).isComplete && (await waiting()) === 0,
      { timeout: 30_000, interval: 200 },
    )
    const { calls } = await read<{ calls: PastCall[] }>(`/v2/api/call-history?batchId=${batchId}&limit=100`)
    expect(calls).toHaveLength(rows)
    const delivered = new Set(received.map(({ event, data }) => `${event} ${data.callId}`))
    for (const { callId, status } of calls) {
      expect(delivered).toContain(`call.started ${callId}`)
      expect(delivered).toContain(`call.${status} ${callId}`)
    }
    // Events that arrived but were not recorded as delivered came again, with the same bytes.
    expect(new Set(arrived).size).toBeLessThan(arrived.length)
  }, 90_000)
})
