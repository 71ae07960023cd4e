/** For tests: a scripted service, a gateway, and a test browser. */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { headers, type PreparedBatch } from '#contract/index.ts'
import { createGateway, type GatewayOptions } from '../gateway.ts'
import { type Clock, clock } from '../shared/clock.ts'
import { readConfiguration } from '../shared/configuration.ts'
import { createSilentLog } from '../shared/log.ts'
import { openTestStore } from './store.ts'

export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  at: number
}

/** How the service handles a request. */
type Behaviour =
  | { status?: number; body?: unknown; headers?: Record<string, string | null>; after?: Promise<unknown> }
  /** The connection breaks without an answer. */
  | 'lost'
  /** Half an answer. */
  | 'truncated'

export type Script = (received: Received) => Behaviour | undefined

const agents = {
  agents: [],
  pagination: { page: 1, limit: 1, total: 0, totalPages: 1, hasNext: false, hasPrev: false },
}
const unknownPath = { status: 404, body: { error: { code: 'not_found', message: 'No such thing.' } } }

function answer(response: ServerResponse, behaviour: Exclude<Behaviour, 'lost'>): void {
  const { status = 200, body = {}, headers: more = {} } = behaviour === 'truncated' ? { body: { a: 'b' } } : behaviour
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all: Record<string, string | number | null> = {
    'content-type': 'application/json',
    [headers.simulation]: 'test',
    ...more,
    ...(behaviour === 'truncated' && { 'content-length': text.length + 100 }),
  }
  response.writeHead(
    status,
    Object.fromEntries(Object.entries(all).filter((entry) => entry[1] !== null)) as OutgoingHttpHeaders,
  )
  if (behaviour === 'truncated') response.write(text, () => response.destroy())
  else response.end(text)
}

/**
 * Starts a service on a loopback port.
 *
 * @param script returns the behaviour for each request; undefined: the default answer (agents, else 404)
 */
