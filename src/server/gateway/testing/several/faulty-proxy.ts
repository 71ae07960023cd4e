/**
 * For tests: a TCP proxy between two processes that delays data, breaks connections (also in the middle of data), and can stall. It does
 * not interpret the data.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How often each fault happens, as a probability (0 to 1) per chunk of data. */
export interface ProxyFaults {
  /** The chunk is delayed. */
  slow: number
  /** Maximum delay of a slow chunk. */
  slowMs: number
  /** The connection breaks and the chunk is not forwarded. */
  reset: number
  /** The connection breaks after half of the chunk. */
  truncated: number
}

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>

/**
 * Starts the proxy on a loopback port. It injects no faults until `setFaults`.
 *
 * @param target where the other process listens
 * @param random returns numbers from 0 to 1, seeded by the test
 */
export async function startFaultyProxy(target: { port: number }, random: () => number) {
  let faults: ProxyFaults | null = null
  let isStalled = false
  let stalledSince = 0
  const breaks: { from: number; to: number }[] = []
  const faultCounts = { slow: 0, reset: 0, truncated: 0 }
  const sockets = new Set<Socket>()

  /** Forwards a chunk of data, with the faults that apply to it. */
  async function forward(chunk: Buffer, receiver: Socket, disconnect: () => void): Promise<void> {
    // The faults may change during the delay.
    const current = faults
    const breakConnection = (fault: 'reset' | 'truncated') => {
      faultCounts[fault] += 1
      breaks.push({ from: Date.now(), to: Date.now() })
      disconnect()
    }
    if (current && random() < current.slow) {
      faultCounts.slow += 1
      await pause(random() * current.slowMs)
    }
    if (current && random() < current.reset) return breakConnection('reset')
    if (current && random() < current.truncated)
      return void receiver.write(chunk.subarray(0, chunk.length >> 1), () => breakConnection('truncated'))
    if (!isStalled && receiver.writable) receiver.write(chunk)
  }

  function connectSockets(client: Socket, server: Socket): void {
    const disconnect = () => {
      client.destroy()
      server.destroy()
    }
    for (const [sender, receiver] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(sender)
      sender.on('error', disconnect)
      sender.on('close', () => {
        sockets.delete(sender)
        receiver.destroySoon()
      })
      sender.on('end', () => receiver.end())
      sender.on('data', (chunk: Buffer) => {
        sender.pause()
        void forward(chunk, receiver, disconnect).then(() => sender.resume())
      })
    }
  }

  const server = createServer((client) => connectSockets(client, connect(target.port, '127.0.0.1')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Number of chunks that each fault has hit. */
    faultCounts: (): Readonly<typeof faultCounts> => faultCounts,
    /** When the proxy was stalled, and when a connection broke (`from` and `to` are equal), epoch ms. */
    breaks: () => breaks,
    /** Sets the faults for the next chunks; null: none. */
    setFaults(next: ProxyFaults | null): void {
      faults = next
    },
    /** Stalls existing and new connections without closing them. */
    stall(): void {
      isStalled = true
      stalledSince = Date.now()
    },
    /** Breaks the stalled connections; new ones work. */
    recover(): void {
      if (isStalled) breaks.push({ from: stalledSince, to: Date.now() })
      isStalled = false
      for (const socket of sockets) socket.destroy()
    },
    close: async (): Promise<void> => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
