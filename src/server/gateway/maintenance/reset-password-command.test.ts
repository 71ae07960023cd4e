/** The command that makes a link for a new password, for an administrator who cannot sign in any more. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeTerminalLink } from '../accounts/password-link-rows.ts'
import { commandEnvironment, runCommand } from '../testing/commands.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { ines, startPublicGateway } from '../testing/public-gateway.ts'

const newPassword = 'a new long password'
const printedToken = (output: string) =>
  /^Choose a new password \(.+\): {2}http\S+\/sign-in#reset=([\w-]{32})\n$/.exec(output)?.[1] ?? ''

test('prints a link while the gateway runs and while it does not', {
  timeout: 60_000,
  tags: ['R51', 'refused-link-is-reported'],
}, async () => {
  const folder = temporaryFolder()
  const environment = commandEnvironment(folder)
  const gateway = await startProcess('', folder, environment)
  await gateway.browser.signInAsDemo()
  expect(await runCommand(['reset-password'], environment)).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no administrator yet\. Start the gateway/),
  })
  const { link } = (await gateway.browser.post('/gateway/operators', { roles: ['admin'] })).json
  const body = { ...ines, token: String(link).split('#link=')[1] }
  expect((await gateway.browser.post('/gateway/session/link', body)).status).toBe(200)

  const whileRunning = await runCommand(['reset-password'], environment)
  expect(whileRunning.code).toBe(0)
  const reset = { token: printedToken(whileRunning.output), password: newPassword }
  expect(await gateway.browser.post('/gateway/session/password', reset)).toMatchObject({
    status: 200,
    json: { operator: { name: ines.name } },
  })
  const history = await gateway.browser.get('/gateway/history?endpoint=passwordLinkMake')
  expect(history.json).toMatchObject({ entries: [{ state: 'done', operator: 'Terminal' }], total: 1 })

  expect(await runCommand(['reset-password', 'nobody@example.com'], environment)).toEqual({
    code: 1,
    output: expect.stringMatching(/^No operator has the e-mail address nobody@example\.com\..+ines@example\.com\n$/),
  })
  await gateway.stop()
  const whileStopped = await runCommand(['reset-password', 'INES@example.com'], environment)
  expect(whileStopped).toMatchObject({ code: 0 })
  const database = new DatabaseSync(join(folder, 'embedded/gateway.db'), { readOnly: true })
  expect(database.prepare('select made_by from password_links').all()).toEqual([{ made_by: 'Terminal' }])
  database.close()
  expect(printedToken(whileStopped.output)).not.toBe(printedToken(whileRunning.output))
})

test('makes no link that it cannot record', { tags: ['R51', 'terminal-link-is-recorded'] }, async () => {
  const { store } = await startPublicGateway()
  await store.schema.alterTable('history').renameTo('history_elsewhere').execute()
  await expect(makeTerminalLink(store, null, Date.now())).rejects.toThrow('could not be recorded, so none was made')
  expect(await store.selectFrom('password_links').selectAll().execute()).toEqual([])
})
