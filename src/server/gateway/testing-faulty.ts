/** For tests: a network that does to a message action what a test decides. Everything else passes. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export type NetworkFault = 'none' | 'dropped before' | 'dropped after' | 'truncated' | 'slow'

const action = /^POST \S+\/message\/(\w+)\/action /

/** What becomes of the answer. */
function answerThrough(fault: NetworkFault, client: Socket, service: Socket): void {
  service.on('data', (chunk: Buffer) => {
    if (fault === 'dropped after') client.destroy()
    if (fault === 'truncated') client.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => client.destroy())
    if (fault === 'none') client.write(chunk)
    // Slow: until somebody gives up.
  })
}

/**
 * Starts it on a loopback port.
 *
 * @param faultOf asked once for each action that comes, a command having a connection of its own
 */
export async function startFaultyNetwork(serviceUrl: string, faultOf: (messageId: string) => NetworkFault) {
  const { hostname, port } = new URL(serviceUrl)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    keep(client).once('data', (first: Buffer) => {
      const messageId = action.exec(first.toString('latin1'))?.[1]
      const fault = messageId === undefined ? 'none' : faultOf(messageId)
      if (fault === 'dropped before') return void client.destroy()
      const service = keep(connect(Number(port), hostname))
      service.write(first)
      client.pipe(service)
      service.on('close', () => client.destroy())
      answerThrough(fault, client, service)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
