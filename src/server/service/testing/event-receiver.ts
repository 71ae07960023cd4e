/** For tests: a server that receives events. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedEvent {
  event: string
  data: Record<string, string | number>
  body: string
  signature: string | undefined
}

/** Listens on a free port. `behaviour.answer` returns the status for an event; null drops the connection. */
export async function startEventReceiver() {
  const received: ReceivedEvent[] = []
  const behaviour: { answer: (event: ReceivedEvent) => number | null | Promise<number | null>; connections: number } = {
    answer: () => 204,
    connections: 0,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const signature = request.headers['x-service-signature']
    const event = {
      ...(JSON.parse(body) as ReceivedEvent),
      body,
      signature: typeof signature === 'string' ? signature : undefined,
    }
    const status = await behaviour.answer(event)
    if (status === null) return void request.socket.destroy()
    received.push(event)
    response.writeHead(status).end()
  })
  server.on('connection', () => (behaviour.connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, received, behaviour }
}
