/** For tests: proxies before a service. One injects network faults into message actions, the other wrong answers into any command. */
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { headers as contractHeaders } from '#contract/index.ts'

/** `dropped before`: the request is lost · `dropped after`: the answer is lost · `slow`: no answer arrives. */
export type NetworkFault = 'none' | 'dropped before' | 'dropped after' | 'truncated' | 'slow'

const actionRequest = /^POST \S+\/message\/(\w+)\/action /

/** Forwards the answer with a fault. */
function forwardAnswer(fault: NetworkFault, client: Socket, service: Socket): void {
  service.on('data', (chunk: Buffer) => {
    if (fault === 'dropped after') client.destroy()
    if (fault === 'truncated') client.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => client.destroy())
    if (fault === 'none') client.write(chunk)
    // `slow` forwards nothing.
  })
}

/**
 * Starts a TCP proxy on a loopback port that injects faults.
 *
 * @param faultOf chooses the fault for an action; each request has to use a new connection
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
    track(client).once('data', (firstChunk: Buffer) => {
      const messageId = actionRequest.exec(firstChunk.toString('latin1'))?.[1]
      const fault = messageId === undefined ? 'none' : faultOf(messageId)
      if (fault === 'dropped before') return void client.destroy()
      const service = track(connect(Number(port), hostname))
      service.write(firstChunk)
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
 * How a stand-in handles a command. `ordinary`: forwards it · `unrelated`: answers with an unrelated object, without forwarding ·
 * `empty`: answers with no body, without forwarding · `unrelated although done`: forwards it, and answers with the unrelated object ·
 * `late`: breaks the connection, and forwards the command when `forwardDelayed` is called.
 */
export type StandInMode = 'ordinary' | 'unrelated' | 'empty' | 'unrelated although done' | 'late'

/** An answer that confirms no command: it has no status, and no field that names the record. */
const unrelatedAnswer = { id: 'req_7f3a', ok: true, status: '', data: null }

/** Starts an HTTP proxy on a loopback port, between the gateway and a service. It forwards reads unchanged. */
export async function startStandIn(serviceUrl: string) {
  let mode: StandInMode = 'ordinary'
  let receivedCount = 0
  const carriedOut: string[] = []
  const delayed: (() => Promise<void>)[] = []
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = 'GET', url: path = '' } = request
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const forward = async () => {
      const body = chunks.length === 0 ? null : Buffer.concat(chunks)
      const answer = await fetch(serviceUrl + path, { method, headers: headers as Record<string, string>, body })
      if (method !== 'GET' && answer.ok) carriedOut.push(`${method} ${path}`)
      return answer
    }
    // The header marks the service as a simulation, so that no sign-in is required.
    const answerHeaders = { 'content-type': 'application/json', [contractHeaders.simulation]: 'test' }
    const forwardAndAnswer = async () => {
      const answer = await forward()
      const type = answer.headers.get('content-type')
      response.writeHead(answer.status, { ...answerHeaders, ...(type && { 'content-type': type }) })
      response.end(Buffer.from(await answer.arrayBuffer()))
    }
    const answerUnrelated = () => response.writeHead(200, answerHeaders).end(JSON.stringify(unrelatedAnswer))
    if (method === 'GET') return forwardAndAnswer()
    receivedCount += 1
    if (mode === 'ordinary') return forwardAndAnswer()
    if (mode === 'empty') return void response.writeHead(204, answerHeaders).end()
    if (mode === 'unrelated') return void answerUnrelated()
    if (mode === 'late') {
      delayed.push(async () => void (await forward()))
      return void request.socket.destroy()
    }
    await forward()
    answerUnrelated()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes the mode for the next commands. */
    setMode: (next: StandInMode) => {
      mode = next
    },
    /** @returns the number of received commands */
    receivedCount: () => receivedCount,
    /** Commands that the service carried out. */
    carriedOut,
    /** Forwards the commands received in mode `late`. */
    forwardDelayed: async () => {
      for (const forward of delayed.splice(0)) await forward()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
