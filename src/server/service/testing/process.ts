/** For tests: the service as a separate process, which can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { builtProgram, programEnvironment } from '#server/programs/built-program.ts'

interface ServiceProcess {
  child: ChildProcess
  url: string
}

/** Starts the service on a free port; resolves when it listens. */
export async function spawnService(dataDir: string, environment: Record<string, string> = {}): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [builtProgram('service')], {
    env: {
      ...programEnvironment(),
      DATA_DIR: dataDir,
      PORT: '0',
      SERVICE_API_KEY: 'key-of-the-tests',
      SERVICE_WORKSPACE_ID: 'tests',
      EMBEDDED_SPEED: '300',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString()
      const match = /http:\S+/.exec(output)
      if (match !== null) resolve(match[0])
    })
    child.once('exit', () => reject(new Error(`The service ended before it listened: ${output}`)))
  })
  return { child, url }
}

export const waitForExit = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
