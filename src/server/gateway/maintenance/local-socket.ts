/**
 * Lets commands on this machine ask the running gateway, over sockets in the data folder that only the gateway's user may open. A request
 * is a line of text, the answer a line of JSON. Each kind of request has its own socket, so that a gateway of another version refuses a
 * kind that it does not know.
 */
import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from '../shared/log.ts'

/** Requests a backup in the folder whose path is sent. */
export const backupSocket = 'gateway.sock'
/** Requests a link for a new password of the operator whose e-mail address is sent. */
export const linkSocket = 'links.sock'

/** Socket paths have a short limit, so this returns the shorter of the absolute and the relative path. */
function socketPath(folder: string, name: string): string {
  const path = join(folder, name)
  const fromHere = relative('', path)
  return fromHere.length < path.length ? fromHere : path
}

/**
 * Listens for requests.
 *
 * @param folder of the store, which this process has locked
 * @param name of the socket
 * @param answer handles a request; never rejects
 * @returns a function that stops listening
 */
export async function listenLocally(
  folder: string,
  name: string,
  answer: (line: string) => Promise<object>,
  log: Log,
): Promise<() => void> {
  const path = socketPath(folder, name)
  // A killed process may have left its socket.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    createInterface(socket).once('line', (line) => {
      void answer(line).then((result) => socket.end(`${JSON.stringify(result)}\n`))
    })
  })
  // Without the socket only the commands fail; the gateway works.
  server.on('error', (error) =>
    log.error({ error: String(error), name }, 'cannot listen for requests from this machine'),
  )
  server.listen(path)
  await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {})
  if (server.listening) chmodSync(path, 0o600)
  server.unref()
  return () => void server.close()
}

/**
 * Sends a request to the gateway that runs on this folder.
 *
 * @returns its answer; `ended`: it stopped before it answered; null: no gateway runs
 */
export async function requestLocally(folder: string, name: string, line: string): Promise<object | 'ended' | null> {
  const path = socketPath(folder, name)
  if (!existsSync(path)) return null
  const socket = connect(path)
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  // A killed gateway may have left its socket.
  if (!isOpen) return null
  socket.on('error', () => {})
  socket.write(`${line}\n`)
  for await (const answer of createInterface(socket)) return JSON.parse(answer) as object
  return 'ended'
}
