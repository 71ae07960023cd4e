/** Kills and stops the gateway's process, and checks the state that it leaves. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { temporaryFolder as folder, startProcess as start } from '../testing/process.ts'
import { correspondence, decide, decisionsOf, queueOf } from '../testing/review.ts'
import { afterwards, call, placed, startScriptedService } from '../testing/testing.ts'

describe('after the process was killed', () => {
  test('a call that was being placed is unknown, blocks its number and is not sent again; the used budget is restored', {
    tags: ['R20', 'cut-off-command-is-unknown'],
  }, async () => {
    const never = new Promise(() => {})
    const service = await startScriptedService(({ method }) =>
      method === 'POST' ? { body: placed, after: never } : undefined,
    )
    afterwards(service.close)
    const dataDir = folder()
    const first = await start(service.url, dataDir)
    await first.browser.land()
    void first.browser.post('/gateway/calls', call, { key: 'k1' }).catch(() => {})
    await expect.poll(() => service.asked('POST', '/').length).toBe(1)
    await first.kill()

    const second = await start(service.url, dataDir)
    await second.browser.land()
    expect((await second.browser.get('/gateway/effects')).json.effects).toMatchObject([
      { state: 'unknown', endpoint: 'callSend' },
    ])
    expect(await second.browser.post('/gateway/calls', call, { key: 'k2' })).toMatchObject({ status: 409 })
    expect(service.asked('POST', '/')).toHaveLength(1)
    const { used } = (await second.browser.get('/gateway/budget')).json
    expect(used).toBeGreaterThanOrEqual(3)
    expect(await second.stop()).toBe(0)
  })

  test('a held decision is sent on time by the next process, and one that was being sent is unknown', {
    tags: ['R09', 'R20'],
  }, async () => {
    const letters = correspondence(2)
    const never = new Promise(() => {})
    letters.injectFault(() => ({ body: {}, after: never }))
    const service = await startScriptedService(letters.script)
    afterwards(service.close)
    const actions = () => service.asked('POST', '/v1/api/conversations')
    const dataDir = folder()
    const first = await start(service.url, dataDir)
    await first.browser.land()
    const held = await decide(first.browser, { holdSeconds: 30 })
    await decide(first.browser, { id: '2' })
    await expect.poll(() => actions().length).toBe(1)
    await first.kill()

    letters.injectFault(() => 'ordinary')
    const second = await start(service.url, dataDir)
    await second.browser.land()
    expect(await decisionsOf(second.browser)).toMatchObject([
      { messageId: 'm2', state: 'unknown', refusal: { sent: 'unknown' } },
      {
        messageId: 'm1',
        state: 'held',
        operatorId: 'ready-admin',
        refusal: null,
        sendsAt: expect.closeTo(Number(held.json.sendsAt), -2),
      },
    ])
    const { drafts } = await queueOf(second.browser)
    expect(drafts.map(({ messageId }) => messageId)).toEqual(['m1', 'm2'])
    expect(await decide(second.browser, { id: '2' })).toMatchObject({ status: 409 })
    expect(actions()).toHaveLength(1)
    await second.browser.post(`/gateway/decisions/${String(held.json.effectId)}/send`)
    await expect.poll(() => letters.draft('c1').sent).toBe(true)
    expect(await second.stop()).toBe(0)
  })

  test('pages show the last known data, although the service is down', async () => {
    const service = await startScriptedService(({ path }) =>
      path.startsWith('/api/v1/agents/a1') ? { body: { id: 'a1', name: 'Renewals' } } : undefined,
    )
    afterwards(service.close)
    const dataDir = folder()
    const first = await start(service.url, dataDir)
    await first.browser.land()
    await first.browser.get('/api/v1/agents/a1')
    const written = () =>
      readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .filter((file) => /gateway\.db(-wal)?$/.test(file))
        .some((file) => readFileSync(join(dataDir, file)).includes('agentShow'))
    await expect.poll(written, { timeout: 10_000 }).toBe(true)
    await first.kill()
    await service.close()

    const second = await start(service.url, dataDir)
    await second.browser.land()
    expect(await second.browser.get('/api/v1/agents/a1')).toMatchObject({ status: 200, json: { name: 'Renewals' } })
    expect((await second.browser.get('/gateway/session')).json).toMatchObject({ service: { state: 'down' } })
  })

  test('a second process in the same folder or on the same port is refused with a one-line message', {
    tags: ['R46', 'one-process-per-database'],
  }, async () => {
    const service = await startScriptedService(() => undefined)
    afterwards(service.close)
    const dataDir = folder()
    const first = await start(service.url, dataDir)
    const [sameFolder, samePort] = await Promise.all([
      start(service.url, dataDir),
      start(service.url, folder(), { PORT: `${first.port}` }),
    ])
    expect(sameFolder.printed()).toMatch(/^\S+gateway\.db is in use by another process\. [^\n]+\n$/)
    expect(samePort.printed()).toBe(
      `Port ${first.port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.\n`,
    )
    expect([sameFolder.exitCode(), samePort.exitCode()]).toEqual([1, 1])
  })

  test('the gateway starts while the service is down, and shows that it is down', async () => {
    const { browser } = await start('http://127.0.0.1:9', folder())
    expect((await browser.get('/gateway/session')).json).toMatchObject({ operator: null, service: { state: 'down' } })
  })
})

describe('stopping the process', () => {
  test('takes two seconds at most, although a browser polls and a read is not answered', async () => {
    const never = new Promise(() => {})
    const service = await startScriptedService(({ path }) => (path.includes('slow') ? { after: never } : undefined))
    afterwards(service.close)
    const { browser, stop, exitCode } = await start(service.url, folder())
    await browser.land()
    const slow = browser.get('/v2/api/active-calls/slow').catch(() => 'cut')
    await expect.poll(() => service.asked('GET', '/v2/api/active-calls/slow').length).toBe(1)
    const poll = async () => {
      while (exitCode() === null) await browser.get('/gateway/session').catch(() => null)
    }
    const polling = [poll(), poll(), poll()]
    const began = performance.now()
    expect(await stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(2_500)
    expect(await slow).toBe('cut')
    await Promise.all(polling)
  })

  test('hands held decisions to the next process, and still answers the command that is being sent', {
    tags: ['R09', 'R20'],
  }, async () => {
    const letters = correspondence(1)
    // Longer than a process that sends nothing takes to exit.
    const service = await startScriptedService((received) =>
      received.path === '/api/v1/calls/call' ? { body: placed, after: pause(2_000) } : letters.script(received),
    )
    afterwards(service.close)
    const dataDir = folder()
    const first = await start(service.url, dataDir)
    await first.browser.land()
    await decide(first.browser, { holdSeconds: 30 })
    const calling = first.browser.post('/gateway/calls', call, { key: 'k1' })
    await expect.poll(() => service.asked('POST', '/').length).toBe(1)
    const stopped = first.stop()
    expect(await calling).toMatchObject({ status: 200, json: { callId: placed.callId } })
    expect(await stopped).toBe(0)

    const { browser } = await start(service.url, dataDir)
    await browser.land()
    expect((await browser.get('/gateway/effects')).json.effects).toMatchObject([
      { endpoint: 'callSend', state: 'done' },
      { endpoint: 'messageAction', state: 'held' },
    ])
    expect(service.asked('POST', '/v1/api/conversations')).toEqual([])
  })
})
