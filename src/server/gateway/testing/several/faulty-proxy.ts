/**
 * For tests: a TCP proxy between two processes that delays data, breaks connections (also in the middle of data), and can stall. It does
 * not interpret the data.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Probabilities (0 to 1) of each fault per chunk of data. */
export interface ProxyFaults {
  slow: number
  /** Maximum delay of a slow chunk. */
  slowMs: number
  reset: number
  truncated: number
}

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>

/**
 * Starts the proxy on a loopback port. It injects no faults until `setFaults`.
 *
 * @param to the port of the other process
 * @param random returns numbers from 0 to 1, seeded by the test
 */
export async function startFaultyProxy(to: { port: number }, random: () => number) {
  let faults: ProxyFaults | null = null
  let isStalled = false
  let stalledSince = 0
  const broken: { from: number; to: number }[] = []
  const made = { slow: 0, reset: 0, truncated: 0 }
  const sockets = new Set<Socket>()

  async function pass(chunk: Buffer, far: Socket, cut: () => void): Promise<void> {
    const now = faults
    const breaks = (how: 'reset' | 'truncated') => {
      made[how] += 1
      broken.push({ from: Date.now(), to: Date.now() })
      cut()
    }
    if (now && random() < now.slow) {
      made.slow += 1
      await pause(random() * now.slowMs)
    }
    if (now && random() < now.reset) return breaks('reset')
    if (now && random() < now.truncated)
      return void far.write(chunk.subarray(0, chunk.length >> 1), () => breaks('truncated'))
    if (!isStalled && far.writable) far.write(chunk)
  }

  function join(near: Socket, far: Socket): void {
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', cut)
      from.on('close', () => {
        sockets.delete(from)
        onto.destroySoon()
      })
      from.on('end', () => onto.end())
      from.on('data', (chunk: Buffer) => {
        from.pause()
        void pass(chunk, onto, cut).then(() => from.resume())
      })
    }
  }

  const server = createServer((near) => join(near, connect(to.port, '127.0.0.1')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Number of chunks that each fault has hit. */
    made: (): Readonly<typeof made> => made,
    /** Times when the proxy was stalled, and when a connection broke, epoch ms. */
    broken: () => broken,
    /** Sets the faults for the next chunks; null: none. */
    setFaults(next: ProxyFaults | null): void {
      faults = next
    },
    /** Stalls open and new connections; they stay open. */
    stall(): void {
      isStalled = true
      stalledSince = Date.now()
    },
    /** Breaks the stalled connections; new ones work. */
    recover(): void {
      if (isStalled) broken.push({ from: stalledSince, to: Date.now() })
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
