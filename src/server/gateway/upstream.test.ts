import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { afterwards } from './testing.ts'
import { createUpstream } from './upstream.ts'

const limits = { connect: 200, read: 300, write: 400, bytes: 10_000 }
const outgoing = { method: 'GET', path: '/x', workspace: null }
const command = { ...outgoing, kind: 'command', method: 'POST', body: '{}' } as const
const read = { ...outgoing, kind: 'read' } as const

async function serve(listener: RequestListener) {
  let connections = 0
  const server = createServer(listener).on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`)
  const upstream = createUpstream({ url, apiKey: 'key' }, limits)
  afterwards(async () => {
    await upstream.close()
    server.closeAllConnections()
    server.close()
  })
  return { upstream, connections: () => connections }
}

describe('R15 a service that', () => {
  test('drips an endless answer is cut at the deadline', async () => {
    const { upstream } = await serve((_, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const began = performance.now()
    expect(await upstream.send(read)).toEqual({ kind: 'failure', opened: true, why: 'timeout' })
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  test('says nothing is given up on, and a command is then unknown', async () => {
    const { upstream } = await serve(() => {})
    expect(await upstream.send(command)).toEqual({ kind: 'failure', opened: true, why: 'timeout' })
  })

  test('sends more than we read is cut off', async () => {
    const { upstream } = await serve((_, response) => void response.end('x'.repeat(limits.bytes + 1)))
    expect(await upstream.send(read)).toMatchObject({ kind: 'failure', why: 'too_large' })
  })

  test('is not there has had nothing sent to it', async () => {
    const probe = createTcpServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const url = new URL(`http://127.0.0.1:${(probe.address() as AddressInfo).port}`)
    await new Promise((resolve) => probe.close(resolve))
    const upstream = createUpstream({ url, apiKey: 'key' }, limits)
    for (const one of [read, command])
      expect(await upstream.send(one)).toEqual({ kind: 'failure', opened: false, why: 'unreachable' })
    await upstream.close()
  })
})

describe('a command', () => {
  test('has a connection of its own, once, even when it breaks', async () => {
    const { upstream, connections } = await serve((request) => void request.socket.destroy())
    await upstream.send(command)
    expect(connections()).toBe(1)
    await upstream.send(command)
    expect(connections()).toBe(2)
  })

  test('carries the key, the content type and the path under the service’s own', async () => {
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
