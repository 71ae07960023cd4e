/** Event delivery after the process was killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Delivery, PastCall } from '#contract/index.ts'
import { startEventReceiver } from '../testing/event-receiver.ts'
import { spawnService, waitForExit } from '../testing/process.ts'
import { csvFile, testNumber } from '../testing/test-service.ts'

const headers = { 'x-api-key': 'key-of-the-tests', 'x-workspace-id': 'tests' }
const rowCount = 24
/** The process is killed while it waits for the answer to each of these events, counted from the start of the batch. */
const killsAfterEvents = [1, 9, 30]

describe('a service that is killed', () => {
  it('delivers every event after its restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'events-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const { url, received, behaviour } = await startEventReceiver()
    const start = () => spawnService(dataDir, { EMBEDDED_WEBHOOK_URL: url })
    let service = await start()
    const getJson = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
    const { flows } = await getJson<{ flows: { agentId: string; isActive: boolean; direction: string }[] }>(
      '/api/v1/flows?limit=100',
    )
    const flow = flows.find(({ agentId, isActive, direction }) => agentId && isActive && direction === 'outbound')

    let remainingKills: number[] = []
    const arrived: string[] = []
    const kill: { exited: Promise<unknown> | null } = { exited: null }
    behaviour.answer = async ({ body }) => {
      arrived.push(body)
      if (remainingKills[0] === undefined || arrived.length < remainingKills[0]) return 200
      remainingKills = remainingKills.slice(1)
      kill.exited = waitForExit(service.child)
      service.child.kill('SIGKILL')
      await kill.exited
      return null
    }
    const form = new FormData()
    form.set('agentId', flow?.agentId ?? '')
    form.set('file', csvFile(Array.from({ length: rowCount }, (_, i) => testNumber(i))), 'recipients.csv')
    const started = await fetch(`${service.url}/v1/api/batch-calls`, { method: 'POST', headers, body: form })
    const { batchId } = (await started.json()) as { batchId: string }
    const arrivedBefore = arrived.length
    remainingKills = killsAfterEvents.map((eventCount) => arrivedBefore + eventCount)
    for (const _ of killsAfterEvents) {
      await vi.waitUntil(() => kill.exited !== null, { timeout: 20_000 })
      await kill.exited
      kill.exited = null
      service = await start()
    }

    const countWaiting = async () =>
      (await getJson<{ deliveries: Delivery[] }>('/simulation/deliveries?limit=100')).deliveries.filter(
        ({ status }) => status === 'waiting',
      ).length
    await vi.waitUntil(
      async () =>
        (await getJson<{ isComplete: boolean }>(`/v1/api/batch-calls/${batchId}`)).isComplete &&
        (await countWaiting()) === 0,
      { timeout: 30_000, interval: 200 },
    )
    const { calls } = await getJson<{ calls: PastCall[] }>(`/v2/api/call-history?batchId=${batchId}&limit=100`)
    expect(calls).toHaveLength(rowCount)
    const delivered = new Set(received.map(({ event, data }) => `${event} ${data.callId}`))
    for (const { callId, status } of calls) {
      expect(delivered).toContain(`call.started ${callId}`)
      expect(delivered).toContain(`call.${status} ${callId}`)
    }
    // Events that arrived but were not recorded as delivered were delivered again, with the same bytes.
    expect(new Set(arrived).size).toBeLessThan(arrived.length)
  }, 90_000)
})
