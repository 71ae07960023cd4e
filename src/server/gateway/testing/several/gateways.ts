/**
 * For tests: gateway processes that share a PostgreSQL and a service, each with its own clock. Each can be killed, stopped and
 * restarted on its port.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '../free-port.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import { browserAt } from '../testing.ts'

const skewedClock = pathToFileURL(join(import.meta.dirname, 'skewed-clock.ts')).href

export interface GatewaySettings {
  serviceUrl: string
  databaseUrl: string
  /** Additional environment, such as the service's key. */
  environment?: Record<string, string>
  /** How far the process's clock is ahead of the machine's. */
  clockOffsetMs?: number
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>

/** Starts a gateway on a port that it reuses after restarts. It is killed after the test. */
export async function startGateway({ serviceUrl, databaseUrl, environment, clockOffsetMs = 0 }: GatewaySettings) {
  const folder = temporaryFolder()
  const clockFile = join(folder, 'clock')
  writeFileSync(clockFile, String(clockOffsetMs))
  const port = await findFreePort()
  const start = () =>
    startProcess(serviceUrl, join(folder, 'data'), {
      ...environment,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: `--import ${skewedClock}`,
      TURNED_CLOCK: clockFile,
    })
  let running = await start()
  let earlierOutput = ''
  let isFrozen = false
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    /** Opens a test browser that connects directly to this gateway. */
    browser: () => browserAt(`http://127.0.0.1:${port}`),
    /** Whether the process runs and is not frozen. */
    isUp: () => running.exitCode() === null && !running.wasKilled() && !isFrozen,
    /** The output of all processes that this gateway has had. */
    output: () => earlierOutput + running.output(),
    /** Starts the process again. @returns whether it runs; a gateway may refuse to start */
    async start(): Promise<boolean> {
      earlierOutput += running.output()
      running = await start()
      return running.exitCode() === null
    },
    /** Kills the process, as a power cut would. */
    async kill(): Promise<void> {
      isFrozen = false
      await running.kill()
    },
    /** Suspends the process until `thaw`. Its connections stay open. */
    freeze(): void {
      isFrozen = true
      running.freeze()
    },
    thaw(): void {
      isFrozen = false
      running.thaw()
    },
    /** Ends the process with SIGTERM. @returns its exit code */
    stop: () => running.stop(),
    /** Sets how far the process's clock is ahead of the machine's. */
    setClockOffset(offsetMs: number): void {
      writeFileSync(clockFile, String(offsetMs))
      running.signal('SIGUSR2')
    },
  }
}
