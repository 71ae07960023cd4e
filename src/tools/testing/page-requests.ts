/** For tests of the dashboard's code: sends its requests to a server of the test, as if that server had delivered the page. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, vi } from 'vitest'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** Answers all requests of the tests in the file that calls this. */
export function answerRequestsWith(respond: Respond): void {
  const server = createServer(respond)
  const networkFetch = globalThis.fetch
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    // A browser resolves relative URLs against its page.
    vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
      networkFetch(new URL(address, `http://127.0.0.1:${port}`), init),
    )
    vi.stubGlobal('document', { visibilityState: 'visible' })
    vi.stubGlobal('navigator', { onLine: true })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })
}
