/** For tests: what this page asks is answered by a server of the test's own, as a browser has it from its origin. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, vi } from 'vitest'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** Answers all requests of this file's tests. */
export function answerWith(respond: Respond): void {
  const server = createServer(respond)
  const networkFetch = globalThis.fetch
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    // A browser resolves the addresses by its page.
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
