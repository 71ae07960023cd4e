/** Runs conformance against the embedded service in this process, some of whose answers are changed on the way. */
import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, headers, serviceEndpoints } from '#contract/index.ts'
import {
  apiKey,
  openTestService,
  type TestService,
  type TestServiceOptions,
  workspace,
} from '#server/service/testing/test-service.ts'
import type { ClientOptions } from './client.ts'
import { createMask } from './judge.ts'
import { InvalidOptionsError, readOptions } from './options.ts'
import { exitCodeOf, formatReport, type Report } from './report.ts'
import { performRun } from './run.ts'

/** Calls to this number last for minutes (a reserved number of the simulation). */
const number = '+12025550105'
const withEffects = ['--effects', '--number', number, '--foreign-workspace', 'strange']

interface Passing {
  method: string
  path: string
  headers: Headers
  body: unknown
}
/** Returns the answer to a request, or another one. */
type Change = (passing: Passing, forward: (changed?: Partial<RequestInit>) => Promise<Response>) => Promise<Response>

const open = (options: TestServiceOptions = {}) => openTestService({ seeded: true, concurrentCalls: 1_000, ...options })

/**
 * Performs a run. The clock of the service goes on while the run waits.
 *
 * @param stop ends it. Most of a run are the checks of refusals, the last ones
 */
async function run(
  service: TestService,
  args: readonly string[],
  change: Change = (_, forward) => forward(),
  stop: AbortController | 'before refusals' = new AbortController(),
) {
  const controller = stop === 'before refusals' ? new AbortController() : stop
  const options = readOptions(
    ['--url', 'http://service.test', '--key', apiKey, '--workspace', workspace, '--rate', '60000', ...args],
    {},
  )
  if (options === null) throw new Error('These arguments ask for help.')
  const notices: string[] = []
  const sent: string[] = []
  const transport: ClientOptions['transport'] = (path, init) => {
    const { method = 'GET', body } = init
    sent.push(`${method} ${path}`)
    if (stop === 'before refusals' && !new Headers(init.headers).has(headers.apiKey)) controller.abort()
    const passing = { method, path, headers: new Headers(init.headers), body }
    return change(passing, async (changed) => service.app.request(path, { ...init, signal: null, ...changed }))
  }
  const clock = {
    now: service.clock.now,
    sleep: (ms: number, signal?: AbortSignal) => (signal?.throwIfAborted(), service.advance(Math.ceil(ms))),
  }
  const output = { notice: (text: string) => void notices.push(text), progress: () => {} }
  const report = await performRun(options, output, controller.signal, { transport, clock })
  return { report, notices, sent, text: formatReport(report), code: exitCodeOf(report) }
}

/** The checks that did not conform or were not checked, as text. */
const remarksOf = ({ results }: Report) =>
  results
    .filter(({ verdict }) => verdict !== 'conforms' && verdict !== 'absent')
    .map(
      ({ endpoint, name, verdict, expected }) =>
        `${verdict} ${endpoint} ${name}${verdict === 'unchecked' ? `: ${expected}` : ''}`,
    )
const requiredNames = (Object.entries(serviceEndpoints) as [string, EndpointDefinition][])
  .filter(([, { extension }]) => extension === undefined)
  .map(([name]) => name)
/** The names of the specification's operations without a single conforming check. */
const withoutConformingCheck = ({ results }: Report) =>
  requiredNames.filter((name) => !results.some(({ endpoint, verdict }) => endpoint === name && verdict === 'conforms'))
const checkOf = ({ results }: Report, endpoint: string, name: string) =>
  results.find((check) => check.endpoint === endpoint && check.name === name)

const countNamed = async ({ request }: TestService, list: 'agents' | 'flows', search: string) =>
  (await request<{ pagination: { total: number } }>('GET', `/api/v1/${list}?search=${search}`)).body.pagination.total
const changed = async (answer: Response, change: (body: Record<string, unknown>) => unknown) =>
  Response.json(change((await answer.json()) as Record<string, unknown>), answer)
const isCreation = ({ method, path }: Passing, pattern: RegExp) => method === 'POST' && pattern.test(path)

