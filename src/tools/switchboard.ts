/** Runs Switchboard in its own process, for benchmarks that measure it from outside. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The arguments with which `npm start` runs the gateway. */
export const gatewayArguments = (): string[] => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  return scripts.start.split('&& node ')[1]?.split(' ') ?? []
}

/** Runs Switchboard with an empty database and the latest build while `work` runs. By default, the service is embedded. */
export async function withSwitchboard<T>(
  work: (url: string) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-switchboard-'))
  const child = spawn(process.execPath, gatewayArguments(), {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, EMBEDDED_ACTIVITY: 'false', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const printedUrl = /http:\/\/\S+/.exec(String(chunk))?.[0]
        if (printedUrl) resolve(printedUrl)
      })
      child.once('exit', (code) => reject(new Error(`Switchboard exited with code ${code}.`)))
    })
    return await work(url)
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
