/** A proxy before the service that can change its answers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status: number
  headers: [name: string, value: string][]
  body: string
}

/**
 * @param service the service's URL
 * @param answer returns what the gateway receives; `forward` sends the request to the service
 */
export async function startProxy(
  service: string,
  answer: (request: { method: string; path: string }, forward: () => Promise<Answer>) => Promise<Answer>,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = 'GET', url: path = '/' } = request
    const body = Buffer.concat(chunks)
    const passed = Object.entries(request.headers).filter(([name]) => /^(x-|content-type|accept)/.test(name))
    const forward = async (): Promise<Answer> => {
      const serviceResponse = await fetch(service + path, {
        method,
        // A new connection, because the service could close a kept one just when it is used again.
        headers: [...(passed as [string, string][]), ['connection', 'close']],
        ...(body.length > 0 && { body }),
      })
      const kept = [...serviceResponse.headers].filter(
        ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name),
      )
      return { status: serviceResponse.status, headers: kept, body: await serviceResponse.text() }
    }
    const { status, headers, body: text } = await answer({ method, path }, forward)
    response.writeHead(status, headers.flat())
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}
