/** Tests the administrator's pages over HTTP: operators, the audit, the connection test and the simulation's keys. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, Invitation, KnownOperator, SimulationKey } from '#contract/index.ts'
import { appendHistory, insertEffect } from '../ledger/history.ts'
import { createAudit } from '../operations/audit.ts'
import { fingerprintOf } from '../operations/connection-test.ts'
import type { EmbeddedService } from '../operations/simulation.ts'
import { openRegistry } from '../registry/registry.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import {
  callRequest,
  inviteAndSignUp,
  placedCallAnswer,
  type Script,
  startGatewayWithService,
  testKey,
} from '../testing/testing.ts'

interface HistoryPage {
  entries: HistoryEntry[]
  total: number
  next: number | null
}
type Setup = Awaited<ReturnType<typeof startGatewayWithService>>
type Browser = Setup['grace']

const addOperator = ({ grace, browser }: Pick<Setup, 'grace' | 'browser'>, name: string, roles: string[]) =>
  inviteAndSignUp(grace, browser(), name, roles)
const listOperators = async (person: Browser) =>
  (await person.get('/gateway/operators')).json as unknown as { operators: KnownOperator[]; invitations: Invitation[] }
const updateOperator = (person: Browser, id: string, body: object) =>
  person.request('PATCH', `/gateway/operators/${id}`, { body })

describe('administration of operators', () => {
  test('invites an operator by a link, with the roles of the invitation', async () => {
    const setup = await startGatewayWithService()
    await setup.grace.post('/gateway/operators', { roles: ['support', 'reviewer'] })
    expect((await listOperators(setup.grace)).invitations).toMatchObject([{ roles: ['support', 'reviewer'] }])
    const { person, id } = await addOperator(setup, 'ines', ['reviewer'])
    const { operators, invitations } = await listOperators(setup.grace)
    expect(operators[0]).toMatchObject({ id, name: 'ines', roles: ['reviewer'], disabled: false })
    expect(operators[0]?.lastSeen).toBeGreaterThan(0)
    expect(operators).toHaveLength(5)
    expect(invitations).toHaveLength(1)
    expect((await person.get('/gateway/session')).json).toMatchObject({ operator: { name: 'ines' } })
    expect((await person.get('/gateway/operators')).status).toBe(403)
  })

  test('creates one operator per e-mail when several links are used at once; the other links still work', async () => {
    const { grace, browser } = await startGatewayWithService()
    const links = await Promise.all(
      Array.from({ length: 3 }, async () => (await grace.post('/gateway/operators', { roles: ['support'] })).json),
    )
    const tokens = links.map(({ link }) => String(link).split('#link=')[1])
    const acceptInvitation = (token: string | undefined, email: string) =>
      browser().post('/gateway/session/link', { token, name: email, email, password: 'correct horse battery' })
    const answers = await Promise.all(tokens.map((token) => acceptInvitation(token, 'ines@example.com')))
    expect(answers.map(({ status, json }) => (status === 200 ? 'signed in' : json.error.code)).toSorted()).toEqual([
      'link_not_for_email',
      'link_not_for_email',
      'signed in',
    ])
    expect((await listOperators(grace)).invitations).toHaveLength(2)
    const [unusedToken] = tokens.filter((_token, index) => answers[index]?.status !== 200)
    expect((await acceptInvitation(unusedToken, 'omar@example.com')).status).toBe(200)
  })

  test('applies role changes and disabling to open sessions at once', {
    tags: ['R32'],
  }, async () => {
    const setup = await startGatewayWithService()
    const { person, id } = await addOperator(setup, 'ines', ['reviewer'])
    expect((await person.get('/gateway/history')).status).toBe(403)
    await updateOperator(setup.grace, id, { roles: ['admin'] })
    expect((await person.get('/gateway/history')).status).toBe(200)
    const { id: omarId } = await addOperator(setup, 'omar', ['admin'])
    expect((await updateOperator(setup.grace, id, { disabled: true })).json).toMatchObject({ id, disabled: true })
    expect((await person.get('/gateway/history')).status).toBe(401)
    const credentials = { email: 'ines@example.com', password: 'correct horse battery' }
    expect((await person.post('/gateway/session/sign-in', credentials)).status).toBe(401)
    await updateOperator(setup.grace, id, { disabled: false })
    expect((await person.get('/gateway/history')).status).toBe(401)
    expect((await person.post('/gateway/session/sign-in', credentials)).status).toBe(200)
    expect(omarId).not.toBe(id)
  })

  test('refuses to demote or disable the last administrator', {
    tags: ['U47', 'last-administrator-stays'],
  }, async () => {
    const setup = await startGatewayWithService()
    const { person, id } = await addOperator(setup, 'ines', ['admin'])
    for (const administrator of [setup.grace, person])
      for (const body of [{ roles: ['support'] }, { disabled: true }])
        expect(await updateOperator(administrator, id, body)).toMatchObject({
          status: 409,
          json: { error: { code: 'last_administrator' } },
        })
    // A disabled administrator does not count.
    const omar = await addOperator(setup, 'omar', ['admin'])
    await updateOperator(person, omar.id, { disabled: true })
    expect((await updateOperator(person, id, { disabled: true })).status).toBe(409)
    await updateOperator(person, omar.id, { disabled: false })
    expect((await updateOperator(person, id, { roles: ['support'] })).status).toBe(200)
    expect((await updateOperator(person, omar.id, { disabled: true })).status).toBe(403)
  })

  test('keeps one administrator when two demote each other at the same time through two gateways', {
    tags: ['U47'],
  }, async () => {
    const store = await openTestStore()
    const [setup, otherGateway] = [
      await startGatewayWithService(undefined, { store }),
      await startGatewayWithService(undefined, { store }),
    ]
    const ines = await addOperator(setup, 'ines', ['admin'])
    const omar = await inviteAndSignUp(setup.grace, otherGateway.browser(), 'omar', ['admin', 'support'])
    const answers = await Promise.all([
      updateOperator(ines.person, omar.id, { roles: ['support'] }),
      updateOperator(omar.person, ines.id, { disabled: true }),
    ])
    // The second request fails: it would remove the last administrator, or its sender is no longer one.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([401, 403, 409]).toContain(answers.find(({ status }) => status !== 200)?.status)
    const { operators } = await listOperators(setup.grace)
    expect(
      operators.filter(({ id, roles, disabled }) => !id.startsWith('ready-') && roles.includes('admin') && !disabled),
    ).toHaveLength(1)
  })

  test('refuses to change demo operators', async () => {
    const { grace } = await startGatewayWithService()
    const refused = await updateOperator(grace, 'ready-support', { roles: ['admin'] })
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'ready_operator' } } })
    expect(await updateOperator(grace, 'nobody', { disabled: true })).toMatchObject({ status: 404 })
  })

  test('records changes in the audit with the operator’s ID and who made them', async () => {
    const setup = await startGatewayWithService()
    const { id } = await addOperator(setup, 'ines', ['reviewer'])
    await updateOperator(setup.grace, id, { roles: ['support', 'reviewer'] })
    await updateOperator(setup.grace, 'nobody', { disabled: true })
    const { entries } = (await setup.grace.get('/gateway/history')).json as unknown as { entries: HistoryEntry[] }
    expect(entries).toMatchObject([
      { endpoint: 'operatorUpdate', ids: { operatorId: 'nobody' }, state: 'refused', reason: 'not_found' },
      { endpoint: 'operatorUpdate', ids: { operatorId: id, roles: 'support reviewer' }, state: 'done' },
      { endpoint: 'linkUse', ids: { operatorId: id, roles: 'reviewer' }, state: 'done', operator: 'ines' },
      { endpoint: 'operatorInvite', ids: { roles: 'reviewer' }, state: 'done', operator: 'Grace Okafor' },
    ])
  })
})

/** A command in the ledger, to be inserted without a gateway. */
const effectRow = (id: string) => ({
  id,
  endpoint: 'agentUpdate',
  ids: '{"agentId":"agent1"}',
  target: null,
  key: id,
  body: '',
  operator_id: 'grace',
  operator: 'Grace Okafor',
  at: 1,
})

