import { spawn } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { afterTest } from '../testing/testing.ts'
import { createUpstream } from './http-client.ts'

const limits = { connectMs: 200, readMs: 300, writeMs: 400, answerBytes: 10_000 }
const request = { method: 'GET', path: '/x', workspace: null }
const command = { ...request, kind: 'command', method: 'POST', body: '{}' } as const
const read = { ...request, kind: 'read' } as const

async function startService(listener: RequestListener, limitOverrides: Partial<typeof limits> = {}) {
  let connections = 0
  const server = createServer(listener).on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`)
  const upstream = createUpstream({ url, apiKey: 'key' }, { ...limits, ...limitOverrides })
  afterTest(async () => {
    await upstream.close()
    server.closeAllConnections()
    server.close()
  })
  return { upstream, connections: () => connections }
}

describe('an exchange', { tags: ['R15'] }, () => {
  test('ends at the deadline if the answer is endless', { tags: ['exchange-has-a-deadline'] }, async () => {
    const { upstream } = await startService((_, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const startedAt = performance.now()
    expect(await upstream.send(read)).toEqual({ kind: 'failure', wasOpened: true, reason: 'timeout' })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  test('is not delayed by forty requests without an answer', async () => {
    const answerQuickOnly: RequestListener = (request, response) => {
      if (request.url?.endsWith('/quick')) response.end('{}')
    }
    const { upstream } = await startService(answerQuickOnly, { readMs: 1_000 })
    const hanging = Array.from({ length: 40 }, () => upstream.send(read))
    expect(await upstream.send({ ...read, path: '/quick' })).toMatchObject({ kind: 'answer', status: 200 })
    for (const one of await Promise.all(hanging)) expect(one).toMatchObject({ kind: 'failure', reason: 'timeout' })
  })

  test('ends at the deadline if head or body arrive byte by byte', async () => {
    const { upstream } = await startService((request, response) => {
      const drip = (text: string, write: (part: string) => void) => {
        let index = 0
        const timer = setInterval(() => write(text[index++ % text.length] ?? ''), 20)
        request.socket.on('close', () => clearInterval(timer))
      }
      if (request.url?.endsWith('/head')) return drip('HTTP/1.1 200 OK\r\nx-a: ', (part) => request.socket.write(part))
      response.writeHead(200, { 'content-length': 1_000_000 })
      drip('x', (part) => response.write(part))
    })
    for (const path of ['/body', '/head']) {
      const startedAt = performance.now()
      expect(await upstream.send({ ...read, path })).toMatchObject({ kind: 'failure', wasOpened: true })
      expect(await upstream.send({ ...command, path })).toMatchObject({ kind: 'failure', wasOpened: true })
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    }
  })

  test('ends at the deadline if no answer arrives, so the outcome of a command is unknown', async () => {
    const { upstream } = await startService(() => {})
    expect(await upstream.send(command)).toEqual({ kind: 'failure', wasOpened: true, reason: 'timeout' })
  })

  test('ends when the answer is too large', { tags: ['answer-has-a-size'] }, async () => {
    const { upstream } = await startService((_, response) => void response.end('x'.repeat(limits.answerBytes + 1)))
    expect(await upstream.send(read)).toMatchObject({ kind: 'failure', reason: 'too_large' })
  })

  test('sends nothing if the service is not running', async () => {
    const probe = createTcpServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const url = new URL(`http://127.0.0.1:${(probe.address() as AddressInfo).port}`)
    await new Promise((resolve) => probe.close(resolve))
    const upstream = createUpstream({ url, apiKey: 'key' }, limits)
    for (const one of [read, command])
      expect(await upstream.send(one)).toEqual({ kind: 'failure', wasOpened: false, reason: 'unreachable' })
    await upstream.close()
  })

  test('ends after the connect timeout and sends nothing if the service accepts no connection', {
    tags: ['command-connects-in-time', 'read-connects-in-time'],
  }, async () => {
    // A server that listens but accepts no connection, with a full backlog.
    const stuckServer = spawn(process.execPath, [
      '-e',
      `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
        require('node:fs').writeSync(1, String(server.address().port))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      })`,
    ])
    afterTest(async () => void stuckServer.kill('SIGKILL'))
    const port = await new Promise<number>((resolve) =>
      stuckServer.stdout.once('data', (text) => resolve(Number(text))),
    )
    const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    afterTest(async () => sockets.forEach((socket) => socket.destroy()))
    await Promise.all(sockets.slice(0, 2).map((socket) => new Promise((resolve) => socket.once('connect', resolve))))

    const url = new URL(`http://127.0.0.1:${port}`)
    const upstream = createUpstream({ url, apiKey: 'key' }, { ...limits, readMs: 15_000, writeMs: 15_000 })
    afterTest(upstream.close)
    const startedAt = performance.now()
    for (const one of await Promise.all([upstream.send(read), upstream.send(command)]))
      expect(one).toEqual({ kind: 'failure', wasOpened: false, reason: 'unreachable' })
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})

test('a request is not sent if it may no longer be sent once its connection is open, whether the connection is new or reused', {
  tags: ['R15', 'silent-gateway-sends-nothing'],
}, async () => {
  const receivedUrls: (string | undefined)[] = []
  const { upstream, connections } = await startService((request, response) => {
    receivedUrls.push(request.url)
    response.end('{}')
  })
  const notSent = { kind: 'failure', wasOpened: false, reason: 'stood_still' }
  // True only before the connection is open, so `/late` is not sent if the client asks at the right moment.
  const maySend = () => connections() === 0
  expect(await upstream.send({ ...command, path: '/late' }, () => false)).toEqual(notSent)
  expect(await upstream.send(read)).toMatchObject({ kind: 'answer' })
  expect(await upstream.send({ ...read, path: '/late' }, () => false)).toEqual(notSent)
  expect(await upstream.send({ ...command, path: '/late' }, maySend)).toEqual(notSent)
  expect(await upstream.send({ ...command, path: '/after' }, () => true)).toMatchObject({ kind: 'answer' })
  expect(receivedUrls).toEqual(['/base/x', '/base/after'])
})

describe('a command', () => {
  test('opens one connection of its own, and does not reconnect when it breaks', async () => {
    const { upstream, connections } = await startService((request) => void request.socket.destroy())
    await upstream.send(command)
    expect(connections()).toBe(1)
    await upstream.send(command)
    expect(connections()).toBe(2)
  })

  test('never reuses a connection', {
    tags: ['command-has-its-own-connection'],
  }, async () => {
    const ports: (number | undefined)[] = []
    const { upstream } = await startService((request, response) => {
      ports.push(request.socket.remotePort)
      response.end('{}')
    })
    for (let turn = 0; turn < 20; turn += 1) await upstream.send(read)
    const readPorts = new Set(ports)
    expect(readPorts.size).toBeLessThan(20)
    await upstream.send(command)
    expect(readPorts).not.toContain(ports.at(-1))
  })

  test("has the key, the content type, the workspace, and a path under the service's base path", async () => {
    let received: unknown
    const { upstream } = await startService((request, response) => {
      const { headers, url, method } = request
      received = {
        url,
        method,
        key: headers['x-api-key'],
        type: headers['content-type'],
        workspace: headers['x-workspace-id'],
      }
      response.end('{}')
    })
    expect(await upstream.send({ ...command, workspace: 'ws1' })).toMatchObject({ kind: 'answer', status: 200 })
    expect(received).toEqual({ url: '/base/x', method: 'POST', key: 'key', type: 'application/json', workspace: 'ws1' })
  })
})
