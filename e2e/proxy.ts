/** Stands before the service and changes what it answers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status: number
  headers: [name: string, value: string][]
  body: string
}

/**
 * @param answer what the gateway gets; `ask` asks the service
 */
export async function proxyBefore(
  service: string,
  answer: (asked: { method: string; path: string }, ask: () => Promise<Answer>) => Promise<Answer>,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = 'GET', url: path = '/' } = request
    const body = Buffer.concat(chunks)
    const passed = Object.entries(request.headers).filter(([name]) => /^(x-|content-type|accept)/.test(name))
    const ask = async (): Promise<Answer> => {
      const said = await fetch(service + path, {
        method,
        // A connection of its own: a kept one may be closed by the service in the moment in which it is used again.
        headers: [...(passed as [string, string][]), ['connection', 'close']],
        ...(body.length > 0 && { body }),
      })
      const kept = [...said.headers].filter(
        ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name),
      )
      return { status: said.status, headers: kept, body: await said.text() }
    }
    const { status, headers, body: text } = await answer({ method, path }, ask)
    response.writeHead(status, headers.flat())
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}
