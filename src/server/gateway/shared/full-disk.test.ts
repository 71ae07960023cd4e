/** Runs the gateway's process with a full disk, or with a log that cannot be written. */
import { closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { postDecision, readDecisions, startServiceWithDrafts } from '../testing/review.ts'
import { callRequest } from '../testing/testing.ts'
import { canMount, mountSmallVolume } from '../testing/volumes.ts'

interface Recorded {
  endpoint: string
  state: string
}

/** Writes into the folder until its file system is full; `free` deletes the file again. */
function fill(folder: string) {
  const file = join(folder, 'everything-else')
  const opened = openSync(file, 'w')
  for (const size of [65_536, 512, 1])
    try {
      for (;;) writeSync(opened, Buffer.alloc(size))
    } catch {
      // ENOSPC: smaller pieces may still fit.
    }
  closeSync(opened)
  return { free: () => rmSync(file) }
}

describe('log on a full disk', { timeout: 60_000 }, () => {
  test('does not affect the gateway, which reports once that the log cannot be written', {
    tags: ['R22', 'full-log-stops-nothing'],
  }, async () => {
    const { service, commands } = await startServiceWithDrafts()
    const dataDir = temporaryFolder()
    const store = join(dataDir, new URL(service.url).host.replace(':', '_'))
    mkdirSync(store, { recursive: true })
    symlinkSync('/dev/full', join(store, 'gateway.log'))
    const gateway = await startProcess(service.url, dataDir)
    await gateway.browser.signInAsDemo()
    // Refusals are logged.
    for (let times = 0; times < 3; times += 1)
      expect(await gateway.browser.post('/gateway/calls', callRequest)).toMatchObject({ status: 400 })
    expect(await gateway.browser.post('/gateway/calls', callRequest, { key: 'k1' })).toMatchObject({ status: 200 })
    expect(commands()).toEqual(['/api/v1/calls/call'])
    expect(gateway.output().match(/The log \S+gateway\.log cannot be written/g)).toHaveLength(1)
    expect(await gateway.stop()).toBe(0)
  })
})

describe('full file system', { timeout: 60_000 }, () => {
  // Needs the permission to mount a file system.
  test.each(canMount ? ['a small one'] : [])(
    '%s: only reads and cancels work, also after a restart, and the gateway recovers by itself',
    { tags: ['R22', 'R23'] },
    async () => {
      const { service, commands } = await startServiceWithDrafts()
      const { folder: dataDir } = mountSmallVolume()
      const first = await startProcess(service.url, dataDir)
      const { browser, port } = first
      await browser.signInAsDemo()
      const held = await postDecision(browser, { holdSeconds: 30 })
      await postDecision(browser, { id: '2', holdSeconds: 30 })
      const read = () => browser.get('/v1/api/conversations/c1')
      expect(await read()).toMatchObject({ status: 200 })
      const cancel = (key: string) => browser.request('DELETE', '/v1/api/batch-calls/b1', { key })
      const place = (key: string) => browser.post('/gateway/calls', callRequest, { key })

      const { free } = fill(dataDir)
      for (const key of ['k1', 'k2', 'k3'])
        expect(await place(key)).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
      const invited = await browser.post('/gateway/operators', { roles: ['support'] })
      expect(invited).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
      expect(await read()).toMatchObject({ status: 200 })
      expect(await cancel('x1')).toMatchObject({ status: 200, json: { status: 'cancelled' } })
      const undone = await browser.post(`/gateway/decisions/${String(held.json.effectId)}/undo`)
      expect(undone).toMatchObject({ status: 503, json: { error: { code: 'undo_not_recorded', sent: 'unknown' } } })
      const states = async () =>
        Object.fromEntries((await readDecisions(browser)).map(({ messageId, state }) => [messageId, state]))
      // The page shows the recorded state.
      expect(await states()).toEqual({ m1: 'held', m2: 'held' })
      expect(first.exitCode()).toBe(null)

      await first.kill()
      const second = await startProcess(service.url, dataDir, { PORT: `${port}` })
      expect(second.output()).toContain('Connected to')
      // The earlier session is still valid.
      expect(await read()).toMatchObject({ status: 200 })
      expect(await cancel('x2')).toMatchObject({ status: 200 })
      expect(await place('k4')).toMatchObject({ status: 503, json: { error: { code: 'not_recorded' } } })
      // The undo was lost with the process, as its answer warned.
      expect(await states()).toEqual({ m1: 'held', m2: 'held' })
      expect(commands()).toEqual(['/v1/api/batch-calls/b1', '/v1/api/batch-calls/b1'])

      free()
      expect(await place('k5')).toMatchObject({ status: 200 })
      for (const { effectId } of await readDecisions(browser))
        expect(await browser.post(`/gateway/decisions/${effectId}/undo`)).toMatchObject({ status: 200 })
      const recorded = async () => {
        const { effects } = (await browser.get('/gateway/effects')).json as unknown as { effects: Recorded[] }
        return effects.map(({ endpoint, state }) => `${endpoint} ${state}`).toSorted()
      }
      // Only the service knows of the cancel that the killed process sent.
      await expect
        .poll(recorded)
        .toEqual(['batchCancel done', 'callSend done', 'messageAction withdrawn', 'messageAction withdrawn'])
      expect(await second.stop()).toBe(0)
    },
  )
})
