/** Starts a gateway in its own process, with a service that accepts every batch, and measures uploads and the event loop delay. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { headers } from '#contract/index.ts'
import { measureMs } from '../../measure.ts'
import type { ProbeReport } from './probe.ts'

const root = join(import.meta.dirname, '../../../..')
export const workspace = 'bench'

const noAgents = {
  agents: [],
  pagination: { page: 1, limit: 1, total: 0, totalPages: 1, hasNext: false, hasPrev: false },
}

/** Starts a service that can only start batches. */
async function startService() {
  let startCount = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isStart = request.method === 'POST'
      if (isStart) startCount += 1
      const batch = { batchId: `batch_${startCount}`, totalCalls: 1, status: 'queued', message: 'ok' }
      response.writeHead(200, { 'content-type': 'application/json', [headers.simulation]: 'bench' })
      response.end(JSON.stringify(isStart ? batch : noAgents))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close().closeAllConnections() }
}

export interface UploadResult extends ProbeReport {
  /** ms until the answer was read completely. */
  durationMs: number
  text: string
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/**
 * Starts a gateway.
 *
 * @param database a file that is copied for the gateway; null for an empty database
 */
export async function startGateway(database: string | null) {
  const service = await startService()
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-gateway-'))
  const folder = join(dataDir, `127.0.0.1_${service.port}`)
  mkdirSync(folder)
  if (database !== null) copyFileSync(database, join(folder, 'gateway.db'))
  const child = fork(join(root, 'src/server/gateway/main.ts'), {
    cwd: root,
    execArgv: [
      ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/stall/prof'] : []),
      '--expose-gc',
      '--import',
      pathToFileURL(join(import.meta.dirname, 'probe.ts')).href,
    ],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      SERVICE_URL: `http://127.0.0.1:${service.port}`,
      SERVICE_API_KEY: 'sk-bench-4f9a1c77d0e2b38856',
      SERVICE_WORKSPACE_ID: workspace,
      CALLING_HOURS: '00:00-24:00 1234567',
    },
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes('Connected to')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}.`)))
  })
  const address = /Switchboard {2}(\S+)/.exec(printed)?.[1] ?? ''
  const sessionAnswer = await fetch(`${address}/gateway/session`, { headers: { origin: address } })
  const cookie = sessionAnswer.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(';')[0])
    .join('; ')

  async function askProbe(message: 'begin' | 'end'): Promise<ProbeReport> {
    const answer = once(child, 'message')
    child.send(message)
    return (await answer)[0] as ProbeReport
  }

  return {
    /**
     * Uploads a file.
     *
     * @param fields the other form fields
     * @throws if it is refused
     */
    async upload(
      path: string,
      file: Uint8Array<ArrayBuffer>,
      fields: Record<string, string> = {},
    ): Promise<UploadResult> {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      body.set('file', new Blob([file], { type: 'text/csv' }), 'list.csv')
      await askProbe('begin')
      let text = ''
      const durationMs = await measureMs(async () => {
        const answer = await fetch(address + path, {
          method: 'POST',
          headers: { origin: address, cookie, 'idempotency-key': crypto.randomUUID() },
          body,
        })
        text = await answer.text()
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
      })
      return { ...(await askProbe('end')), durationMs, text }
    },

    async close(): Promise<void> {
      child.removeAllListeners('exit')
      child.kill('SIGTERM')
      await once(child, 'exit')
      service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
