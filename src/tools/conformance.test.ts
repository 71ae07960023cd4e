/** Runs the conformance command as a process against the embedded service, and against a proxy whose answers differ from the contract. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Conversation, needsReview, type Plan, plans, serviceEndpoints } from '#contract/index.ts'
import { builtProgram } from '#server/programs/built-program.ts'
import { startService } from '#server/service/start.ts'
import type { Report } from './conformance/report.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const unlimitedTier = { perMinute: 60_000, burst: 2_000 }
const withoutRateLimit = (plan: Plan): Plan => ({
  ...plan,
  tiers: { standard: unlimitedTier, 'data-read': unlimitedTier },
})

/** Starts the embedded service. Most tests use a plan without a tight rate limit, so that they do not wait. */
async function startEmbeddedService(plan: Plan, specificationOnly: boolean) {
  const service = await startService({
    dataDir: temporaryFolder(),
    port: 0,
    plan,
    speed: 30,
    seed: 'conformance',
    specificationOnly,
  })
  onTestFinished(service.close)
  const headers = { 'x-api-key': service.apiKey, 'x-workspace-id': service.workspaceId }
  const read = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
  return { ...service, read }
}
type Service = Awaited<ReturnType<typeof startEmbeddedService>>

interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
  report: Report
}
/** Starts the command with a JSON report, and kills it when the test ends. */
async function startCommand({ apiKey, workspaceId }: Service, url: string, ...otherArguments: string[]) {
  const json = join(temporaryFolder(), 'report.json')
  const args = ['--url', url, '--workspace', workspaceId, '--rate', '60000', '--json', json, ...otherArguments]
  const child = spawn(process.execPath, [builtProgram('conformance'), ...args], {
    env: { PATH: process.env.PATH, SERVICE_API_KEY: apiKey },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).then((code): CommandResult => {
    const report = JSON.parse(readFileSync(json, 'utf8')) as Report
    return { code, stdout, stderr, report }
  })
  return { child, ended }
}
const runCommand = async (...parameters: Parameters<typeof startCommand>): Promise<CommandResult> =>
  (await startCommand(...parameters)).ended

/** The checks that did not conform or were not checked, as text. */
const remarksOf = ({ report }: CommandResult) =>
  report.endpoints.flatMap(({ name, checks }) =>
    checks
      .filter(({ verdict }) => verdict !== 'conforms' && verdict !== 'absent')
      .map(
        ({ verdict, name: check, expected }) =>
          `${verdict} ${name} ${check}${verdict === 'unchecked' ? `: ${expected}` : ''}`,
      ),
  )
const requiredEndpoints = Object.entries(serviceEndpoints)
  .filter(([, endpoint]) => !('extension' in endpoint))
  .map(([name]) => name)
/** The names of the specification's operations without a single conforming check. */
const withoutConformingCheck = ({ report }: CommandResult) =>
  report.endpoints
    .filter(
      ({ name, checks }) => requiredEndpoints.includes(name) && !checks.some(({ verdict }) => verdict === 'conforms'),
    )
    .map(({ name }) => name)

const number = '+12025550105'

describe('the conformance command', () => {
  it('reports that the embedded service conforms, and removes everything it created', {
    tags: ['S4.1-1', 'S4.1-2', 'S4.4-1', 'S4.8-2', 'S5-1', 'S5-2', 'S9-1', 'I3-4', 'I7-11'],
  }, async () => {
    const service = await startEmbeddedService(withoutRateLimit(plans.enterprise), false)
    const ran = await runCommand(
      service,
      service.url,
      '--effects',
      '--number',
      number,
      '--foreign-workspace',
      'strange',
    )
    const notDeletable = 'needs --permanent, because nothing can delete what it creates'
    expect(remarksOf(ran).filter((remark) => !remark.endsWith(notDeletable))).toEqual([
      'unchecked agentList refuses too many requests in the rate limit form: needs --limits',
      'unchecked webhooks delivers signed events: needs --listen, and the service set to deliver there',
    ])
    expect([ran.code, withoutConformingCheck(ran), ran.report.left]).toEqual([0, [], []])
    expect(ran.stderr).toContain(`1 CALL to ${number}, ended by this run`)
    expect(ran.stderr).toMatch(/Uses at most \d+ requests of the organization's budget/)
    expect(ran.stdout).toContain('Everything that was checked conforms.')
    expect(ran.stdout).toContain('POST /v2/thing/{thingId}/data;')
    expect(ran.stdout).toContain('belong to another product')
    expect(ran.stdout + ran.stderr + JSON.stringify(ran.report)).not.toContain(service.apiKey)
    for (const list of ['agents', 'flows'])
      expect(JSON.stringify(await service.read(`/api/v1/${list}?search=conformance`))).toContain('"total":0')
    expect(JSON.stringify(await service.read('/v2/api/active-calls'))).not.toContain(number)
  })

  it('reports that the service conforms on the developer plan without the optional endpoints', {
    tags: ['S4.5-2', 'I0-3'],
  }, async () => {
    // Five concurrent calls, so that the seeded batch leaves room for a single call.
    const service = await startEmbeddedService({ ...withoutRateLimit(plans.developer), concurrentCalls: 5 }, true)
    const { batches, conversations } = service.seeded
    const read = await Promise.all(conversations.map((id) => service.read<Conversation>(`/v1/api/conversations/${id}`)))
    const waiting = read.flatMap(({ _id, customer, messages }) =>
      messages.filter(needsReview).map((message) => ({ draft: `${_id}/${message._id}`, phone: customer.phone ?? '' })),
    )
    const [first, second] = waiting.filter(({ phone }) => phone !== '')
    const drafts = ['--draft', first?.draft ?? '', '--draft', second?.draft ?? '']
    const numbers = ['--number', number, '--number', first?.phone ?? '']
    const ids = ['--batch', batches[0]?.batchId ?? '', '--conversation', conversations[0] ?? '']
    const ran = await runCommand(
      service,
      service.url,
      '--effects',
      ...numbers,
      ...drafts,
      ...ids,
      '--foreign-workspace',
      'x',
    )
    expect(remarksOf(ran)).toEqual([
      'unchecked agentList refuses too many requests in the rate limit form: needs --limits',
      'unchecked webhooks delivers signed events: needs --listen, and the service set to deliver there',
    ])
    expect([ran.code, withoutConformingCheck(ran)]).toEqual([0, []])
    expect(ran.report.left).toEqual([expect.stringMatching(/^the call .* continues until someone hangs up$/)])
    expect(ran.stdout).toMatch(/conversationList .*\n {2}absent/)
  })

  it('only reads by default, and lists what it could not check', async () => {
    const service = await startEmbeddedService(withoutRateLimit(plans.enterprise), true)
    const agentsBefore = await service.read('/api/v1/agents?limit=100')
    const ran = await runCommand(service, service.url)
    expect(ran.code).toBe(0)
    expect(ran.stderr).toContain('Nothing is changed.')
    expect(await service.read('/api/v1/agents?limit=100')).toEqual(agentsBefore)
    const requestCount = (await service.read<{ requests: number[] }>('/simulation/requests')).requests.length
    expect(requestCount).toBeLessThan(100)
    const unchecked = remarksOf(ran)
    expect(unchecked).toContain('unchecked batchShow answers as documented: needs --batch, or --effects with --number')
    expect(unchecked).toContain('unchecked conversationShow answers as documented: needs --conversation')
    expect(unchecked).toContain('unchecked conversationShow refuses another workspace: needs --foreign-workspace')
    expect(unchecked).toContain('unchecked callSend answers as documented: needs --effects')
    expect(unchecked.every((remark) => remark.startsWith('unchecked '))).toBe(true)
  })

  it('removes what it created when it is interrupted', async () => {
    const service = await startEmbeddedService(withoutRateLimit(plans.enterprise), false)
    const countCreatedFlows = async () =>
      (await service.read<{ pagination: { total: number } }>('/api/v1/flows?search=conformance')).pagination.total
    const { child, ended } = await startCommand(service, service.url, '--effects', '--number', number, '--rate', '600')
    await vi.waitUntil(async () => (await countCreatedFlows()) === 1, { timeout: 15_000, interval: 20 })
    child.kill('SIGINT')
    const { code, stderr, report } = await ended
    expect([code, report.left, await countCreatedFlows()]).toEqual([2, [], 0])
    expect(stderr).toContain('Stopping. Removing everything that this run created…')
    expect(JSON.stringify(await service.read('/api/v1/agents?search=conformance'))).toContain('"total":0')
  })

  it('finds records whose creation was not answered, and lists commands with an unknown outcome', async () => {
    const service = await startEmbeddedService(withoutRateLimit(plans.enterprise), false)
    const unansweredPaths = ['/api/v1/agents', '/api/v1/calls/call']
    const url = await startProxy(service, ({ method, path, status, body }) =>
      method === 'POST' && status === 200 && unansweredPaths.includes(path) ? null : [status, body],
    )
    const ran = await runCommand(service, url, '--effects', '--number', number)
    expect(ran.code).toBe(1)
    expect(remarksOf(ran).filter((remark) => remark.startsWith('wrong '))).toEqual([
      'wrong agentCreate creates an agent with the fields that were sent',
      'wrong callSend starts a call',
    ])
    expect(ran.report.left).toEqual([
      'callSend was sent, but its answer does not say whether it was done. It may have had an effect.',
    ])
    expect(JSON.stringify(await service.read('/api/v1/agents?search=conformance'))).toContain('"total":0')
    expect(JSON.stringify(await service.read('/v2/api/active-calls'))).toContain(number)
  })

  it('waits as long as a 429 asks, continues, and checks the form of the 429', { tags: ['S8.4-1'] }, async () => {
    // The bucket refills so slowly that 200 requests at once exceed it even on a busy machine.
    const tightTier = { perMinute: 1_800, burst: 30 }
    const service = await startEmbeddedService(
      { ...plans.enterprise, tiers: { standard: tightTier, 'data-read': tightTier } },
      true,
    )
    const ran = await runCommand(service, service.url, '--limits')
    expect(ran.code).toBe(0)
    const check = ran.report.endpoints[0]?.checks.find(
      ({ name }) => name === 'refuses too many requests in the rate limit form',
    )
    expect(check).toMatchObject({ verdict: 'conforms' })
  })
})

type Fields = Record<string, unknown>
interface ForwardedAnswer {
  method: string
  path: string
  status: number
  body: Fields
}
/** Starts a proxy before the service. @param change returns the changed status and body; null drops the answer */
async function startProxy(
  { url }: Service,
  change: (passing: ForwardedAnswer) => [number, Fields] | null,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const names = ['x-api-key', 'x-workspace-id', 'content-type'].filter((name) => request.headers[name] !== undefined)
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
    const { method = 'GET', url: requestUrl = '' } = request
    const answer = await fetch(url + requestUrl, {
      method,
      headers,
      body: chunks.length === 0 ? null : Buffer.concat(chunks),
    })
    const text = await answer.text()
    const answerHeaders = ['content-type', 'content-disposition'].flatMap((name) => [
      name,
      answer.headers.get(name) ?? '',
    ])
    if (!answerHeaders[1]?.includes('application/json'))
      return void response.writeHead(answer.status, answerHeaders).end(text)
    const path = requestUrl.split('?')[0] ?? ''
    const changed = change({ method, path, status: answer.status, body: JSON.parse(text) as Fields })
    if (changed === null) return void request.socket.destroy()
    response.writeHead(changed[0], answerHeaders).end(JSON.stringify(changed[1]))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const respellAgent = ({ id, model, voice, ...agent }: Fields) => ({
  ...agent,
  _id: id,
  llmModel: model,
  ttsModel: voice,
})
function changeAnswer({ method, path, status, body }: ForwardedAnswer): [number, Fields] {
  if (path === '/api/v1/agents' && method === 'GET' && status === 200)
    return [status, { data: (body.agents as Fields[]).map(respellAgent), total: (body.pagination as Fields).total }]
  if (/^\/api\/v1\/flows\/\w+$/.test(path) && status === 200) {
    const { rules: _, ...flow } = body
    return [status, { ...flow, direction: 'diagonal' }]
  }
  if (/^\/v1\/api\/conversations\/\w+$/.test(path) && status === 404)
    return [410, { error: 'Gone', message: 'No such conversation' }]
  return [status, body]
}

it('the report of a service that differs from the contract lists alternate spellings, missing fields and wrong values', async () => {
  const service = await startEmbeddedService(withoutRateLimit(plans.enterprise), true)
  const ran = await runCommand(
    service,
    await startProxy(service, changeAnswer),
    '--conversation',
    service.seeded.conversations[0] ?? '',
  )
  expect(ran.code).toBe(1)
  const foundTexts = ran.report.endpoints.flatMap(({ name, checks }) =>
    checks.flatMap(({ name: check, findings }) =>
      findings.map(({ kind, field, says }) => `${name} ${check} | ${kind} ${field}: ${says}`),
    ),
  )
  const agentListFindings = (check: string, times: string) =>
    [
      'agents: sent as data',
      `agents[].id: sent as data[]._id${times}`,
      `agents[].model: sent as data[].llmModel${times}`,
      ...['provider', 'voiceId', 'language', 'name'].map(
        (field) => `agents[].voice.${field}: sent as data[].ttsModel.${field}${times}`,
      ),
      'pagination.page: left out; read as 1',
      `pagination.limit: left out; read as ${times === '' ? 1 : 20}`,
      'pagination.total: sent as total',
      'pagination.totalPages: sent as total',
      'pagination.hasNext: sent as total',
      'pagination.hasPrev: left out; read as false',
    ].map((text) => `agentList ${check} | alternate ${text}`)
  expect(foundTexts).toEqual([
    ...agentListFindings('answers as documented', ' (20 times)'),
    ...agentListFindings('respects page and limit', ''),
    'flowShow answers as documented | word direction: unknown value "diagonal"; known values: inbound, outbound, bidirectional',
    'flowShow answers as documented | missing rules: expected a list',
    'flowShow answers as documented | wrong direction: differs from what flowList answered',
    'conversationShow refuses an unknown ID | wrong status: received 410, expected 404',
    'conversationShow refuses an unknown ID | alternate error: is not the general form {error: {code, message}}; accepted',
  ])
  const { counts } = ran.report
  expect([counts.alternate, counts.missing, counts.wrong]).toEqual([2, 0, 2])
  expect(ran.stdout).toContain('This service does not conform.')
  expect(ran.stdout).toMatch(
    /WRONG {7}answers as documented\n +Specification: as documented · Interface: DIFFERS · Switchboard: works in part\n.*\n +missing: rules: expected a list \(interface 2\)\n +wrong: direction: differs from what flowList answered \(interface 2\)\n.*rules\.\n +sent {8}GET \/api\/v1\/flows\/\w+\n +received {4}200 application\/json\n +expected {4}200/,
  )
})
