import { spawn } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { afterwards } from '../testing/testing.ts'
import { createUpstream } from './http-client.ts'

const limits = { connect: 200, read: 300, write: 400, bytes: 10_000 }
const outgoing = { method: 'GET', path: '/x', workspace: null }
const command = { ...outgoing, kind: 'command', method: 'POST', body: '{}' } as const
const read = { ...outgoing, kind: 'read' } as const

async function serve(listener: RequestListener, more: Partial<typeof limits> = {}) {
  let connections = 0
  const server = createServer(listener).on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`)
  const upstream = createUpstream({ url, apiKey: 'key' }, { ...limits, ...more })
  afterwards(async () => {
    await upstream.close()
    server.closeAllConnections()
    server.close()
  })
  return { upstream, connections: () => connections }
}

describe('an exchange', { tags: ['R15'] }, () => {
  test('with an endless answer ends at the deadline', { tags: ['exchange-has-a-deadline'] }, async () => {
    const { upstream } = await serve((_, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const began = performance.now()
    expect(await upstream.send(read)).toEqual({ kind: 'failure', opened: true, why: 'timeout' })
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  test('is not delayed by forty unanswered ones', async () => {
    const hang: RequestListener = (request, response) => {
      if (request.url?.endsWith('/quick')) response.end('{}')
    }
    const { upstream } = await serve(hang, { read: 1_000 })
    const hanging = Array.from({ length: 40 }, () => upstream.send(read))
    expect(await upstream.send({ ...read, path: '/quick' })).toMatchObject({ kind: 'answer', status: 200 })
    for (const one of await Promise.all(hanging)) expect(one).toMatchObject({ kind: 'failure', why: 'timeout' })
  })

  test('ends at the deadline if head or body arrive byte by byte', async () => {
    const { upstream } = await serve((request, response) => {
      const drip = (text: string, write: (part: string) => void) => {
        let at = 0
        const dripping = setInterval(() => write(text[at++ % text.length] ?? ''), 20)
        request.socket.on('close', () => clearInterval(dripping))
      }
      if (request.url?.endsWith('/head')) return drip('HTTP/1.1 200 OK\r\nx-a: ', (part) => request.socket.write(part))
      response.writeHead(200, { 'content-length': 1_000_000 })
      drip('x', (part) => response.write(part))
    })
    for (const path of ['/body', '/head']) {
      const began = performance.now()
      expect(await upstream.send({ ...read, path })).toMatchObject({ kind: 'failure', opened: true })
      expect(await upstream.send({ ...command, path })).toMatchObject({ kind: 'failure', opened: true })
      expect(performance.now() - began).toBeLessThan(2_000)
    }
  })

  test('without an answer ends at the deadline, so that a command is unknown', async () => {
    const { upstream } = await serve(() => {})
    expect(await upstream.send(command)).toEqual({ kind: 'failure', opened: true, why: 'timeout' })
  })

  test('ends when the answer is too large', { tags: ['answer-has-a-size'] }, async () => {
    const { upstream } = await serve((_, response) => void response.end('x'.repeat(limits.bytes + 1)))
    expect(await upstream.send(read)).toMatchObject({ kind: 'failure', why: 'too_large' })
  })

  test('with a service that is not running sends nothing', async () => {
    const probe = createTcpServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const url = new URL(`http://127.0.0.1:${(probe.address() as AddressInfo).port}`)
    await new Promise((resolve) => probe.close(resolve))
    const upstream = createUpstream({ url, apiKey: 'key' }, limits)
    for (const one of [read, command])
      expect(await upstream.send(one)).toEqual({ kind: 'failure', opened: false, why: 'unreachable' })
    await upstream.close()
  })

  test('with a service that accepts no connection ends after the connect timeout and sends nothing', {
    tags: ['command-connects-in-time', 'read-connects-in-time'],
  }, async () => {
    // A server that listens but accepts no connection, with a full backlog.
    const deaf = spawn(process.execPath, [
      '-e',
      `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
        require('node:fs').writeSync(1, String(server.address().port))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      })`,
    ])
    afterwards(async () => void deaf.kill('SIGKILL'))
    const port = await new Promise<number>((resolve) => deaf.stdout.once('data', (text) => resolve(Number(text))))
    const queue = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    afterwards(async () => queue.forEach((socket) => socket.destroy()))
    await Promise.all(queue.slice(0, 2).map((socket) => new Promise((resolve) => socket.once('connect', resolve))))

    const url = new URL(`http://127.0.0.1:${port}`)
    const upstream = createUpstream({ url, apiKey: 'key' }, { ...limits, read: 15_000, write: 15_000 })
    afterwards(upstream.close)
    const began = performance.now()
    for (const one of await Promise.all([upstream.send(read), upstream.send(command)]))
      expect(one).toEqual({ kind: 'failure', opened: false, why: 'unreachable' })
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})

test('a request that may no longer be sent once its connection is open is not sent, on a new or an open connection', {
  tags: ['R15', 'silent-gateway-sends-nothing'],
}, async () => {
  const asked: (string | undefined)[] = []
  const { upstream, connections } = await serve((request, response) => {
    asked.push(request.url)
    response.end('{}')
  })
  const refused = { kind: 'failure', opened: false, why: 'stood_still' }
  // Called when the connection is open, not before.
  const maySend = () => connections() === 0
  expect(await upstream.send({ ...command, path: '/late' }, () => false)).toEqual(refused)
  expect(await upstream.send(read)).toMatchObject({ kind: 'answer' })
  expect(await upstream.send({ ...read, path: '/late' }, () => false)).toEqual(refused)
  expect(await upstream.send({ ...command, path: '/late' }, maySend)).toEqual(refused)
  expect(await upstream.send({ ...command, path: '/after' }, () => true)).toMatchObject({ kind: 'answer' })
  expect(asked).toEqual(['/base/x', '/base/after'])
})

describe('a command', () => {
  test('opens one connection of its own, and does not reconnect when it breaks', async () => {
    const { upstream, connections } = await serve((request) => void request.socket.destroy())
    await upstream.send(command)
    expect(connections()).toBe(1)
    await upstream.send(command)
    expect(connections()).toBe(2)
  })

  test('never reuses a connection', {
    tags: ['command-has-its-own-connection'],
  }, async () => {
    const ports: (number | undefined)[] = []
    const { upstream } = await serve((request, response) => {
      ports.push(request.socket.remotePort)
      response.end('{}')
    })
    for (let turn = 0; turn < 20; turn += 1) await upstream.send(read)
    const used = new Set(ports)
    expect(used.size).toBeLessThan(20)
    await upstream.send(command)
    expect(used).not.toContain(ports.at(-1))
  })

  test('has the key, the content type, the workspace, and a path under the service’s base path', async () => {
    let seen: unknown
    const { upstream } = await serve((request, response) => {
      const { headers, url, method } = request
      seen = {
        url,
        method,
        key: headers['x-api-key'],
        type: headers['content-type'],
        workspace: headers['x-workspace-id'],
      }
      response.end('{}')
    })
    expect(await upstream.send({ ...command, workspace: 'ws1' })).toMatchObject({ kind: 'answer', status: 200 })
    expect(seen).toEqual({ url: '/base/x', method: 'POST', key: 'key', type: 'application/json', workspace: 'ws1' })
  })
})
