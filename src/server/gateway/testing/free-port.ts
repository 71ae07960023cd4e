/** For tests: finds a free port on this machine. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// This range is below the ports of outgoing connections: one of these could take the port before the test's server listens on it.
const firstPort = 20_000
const lastPort = 32_000

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort)
    const server = createServer()
    server.listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
