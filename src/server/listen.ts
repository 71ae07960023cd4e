/** Opens a program's port, and ends the program. */
import { createAdaptorServer, type ServerType } from '@hono/node-server'

/**
 * A connection that nobody uses stays open this long, ms. Proxies keep theirs for up to 60 s. If the program closed first, a command could
 * meet a closing connection, and its sender would not learn whether it was received.
 */
const keepAliveMs = 65_000

/** The port cannot be opened. The message is a sentence for the person at the terminal. */
export class CannotListen extends Error {}

interface Address {
  host: string
  port: number
}
const listenFaults: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ port, host }) =>
    `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT to another port.`,
  EACCES: ({ port }) => `This user may not open port ${port}. Set PORT to a port above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine. Set HOST to one of its addresses, for example 127.0.0.1.`,
}

/** Opens the port and answers its requests. @throws CannotListen with a sentence for the person at the terminal */
export async function listen(
  address: Address,
  fetch: (request: Request, bindings?: object) => Response | Promise<Response>,
): Promise<ServerType> {
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings) })
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = keepAliveMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = listenFaults[error.code ?? '']
      reject(sentence ? new CannotListen(sentence(address)) : error)
    })
    server.listen(address.port, address.host, resolve)
  })
  return server
}

/** How long something that is still open may keep the process, ms. */
const lastResortMs = 5_000

/**
 * Ends the process once everything is closed and written. The event loop ends by itself then: `process.exit` can wait for ever for a
 * thread that compiles code (nodejs/node#54918).
 */
export function endProcess(code: number): void {
  process.exitCode = code
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastResortMs).unref()
}
