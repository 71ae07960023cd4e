/** Kills and stops the gateway's process, and checks the state that it leaves. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { postDecision, readDecisions, readQueue, scriptDrafts } from '../testing/review.ts'
import { afterTest, callRequest, placedCallAnswer, startScriptedService } from '../testing/testing.ts'

describe('after the process was killed', () => {
  test('a call that was being placed is unknown, blocks its number and is not sent again; the used budget is restored', {
    tags: ['R20', 'cut-off-command-is-unknown'],
  }, async () => {
    const noAnswer = new Promise(() => {})
    const service = await startScriptedService(({ method }) =>
      method === 'POST' ? { body: placedCallAnswer, after: noAnswer } : undefined,
    )
    afterTest(service.close)
    const dataDir = temporaryFolder()
    const first = await startProcess(service.url, dataDir)
    await first.browser.signInAsDemo()
    void first.browser.post('/gateway/calls', callRequest, { key: 'k1' }).catch(() => {})
    await expect.poll(() => service.requestsTo('POST', '/').length).toBe(1)
    await first.kill()

    const second = await startProcess(service.url, dataDir)
    await second.browser.signInAsDemo()
    expect((await second.browser.get('/gateway/effects')).json.effects).toMatchObject([
      { state: 'unknown', endpoint: 'callSend' },
    ])
    expect(await second.browser.post('/gateway/calls', callRequest, { key: 'k2' })).toMatchObject({ status: 409 })
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
    const { used } = (await second.browser.get('/gateway/budget')).json
    expect(used).toBeGreaterThanOrEqual(3)
    expect(await second.stop()).toBe(0)
  })

  test('a held decision is sent on time by the next process, and a decision that was being sent is unknown', {
    tags: ['R09', 'R20'],
  }, async () => {
    const conversations = scriptDrafts(2)
    const noAnswer = new Promise(() => {})
    conversations.injectFault(() => ({ body: {}, after: noAnswer }))
    const service = await startScriptedService(conversations.script)
    afterTest(service.close)
    const sentActions = () => service.requestsTo('POST', '/v1/api/conversations')
    const dataDir = temporaryFolder()
    const first = await startProcess(service.url, dataDir)
    await first.browser.signInAsDemo()
    const heldDecision = await postDecision(first.browser, { holdSeconds: 30 })
    await postDecision(first.browser, { id: '2' })
    await expect.poll(() => sentActions().length).toBe(1)
    await first.kill()

    conversations.injectFault(() => 'ordinary')
    const second = await startProcess(service.url, dataDir)
    await second.browser.signInAsDemo()
    expect(await readDecisions(second.browser)).toMatchObject([
      { messageId: 'm2', state: 'unknown', refusal: { sent: 'unknown' } },
      {
        messageId: 'm1',
        state: 'held',
        operatorId: 'ready-admin',
        refusal: null,
        sendsAt: expect.closeTo(Number(heldDecision.json.sendsAt), -2),
      },
    ])
    const { drafts } = await readQueue(second.browser)
    expect(drafts.map(({ messageId }) => messageId)).toEqual(['m1', 'm2'])
    expect(await postDecision(second.browser, { id: '2' })).toMatchObject({ status: 409 })
    expect(sentActions()).toHaveLength(1)
    await second.browser.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/send`)
    await expect.poll(() => conversations.draft('c1').sent).toBe(true)
    expect(await second.stop()).toBe(0)
  })

  test('pages show the last known data, although the service is down', async () => {
    const service = await startScriptedService(({ path }) =>
      path.startsWith('/api/v1/agents/a1') ? { body: { id: 'a1', name: 'Renewals' } } : undefined,
    )
    afterTest(service.close)
    const dataDir = temporaryFolder()
    const first = await startProcess(service.url, dataDir)
    await first.browser.signInAsDemo()
    await first.browser.get('/api/v1/agents/a1')
    const isStored = () =>
      readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .filter((file) => /gateway\.db(-wal)?$/.test(file))
        .some((file) => readFileSync(join(dataDir, file)).includes('agentShow'))
    await expect.poll(isStored).toBe(true)
    await first.kill()
    await service.close()

    const second = await startProcess(service.url, dataDir)
    await second.browser.signInAsDemo()
    expect(await second.browser.get('/api/v1/agents/a1')).toMatchObject({ status: 200, json: { name: 'Renewals' } })
    expect((await second.browser.get('/gateway/session')).json).toMatchObject({ service: { state: 'down' } })
  })

  test('a second process in the same folder or on the same port is refused with a one-line message', {
    tags: ['R46', 'one-process-per-database'],
  }, async () => {
    const service = await startScriptedService(() => undefined)
    afterTest(service.close)
    const dataDir = temporaryFolder()
    const first = await startProcess(service.url, dataDir)
    const [sameFolder, samePort] = await Promise.all([
      startProcess(service.url, dataDir),
      startProcess(service.url, temporaryFolder(), { PORT: `${first.port}` }),
    ])
    expect(sameFolder.output()).toMatch(/^\S+gateway\.db is in use by another process\. [^\n]+\n$/)
    expect(samePort.output()).toBe(
      `Port ${first.port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.\n`,
    )
    expect([sameFolder.exitCode(), samePort.exitCode()]).toEqual([1, 1])
  })

  test('the gateway starts while the service is down, and shows that it is down', async () => {
    const { browser } = await startProcess('http://127.0.0.1:9', temporaryFolder())
    expect((await browser.get('/gateway/session')).json).toMatchObject({ operator: null, service: { state: 'down' } })
  })
})

describe('a shutdown of the process', () => {
  test('takes two seconds at most, although a browser polls and a read is not answered', async () => {
    const noAnswer = new Promise(() => {})
    const service = await startScriptedService(({ path }) => (path.includes('slow') ? { after: noAnswer } : undefined))
    afterTest(service.close)
    const { browser, stop, exitCode } = await startProcess(service.url, temporaryFolder())
    await browser.signInAsDemo()
    const slowRead = browser.get('/v2/api/active-calls/slow').catch(() => 'aborted')
    await expect.poll(() => service.requestsTo('GET', '/v2/api/active-calls/slow').length).toBe(1)
    const pollSession = async () => {
      while (exitCode() === null) await browser.get('/gateway/session').catch(() => null)
    }
    const polling = [pollSession(), pollSession(), pollSession()]
    const startedAt = performance.now()
    expect(await stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(2_500)
    expect(await slowRead).toBe('aborted')
    await Promise.all(polling)
  })

  test('hands held decisions to the next process, and still answers the command that is being sent', {
    tags: ['R09', 'R20'],
  }, async () => {
    const conversations = scriptDrafts(1)
    // The answer takes longer than an idle process takes to exit.
    const service = await startScriptedService((received) =>
      received.path === '/api/v1/calls/call'
        ? { body: placedCallAnswer, after: sleep(2_000) }
        : conversations.script(received),
    )
    afterTest(service.close)
    const dataDir = temporaryFolder()
    const first = await startProcess(service.url, dataDir)
    await first.browser.signInAsDemo()
    await postDecision(first.browser, { holdSeconds: 30 })
    const pendingCall = first.browser.post('/gateway/calls', callRequest, { key: 'k1' })
    await expect.poll(() => service.requestsTo('POST', '/').length).toBe(1)
    const exitCode = first.stop()
    expect(await pendingCall).toMatchObject({ status: 200, json: { callId: placedCallAnswer.callId } })
    expect(await exitCode).toBe(0)

    const { browser } = await startProcess(service.url, dataDir)
    await browser.signInAsDemo()
    expect((await browser.get('/gateway/effects')).json.effects).toMatchObject([
      { endpoint: 'callSend', state: 'done' },
      { endpoint: 'messageAction', state: 'held' },
    ])
    expect(service.requestsTo('POST', '/v1/api/conversations')).toEqual([])
  })
})
