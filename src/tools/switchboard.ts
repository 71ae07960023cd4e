/** Runs Switchboard in its own process, for benchmarks that measure it from outside. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs Switchboard with an empty database and the latest build while `work` runs. By default, the service is embedded. */
export async function withSwitchboard<T>(
  work: (url: string) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-switchboard-'))
  const child = spawn(process.execPath, ['src/server/gateway/main.ts'], {
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