export async function startScriptedService(script: Script) {
  const received: Received[] = []
  const current = { script }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = '', url: path = '' } = request
    const one = {
      method,
      path,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
      at: Date.now(),
    }
    received.push(one)
    const usual: Behaviour = path.startsWith('/api/v1/agents?') ? { body: agents } : unknownPath
    const behaviour = current.script(one) ?? usual
    if (behaviour === 'lost') return void request.socket.destroy()
    if (typeof behaviour === 'object') await behaviour.after
    answer(response, behaviour)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    /** The received requests with this method and path prefix. */
    asked: (method: string, path: string) =>
      received.filter((one) => one.method === method && one.path.startsWith(path)),
    behave: (next: Script) => {
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

/** Starts a gateway without a port, connected to a service. */
export async function startTestGateway(
  serviceUrl: string,
  more: Partial<GatewayOptions> & { environment?: Record<string, string>; clock?: Clock } = {},
) {
  const configuration = readConfiguration({
    SERVICE_URL: serviceUrl,
    SERVICE_API_KEY: testKey,
    SERVICE_WORKSPACE_ID: 'ws_main=Main,ws_other=Other',
    // Tests have to pass at any time of day.
    CALLING_HOURS: allHours,
    ...more.environment,
  })
  if (!configuration.service) throw new Error('no service')
  const gateway = await createGateway({
    configuration,
    connection: configuration.service,
    store: more.store ?? (await openTestStore()),
    dashboard: null,
    clock,
    log: createSilentLog(),
    random: () => 0,
    ...more,
  })
  return { gateway, browser: () => openBrowser(gateway.fetch) }
}

export interface RequestOptions {
  body?: unknown
  key?: string
  headers?: Record<string, string>
}

export const origin = 'http://127.0.0.1:4400'

/** Opens a test browser, which stores cookies and sends the headers of browsers. */
export function openBrowser(fetch: (request: Request) => Response | Promise<Response>) {
  const jar = new Map<string, string>()
  async function ask(method: string, path: string, { body, key, headers: more }: RequestOptions = {}) {
    const form = body instanceof FormData
    const response = await fetch(
      new Request(origin + path, {
        method,
        headers: {
          host: new URL(origin).host,
          origin,
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          referer: `${origin}/calls/room`,
          ...(body !== undefined && !form && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
          ...more,
        },
        ...(body !== undefined && {
          body:
            form || body instanceof Uint8Array
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
    return { status: response.status, headers: response.headers, text, json: json as unknown as Json }
  }
  return {
    ask,
    get: (path: string, more?: RequestOptions) => ask('GET', path, more),
    post: (path: string, body?: unknown, more?: RequestOptions) => ask('POST', path, { body, ...more }),
    /** Starts a session as the demo administrator, or as another demo operator. */
    async land(operatorId?: string) {
      await ask('GET', '/gateway/session')
      if (operatorId) await ask('POST', '/gateway/session/switch', { body: { operatorId } })
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

/** Closes something after the test, in reverse order of opening. */
export const afterwards = (close: () => Promise<void>) => onTestFinished(close)

/** A clock that only the test advances, with `pass`. @param from epoch ms */
export function testClock(from = Date.now()): Clock & { pass: (ms: number) => void } {
  let time = from
  return {
    now: () => time,
    steady: () => time,
    pass: (ms) => {
      time += ms
    },
  }
}

/** A scripted service, a gateway before it, and Grace, its administrator. */
export async function world(script: Script = () => undefined, more: Parameters<typeof startTestGateway>[1] = {}) {
  const service = await startScriptedService(script)
  afterwards(service.close)
  const { gateway, browser } = await startTestGateway(service.url, more)
  afterwards(gateway.close)
  return { service, gateway, browser, grace: await browser().land() }
}

/** A service that starts every batch. */
export const startsBatches: Script = ({ method, path }) =>
  method === 'POST' && path === '/v1/api/batch-calls'
    ? { body: { batchId: 'batch_1', totalCalls: 2, status: 'queued', message: 'ok' } }
    : undefined
export const people = 'phone_number,first_name\n+14155550134,Ada\n+14155550135,Bo\n'
export const launch = (csv = people, more: Record<string, string> = {}) =>
  csvForm({ agentId: 'agent1', name: 'Renewals', ...more }, csv)
export const call = { agentId: 'agent1', toNumber: '+14155550134' }
export const placed = {
  status: 'success',
  callId: 'c1',
  fromNumber: '+14155550100',
  roomName: 'agent1-c1',
  toNumber: call.toNumber,
  agent: { id: 'agent1', name: 'R' },
}

/** The fields of an answer that tests read. */
export interface Json extends Record<string, unknown> {
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

/** @returns the prepared batches that wait */
export async function preparedOf(person: Browser): Promise<PreparedBatch[]> {
  return ((await person.get('/gateway/prepared-batches')).json as unknown as { prepared: PreparedBatch[] }).prepared
}
export const preparedPath = (batch: PreparedBatch | undefined): string => `/gateway/prepared-batches/${batch?.id}`

/** Makes an upload of a file with additional fields. */
export function csvForm(fields: Record<string, string>, csv: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([csv], 'people.csv', { type: 'text/csv' }))
  return form
}

type Browser = ReturnType<typeof openBrowser>

/** Invites an operator, who then signs up with the link. */
export async function join(admin: Browser, person: Browser, name: string, roles: readonly string[]) {
  const invited = (await admin.post('/gateway/operators', { roles })).json as unknown as { link: string }
  const token = /^http:\/\/127\.0\.0\.1:4400\/sign-in#link=([\w-]+)$/.exec(invited.link)?.[1]
  const body = { token, name, email: `${name}@example.com`, password: 'correct horse battery' }
  const { operator } = (await person.post('/gateway/session/link', body)).json as unknown as {
    operator: { id: string }
  }
  return { person, id: operator.id }
}
