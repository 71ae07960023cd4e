/** For tests: starts a scripted service and a gateway, and opens test browsers. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Account, headers, type PreparedBatch } from '#contract/index.ts'
import { createGateway, type GatewayOptions } from '../gateway.ts'
import type { Passwords } from '../operators/authentication.ts'
import { type Clock, clock } from '../shared/clock.ts'
import { readConfiguration } from '../shared/configuration.ts'
import { createSilentLog } from '../shared/log.ts'
import { openTestStore } from './store.ts'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  at: number
}

/** How the scripted service handles a request. */
type ServiceBehaviour =
  | { status?: number; body?: unknown; headers?: Record<string, string | null>; after?: Promise<unknown> }
  /** Breaks the connection without an answer. */
  | 'lost'
  /** Sends half an answer, and breaks the connection. */
  | 'truncated'

/** Chooses the service's behaviour for a request. undefined: the default answer (an empty list of agents, otherwise 404). */
export type Script = (received: ReceivedRequest) => ServiceBehaviour | undefined

const emptyAgentList = {
  agents: [],
  pagination: { page: 1, limit: 1, total: 0, totalPages: 1, hasNext: false, hasPrev: false },
}
const unknownPath = { status: 404, body: { error: { code: 'not_found', message: 'No such thing.' } } }

function sendAnswer(response: ServerResponse, behaviour: Exclude<ServiceBehaviour, 'lost'>): void {
  const {
    status = 200,
    body = {},
    headers: scriptedHeaders = {},
  } = behaviour === 'truncated' ? { body: { a: 'b' } } : behaviour
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const allHeaders: Record<string, string | number | null> = {
    'content-type': 'application/json',
    [headers.simulation]: 'test',
    ...scriptedHeaders,
    ...(behaviour === 'truncated' && { 'content-length': text.length + 100 }),
  }
  response.writeHead(
    status,
    Object.fromEntries(Object.entries(allHeaders).filter(([, value]) => value !== null)) as OutgoingHttpHeaders,
  )
  if (behaviour === 'truncated') response.write(text, () => response.destroy())
  else response.end(text)
}

/** Starts a scripted service on a loopback port. */
export async function startScriptedService(script: Script) {
  const received: ReceivedRequest[] = []
  const current = { script }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = '', url: path = '' } = request
    const receivedRequest = {
      method,
      path,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
      at: Date.now(),
    }
    received.push(receivedRequest)
    const defaultBehaviour: ServiceBehaviour = path.startsWith('/api/v1/agents?')
      ? { body: emptyAgentList }
      : unknownPath
    const behaviour = current.script(receivedRequest) ?? defaultBehaviour
    if (behaviour === 'lost') return void request.socket.destroy()
    if (typeof behaviour === 'object') await behaviour.after
    sendAnswer(response, behaviour)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    /** @returns the received requests with this method, and a path that starts like this */
    requestsTo: (method: string, path: string) =>
      received.filter((request) => request.method === method && request.path.startsWith(path)),
    setScript: (next: Script) => {
      current.script = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Calling hours that cover every time. */
export const allHours = '00:00-24:00 1234567'
export const testKey = 'sk-test-4f9a1c77d0e2b38856'

/** Hashes passwords at once. The hash with which Switchboard stores them takes some 50 ms and 32 MB. */
const quickPasswords: Passwords = {
  hash: (password) => Promise.resolve(createHash('sha256').update(password).digest('hex')),
  verify: async ({ hash, password }) => hash === (await quickPasswords.hash(password)),
}

/** Starts a gateway that uses a service. It has no port: test browsers call it directly. */
export async function startTestGateway(
  serviceUrl: string,
  options: Partial<GatewayOptions> & { environment?: Record<string, string>; clock?: Clock } = {},
) {
  const configuration = readConfiguration({
    SERVICE_URL: serviceUrl,
    SERVICE_API_KEY: testKey,
    SERVICE_WORKSPACE_ID: 'ws_main=Main,ws_other=Other',
    // Tests have to pass at any time of day.
    CALLING_HOURS: allHours,
    ...options.environment,
  })
  if (!configuration.service) throw new Error('no service')
  const gateway = await createGateway({
    configuration,
    connection: configuration.service,
    store: options.store ?? (await openTestStore()),
    uploadFolder: join(tmpdir(), `switchboard-uploads-${randomUUID()}`),
    dashboard: null,
    clock,
    log: createSilentLog(),
    random: () => 0,
    passwords: quickPasswords,
    ...options,
  })
  return { gateway, browser: () => openBrowser(gateway.fetch) }
}

export interface RequestOptions {
  body?: unknown
  /** The idempotency key. */
  key?: string
  headers?: Record<string, string>
}

export const origin = 'http://127.0.0.1:4400'

/** Opens a test browser. It stores cookies and sends the headers that browsers send. */
export function openBrowser(fetch: (request: Request) => Response | Promise<Response>) {
  const jar = new Map<string, string>()
  async function request(method: string, path: string, { body, key, headers: additionalHeaders }: RequestOptions = {}) {
    const isForm = body instanceof FormData
    const response = await fetch(
      new Request(origin + path, {
        method,
        headers: {
          host: new URL(origin).host,
          origin,
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          referer: `${origin}/calls/room`,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
          ...additionalHeaders,
        },
        ...(body !== undefined && {
          body:
            isForm || body instanceof Uint8Array
              ? (body as Uint8Array<ArrayBuffer>)
              : typeof body === 'string'
                ? body
                : JSON.stringify(body),
        }),
      }),
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const text = await response.text()
    const json = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as never) : undefined
    return { status: response.status, headers: response.headers, text, json: json as unknown as AnswerJson }
  }
  return {
    request,
    get: (path: string, options?: RequestOptions) => request('GET', path, options),
    post: (path: string, body?: unknown, options?: RequestOptions) => request('POST', path, { body, ...options }),
    /** Starts a session as this demo operator, by default the administrator. @returns this browser */
    async signInAsDemo(operatorId?: string) {
      await request('GET', '/gateway/session')
      if (operatorId) await request('POST', '/gateway/session/switch', { body: { operatorId } })
      return this
    },
    cookies: () => [...jar],
  }
}

/** Opens a test browser for a gateway in another process. */
export const browserAt = (address: string) =>
  openBrowser(async (request) => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.delete('host')
    headers.set('origin', address)
    const body = request.method === 'GET' ? undefined : await request.text()
    return fetch(address + pathname + search, { method: request.method, headers, body })
  })

