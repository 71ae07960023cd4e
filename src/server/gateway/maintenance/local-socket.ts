/**
 * How a command on this machine asks the running gateway for a backup: a socket in the folder of its data, which only its own user may
 * open. One line of JSON each way.
 */
import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from '../shared/log.ts'

/** Paths of sockets are short, so the shorter of two is used. */
function socketIn(folder: string): string {
  const path = join(folder, 'gateway.sock')
  const fromHere = relative('', path)
  return fromHere.length < path.length ? fromHere : path
}

/**
 * Listens.
 *
 * @param folder of the store, which this process has alone
 * @param backUp makes a backup; returns a sentence that says why not, or null
 * @returns how to stop
 */
export async function listenLocally(
  folder: string,
  backUp: (to: string) => Promise<string | null>,
  log: Log,
): Promise<() => void> {
  const path = socketIn(folder)
  // Of a process that was killed.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    createInterface(socket).once('line', (line) => {
      void backUp(line).then((problem) => socket.end(`${JSON.stringify({ problem })}\n`))
    })
  })
  // Without it commands on this machine cannot ask; the gateway works all the same.
  server.on('error', (error) => log.error({ error: String(error) }, 'commands on this machine are not heard'))
  server.listen(path)
  await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {})
  if (server.listening) chmodSync(path, 0o600)
  server.unref()
  return () => void server.close()
}

/**
 * Asks the gateway that runs on this folder for a backup.
 *
 * @returns its answer; null: none runs
 */
export async function askLocally(folder: string, to: string): Promise<{ problem: string | null } | null> {
  const path = socketIn(folder)
  if (!existsSync(path)) return null
  const socket = connect(path)
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  // Left by a gateway that was killed.
  if (!isOpen) return null
  socket.on('error', () => {})
  socket.write(`${to}\n`)
  for await (const line of createInterface(socket)) return JSON.parse(line) as { problem: string | null }
  return { problem: 'The gateway ended before the backup was whole. Nothing is there.' }
}
