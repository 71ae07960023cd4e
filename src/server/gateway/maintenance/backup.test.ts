/** Backups of a real data folder while it is in use. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { commandEnvironment, fillStore, runCommand, startCommand, unreachable } from '../testing/commands.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { afterTest, startGatewayWithService, startScriptedService } from '../testing/testing.ts'
import { readManifest } from './backup.ts'

const whole = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const checked = database.prepare('pragma integrity_check').all()
  database.close()
  return checked
}
const ok = [{ integrity_check: 'ok' }]
const modeOf = (path: string) => statSync(path).mode & 0o777

/** Makes a data folder with a store of this size in MB. */
async function filled(megabytes: number): Promise<string> {
  const folder = temporaryFolder()
  await fillStore(folder, megabytes, unreachable.store)
  return folder
}

describe('a backup', { timeout: 60_000 }, () => {
  test('of a running gateway contains both databases, and only its owner can read it', async () => {
    const folder = temporaryFolder()
    const environment = commandEnvironment(folder)
    const gateway = await startProcess('', folder, environment)
    const to = join(folder, 'copy')
    expect(await (await startCommand(['backup', to], environment)).ended).toEqual({
      code: 0,
      output: expect.stringMatching(/^The backup is in \S+copy\. It contains numbers, texts and secrets/),
    })
    for (const file of ['gateway.db', 'service/service.db']) {
      expect(whole(join(to, file))).toEqual(ok)
      expect(modeOf(join(to, file))).toBe(0o600)
    }
    expect(modeOf(join(to, 'service/installation.json'))).toBe(0o600)
    expect(modeOf(to)).toBe(0o700)
    expect(readdirSync(to).toSorted()).toEqual(['backup.json', 'gateway.db', 'service'])
    expect(await readManifest(to)).toMatchObject({ version: 1, store: 'embedded' })

    await gateway.browser.signInAsDemo()
    const made = (await gateway.browser.post('/gateway/backups', {})).json as unknown as { backups: object[] }
    expect(made).toMatchObject({ folder: join(folder, 'embedded/backups'), backups: [{ bytes: expect.any(Number) }] })
    const { entries } = (await gateway.browser.get('/gateway/history')).json as unknown as {
      entries: { endpoint: string }[]
    }
    expect(entries.filter(({ endpoint }) => endpoint === 'backupMake')).toMatchObject([
      { state: 'done', operator: 'Grace Okafor' },
      { state: 'done', operator: 'Switchboard' },
    ])
  })

  test('works without a running gateway, and replaces nothing', { tags: ['backup-replaces-nothing'] }, async () => {
    const folder = await filled(1)
    const environment = commandEnvironment(folder, unreachable.url)
    const to = join(folder, 'copy')
    mkdirSync(to)
    writeFileSync(join(to, 'mine'), '')
    expect(await runCommand(['backup', to], environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining('already exists. Nothing was written.'),
    })
    rmSync(to, { recursive: true })
    expect(await runCommand(['backup', to], environment)).toMatchObject({ code: 0 })
    expect(whole(join(to, 'gateway.db'))).toEqual(ok)
  })

  test('killed in the middle does not get its final name, and the next one is complete', {
    tags: ['broken-off-backup-has-no-name'],
  }, async () => {
    const folder = await filled(100)
    const environment = commandEnvironment(folder, unreachable.url)
    const to = join(folder, 'copy')
    const gateway = await startProcess(unreachable.url, folder, environment)
    const backup = await startCommand(['backup', to], environment)
    const begun = () => [to, `${to}.partial`].some((one) => existsSync(join(one, 'gateway.db')))
    await expect.poll(begun, { interval: 1 }).toBe(true)
    await gateway.kill()
    expect(await backup.ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('The gateway ended before the backup was complete.'),
    })
    expect(existsSync(to)).toBe(false)
    expect(await readManifest(`${to}.partial`)).toBe(null)
    expect(await runCommand(['backup', to], environment)).toMatchObject({ code: 0 })
    expect(whole(join(to, 'gateway.db'))).toEqual(ok)
    expect(existsSync(`${to}.partial`)).toBe(false)
  })

  test('aborted by a stop of its gateway leaves no files, does not delay the stop, and is recorded as failed', {
    tags: ['stop-breaks-off-a-backup'],
  }, async () => {
    const folder = await filled(200)
    const environment = commandEnvironment(folder, unreachable.url)
    const to = join(folder, 'copy')
    const gateway = await startProcess(unreachable.url, folder, environment)
    const backup = await startCommand(['backup', to], environment)
    await expect.poll(() => existsSync(join(`${to}.partial`, 'gateway.db')), { interval: 1 }).toBe(true)
    expect(await gateway.stop()).toBe(0)
    expect(await backup.ended).toEqual({
      code: 1,
      output: 'The gateway was stopped before the backup was complete. No files were kept.\n',
    })
    expect(readdirSync(folder)).not.toContain('copy')
    expect(readdirSync(folder)).not.toContain('copy.partial')
    const store = new DatabaseSync(join(folder, unreachable.store, 'gateway.db'))
    const ends = store
      .prepare("select state from history where effect_id = (select id from effects where endpoint = 'backupMake')")
      .all()
    store.close()
    expect(ends).toEqual([{ state: 'sending' }, { state: 'refused' }])
  })

  test('of PostgreSQL is refused in favour of its own tools; an unknown command lists the commands', {
    tags: ['postgres-has-its-own-backups', 'only-known-commands'],
  }, async () => {
    const environment = commandEnvironment(temporaryFolder())
    const DATABASE_URL = 'postgres://somebody@127.0.0.1:1/nothing'
    expect(await runCommand(['backup', '/tmp/never'], { ...environment, DATABASE_URL })).toEqual({
      code: 1,
      output: 'DATABASE_URL is set, so the data is in PostgreSQL. Back it up with pg_dump.\n',
    })
    expect((await runCommand(['backpu'], environment)).output).toMatch(/^npm run backup -- <folder>/)
  })

  test('is refused while another one is running, and without an embedded database', {
    tags: ['one-backup-at-a-time'],
  }, async () => {
    const { grace } = await startGatewayWithService()
    expect(await grace.post('/gateway/backups', {})).toMatchObject({
      status: 409,
      json: { error: { code: 'not_embedded' } },
    })
    const folder = temporaryFolder()
    const service = await startScriptedService(() => undefined)
    afterTest(service.close)
    await fillStore(folder, 50, `127.0.0.1_${new URL(service.url).port}`)
    const gateway = await startProcess(service.url, folder, commandEnvironment(folder, service.url))
    await gateway.browser.signInAsDemo()
    const make = () => gateway.browser.post('/gateway/backups', {})
    const statuses = (await Promise.all([make(), make()])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
  })
})
