/** Restores a backup into a real data folder. */
import { existsSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { readSetting } from '../store/settings.ts'
import { openStore } from '../store/store.ts'
import { commandEnvironment, fillStore, runCommand, startCommand, unreachable } from '../testing/commands.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'

/** A data folder that a gateway has used, and a backup of it. */
async function backedUp(megabytes = 0, { url, store } = unreachable) {
  const folder = temporaryFolder()
  const environment = commandEnvironment(folder, url)
  await fillStore(folder, megabytes, store)
  const to = join(folder, 'copy')
  expect(await runCommand(['backup', to], environment)).toMatchObject({ code: 0 })
  return { folder, environment, to }
}

const settingIn = async (folder: string, name: string) => {
  const store = await openStore({ file: join(folder, 'gateway.db') })
  const value = await readSetting(store, name)
  await store.destroy()
  return value
}

describe('a restore', { timeout: 60_000 }, () => {
  test('is refused while a gateway runs, replaces data only with --replace, and is announced by the next start', {
    tags: ['restore-replaces-nothing'],
  }, async () => {
    const { folder, environment, to } = await backedUp(0, { url: '', store: 'embedded' })
    const gateway = await startProcess('', folder, environment)
    expect(await runCommand(['restore', to, '--replace'], environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is in use by another process'),
    })
    await gateway.stop()
    expect(await runCommand(['restore', to], environment)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is a database in .* Nothing was changed\..* add --replace\.\n$/),
    })
    const done = await runCommand(['restore', to, '--replace'], environment)
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^The backup of .* The database that was there before is now in /),
    })
    const aside = readdirSync(join(folder, 'embedded')).find((name) => name.startsWith('replaced-')) ?? ''
    expect(readdirSync(join(folder, 'embedded', aside)).toSorted()).toEqual(['gateway.db', 'service'])
    expect(existsSync(join(folder, 'embedded/restoring'))).toBe(false)

    const again = await startProcess('', folder, environment)
    await again.browser.signInAsDemo()
    expect((await again.browser.get('/gateway/session')).json).toMatchObject({ restored: { from: expect.any(Number) } })
    expect((await again.browser.get('/readyz')).status).toBe(200)
    expect(await again.stop()).toBe(0)
    expect(await settingIn(join(folder, 'embedded'), 'mine')).toBe('before')
  })

  test('killed in the middle leaves a folder that does not start, and the next one completes it', {
    tags: ['broken-off-restore-does-not-start'],
  }, async () => {
    const { to } = await backedUp(100)
    const folder = temporaryFolder()
    const store = join(folder, unreachable.store)
    const environment = commandEnvironment(folder, unreachable.url)
    const first = await startCommand(['restore', to], environment)
    await expect.poll(() => existsSync(join(store, 'restoring/gateway.db')), { interval: 1 }).toBe(true)
    first.kill()
    await first.ended
    expect(existsSync(join(store, 'gateway.db'))).toBe(false)
    const gateway = await startProcess(unreachable.url, folder, environment)
    expect(gateway.output()).toMatch(/^The database at \S+gateway\.db is missing\. Restore it/)
    expect(gateway.exitCode()).toBe(1)
    expect(await runCommand(['restore', to], environment)).toMatchObject({ code: 0 })
    expect(await settingIn(store, 'mine')).toBe('before')
    expect(await settingIn(store, 'copied')).toMatch(/^\{"at":\d+\}$/)
  })

  test('refuses a folder that is not a backup, is damaged, of an earlier version, or belongs to another service', {
    tags: ['only-whole-backups-are-restored', 'damaged-backup-is-not-restored', 'other-tables-are-refused'],
  }, async () => {
    const { to, folder } = await backedUp(1)
    const empty = commandEnvironment(temporaryFolder(), unreachable.url)
    const outputOf = async (args: string[], environment = empty) => (await runCommand(args, environment)).output
    expect(await outputOf(['restore', folder])).toMatch(/ is not a complete backup\. Nothing was changed\.\n$/)
    expect(await outputOf(['restore', to], commandEnvironment(temporaryFolder()))).toMatch(
      / is a backup of the store 127\.0\.0\.1_9, and this configuration is for embedded\./,
    )
    const backup = new DatabaseSync(join(to, 'gateway.db'))
    backup.exec('drop table tables_number')
    backup.close()
    expect(await outputOf(['restore', to])).toMatch(
      /gateway\.db was written by an earlier version of Switchboard\. .* commit [0-9a-f]{8}\. Nothing was changed\./,
    )
    truncateSync(join(to, 'gateway.db'), 200_000)
    expect(await outputOf(['restore', to])).toMatch(/gateway\.db is damaged \(.*\)\. Nothing was changed\./)
  })

  test('by other means is handled after --mark', async () => {
    const { folder, environment } = await backedUp(0, { url: '', store: 'embedded' })
    expect(await runCommand(['restore', '--mark'], environment)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^The next start treats the data as restored from /),
    })
    const gateway = await startProcess('', folder, environment)
    await gateway.browser.signInAsDemo()
    expect((await gateway.browser.get('/gateway/session')).json).toMatchObject({ restored: { at: expect.any(Number) } })
  })
})
