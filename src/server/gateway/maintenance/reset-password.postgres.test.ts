/** The command that makes a link for a new password, on PostgreSQL while a gateway runs. */
import { expect, test } from 'vitest'
import { commandEnvironment, runCommand } from '../testing/commands.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { ines } from '../testing/public-gateway.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { afterTest, startScriptedService } from '../testing/testing.ts'

test('the running gateway accepts a link that the command made in the database', { timeout: 60_000 }, async () => {
  const service = await startScriptedService(() => undefined)
  afterTest(service.close)
  const folder = temporaryFolder()
  const DATABASE_URL = await postgres.createDatabase()
  const environment = { ...commandEnvironment(folder, service.url), DATABASE_URL }
  expect(await runCommand(['reset-password'], environment)).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no database at \S+\. No link was made\./),
  })
  const { browser } = await startProcess(service.url, folder, { DATABASE_URL })
  await browser.signInAsDemo()
  const { link } = (await browser.post('/gateway/operators', { roles: ['admin'] })).json
  const body = { ...ines, token: String(link).split('#link=')[1] }
  expect((await browser.post('/gateway/session/link', body)).status).toBe(200)

  const { code, output } = await runCommand(['reset-password', ines.email], environment)
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('/sign-in#reset=') })
  const token = output.split('#reset=')[1]?.trim()
  expect(await browser.post('/gateway/session/password', { token, password: 'a new long password' })).toMatchObject({
    status: 200,
    json: { operator: { name: ines.name } },
  })
  const history = await browser.get('/gateway/history?endpoint=passwordLinkMake')
  expect(history.json).toMatchObject({ entries: [{ state: 'done', operator: 'Terminal' }], total: 1 })
})
