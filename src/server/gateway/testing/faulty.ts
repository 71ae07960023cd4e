/** For tests: a network that injects faults into message actions, and a stand-in server that injects faults into any command. */
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { headers as ofInterface } from '#contract/index.ts'

export type NetworkFault = 'none' | 'dropped before' | 'dropped after' | 'truncated' | 'slow'

const actionRequest = /^POST \S+\/message\/(\w+)\/action /

/** Forwards the answer with a fault. */
function forwardAnswer(fault: NetworkFault, client: Socket, service: Socket): void {
  service.on('data', (chunk: Buffer) => {
    if (fault === 'dropped after') client.destroy()
    if (fault === 'truncated') client.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => client.destroy())
    if (fault === 'none') client.write(chunk)
    // Slow: never answers.
  })
}

/**
 * Starts the network on a loopback port.
 *
 * @param faultOf called once per action; each command has its own connection
 */
export async function startFaultyNetwork(serviceUrl: string, faultOf: (messageId: string) => NetworkFault) {
  const { hostname, port } = new URL(serviceUrl)
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    track(client).once('data', (first: Buffer) => {
      const messageId = actionRequest.exec(first.toString('latin1'))?.[1]
      const fault = messageId === undefined ? 'none' : faultOf(messageId)
      if (fault === 'dropped before') return void client.destroy()
      const service = track(connect(Number(port), hostname))
      service.write(first)
      client.pipe(service)
      service.on('close', () => client.destroy())
      forwardAnswer(fault, client, service)
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

/**
 * How a stand-in handles a command. `ordinary`: forwards it · `unrelated`, `empty`: answers with an unrelated object or nothing, without
 * forwarding · `unrelated although done`: forwards it, and answers with the unrelated object · `late`: breaks the connection, and forwards
 * it on `deliver`.
 */
export type StandInMode = 'ordinary' | 'unrelated' | 'empty' | 'unrelated although done' | 'late'

/** An answer that confirms no command: it has no record id with a name, and no status. */
const unrelatedAnswer = { id: 'req_7f3a', ok: true, status: '', data: null }

/** Starts a server between the gateway and a service, on a loopback port. Reads pass through. */
export async function startStandIn(serviceUrl: string) {
  let mode: StandInMode = 'ordinary'
  let arrived = 0
  const carriedOut: string[] = []
  const delayed: (() => Promise<void>)[] = []
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = 'GET', url: path = '' } = request
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const passOn = async () => {
      const body = chunks.length === 0 ? null : Buffer.concat(chunks)
      const answer = await fetch(serviceUrl + path, { method, headers: headers as Record<string, string>, body })
      if (method !== 'GET' && answer.ok) carriedOut.push(`${method} ${path}`)
      return answer
    }
    // Every answer says that the service is a simulation, so that no sign-in is required.
    const marked = { 'content-type': 'application/json', [ofInterface.simulation]: 'test' }
    const pass = async () => {
      const answer = await passOn()
      const type = answer.headers.get('content-type')
      response.writeHead(answer.status, { ...marked, ...(type && { 'content-type': type }) })
      response.end(Buffer.from(await answer.arrayBuffer()))
    }
    const answerUnrelated = () => response.writeHead(200, marked).end(JSON.stringify(unrelatedAnswer))
    if (method === 'GET') return pass()
    arrived += 1
    if (mode === 'ordinary') return pass()
    if (mode === 'empty') return void response.writeHead(204, marked).end()
    if (mode === 'unrelated') return void answerUnrelated()
    if (mode === 'late') {
      delayed.push(async () => void (await passOn()))
      return void request.socket.destroy()
    }
    await passOn()
    answerUnrelated()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes the mode for the next commands. */
    setMode: (next: StandInMode) => {
      mode = next
    },
    /** Number of received commands. */
    arrived: () => arrived,
    /** Commands that the service carried out. */
    carriedOut,
    /** Forwards the commands received in mode `late`. */
    deliver: async () => {
      for (const passOn of delayed.splice(0)) await passOn()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
