import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PastCall, plans } from '#contract/index.ts'
import { DatabaseBusy } from '../database/faults.ts'
import { CannotListen } from '../listen.ts'
import { type ServiceOptions, startService } from './start.ts'
import { csvFile, testNumber } from './testing/test-service.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const serviceOptions = (dataDir: string, overrides: Partial<ServiceOptions> = {}): ServiceOptions => ({
  dataDir,
  port: 0,
  plan: plans.enterprise,
  speed: 1,
  seed: 'tests',
  specificationOnly: false,
  ...overrides,
})
async function startTestService(overrides: Partial<ServiceOptions> = {}, dataDir = temporaryFolder()) {
  const service = await startService(serviceOptions(dataDir, overrides))
  let isOpen = true
  const close = async () => {
    if (isOpen) await service.close()
    isOpen = false
  }
  onTestFinished(close)
  const request = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: {
        'x-api-key': service.apiKey,
        'x-workspace-id': service.workspaceId,
        ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
    })
  return { ...service, close, request, dataDir }
}

describe('an installation', () => {
  it('generates and stores a key, workspace and secret that only its owner can read', async () => {
    const first = await startTestService()
    const file = join(first.dataDir, 'installation.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      apiKey: first.apiKey,
      workspaceId: first.workspaceId,
      webhookSecret: first.webhookSecret,
    })
    expect((await first.request('/api/v1/agents')).status).toBe(200)
    await first.close()
    const second = await startTestService({}, first.dataDir)
    expect([second.apiKey, second.workspaceId, second.webhookSecret]).toEqual([
      first.apiKey,
      first.workspaceId,
      first.webhookSecret,
    ])
  })

  it('uses the configured key and workspaces without storing them', async () => {
    const { apiKey, workspaceId, request, dataDir, generated } = await startTestService({
      apiKey: 'configured-key',
      workspaceId: 'one=First,two=Second',
    })
    expect([apiKey, workspaceId, generated]).toEqual([
      'configured-key',
      'one',
      { apiKey: false, workspaceId: false, webhookSecret: true },
    ])
    expect((await request('/v1/api/conversations')).status).toBe(200)
    expect(readFileSync(join(dataDir, 'installation.json'), 'utf8')).not.toMatch(/configured-key|one/)
    expect(readFileSync(join(dataDir, 'service.db')).includes('configured-key')).toBe(false)
  })

  it('returns the IDs of the seed data', async () => {
    const { seeded } = await startTestService()
    expect(seeded.batches).toHaveLength(2)
    expect(seeded.conversations).toHaveLength(60)
  })

  it('keeps an unused connection open longer than its clients do, so no command meets a closing one', async () => {
    const answer = await (await startTestService()).request('/api/v1/agents')
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  })

  it('refuses to start if its port or folder is in use', async () => {
    const { url, dataDir } = await startTestService()
    const port = Number(new URL(url).port)
    await expect(startService(serviceOptions(temporaryFolder(), { port }))).rejects.toThrow(CannotListen)
    await expect(startService(serviceOptions(temporaryFolder(), { port }))).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
    )
    await expect(startService(serviceOptions(dataDir))).rejects.toThrow(DatabaseBusy)
  })
})

describe('closing', () => {
  it('does not wait for idle connections, and answers nothing afterwards', async () => {
    const { request, close, url } = await startTestService()
    await (await request('/api/v1/agents')).text()
    const startedAt = performance.now()
    await close()
    // Less than `closeTimeoutMs` and the server's keep-alive time.
    expect(performance.now() - startedAt).toBeLessThan(2_900)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

describe('network failures', () => {
  it('are simulated by reserved numbers: lost and dropped calls and batches', async () => {
    // A high speed, so that calls end quickly and free their lines.
    const { request, seeded } = await startTestService({ speed: 300 })
    const agentId = seeded.batches[0]?.agentId ?? ''
    const call = (toNumber: string) =>
      request('/api/v1/calls/call', { method: 'POST', body: JSON.stringify({ agentId, toNumber }) })
    await expect(call('+12025550156')).rejects.toThrow('fetch failed')
    await expect(call('+12025550157')).rejects.toThrow('fetch failed')
    const form = new FormData()
    form.set('agentId', agentId)
    form.set('file', csvFile([testNumber(1), '+12025550156']), 'recipients.csv')
    await expect(request('/v1/api/batch-calls', { method: 'POST', body: form })).rejects.toThrow('fetch failed')
    const countCallsTo = async (search: string) =>
      ((await (await request(`/v2/api/call-history?search=${search}`)).json()) as { calls: PastCall[] }).calls.length
    await vi.waitFor(async () => expect(await countCallsTo('2025550156')).toBe(2))
    expect(await countCallsTo('2025550157')).toBe(0)
    expect(await countCallsTo(testNumber(1).slice(1))).toBe(1)
  })
})
