/**
 * For tests: several gateway processes, each with its own clock, on one PostgreSQL and one service. Each can be killed, stopped and
 * restarted on its port.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../free-port.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import { browserAt } from '../testing.ts'

const skewedClock = pathToFileURL(join(import.meta.dirname, 'skewed-clock.ts')).href

export interface GatewaySettings {
  serviceUrl: string
  databaseUrl: string
  /** Additional environment, such as the service's key. */
  environment?: Record<string, string>
  /** How far its machine's clock is ahead, ms. */
  ahead?: number
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>

/** Starts a gateway on a port that it reuses after restarts. It is killed after the test. */
export async function startGateway({ serviceUrl, databaseUrl, environment, ahead = 0 }: GatewaySettings) {
  const folder = temporaryFolder()
  const clockFile = join(folder, 'clock')
  writeFileSync(clockFile, String(ahead))
  const port = await freePort()
  const start = () =>
    startProcess(serviceUrl, join(folder, 'data'), {
      ...environment,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: `--import ${skewedClock}`,
      TURNED_CLOCK: clockFile,
    })
  let running = await start()
  let earlier = ''
  let isFrozen = false
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    /** Opens a test browser that connects directly to this gateway. */
    browser: () => browserAt(`http://127.0.0.1:${port}`),
    /** Whether its process runs and is not frozen. */
    isUp: () => running.exitCode() === null && !running.wasKilled() && !isFrozen,
    /** The output of all its processes. */
    printed: () => earlier + running.printed(),
    /** Starts it again. @returns whether it serves; it may refuse to start */
    async start(): Promise<boolean> {
      earlier += running.printed()
      running = await start()
      return running.exitCode() === null
    },
    /** Kills the process, as a power cut would. */
    async kill(): Promise<void> {
      isFrozen = false
      await running.kill()
    },
    /** Stops the process until `thaw`. Its connections stay open. */
    freeze(): void {
      isFrozen = true
      running.freeze()
    },
    thaw(): void {
      isFrozen = false
      running.thaw()
    },
    /** Sends SIGTERM. Resolves with the exit code. */
    stop: () => running.stop(),
    /** Sets the process's clock. @param ms ahead of the real clock */
    setClockOffset(ms: number): void {
      writeFileSync(clockFile, String(ms))
      running.signal('SIGUSR2')
    },
  }
}
