import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type BatchProgress, type PastCall, plans } from '#contract/index.ts'
import { DatabaseBusy } from '../database/open.ts'
import { CannotListen, type ServiceOptions, startService } from './start.ts'
import { csv, numberOf } from './world.ts'

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
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: {
        'x-api-key': service.apiKey,
        'x-workspace-id': service.workspaceId,
        ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
    })
  return { ...service, close, ask, dataDir }
}
const agent = (name: string) =>
  JSON.stringify({ name, model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } })

describe('an installation', () => {
  it('has key, workspace and secret of its own, for its owner only, and keeps them', async () => {
    const first = await start()
    const file = join(first.dataDir, 'installation.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      apiKey: first.apiKey,
      workspaceId: first.workspaceId,
      webhookSecret: first.webhookSecret,
    })
    expect((await first.ask('/api/v1/agents')).status).toBe(200)
    await first.close()
    const second = await start({}, first.dataDir)
    expect([second.apiKey, second.workspaceId, second.webhookSecret]).toEqual([
      first.apiKey,
      first.workspaceId,
      first.webhookSecret,
    ])
  })

  it('uses the key and workspaces that it is given, and writes none of them down', async () => {
    const { apiKey, workspaceId, ask, dataDir, own } = await start({
      apiKey: 'given-key',
      workspaceId: 'one=First,two=Second',
    })
    expect([apiKey, workspaceId, own]).toEqual(['given-key', 'one', { apiKey: false, workspaceId: false }])
    expect((await ask('/v1/api/conversations')).status).toBe(200)
    expect(readFileSync(join(dataDir, 'installation.json'), 'utf8')).not.toMatch(/given-key|one/)
    expect(readFileSync(join(dataDir, 'service.db')).includes('given-key')).toBe(false)
  })

  it('names what it was planted with', async () => {
    const { seed } = await start()
    expect(seed.batches).toHaveLength(2)
    expect(seed.conversations).toHaveLength(60)
  })

  it('lets its port and its folder be used by nobody else, and says so', async () => {
    const { url, dataDir } = await start()
    const port = Number(new URL(url).port)
    await expect(startService(options(temporaryFolder(), { port }))).rejects.toThrow(CannotListen)
    await expect(startService(options(temporaryFolder(), { port }))).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that has it, or set PORT to another.`,
    )
    await expect(startService(options(dataDir))).rejects.toThrow(DatabaseBusy)
  })
})

describe('closing', () => {
  it('does not wait for connections that are kept open without need, and answers nobody afterwards', async () => {
    const { ask, close, url } = await start()
    await (await ask('/api/v1/agents')).text()
    const before = performance.now()
    await close()
    // Less than the patience with requests that are running, and than the server's own keep-alive time.
    expect(performance.now() - before).toBeLessThan(2_900)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

describe('accidents of the network', () => {
  it('a lost answer: done, but the connection is cut', async () => {
    const { ask } = await start()
    await expect(ask('/api/v1/agents', { method: 'POST', body: agent('Simulate lost') })).rejects.toThrow(
      'fetch failed',
    )
    const { agents } = (await (await ask('/api/v1/agents?search=simulate&limit=5')).json()) as { agents: unknown[] }
    expect(agents).toHaveLength(1)
  })

  it('a dropped request: not done, and the connection is cut', async () => {
    const { ask } = await start()
    await expect(ask('/api/v1/agents', { method: 'POST', body: agent('Simulate dropped') })).rejects.toThrow(
      'fetch failed',
    )
    const { agents } = (await (await ask('/api/v1/agents?search=simulate&limit=5')).json()) as { agents: unknown[] }
    expect(agents).toEqual([])
  })

  it('lost and dropped calls and batches, by their number', async () => {
    // Fast, so that lines are free.
    const { ask, seed } = await start({ speed: 300 })
    const agentId = seed.batches[0]?.agentId ?? ''
    const call = (toNumber: string) =>
      ask('/api/v1/calls/call', { method: 'POST', body: JSON.stringify({ agentId, toNumber }) })
    await expect(call('+12025550156')).rejects.toThrow('fetch failed')
    await expect(call('+12025550157')).rejects.toThrow('fetch failed')
    const form = new FormData()
    form.set('agentId', agentId)
    form.set('file', csv([numberOf(1), '+12025550156']), 'recipients.csv')
    await expect(ask('/v1/api/batch-calls', { method: 'POST', body: form })).rejects.toThrow('fetch failed')
    const dialled = async (search: string) =>
      ((await (await ask(`/v2/api/call-history?search=${search}`)).json()) as { calls: PastCall[] }).calls.length
    await vi.waitFor(async () => expect(await dialled('2025550156')).toBe(2))
    expect(await dialled('2025550157')).toBe(0)
    expect(await dialled(numberOf(1).slice(1))).toBe(1)
  })
})

interface Process {
  child: ChildProcess
  url: string
}
/** The service as a process of its own. */
async function spawnService(dataDir: string): Promise<Process> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      SERVICE_API_KEY: 'key-of-the-tests',
      SERVICE_WORKSPACE_ID: 'tests',
      EMBEDDED_SPEED: '300',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString()
      const found = /http:\S+/.exec(text)
      if (found !== null) resolve(found[0])
    })
    child.once('exit', () => reject(new Error(`it ended before it listened: ${text}`)))
  })
  return { child, url }
}
const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

describe('a process that is killed', () => {
  it('R21 during a batch goes on with it, and dials no row twice', async () => {
    const dataDir = temporaryFolder()
    const headers = { 'x-api-key': 'key-of-the-tests', 'x-workspace-id': 'tests' }
    let service = await spawnService(dataDir)
    const read = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
    const { flows } = await read<{ flows: { agentId: string; isActive: boolean; direction: string }[] }>(
      '/api/v1/flows?limit=100',
    )
    const flow = flows.find(({ agentId, isActive, direction }) => agentId && isActive && direction === 'outbound')
    const form = new FormData()
    form.set('agentId', flow?.agentId ?? '')
    form.set('file', csv(Array.from({ length: 60 }, (_, i) => numberOf(i))), 'recipients.csv')
    const started = await fetch(`${service.url}/v1/api/batch-calls`, { method: 'POST', headers, body: form })
    const { batchId } = (await started.json()) as { batchId: string }
    const progress = () => read<BatchProgress>(`/v1/api/batch-calls/${batchId}/status`)

    for (const done of [5, 25]) {
      await vi.waitUntil(async () => (await progress()).waiting <= 60 - done, { timeout: 30_000, interval: 100 })
      const killed = ended(service.child)
      service.child.kill('SIGKILL')
      await killed
      service = await spawnService(dataDir)
    }
    await vi.waitUntil(async () => (await progress()).isComplete, { timeout: 30_000, interval: 200 })
    const { calls } = await read<{ calls: PastCall[] }>(`/v2/api/call-history?batchId=${batchId}&limit=100`)
    expect(calls.map(({ toNumber }) => toNumber).toSorted()).toEqual(Array.from({ length: 60 }, (_, i) => numberOf(i)))

    const closed = ended(service.child)
    service.child.kill('SIGTERM')
    expect(await closed).toBe(0)
  }, 90_000)
})
