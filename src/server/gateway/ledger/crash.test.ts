/** Kills and stops the gateway's process, and checks the state that it leaves. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { postDecision, readDecisions, readQueue, scriptDrafts } from '../testing/review.ts'
import { afterTest, callRequest, placedCallAnswer, startScriptedService } from '../testing/testing.ts'

/** A service that is down. */
const nobody = 'http://127.0.0.1:9'

describe('after the process was killed', () => {
  test('a call or decision that was being sent is unknown and is not sent again, a held one is sent on time, the used budget is restored, and pages show the last known data, although the service is down', {
    tags: ['R09', 'R20', 'cut-off-command-is-unknown'],
  }, async () => {
    const conversations = scriptDrafts(2)
    const noAnswer = new Promise(() => {})
    conversations.injectFault(() => ({ body: {}, after: noAnswer }))
    const service = await startScriptedService((received) => {
      if (received.path.startsWith('/api/v1/agents/a1')) return { body: { id: 'a1', name: 'Renewals' } }
      if (received.path === '/api/v1/calls/call') return { body: placedCallAnswer, after: noAnswer }
      return conversations.script(received)
    })
    afterTest(service.close)
    const placedCalls = () => service.requestsTo('POST', '/api/v1/calls/call').length
    const sentActions = () => service.requestsTo('POST', '/v1/api/conversations').length
    const dataDir = temporaryFolder()
    const first = await startProcess(service.url, dataDir)
    await first.browser.signInAsDemo()
    void first.browser.post('/gateway/calls', callRequest, { key: 'k1' }).catch(() => {})
    const heldDecision = await postDecision(first.browser, { holdSeconds: 30 })
    await postDecision(first.browser, { id: '2' })
    await expect.poll(() => [placedCalls(), sentActions()]).toEqual([1, 1])
    await first.kill()

    conversations.injectFault(() => 'ordinary')
    const second = await startProcess(service.url, dataDir)
    await second.browser.signInAsDemo()
    const { effects } = (await second.browser.get('/gateway/effects')).json as unknown as {
      effects: { endpoint: string }[]
    }
    expect(effects.filter(({ endpoint }) => endpoint === 'callSend')).toMatchObject([{ state: 'unknown' }])
    expect(await second.browser.post('/gateway/calls', callRequest, { key: 'k2' })).toMatchObject({ status: 409 })
    expect(placedCalls()).toBe(1)
    const { used } = (await second.browser.get('/gateway/budget')).json
    expect(used).toBeGreaterThanOrEqual(4)

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
    expect(sentActions()).toBe(1)
    await second.browser.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/send`)
    await expect.poll(() => conversations.draft('c1').sent).toBe(true)

    await second.browser.get('/api/v1/agents/a1')
    const isStored = () =>
      readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .filter((file) => /gateway\.db(-wal)?$/.test(file))
        .some((file) => readFileSync(join(dataDir, file)).includes('agentShow'))
    await expect.poll(isStored).toBe(true)
    await second.kill()
    await service.close()

    const third = await startProcess(service.url, dataDir)
    await third.browser.signInAsDemo()
    expect(await third.browser.get('/api/v1/agents/a1')).toMatchObject({ status: 200, json: { name: 'Renewals' } })
    expect((await third.browser.get('/gateway/session')).json).toMatchObject({ service: { state: 'down' } })
    expect(await third.stop()).toBe(0)
  })

  test('a second process in the same folder or on the same port is refused with a one-line message', {
    tags: ['R46', 'one-process-per-database'],
  }, async () => {
    const dataDir = temporaryFolder()
    const first = await startProcess(nobody, dataDir)
    const [sameFolder, samePort] = await Promise.all([
      startProcess(nobody, dataDir),
      startProcess(nobody, temporaryFolder(), { PORT: `${first.port}` }),
    ])
    expect(sameFolder.output()).toMatch(/^\S+gateway\.db is in use by another process\. [^\n]+\n$/)
    expect(samePort.output()).toBe(
      `Port ${first.port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.\n`,
    )
    expect([sameFolder.exitCode(), samePort.exitCode()]).toEqual([1, 1])
    // It has started although its service is down, and shows that.
    const session = (await first.browser.get('/gateway/session')).json
    expect(session).toMatchObject({ operator: null, service: { state: 'down' } })
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
      while (exitCode() === null) {
        await browser.get('/gateway/session').catch(() => null)
        await sleep(20)
      }
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