/** Calls `close` after the test. The function that was passed last is called first. */
export const afterTest = (close: () => Promise<void>) => onTestFinished(close)

/** A clock that only the test advances, with `advance`. @param from epoch ms */
export function createTestClock(from = Date.now()): Clock & { advance: (ms: number) => void } {
  let time = from
  return {
    now: () => time,
    steady: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}

/** Starts a scripted service and a gateway that uses it, with Grace as administrator. Both are closed after the test. */
export async function startGatewayWithService(
  script: Script = () => undefined,
  options: Parameters<typeof startTestGateway>[1] = {},
) {
  const service = await startScriptedService(script)
  afterTest(service.close)
  const { gateway, browser } = await startTestGateway(service.url, options)
  afterTest(gateway.close)
  return { service, gateway, browser, grace: await browser().signInAsDemo() }
}

/** Sets how much of the plan the gateway may use to read what came of calls; 0: only what a test opens or sends tells of them. */
export const setOutcomeShare = (administrator: Pick<Browser, 'request'>, percent: number) =>
  administrator.request('PUT', '/gateway/outcome-share', { body: { percent } })

/** Scripts a service that accepts every batch. */
export const acceptBatches: Script = ({ method, path }) =>
  method === 'POST' && path === '/v1/api/batch-calls'
    ? { body: { batchId: 'batch_1', totalCalls: 2, status: 'queued', message: 'ok' } }
    : undefined
export const recipientsCsv = 'phone_number,first_name\n+14155550134,Ada\n+14155550135,Bo\n'
/** The form that starts a batch. */
export const batchForm = (csv = recipientsCsv, fields: Record<string, string> = {}) =>
  csvForm({ agentId: 'agent1', name: 'Renewals', ...fields }, csv)
/** Saves an own number of the only administrator, who confirms it: tests of a batch may call it then. */
export async function confirmOwnNumber(administrator: ReturnType<typeof openBrowser>, number: string): Promise<void> {
  const { json } = await administrator.post('/gateway/account/numbers', { number })
  const saved = (json as unknown as Account).numbers.find((own) => own.number === number)
  await administrator.post(`/gateway/operators/ready-admin/numbers/${saved?.id}/confirm`)
}
/** The body that places a call. */
export const callRequest = { agentId: 'agent1', toNumber: '+14155550134' }
/** The service's own record of a row of a batch in which somebody asked for another call. */
export const callBackAnswer = {
  jobId: 'j2',
  status: 'completed',
  roomName: 'agent1-callback01',
  phone_number: callRequest.toNumber,
  startTime: Date.now(),
  result: { callId: 'callback01', transcript: [{ role: 'customer', content: 'Could you call me back tomorrow?' }] },
}
/** The service's answer when it has placed that call. */
export const placedCallAnswer = {
  status: 'success',
  callId: 'c1',
  fromNumber: '+14155550100',
  roomName: 'agent1-c1',
  toNumber: callRequest.toNumber,
  agent: { id: 'agent1', name: 'R' },
}

/** The fields of an answer that tests read. */
export interface AnswerJson extends Record<string, unknown> {
  error: {
    status: number
    code: string
    message: string
    sent: string
    effectId?: string
    retryAfter: number | null
    details: string
    reference: string
    fields?: Record<string, string>
  }
}

/** @returns the batches that wait for approval */
export async function readPreparedBatches(person: Browser): Promise<PreparedBatch[]> {
  return ((await person.get('/gateway/prepared-batches')).json as unknown as { prepared: PreparedBatch[] }).prepared
}
export const preparedBatchPath = (batch: PreparedBatch | undefined): string => `/gateway/prepared-batches/${batch?.id}`

/** Creates a form with a CSV file and additional fields. */
export function csvForm(fields: Record<string, string>, csv: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([csv], 'people.csv', { type: 'text/csv' }))
  return form
}

type Browser = ReturnType<typeof openBrowser>

/** Invites an operator in one browser, and signs up with the link in another. */
export async function inviteAndSignUp(admin: Browser, person: Browser, name: string, roles: readonly string[]) {
  const invited = (await admin.post('/gateway/operators', { roles })).json as unknown as { link: string }
  const token = /^http:\/\/127\.0\.0\.1:4400\/sign-in#link=([\w-]+)$/.exec(invited.link)?.[1]
  const body = { token, name, email: `${name}@example.com`, password: 'correct horse battery' }
  const { operator } = (await person.post('/gateway/session/link', body)).json as unknown as {
    operator: { id: string }
  }
  return { person, id: operator.id }
}
