/** For tests: runs an nginx with a configuration of its own in a folder of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from './find-program.ts'

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export interface RunningNginx {
  child: ChildProcess
  /** Has it read its configuration again. */
  reload: () => void
}

/**
 * Starts nginx and waits until it listens.
 *
 * @param folder for all its files
 * @param port at which it listens on 127.0.0.1 by this configuration
 * @param http what its `http` block has
 * @throws Error with nginx's own words where the configuration is wrong
 */
export async function runNginx({
  folder,
  port,
  http,
}: {
  folder: string
  port: number
  http: string
}): Promise<RunningNginx> {
  const nginx = findProgram('nginx') ?? 'nginx'
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 2;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`).join(' ')}
  ${http}
}
`,
  )
  const options = ['-p', folder, '-c', file, '-e', join(folder, 'error.log')]
  // What is wrong with the configuration is said by nginx itself.
  execFileSync(nginx, ['-t', ...options], { stdio: 'pipe' })
  const child = spawn(nginx, options, { stdio: 'ignore' })
  while (child.exitCode === null && !(await isListening(port))) await pause(20)
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: see ${folder}/error.log.`)
  return { child, reload: () => void execFileSync(nginx, ['-s', 'reload', ...options], { stdio: 'pipe' }) }
}
