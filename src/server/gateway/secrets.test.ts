/** Tests that no secret leaks: calls every route, and searches every answer and log line. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract, type EndpointDefinition, type EndpointName } from '#contract/index.ts'
import { mask, openLog } from './shared/log.ts'
import { startProcess, temporaryFolder } from './testing/process.ts'
import { csvForm, type openBrowser, origin, type Script, startGatewayWithService, testKey } from './testing/testing.ts'

const digits = '4155550134'
const person = 'ada.private@example.com'
/** Every ten consecutive characters of the key. */
const pieces = Array.from({ length: testKey.length - 9 }, (_, from) => testKey.slice(from, from + 10))
const keyIn = (text: string) => pieces.filter((piece) => text.includes(piece))
/** Whether a text contains the number in any spelling. */
const numberIn = (text: string) => text.replace(/[\s().-]/g, '').includes(digits)

/** A service whose answers quote the key, a piece of it, the number and the address. */
const indiscreet =
  (status: number): Script =>
  ({ method, path }) => {
    const message = `The key ${testKey} (${testKey.slice(0, 12)}…${testKey.slice(-10)}) may not call +1 (415) 555-0134 or write to ${person}.`
    if (status >= 400) return { status, body: { error: { code: 'forbidden', message } } }
    return method === 'GET' && path.startsWith('/api/v1/agents?') ? undefined : { status, body: { message: testKey } }
  }

const bodies: Partial<Record<EndpointName, unknown>> = {
  callPlace: { agentId: 'a1', toNumber: `+1${digits}` },
  search: { text: `+1 415 555 0134` },
  batchCallSearch: { text: digits },
  signIn: { email: person, password: 'wrong wrong wrong' },
  linkUse: { token: 'x', name: 'Ada', email: person, password: 'correct horse battery' },
  operatorInvite: { roles: ['support'], email: person },
  agentCreate: { name: digits, model: 'm', voice: { provider: 'p', voiceId: 'v' }, phoneNumber: `+1${digits}` },
  flowCreate: { name: 'f', customWelcomeMessage: `Call +1${digits}` },
  messageGenerate: { flowId: 'f1', to: `+1${digits}`, autopilot: false },
}
const fields = { agentId: 'a1', name: `Calls to +1${digits}` }

async function callEndpoint(someone: ReturnType<typeof openBrowser>, name: EndpointName, id: string) {
  const { method, path, upload }: EndpointDefinition = contract[name]
  const csv = `phone_number,email\n+1${digits},${person}\n`
  const body = upload ? csvForm(fields, csv) : method === 'GET' ? undefined : (bodies[name] ?? {})
  const answer = await someone.request(method, path.replace(/\{\w+\}/g, id), { body, key: crypto.randomUUID() })
  return `${name} ${answer.status} ${JSON.stringify([...answer.headers])} ${answer.text}`
}

describe('answers and logs', { tags: ['R34'] }, () => {
  test('contain no piece of the key, and logs no number and no address', {
    tags: ['log-has-no-numbers'],
  }, async () => {
    const file = join(temporaryFolder(), 'gateway.log')
    const log = openLog(file)
    log.level = 'trace'
    const { grace, browser, service } = await startGatewayWithService(undefined, {
      log,
      environment: { SERVICE_REQUESTS_PER_MINUTE: '100000', SERVICE_WEBHOOK_SECRET: 'whsec_of_the_tests' },
    })
    const answers: string[] = []
    const names = Object.keys(contract) as EndpointName[]
    for (const status of [200, 403, 400, 500]) {
      service.setScript(indiscreet(status))
      // A mistyped address may contain a number instead of an id.
      for (const id of ['a1', `+1${digits}`])
        for (const name of names) if (name !== 'signOut') answers.push(await callEndpoint(grace, name, id))
    }
    // Of somebody who is not signed in, the service hears nothing.
    for (const name of names) answers.push(await callEndpoint(browser(), name, 'a1'))
    expect(service.received.some(({ headers }) => headers['x-api-key'] === testKey)).toBe(true)
    for (const answer of answers) expect({ answer, found: keyIn(answer) }).toEqual({ answer, found: [] })
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines)
      expect({ line, key: keyIn(line), number: numberIn(line), address: line.includes(person) }).toEqual({
        line,
        key: [],
        number: false,
        address: false,
      })
    // The budget's list of pages contains no number either.
    await grace.get('/api/v1/agents/a2', { headers: { referer: `${origin}/+1${digits}` } })
    const spent = await grace.get('/gateway/budget')
    expect(spent.json.byPage).not.toEqual([])
    expect(numberIn(spent.text)).toBe(false)
    // The reference in a refusal is also in the log.
    const reference = /"reference":"(\w{8})"/.exec(
      answers.find((answer) => answer.startsWith('callPlace 5')) ?? '',
    )?.[1]
    expect(lines.filter((line) => line.includes(`"reference":"${reference}"`))).toHaveLength(1)
  })

  test('of a process that cannot start contain neither the key nor the database’s password', async () => {
    const gateway = await startProcess('http://127.0.0.1:9', temporaryFolder(), {
      DATABASE_URL: 'postgres://switchboard:open-sesame@127.0.0.1:9/switchboard',
    })
    await gateway.waitForExit()
    const printed = gateway.output()
    expect(printed).toContain('The PostgreSQL at 127.0.0.1:9/switchboard is not responding.')
    expect(keyIn(printed)).toEqual([])
    expect(printed).not.toContain('open-sesame')
  })

  test('mask numbers and addresses in any spelling, but no ids, times or code positions', () => {
    for (const number of ['+14155550134', '14155550134', '+1 (415) 555-0134', '415.555.0134'])
      expect(mask(`no ${number}, sorry`)).toBe('no •, sorry')
    expect(mask(`of ${person}`)).toBe('of •@•')
    for (const other of [
      'batch_1763658000000',
      'call_1763658000000',
      '2026-11-20T17:36:28.123Z',
      'at f (ledger.ts:123:45)',
      '0a1b2c3d-1234-4567-8901-123456789012',
      '507f1f77bcf86cd799439011',
    ])
      expect(mask(other)).toBe(other)
  })
})
