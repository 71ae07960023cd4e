/**
 * Lets a command on this machine request a backup from the running gateway, over a socket in the data folder that only the gateway's user
 * may open. The request is a line with the path, the answer a line of JSON.
 */
import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from '../shared/log.ts'

/** Socket paths have a short limit, so this returns the shorter of the absolute and the relative path. */
function socketPath(folder: string): string {
  const path = join(folder, 'gateway.sock')
  const fromHere = relative('', path)
  return fromHere.length < path.length ? fromHere : path
}

/**
 * Listens for backup requests.
 *
 * @param folder of the store, which this process has locked
 * @param backUp makes a backup; returns a sentence that says why it failed, or null
 * @returns a function that stops listening
 */
export async function listenForBackupRequests(
  folder: string,
  backUp: (to: string) => Promise<string | null>,
  log: Log,
): Promise<() => void> {
  const path = socketPath(folder)
  // A killed process may have left its socket.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    createInterface(socket).once('line', (line) => {
      void backUp(line).then((problem) => socket.end(`${JSON.stringify({ problem })}\n`))
    })
  })
  // Without the socket only the backup command fails; the gateway works.
  server.on('error', (error) =>
    log.error({ error: String(error) }, 'cannot listen for backup requests from this machine'),
  )
  server.listen(path)
  await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {})
  if (server.listening) chmodSync(path, 0o600)
  server.unref()
  return () => void server.close()
}

/**
 * Requests a backup from the gateway that runs on this folder.
 *
 * @returns its answer; null: no gateway runs
 */
export async function requestLocalBackup(folder: string, to: string): Promise<{ problem: string | null } | null> {
  const path = socketPath(folder)
  if (!existsSync(path)) return null
  const socket = connect(path)
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  // A killed gateway may have left its socket.
  if (!isOpen) return null
  socket.on('error', () => {})
  socket.write(`${to}\n`)
  for await (const line of createInterface(socket)) return JSON.parse(line) as { problem: string | null }
  return { problem: 'The gateway ended before the backup was complete. No files were kept.' }
}