describe('a run against the embedded service', () => {
  it('reports that it conforms, and removes everything that the run created', {
    tags: ['S4.1-1', 'S4.1-2', 'S4.4-1', 'S4.8-2', 'S5-1', 'S5-2', 'S9-1', 'I3-4', 'I7-11'],
  }, async () => {
    const service = await open()
    const { report, notices, text, code } = await run(service, withEffects)
    expect(remarksOf(report)).toEqual(
      ['messagingAgentCreate', 'messagingAgentReplace', 'messageFlowCreate', 'messageFlowReplace'].map(
        (name) => `unchecked ${name} answers as documented: is not used, because nothing can delete what it creates`,
      ),
    )
    expect([code, withoutConformingCheck(report), report.left]).toEqual([0, [], []])
    expect(notices.join('\n')).toContain(`1 CALL to ${number}, ended by this run`)
    expect(notices.join('\n')).toMatch(/Uses at most \d+ requests of the organization's budget/)
    expect(text).toContain('Everything that was checked conforms.')
    expect(text).toContain('POST /v2/thing/{thingId}/data;')
    expect(text).toContain('belong to another product')
    expect(text + notices.join('\n') + JSON.stringify(report)).not.toContain(apiKey)
    for (const list of ['agents', 'flows'] as const) expect(await countNamed(service, list, 'Conformance')).toBe(0)
    expect(JSON.stringify((await service.request('GET', '/v2/api/active-calls')).body)).not.toContain(number)
  })

  it('does so without the optional endpoints', { tags: ['S4.5-2', 'I0-3'] }, async () => {
    const { report, text, code } = await run(await open({ specificationOnly: true }), withEffects)
    expect([code, report.left]).toEqual([0, [expect.stringMatching(/^the call .*, until someone hangs up$/)]])
    expect(remarksOf(report)).toEqual([
      'unchecked conversationShow answers as documented: needs --conversation',
      'unchecked messageAction refuses an edit without text: needs a draft that this run created',
      'unchecked messageAction edits and approves a message once: needs a draft that this run created',
      'unchecked messageAction removes the draft that was created: needs a draft that this run created',
    ])
    expect(withoutConformingCheck(report)).toEqual([])
    expect(text).toMatch(/conversationList .*\n {2}absent/)
  })

  it('only reads by default, and lists what it could not check', async () => {
    const service = await open({ specificationOnly: true })
    const { report, notices, sent, code } = await run(service, [])
    expect(code).toBe(0)
    expect(notices.join('\n')).toContain('Nothing is changed.')
    expect(sent.filter((line) => !/^GET |^POST .*(validate|preview)/.test(line))).toEqual([])
    expect(sent.length).toBeLessThan(100)
    const remarks = remarksOf(report)
    expect(remarks).toContain('unchecked batchShow answers as documented: needs --batch, or --effects with --number')
    expect(remarks).toContain('unchecked conversationShow answers as documented: needs --conversation')
    expect(remarks).toContain('unchecked conversationShow refuses another workspace: needs --foreign-workspace')
    expect(remarks).toContain('unchecked callSend answers as documented: needs --effects')
    expect(remarks.every((remark) => remark.startsWith('unchecked '))).toBe(true)
  })

  it('waits as long as a 429 asks, and continues', { tags: ['S8.4-1'] }, async () => {
    const { report, notices, code } = await run(await open({ plan: 'developer' }), withEffects)
    expect(notices).toContainEqual(expect.stringMatching(/^Rate limited\. Waiting \d+ s, as the service asked\.$/))
    expect([code, report.stopped]).toEqual([0, null])
  })
})

describe('a service that differs from the contract', () => {
  const respellAgent = ({ id, model, voice, ...agent }: Record<string, unknown>) => ({
    ...agent,
    _id: id,
    llmModel: model,
    ttsModel: voice,
  })

  it('is reported with alternate spellings, missing fields and wrong values', async () => {
    const service = await open()
    const { report, text, code } = await run(service, [], async ({ path }, forward) => {
      const answer = await forward()
      if (path === '/api/v1/agents' && answer.status === 200)
        return changed(answer, ({ agents, pagination }) => ({
          data: (agents as Record<string, unknown>[]).map(respellAgent),
          total: (pagination as { total: number }).total,
        }))
      if (/^\/api\/v1\/flows\/\w+$/.test(path) && answer.status === 200)
        return changed(answer, (flow) => ({ ...flow, rules: undefined, direction: 'diagonal' }))
      if (/^\/v1\/api\/conversations\/\w+$/.test(path) && answer.status === 404)
        return Response.json({ error: 'Gone', message: 'No such conversation' }, { status: 410 })
      return answer
    })
    expect(code).toBe(1)
    const found = report.results.flatMap(({ endpoint, name, findings }) =>
      findings.map(({ kind, field, says }) => `${endpoint} ${name} | ${kind} ${field}: ${says}`),
    )
    const agentList = 'agentList answers as documented | alternate'
    expect(found).toEqual([
      `${agentList} agents: sent as data`,
      `${agentList} agents[].id: sent as data[]._id (20 times)`,
      `${agentList} agents[].model: sent as data[].llmModel (20 times)`,
      ...['provider', 'voiceId', 'language', 'name'].map(
        (field) => `${agentList} agents[].voice.${field}: sent as data[].ttsModel.${field} (20 times)`,
      ),
      `${agentList} pagination.page: left out; read as 1`,
      `${agentList} pagination.limit: left out; read as 20`,
      ...['total', 'totalPages', 'hasNext'].map((field) => `${agentList} pagination.${field}: sent as total`),
      `${agentList} pagination.hasPrev: left out; read as false`,
      'flowShow answers as documented | word direction: unknown value "diagonal"; known values: inbound, outbound, bidirectional',
      'flowShow answers as documented | missing rules: expected a list',
      'conversationShow refuses an unknown ID | wrong status: received 410, expected 404',
      expect.stringMatching(/^conversationShow refuses an unknown ID \| alternate error/),
    ])
    expect(text).toContain('This service does not conform.')
    expect(text).toMatch(
      /MISSING {5}answers as documented\n.*\n +missing: rules: expected a list \(specification 4\.2\)\n +sent {8}GET \/api\/v1\/flows\/\w+\n +received {4}200 application\/json\n +expected {4}200/,
    )
  })

  it('is blamed for a body that is not JSON only if it is the embedded one', async () => {
    const { report } = await run(await open(), ['--effects'], async (passing, forward) => {
      if (passing.headers.get('content-type') !== 'text/plain') return forward()
      const refused = { error: { code: 'not_found', message: 'No.' } }
      const isEmbedded = passing.path.includes('flows')
      return Response.json(refused, { status: 404, headers: isEmbedded ? { [headers.simulation]: 'yes' } : {} })
    })
    const verdictOf = (endpoint: string) => checkOf(report, endpoint, 'refuses a body that is not JSON')?.verdict
    expect([verdictOf('agentUpdate'), verdictOf('flowUpdate')]).toEqual(['conforms', 'wrong'])
  })

  it('is asked further when a single request is not answered', async () => {
    const change: Change = ({ path }, forward) =>
      path === '/api/v1/flows' ? Promise.reject(new Error('ECONNRESET')) : forward()
    const { report } = await run(await open(), [], change, 'before refusals')
    expect(checkOf(report, 'flowList', 'answers as documented')).toMatchObject({ verdict: 'wrong' })
    expect(checkOf(report, 'batchValidate', 'answers as documented')).toMatchObject({ verdict: 'conforms' })
  })

  it('is not asked forever if it refuses a request as too many each time', async () => {
    const tooMany = () =>
      Response.json({ title: 'Too many', detail: 'Wait.' }, { status: 429, headers: { 'retry-after': '1' } })
    const change: Change = ({ path }, forward) => (path === '/api/v1/flows' ? Promise.resolve(tooMany()) : forward())
    const { report, sent } = await run(await open(), [], change, 'before refusals')
    expect(checkOf(report, 'flowList', 'answers as documented')).toMatchObject({ verdict: 'wrong' })
    expect(sent.filter((line) => line === 'GET /api/v1/flows')).toHaveLength(5)
  })

  it('is not blamed for a call that ends by itself', async () => {
    const service = await open()
    const change: Change = async (passing, forward) => {
      const [room] = /^\/v2\/api\/active-calls\/[\w-]+/.exec(passing.path) ?? []
      if (room !== undefined) await service.request('POST', `${room}/end-call`, { body: {} })
      return forward()
    }
    const { report } = await run(service, withEffects, change, 'before refusals')
    expect(report.left).toEqual([])
    expect(remarksOf(report).filter((remark) => !/is not used|the run ended before/.test(remark))).toEqual([
      'unchecked activeCallShow answers as documented: the call ended before it was read',
      'unchecked activeCallTakeOver mutes the agent of the call that was started: the call has no agent to mute, or has ended',
      'unchecked activeCallEnd removes the call that was created: the call ended before this run ended it',
    ])
  })
})

describe('what a run created', () => {
  it('is removed when the run is interrupted', async () => {
    const service = await open()
    const stop = new AbortController()
    const change: Change = async (passing, forward) => {
      const answer = await forward()
      if (isCreation(passing, /\/flows$/) && answer.status === 200) stop.abort()
      return answer
    }
    const { report, code } = await run(service, withEffects, change, stop)
    expect([code, report.stopped, report.left]).toEqual([2, 'The run was stopped before all checks were done.', []])
    for (const list of ['agents', 'flows'] as const) expect(await countNamed(service, list, 'Conformance')).toBe(0)
  })

  it('is found by its name if its creation was not answered or failed, and other unknown outcomes are named', async () => {
    const service = await open()
    const change: Change = async (passing, forward) => {
      const answer = await forward()
      if (answer.status !== 200 || !isCreation(passing, /\/(agents|calls\/call)$/)) return answer
      if (passing.path.endsWith('/call')) throw new Error('ECONNRESET')
      return Response.json({ error: { code: 'UNKNOWN_ERROR', message: 'Oh.' } }, { status: 500 })
    }
    const { report } = await run(service, withEffects, change, 'before refusals')
    expect(remarksOf(report).filter((remark) => remark.startsWith('wrong '))).toEqual([
      'wrong agentCreate creates an agent with the fields that were sent',
      'wrong callSend starts a call',
    ])
    expect(report.left).toEqual([
      'callSend was sent, but its answer does not say whether it was done. It may have had an effect.',
    ])
    expect(await countNamed(service, 'agents', 'Conformance')).toBe(0)
  })

  it('is named if the service goes away', async () => {
    const service = await open()
    let isGone = false
    const { report, text, code } = await run(service, withEffects, async (passing, forward) => {
      if (isGone) throw new Error('ECONNREFUSED')
      const answer = await forward()
      isGone = isCreation(passing, /\/flows$/) && answer.status === 200
      return answer
    })
    expect([code, report.stopped]).toEqual([
      2,
      expect.stringMatching(/^The service has not answered since \d\d:\d\d:\d\d UTC \(ECONNREFUSED\)/),
    ])
    expect(text).toContain(report.stopped)
    expect(report.left).toEqual([
      expect.stringMatching(/^the flow \w+, after DELETE .*: no answer: ECONNREFUSED$/),
      expect.stringMatching(/^the agent \w+, after DELETE .*: no answer: ECONNREFUSED$/),
    ])
    expect(checkOf(report, 'batchStart', 'refuses an invalid file')?.expected).toBe('the run ended before')
  })

  it('by bad requests that the service should have refused is removed or named', async () => {
    const service = await open()
    // A service without access control: it accepts requests with an unknown key, and bodies without the required fields.
    const { report, text } = await run(service, withEffects, (passing, forward) => {
      if (!isCreation(passing, /\/(agents|flows|omni-flow-agents)$/) || passing.headers.get(headers.apiKey) === apiKey)
        return forward()
      passing.headers.set(headers.apiKey, apiKey)
      const voice = { provider: 'openai', voiceId: 'alloy' }
      const body = { name: 'Accepted', ...(passing.path.endsWith('/agents') && { model: 'm', voice }) }
      const isMessaging = passing.path.endsWith('omni-flow-agents')
      return forward({ headers: passing.headers, body: JSON.stringify(isMessaging ? { name: 'Accepted' } : body) })
    })
    for (const list of ['agents', 'flows'] as const) expect(await countNamed(service, list, 'Accepted')).toBe(0)
    expect(checkOf(report, 'flowCreate', 'refuses an unknown key')).toMatchObject({ verdict: 'wrong' })
    const line = expect.stringMatching(
      /^messagingAgentCreate created \w+, which the interface cannot delete$/,
    ) as string
    expect(report.left).toEqual([line, line])
    expect(text).toContain('Could not be removed')
  })

  it('is never a record that existed before, whatever ID the service answers', async () => {
    const service = await open()
    const [agent] = (await service.request<{ agents: { id: string }[] }>('GET', '/api/v1/agents')).body.agents
    const change: Change = async (passing, forward) => {
      const answer = await forward()
      const isAgent = isCreation(passing, /\/agents$/) && answer.status === 200
      return isAgent ? changed(answer, (body) => ({ ...body, id: agent?.id })) : answer
    }
    const { report } = await run(service, ['--effects'], change, 'before refusals')
    expect((await service.request('GET', `/api/v1/agents/${agent?.id}`)).body).toEqual(agent)
    // What was created under another ID is found by its name.
    expect(await countNamed(service, 'agents', 'Conformance')).toBe(0)
    expect(checkOf(report, 'agentUpdate', 'changes only the fields that were sent')).toMatchObject({
      verdict: 'unchecked',
    })
  })

  it('is named if the service only says that it removed it', async () => {
    const service = await open()
    const change: Change = ({ method, path, body }, forward) => {
      if (method === 'DELETE' && /\/batch-calls\/\w+$/.test(path))
        return Promise.resolve(Response.json({ status: 'cancelled' }))
      const isReject = path.endsWith('/action') && String(body).includes('Reject')
      return isReject ? Promise.resolve(Response.json({ status: 'success', message: {} })) : forward()
    }
    const { report } = await run(service, withEffects, change, 'before refusals')
    expect(checkOf(report, 'batchCancel', 'removes the batch that was created')).toMatchObject({ verdict: 'wrong' })
    expect(report.left).toEqual([
      expect.stringMatching(/^the draft \w+\/\w+, after POST .*: 200 application\/json$/),
      expect.stringMatching(/^the batch \w+, after DELETE .*: 200 application\/json$/),
    ])
  })
})

describe('the options', () => {
  const environment = {
    SERVICE_URL: 'https://calls.example',
    SERVICE_API_KEY: 'secret-key',
    SERVICE_WORKSPACE_ID: 'a=First,b',
  }

  it('are read from the environment too, and change nothing by default', () => {
    expect(readOptions([], environment)).toMatchObject({
      apiKey: 'secret-key',
      workspace: 'a',
      hasEffects: false,
      requestsPerMinute: 60,
    })
    expect(readOptions(['--help'], {})).toBeNull()
  })

  it('are refused with all mistakes at once', () => {
    const mistakes = ['--url', 'ftp://x', '--rate', 'fast', '--number', '4155550134', '--room', 'a/b']
    expect(() => readOptions(mistakes, {})).toThrow(
      new InvalidOptionsError(
        [
          '--key is missing (or SERVICE_API_KEY in the environment).',
          '--workspace is missing (or SERVICE_WORKSPACE_ID in the environment).',
          '--url must be an http or https address.',
          'roomName is not a valid ID: a/b',
          '--number must be in E.164 format, for example +14155550134: 4155550134',
          '--rate must be a number from 1 to 1000000.',
          '--number requires --effects.',
        ].join('\n'),
      ),
    )
    expect(() => readOptions(['--everything'], environment)).toThrow(InvalidOptionsError)
  })
})

it('masks the key and phone numbers', () => {
  const mask = createMask('secret-key')
  expect(mask('{"toNumber":"+14155550134","of":"secret-key"}')).toBe('{"toNumber":"+1…34","of":"•••"}')
  expect(mask('call 4155550134 in batch_9138450518795221')).toBe('call … in batch_9138450518795221')
})
