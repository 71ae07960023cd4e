/** For tests: runs nginx with a configuration of the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  /**
   * Reloads the configuration, and waits until the worker processes with the old one have ended, with their last connection. Before that, a
   * new connection may still go to one of them, which closes it while it is in use.
   */
  reload: () => Promise<void>
}

const workers = 2

/**
 * Starts nginx and waits until it listens.
 *
 * @param folder where nginx's files are created
 * @param port the port of 127.0.0.1 that `http` listens on
 * @param http the content of the configuration's `http` block
 * @throws Error with nginx's message if the configuration is invalid
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
  const temporaryKinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const configurationFile = join(folder, 'nginx.conf')
  const errorLog = join(folder, 'error.log')
  writeFileSync(
    configurationFile,
    `daemon off; pid ${folder}/nginx.pid; error_log ${errorLog} notice; worker_processes ${workers};
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  ${temporaryKinds.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`).join(' ')}
  ${http}
}
`,
  )
  const options = ['-p', folder, '-c', configurationFile, '-e', errorLog]
  // Checks the configuration. Throws with nginx's own message if it is invalid.
  execFileSync(nginx, ['-t', ...options], { stdio: 'pipe' })
  const child = spawn(nginx, options, { stdio: 'ignore' })
  while (child.exitCode === null && !(await isListening(port))) await pause(20)
  if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}: see ${errorLog}.`)
  const endedWorkers = () => readFileSync(errorLog, 'utf8').match(/worker process \d+ exited with code/g)?.length ?? 0
  const reload = async () => {
    const before = endedWorkers()
    execFileSync(nginx, ['-s', 'reload', ...options], { stdio: 'pipe' })
    while (endedWorkers() < before + workers) await pause(20)
  }
  return { child, reload }
}
