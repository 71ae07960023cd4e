/**
 * For tests: several gateways, each a process with a machine's clock of its own, on one PostgreSQL and in front of one service. Each can
 * be killed, stopped and started again on its port.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../free-port.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import { browserAt } from '../testing.ts'

const skewedClock = pathToFileURL(join(import.meta.dirname, 'turned-clock.ts')).href

export interface GatewaySettings {
  serviceUrl: string
  databaseUrl: string
  /** More environment, such as the key of the service. */
  environment?: Record<string, string>
  /** How far its machine's clock is ahead, ms. */
  ahead?: number
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>

/** Starts a gateway on a port that it keeps over restarts. It is killed after the test. */
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
    /** Somebody at a browser, straight at this gateway. */
    browser: () => browserAt(`http://127.0.0.1:${port}`),
    /** Whether its process lives and is not stopped. */
    isUp: () => running.exitCode() === null && !running.wasKilled() && !isFrozen,
    /** What all its processes printed. */
    printed: () => earlier + running.printed(),
    /** Starts it again. Resolves with whether it serves; it may have refused to start. */
    async start(): Promise<boolean> {
      earlier += running.printed()
      running = await start()
      return running.exitCode() === null
    },
    /** As a power cut would. */
    async kill(): Promise<void> {
      isFrozen = false
      await running.kill()
    },
    /** It does nothing, and its connections stay; until `thaw`. */
    freeze(): void {
      isFrozen = true
      running.freeze()
    },
    thaw(): void {
      isFrozen = false
      running.thaw()
    },
    /** SIGTERM. Resolves with its exit code. */
    stop: () => running.stop(),
    /** Its machine's clock is set. @param ms ahead of the real one */
    setClockOffset(ms: number): void {
      writeFileSync(clockFile, String(ms))
      running.signal('SIGUSR2')
    },
  }
}