describe('audit', () => {
  test('is paged and filtered, and exported as CSV without spreadsheet formulas', async () => {
    const store = await openTestStore()
    const script: Script = ({ method, path }) => {
      if (path === '/api/v1/agents/agent1') return { body: { id: 'agent1', name: 'Nora' } }
      return method === 'POST' ? { body: placedCallAnswer } : undefined
    }
    const { service, grace, browser } = await startGatewayWithService(script, { store })
    await grace.get('/api/v1/agents/agent1')
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    const sam = await browser().signInAsDemo('ready-support')
    await sam.post('/gateway/calls', { ...callRequest, toNumber: '+14155550135' }, { key: 'k2' })
    const readHistory = async (query: string) =>
      (await grace.get(`/gateway/history${query}`)).json as unknown as HistoryPage
    const requestsBefore = service.received.length
    const first = await readHistory('?limit=1')
    const [latest] = first.entries
    // The room name is from the service's answer, and the agent's name from an earlier read.
    const ids = { agentId: 'agent1', roomName: placedCallAnswer.roomName }
    const done = { state: 'done', operator: 'Sam Whitfield', endpoint: 'callSend', ids, names: { agentId: 'Nora' } }
    expect(first).toMatchObject({ entries: [done], total: 2, next: latest?.seq })
    expect(await readHistory(`?limit=1&before=${first.next}`)).toMatchObject({
      entries: [{ ...done, operator: 'Grace Okafor', steps: [{ state: 'sending' }, { state: 'done' }] }],
      next: null,
    })
    const { at = 0, seq = 0 } = latest ?? {}
    const countEntries = async (query: string) => (await readHistory(query)).entries.length
    expect(await countEntries('?thing=agent1')).toBe(2)
    expect(await countEntries(`?thing=${placedCallAnswer.roomName}`)).toBe(2)
    // Only whole IDs match: no parts, field names or patterns.
    for (const text of ['agent', 'agentId', 'agent_', '_gent1']) expect(await countEntries(`?thing=${text}`)).toBe(0)
    expect(await countEntries(`?from=${at}&to=${at}&before=${seq + 1}`)).toBeGreaterThan(0)
    expect(await countEntries(`?from=${at + 60_000}`)).toBe(0)
    expect(await countEntries(`?to=${at - 60_000}`)).toBe(0)
    expect((await grace.get('/gateway/history?from=yesterday')).status).toBe(400)
    expect(service.received).toHaveLength(requestsBefore)
    expect((await readHistory('?state=done&operator=Grace%20Okafor')).entries).toHaveLength(1)
    expect((await readHistory('?endpoint=batchStart')).entries).toEqual([])
    const effect = { ...effectRow('e1'), operator: '=cmd|x' }
    await insertEffect(store, effect, { state: 'done' })
    await appendHistory(store, effect.id, {
      state: 'settled',
      at: 1,
      operator: 'Grace Okafor',
      happened: true,
      reason: '+1, "2"',
    })
    const file = await grace.get('/gateway/history.csv')
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.headers.get('content-disposition')).toContain('audit.csv')
    expect(file.text.split('\n')[0]).toBe(
      'started,last change,operator,action,records,outcome,reason,changes,steps,endpoint,state,happened,IDs,effect ID,number',
    )
    const placed = `${new Date(latest?.steps[0]?.at ?? 0).toISOString()},${new Date(at).toISOString()},Sam Whitfield`
    expect(file.text).toContain(`${placed},Placed a call,"call ${placedCallAnswer.roomName}, agent Nora",Done,,,`)
    expect(file.text).toMatch(/In progress by Sam Whitfield; \S+ Done by Sam Whitfield",callSend,done/)
    expect(file.text).toContain(`"'=cmd|x"`)
    expect(file.text).toContain(`"'+1, ""2"""`)
    expect(file.text.trim().split('\n')).toHaveLength(4)
    expect((await sam.get('/gateway/history.csv')).status).toBe(403)
  })

  test('is exported as a stream, with each row once', async () => {
    const store = await openTestStore()
    const { grace } = await startGatewayWithService(
      ({ method }) => (method === 'POST' ? { body: placedCallAnswer } : undefined),
      { store },
    )
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    const effects = Array.from({ length: 250 }, (_, index) => ({ ...effectRow(`e${index}`), at: clock.now() }))
    await store.insertInto('effects').values(effects).execute()
    const step = { state: 'done', at: clock.now(), operator: null, happened: null, reason: null }
    await store
      .insertInto('history')
      .values(effects.map(({ id }) => ({ ...step, effect_id: id })))
      .execute()
    const audit = createAudit({ store, registry: await openRegistry(store, clock), namesOf: async (name) => [name] })
    const linesPerChunk: number[] = []
    for await (const chunk of audit.export({}))
      linesPerChunk.push(Buffer.from(chunk).toString('utf8').split('\n').length - 1)
    expect(linesPerChunk).toEqual([101, 100, 51])
    const { text } = await grace.get('/gateway/history.csv')
    const seqs = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',').at(-1)))
    expect(new Set(seqs).size).toBe(251)
    expect(seqs).toEqual(seqs.toSorted((one, other) => other - one))
  })
})

