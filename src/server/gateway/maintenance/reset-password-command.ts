/**
 * The command for operators who cannot sign in any more, above all the last administrator. It prints a link with which they choose a new
 * password. With the embedded database, the running gateway makes the link, because only it can open the file.
 */
import { join } from 'node:path'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { databaseExists } from '#server/database/open.ts'
import { describeLocation } from '#server/database/start-faults.ts'
import { makeTerminalLink } from '../accounts/password-link-rows.ts'
import { type Configuration, storeOf } from '../shared/configuration.ts'
import { assertNotMoved } from '../store/moved.ts'
import { openStore } from '../store/store.ts'
import { storeFile } from './backup.ts'
import { linkSocket, requestLocally } from './local-socket.ts'

/** What the running gateway answers. */
export type LinkAnswer = { token: string } | { problem: string }

/** Makes a link in the database itself. */
async function makeLink(configuration: Configuration, email: string | null): Promise<string> {
  const schema = storeOf(configuration)
  const { databaseUrl: url, dataDir } = configuration
  const where = url === null ? { file: join(dataDir, schema, storeFile) } : { url, schema }
  if (!(await databaseExists(where)))
    throw new DatabaseUnusable(
      `There is no database at ${describeLocation(where)}. No link was made. Run this command with the gateway's settings.`,
    )
  const store = await openStore(where)
  try {
    await assertNotMoved(store)
    return await makeTerminalLink(store, email, Date.now())
  } finally {
    await store.destroy()
  }
}

/**
 * Makes a link for a new password.
 *
 * @param email of the operator; null: the only administrator
 * @returns sentences for the person at the terminal, with the link
 * @throws DatabaseUnusable with a sentence that says why there is no link
 */
export async function resetPassword(configuration: Configuration, email: string | null): Promise<string> {
  const folder = join(configuration.dataDir, storeOf(configuration))
  const answer =
    configuration.databaseUrl === null
      ? ((await requestLocally(folder, linkSocket, email ?? '')) as LinkAnswer | 'ended' | null)
      : null
  if (answer === 'ended')
    throw new DatabaseUnusable('The gateway ended before it answered. Run this command again for a new link.')
  // guard: refused-link-is-reported
  if (answer && 'problem' in answer) throw new DatabaseUnusable(answer.problem)
  const token = answer ? answer.token : await makeLink(configuration, email)
  const address = configuration.publicUrl?.origin ?? `http://${configuration.host}:${configuration.port}`
  return `Choose a new password (the link works once, for a day; until then the old password works):  ${address}/sign-in#reset=${token}`
}
