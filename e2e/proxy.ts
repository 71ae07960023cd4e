/** A proxy between the gateway and the service that can change the service's responses. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface HttpResponse {
  status: number
  headers: [name: string, value: string][]
  body: string
}

/**
 * @param serviceUrl where requests are forwarded to
 * @param respond returns the response that the gateway receives; `forward` sends the request to the service and returns its response
 */
export async function startProxy(
  serviceUrl: string,
  respond: (request: { method: string; path: string }, forward: () => Promise<HttpResponse>) => Promise<HttpResponse>,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = 'GET', url: path = '/' } = request
    const body = Buffer.concat(chunks)
    const forwardedHeaders = Object.entries(request.headers).filter(([name]) => /^(x-|content-type|accept)/.test(name))
    const forward = async (): Promise<HttpResponse> => {
      const serviceResponse = await fetch(serviceUrl + path, {
        method,
        // A new connection for each request: the service could close an idle one at the moment when it is reused.
        headers: [...(forwardedHeaders as [string, string][]), ['connection', 'close']],
        ...(body.length > 0 && { body }),
      })
      const responseHeaders = [...serviceResponse.headers].filter(
        ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name),
      )
      return { status: serviceResponse.status, headers: responseHeaders, body: await serviceResponse.text() }
    }
    const { status, headers, body: text } = await respond({ method, path }, forward)
    response.writeHead(status, headers.flat())
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}
