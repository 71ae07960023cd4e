import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PastCall, plans } from '#contract/index.ts'
import { DatabaseBusy } from '../database/faults.ts'
import { ListenError, type ServiceOptions, startService } from './start.ts'
import { csv, numberOf } from './testing/test-service.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const options = (dataDir: string, more: Partial<ServiceOptions> = {}): ServiceOptions => ({
  dataDir,
  port: 0,
  plan: plans.enterprise,
  speed: 1,
  seed: 'tests',
  specificationOnly: false,
  ...more,
})
async function start(more: Partial<ServiceOptions> = {}, dataDir = temporaryFolder()) {
  const service = await startService(options(dataDir, more))
  let open = true
  const close = async () => {
    if (open) await service.close()
    open = false
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
    const first = await start()
    const file = join(first.dataDir, 'installation.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      apiKey: first.apiKey,
      workspaceId: first.workspaceId,
      webhookSecret: first.webhookSecret,
    })
    expect((await first.request('/api/v1/agents')).status).toBe(200)
    await first.close()
    const second = await start({}, first.dataDir)
    expect([second.apiKey, second.workspaceId, second.webhookSecret]).toEqual([
      first.apiKey,
      first.workspaceId,
      first.webhookSecret,
    ])
  })

  it('uses the configured key and workspaces without storing them', async () => {
    const { apiKey, workspaceId, request, dataDir, generated } = await start({
      apiKey: 'given-key',
      workspaceId: 'one=First,two=Second',
    })
    expect([apiKey, workspaceId, generated]).toEqual([
      'given-key',
      'one',
      { apiKey: false, workspaceId: false, webhookSecret: true },
    ])
    expect((await request('/v1/api/conversations')).status).toBe(200)
    expect(readFileSync(join(dataDir, 'installation.json'), 'utf8')).not.toMatch(/given-key|one/)
    expect(readFileSync(join(dataDir, 'service.db')).includes('given-key')).toBe(false)
  })

  it('returns the IDs of the seed data', async () => {
    const { seeded } = await start()
    expect(seeded.batches).toHaveLength(2)
    expect(seeded.conversations).toHaveLength(60)
  })

  it('refuses to start if its port or folder is in use', async () => {
    const { url, dataDir } = await start()
    const port = Number(new URL(url).port)
    await expect(startService(options(temporaryFolder(), { port }))).rejects.toThrow(ListenError)
    await expect(startService(options(temporaryFolder(), { port }))).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
    )
    await expect(startService(options(dataDir))).rejects.toThrow(DatabaseBusy)
  })
})

describe('closing', () => {
  it('does not wait for idle connections, and answers nothing afterwards', async () => {
    const { request, close, url } = await start()
    await (await request('/api/v1/agents')).text()
    const before = performance.now()
    await close()
    // Less than `closeTimeoutMs` and the server's keep-alive time.
    expect(performance.now() - before).toBeLessThan(2_900)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

describe('network failures', () => {
  it('are simulated by reserved numbers: lost and dropped calls and batches', async () => {
    // Fast, so that calls end quickly and free their lines.
    const { request, seeded } = await start({ speed: 300 })
    const agentId = seeded.batches[0]?.agentId ?? ''
    const call = (toNumber: string) =>
      request('/api/v1/calls/call', { method: 'POST', body: JSON.stringify({ agentId, toNumber }) })
    await expect(call('+12025550156')).rejects.toThrow('fetch failed')
    await expect(call('+12025550157')).rejects.toThrow('fetch failed')
    const form = new FormData()
    form.set('agentId', agentId)
    form.set('file', csv([numberOf(1), '+12025550156']), 'recipients.csv')
    await expect(request('/v1/api/batch-calls', { method: 'POST', body: form })).rejects.toThrow('fetch failed')
    const dialled = async (search: string) =>
      ((await (await request(`/v2/api/call-history?search=${search}`)).json()) as { calls: PastCall[] }).calls.length
    await vi.waitFor(async () => expect(await dialled('2025550156')).toBe(2))
    expect(await dialled('2025550157')).toBe(0)
    expect(await dialled(numberOf(1).slice(1))).toBe(1)
  })
})
