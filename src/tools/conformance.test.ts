/** The command as a process, against the embedded service, and against one that has drifted from the interface. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Conversation, needsReview, type Plan, plans, serviceEndpoints } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import type { Report } from './conformance/report.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const quick = { perMinute: 60_000, burst: 2_000 }
const without = (plan: Plan): Plan => ({ ...plan, tiers: { standard: quick, 'data-read': quick } })

/** The embedded service; its plan's requests a minute are not waited for, unless a test is about them. */
async function embedded(plan: Plan, specificationOnly: boolean) {
  const service = await startService({
    dataDir: temporaryFolder(),
    port: 0,
    plan,
    speed: 1,
    seed: 'conformance',
    specificationOnly,
  })
  onTestFinished(service.close)
  const headers = { 'x-api-key': service.apiKey, 'x-workspace-id': service.workspaceId }
  const read = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
  return { ...service, read }
}
type Service = Awaited<ReturnType<typeof embedded>>

interface Ran {
  code: number | null
  text: string
  said: string
  report: Report
}
/** Starts the command. */
function running({ apiKey, workspaceId }: Service, url: string, ...more: string[]) {
  const json = join(temporaryFolder(), 'report.json')
  const args = ['--url', url, '--workspace', workspaceId, '--rate', '60000', '--json', json, ...more]
  const child = spawn(process.execPath, [join(import.meta.dirname, 'conformance.ts'), ...args], {
    env: { PATH: process.env.PATH, SERVICE_API_KEY: apiKey },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  let said = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).then((code): Ran => {
    const report = JSON.parse(readFileSync(json, 'utf8')) as Report
    return { code, text, said, report }
  })
  return { child, ended }
}
const conformance = (...asked: Parameters<typeof running>): Promise<Ran> => running(...asked).ended

/** Checks that say something other than "conforms", as a reader sees them. */
const remarks = ({ report }: Ran) =>
  report.endpoints.flatMap(({ name, checks }) =>
    checks
      .filter(({ verdict }) => verdict !== 'conforms' && verdict !== 'absent')
      .map(
        ({ verdict, name: check, expected }) =>
          `${verdict} ${name} ${check}${verdict === 'unchecked' ? `: ${expected}` : ''}`,
      ),
  )
const specified = Object.entries(serviceEndpoints)
  .filter(([, endpoint]) => !('extension' in endpoint))
  .map(([name]) => name)
/** Operations of the specification of which nothing was found to conform. */
const silent = ({ report }: Ran) =>
  report.endpoints
    .filter(({ name, checks }) => specified.includes(name) && !checks.some(({ verdict }) => verdict === 'conforms'))
    .map(({ name }) => name)

const number = '+12025550105'

describe('the conformance command', () => {
  it('finds the embedded service whole and conforming, and takes away what it made', {
    tags: ['S4.1-1', 'S4.1-2', 'S4.4-1', 'S4.8-2', 'S5-1', 'S5-2', 'S9-1', 'I3-4', 'I7-11'],
  }, async () => {
    const service = await embedded(without(plans.enterprise), false)
    const ran = await conformance(
      service,
      service.url,
      '--effects',
      '--number',
      number,
      '--foreign-workspace',
      'strange',
    )
    const forGood = 'what it makes could not be deleted again'
    expect(remarks(ran).filter((remark) => !remark.endsWith(forGood))).toEqual([
      'unchecked agentList refuses too many requests in its own form: needs --limits',
    ])
    expect([ran.code, silent(ran), ran.report.left]).toEqual([0, [], []])
    expect(ran.said).toContain(`It places ONE CALL to ${number}`)
    expect(ran.said).toMatch(/At most \d+ requests of the organization's budget/)
    expect(ran.text).toContain('What was checked conforms.')
    expect(ran.text).toContain('POST /v2/thing/{thingId}/data;')
    expect(ran.text).toContain('They belong to another product')
    expect(ran.text + ran.said + JSON.stringify(ran.report)).not.toContain(service.apiKey)
    for (const list of ['agents', 'flows'])
      expect(JSON.stringify(await service.read(`/api/v1/${list}?search=conformance`))).toContain('"total":0')
    expect(JSON.stringify(await service.read('/v2/api/active-calls'))).not.toContain(number)
  })

  it('finds it conforming with the specification alone, on the developer plan', {
    tags: ['S4.5-2', 'I0-3'],
  }, async () => {
    // Five lines, so that the first data's batch leaves one to single calls.
    const service = await embedded({ ...without(plans.developer), concurrentCalls: 5 }, true)
    const { batches, conversations } = service.seeded
    const read = await Promise.all(conversations.map((id) => service.read<Conversation>(`/v1/api/conversations/${id}`)))
    const waiting = read.flatMap(({ _id, customer, messages }) =>
      messages.filter(needsReview).map((message) => ({ draft: `${_id}/${message._id}`, phone: customer.phone ?? '' })),
    )
    const [first, second] = waiting.filter(({ phone }) => phone !== '')
    const drafts = ['--draft', first?.draft ?? '', '--draft', second?.draft ?? '']
    const numbers = ['--number', number, '--number', first?.phone ?? '']
    const ids = ['--batch', batches[0]?.batchId ?? '', '--conversation', conversations[0] ?? '']
    const ran = await conformance(
      service,
      service.url,
      '--effects',
      ...numbers,
      ...drafts,
      ...ids,
      '--foreign-workspace',
      'x',
    )
    expect(remarks(ran)).toEqual(['unchecked agentList refuses too many requests in its own form: needs --limits'])
    expect([ran.code, silent(ran)]).toEqual([0, []])
    expect(ran.report.left).toEqual([expect.stringMatching(/^the call .* goes on until somebody hangs up$/)])
    expect(ran.text).toMatch(/conversationList .*\n {2}absent/)
  })

  it('only reads unless it is told otherwise, and says what it could not check', async () => {
    const service = await embedded(without(plans.enterprise), true)
    const before = await service.read('/api/v1/agents?limit=100')
    const ran = await conformance(service, service.url)
    expect(ran.code).toBe(0)
    expect(ran.said).toContain('Nothing is changed.')
    expect(await service.read('/api/v1/agents?limit=100')).toEqual(before)
    const asked = (await service.read<{ requests: number[] }>('/simulation/requests')).requests.length
    expect(asked).toBeLessThan(100)
    const unchecked = remarks(ran)
    expect(unchecked).toContain('unchecked batchShow answers as documented: needs --batch, or --effects with --number')
    expect(unchecked).toContain('unchecked conversationShow answers as documented: needs --conversation')
    expect(unchecked).toContain('unchecked conversationShow refuses a workspace of others: needs --foreign-workspace')
    expect(unchecked).toContain('unchecked callSend answers as documented: needs --effects')
    expect(unchecked.every((remark) => remark.startsWith('unchecked '))).toBe(true)
  })

  it('takes away what it made when it is broken off, and says what it was', async () => {
    const service = await embedded(without(plans.enterprise), false)
    const made = async () =>
      (await service.read<{ pagination: { total: number } }>('/api/v1/flows?search=conformance')).pagination.total
    const { child, ended } = running(service, service.url, '--effects', '--number', number, '--rate', '600')
    await vi.waitUntil(async () => (await made()) === 1, { timeout: 15_000, interval: 20 })
    child.kill('SIGINT')
    const { code, said, report } = await ended
    expect([code, report.left, await made()]).toEqual([2, [], 0])
    expect(said).toContain('Stopping: what was made is taken away.')
    expect(JSON.stringify(await service.read('/api/v1/agents?search=conformance'))).toContain('"total":0')
  })

  it('finds what a lost answer hid, and names what may have been done', async () => {
    const service = await embedded(without(plans.enterprise), false)
    const lost = ['/api/v1/agents', '/api/v1/calls/call']
    const url = await before(service, ({ method, path, status, body }) =>
      method === 'POST' && status === 200 && lost.includes(path) ? null : [status, body],
    )
    const ran = await conformance(service, url, '--effects', '--number', number)
    expect(ran.code).toBe(1)
    expect(remarks(ran).filter((remark) => remark.startsWith('wrong '))).toEqual([
      'wrong agentCreate creates an agent and keeps what was sent',
      'wrong callSend starts a call',
    ])
    expect(ran.report.left).toEqual(['callSend was sent and not answered: nobody knows whether it was done'])
    expect(JSON.stringify(await service.read('/api/v1/agents?search=conformance'))).toContain('"total":0')
    expect(JSON.stringify(await service.read('/v2/api/active-calls'))).toContain(number)
  })

  it('waits as long as a 429 says, goes on, and has looked at its form', { tags: ['S8.4-1'] }, async () => {
    // What is spent comes back so slowly that 200 requests at once are too many on a busy machine too.
    const tight = { perMinute: 1_800, burst: 30 }
    const service = await embedded({ ...plans.enterprise, tiers: { standard: tight, 'data-read': tight } }, true)
    const ran = await conformance(service, service.url, '--limits')
    expect(ran.code).toBe(0)
    const check = ran.report.endpoints[0]?.checks.find(
      ({ name }) => name === 'refuses too many requests in its own form',
    )
    expect(check).toMatchObject({ verdict: 'conforms' })
  })
})

type Fields = Record<string, unknown>
interface Passing {
  method: string
  path: string
  status: number
  body: Fields
}
/** Somebody before the service who changes what passes; null: the service does it, and the answer is lost. */
async function before({ url }: Service, bend: (passing: Passing) => [number, Fields] | null): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const names = ['x-api-key', 'x-workspace-id', 'content-type'].filter((name) => request.headers[name] !== undefined)
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
    const { method = 'GET', url: at = '' } = request
    const answer = await fetch(url + at, { method, headers, body: chunks.length === 0 ? null : Buffer.concat(chunks) })
    const text = await answer.text()
    const kept = ['content-type', 'content-disposition'].flatMap((name) => [name, answer.headers.get(name) ?? ''])
    if (!kept[1]?.includes('application/json')) return void response.writeHead(answer.status, kept).end(text)
    const path = at.split('?')[0] ?? ''
    const bent = bend({ method, path, status: answer.status, body: JSON.parse(text) as Fields })
    if (bent === null) return void request.socket.destroy()
    response.writeHead(bent[0], kept).end(JSON.stringify(bent[1]))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const renamed = ({ id, model, voice, ...agent }: Fields) => ({ ...agent, _id: id, llmModel: model, ttsModel: voice })
function drifted({ method, path, status, body }: Passing): [number, Fields] {
  if (path === '/api/v1/agents' && method === 'GET' && status === 200)
    return [status, { data: (body.agents as Fields[]).map(renamed), total: (body.pagination as Fields).total }]
  if (/^\/api\/v1\/flows\/\w+$/.test(path) && status === 200) {
    const { rules: _, ...flow } = body
    return [status, { ...flow, direction: 'diagonal' }]
  }
  if (/^\/v1\/api\/conversations\/\w+$/.test(path) && status === 404)
    return [410, { error: 'Gone', message: 'No such conversation' }]
  return [status, body]
}

it('a service that has drifted is told exactly what is spelled otherwise, what is missing and what is wrong', async () => {
  const service = await embedded(without(plans.enterprise), true)
  const ran = await conformance(
    service,
    await before(service, drifted),
    '--conversation',
    service.seeded.conversations[0] ?? '',
  )
  expect(ran.code).toBe(1)
  const found = ran.report.endpoints.flatMap(({ name, checks }) =>
    checks.flatMap(({ name: check, findings }) =>
      findings.map(({ kind, field, says }) => `${name} ${check} | ${kind} ${field}: ${says}`),
    ),
  )
  const spelled = (check: string, times: string) =>
    [
      'agents: came as data',
      `agents[].id: came as data[]._id${times}`,
      `agents[].model: came as data[].llmModel${times}`,
      ...['provider', 'voiceId', 'language', 'name'].map(
        (field) => `agents[].voice.${field}: came as data[].ttsModel.${field}${times}`,
      ),
      'pagination.page: left out; read as 1',
      `pagination.limit: left out; read as ${times === '' ? 1 : 20}`,
      'pagination.total: came as total',
      'pagination.totalPages: came as total',
      'pagination.hasNext: came as total',
      'pagination.hasPrev: left out; read as false',
    ].map((text) => `agentList ${check} | otherwise ${text}`)
  expect(found).toEqual([
    ...spelled('answers as documented', ' (20 times)'),
    ...spelled('gives no more records than asked for', ''),
    'flowShow answers as documented | word direction: the word "diagonal" is not among: inbound, outbound, bidirectional',
    'flowShow answers as documented | missing rules: expected a list',
    'conversationShow says what it does not know | wrong status: came 410, expected 404',
    'conversationShow says what it does not know | otherwise error: came in another form than the general form {error: {code, message}}; read all the same',
  ])
  const { counts } = ran.report
  expect([counts.otherwise, counts.missing, counts.wrong]).toEqual([2, 1, 1])
  expect(ran.text).toContain('This service does not conform.')
  expect(ran.text).toMatch(
    /MISSING {5}answers as documented\n.*\n.*missing: rules: expected a list\n +written {3}specification 4\.2\n +sent {6}GET \/api\/v1\/flows\/\w+\n +came {6}200 application\/json\n +expected {2}200/,
  )
})