describe('connection test', () => {
  test('reports the state, the number of requests that it sent, and the key only as a fingerprint', async () => {
    const { grace, service } = await startGatewayWithService()
    const receivedBefore = service.received.length
    const { json, text } = await grace.post('/gateway/connection-test')
    expect(json).toMatchObject({
      state: 'up',
      took: expect.any(Number),
      fingerprint: fingerprintOf(testKey),
      extensions: { conversations: false, 'active-calls': false, history: false },
    })
    expect(json.cost).toBe(service.received.length - receivedBefore)
    expect(json.cost).toBe(6)
    expect(text).not.toContain(testKey.slice(0, 8))
  })

  test('reports that the service is down or refuses the key', async () => {
    const { grace, service } = await startGatewayWithService()
    service.setScript(() => ({ status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }))
    expect((await grace.post('/gateway/connection-test')).json).toMatchObject({
      state: 'key_refused',
      cost: 1,
      took: null,
    })
    const disconnected = await startGatewayWithService()
    await disconnected.service.close()
    expect((await disconnected.grace.post('/gateway/connection-test')).json).toMatchObject({
      state: 'down',
      took: null,
    })
  })
})

describe('simulation keys', () => {
  function createEmbeddedService(): EmbeddedService {
    const keys = new Map<string, SimulationKey>([
      ['own', { id: 'own', name: 'Own', fingerprint: fingerprintOf(testKey), createdAt: 1 }],
    ])
    return {
      webhookSecret: 'whsec_1',
      webhookAddress: () => null,
      deliveries: async () => Promise.reject(new Error('not used by this test')),
      keys: {
        list: async () => [...keys.values()],
        create: async (name) => {
          const kept = { id: 'k1', name, fingerprint: 'abcdef01', createdAt: 2 }
          keys.set('k1', kept)
          return { key: 'sk_new', kept }
        },
        revoke: async (id) => keys.delete(id),
      },
    }
  }

  test('are created, shown once and revoked; the gateway’s own key cannot be revoked', {
    tags: ['own-key-stays'],
  }, async () => {
    const { grace } = await startGatewayWithService(undefined, { embedded: createEmbeddedService() })
    const created = await grace.post('/gateway/simulation/keys', { name: 'Laptop' })
    expect(created.json).toMatchObject({ key: 'sk_new', kept: { name: 'Laptop' } })
    expect((await grace.get('/gateway/simulation')).text).not.toContain('sk_new')
    const revoke = (id: string) => grace.request('DELETE', `/gateway/simulation/keys/${id}`)
    expect((await revoke('k1')).json).toEqual({ revoked: true })
    expect(await revoke('k1')).toMatchObject({ status: 404 })
    expect(await revoke('own')).toMatchObject({ status: 409, json: { error: { code: 'own_key' } } })
    expect((await grace.get('/gateway/history')).text).not.toContain('sk_new')
  })

  test('are not available for an external service', async () => {
    const { grace } = await startGatewayWithService()
    expect(await grace.get('/gateway/simulation')).toMatchObject({
      status: 404,
      json: { error: { code: 'not_offered' } },
    })
  })
})
