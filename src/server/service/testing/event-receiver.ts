/** For tests: somebody who is told of events. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Heard {
  event: string
  data: Record<string, string | number>
  body: string
  signature: string | undefined
}

/** Listens on a free port. `talk.answer`: the status that it answers an event with; null: it hangs up; it may take its time. */
export async function listener() {
  const heard: Heard[] = []
  const talk: { answer: (heard: Heard) => number | null | Promise<number | null>; connections: number } = {
    answer: () => 204,
    connections: 0,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const signature = request.headers['x-service-signature']
    const one = {
      ...(JSON.parse(body) as Heard),
      body,
      signature: typeof signature === 'string' ? signature : undefined,
    }
    const status = await talk.answer(one)
    if (status === null) return void request.socket.destroy()
    heard.push(one)
    response.writeHead(status).end()
  })
  server.on('connection', () => (talk.connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, heard, talk }
}
