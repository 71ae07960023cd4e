/**
 * Sends the requests of a conformance run one after another, within the rate limit. After a 429 it waits as long as Retry-After says, and
 * retries the request, because a request refused with 429 had no effect (interface 6). It retries no other request.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { headers as headerNames, serviceEndpoints } from '#contract/index.ts'
import { encodeMultipart } from '#server/gateway/upstream/multipart.ts'
import { readRetryAfter } from '#server/gateway/upstream/retry-after.ts'

export interface RequestOptions {
  method: string
  /** Path and query. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as multipart, with the file. */
  upload?: { file: string; fields: Record<string, string> }
  /** Overrides default headers; null omits one. */
  headers?: Record<string, string | null>
}

export interface Exchange {
  request: RequestOptions
  /** The request as text; key and phone numbers are masked. */
  requestText: string
  /** 0 if there was no answer. */
  status: number
  headers: Record<string, string>
  text: string
  /** undefined: not JSON. */
  json: unknown
  /** Why there was no answer; empty if there was one. */
  failure: string
}

export interface Target {
  url: URL
  apiKey: string
  workspace: string
}

/** Sends one request and returns its answer. */
export type Transport = (outgoing: {
  method: string
  /** Path and query, after the service's address. */
  path: string
  headers: Record<string, string>
  body: Uint8Array | string | null
  signal: AbortSignal
}) => Promise<Pick<Exchange, 'status' | 'headers' | 'text'>>

export interface ClientOptions {
  /** Requests a minute; null: 60, and half as many after each 429. */
  rate: number | null
  /** Called before a wait of 3 seconds or more. */
  onWait: (seconds: number) => void
  /** Called with every exchange, before `send` returns it or throws. */
  onExchange?: (exchange: Exchange) => void
  /** Ends waits. Requests that are already sent are not cut off. */
  stop?: AbortSignal
  /** Default: HTTP. */
  transport?: Transport
  /** For tests: multiplies the pauses between checks. */
  pauseFactor?: number
  /** When a request without an answer is followed by further tries, before the service counts as gone, ms. */
  retryDelaysMs?: readonly number[]
}

/** The service answered before, and does not any more. */
export class ServiceGoneError extends Error {
  readonly since: Date
  constructor(since: Date, failure: string) {
    super(failure)
    this.since = since
  }
}
/** The person stopped the run. */
export class StoppedError extends Error {}

export interface Client {
  /**
   * Sends one request, within the rate limit.
   *
   * @throws ServiceGoneError if the service does not answer any more; StoppedError if the person stopped the run
   */
  send: (sending: RequestOptions) => Promise<Exchange>
  /** The same for the clean-up: it goes on after a stop, and returns status 0 if the service is gone. */
  sendAnyway: (sending: RequestOptions) => Promise<Exchange>
  /** @throws StoppedError if the person stops the run meanwhile */
  sleep: (ms: number) => Promise<void>
  /** Sends up to `most` requests without pauses until one gets a 429; only for the check of the rate limit. */
  burst: (sending: RequestOptions, maxRequests: number) => Promise<Exchange[]>
  /** Sends once, after the wait that a 429 asked for. */
  sendAfter: (refused: Exchange, sending: RequestOptions) => Promise<Exchange>
  /** How many requests have been sent. */
  countRequests: () => number
  /** Seconds that this many more requests take. */
  secondsFor: (requests: number) => number
  /** The exchanges so far that were refused with 429. */
  rateLimitedExchanges: Exchange[]
  close: () => Promise<void>
}

const answerTimeoutMs = 30_000
/** The number of attempts for a request. After this many 429s in a row, other clients are using the whole budget. */
const maxAttempts = 5
/** Sends slightly slower than the plan allows, so that no period of a minute contains one request too many. */
const gapFactor = 1.02

/** Masks phone numbers except for their first and last digits. */
const maskNumbers = (text: string) =>
  text.replace(/(\+\d)\d{4,}(\d\d)(?!\d)/g, '$1…$2').replace(/(?<![\w-])\d{9,15}(?![\w-])/g, '…')

/** Creates a function that masks the key and phone numbers in a text. */
export const createMask = (apiKey: string) => (text: string) => maskNumbers(text.replaceAll(apiKey, '•••'))

/** Waits. @throws StoppedError when the signal ends the wait, or has ended it before */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    signal?.throwIfAborted()
    if (ms > 0) await sleep(ms, undefined, { signal })
  } catch {
    throw new StoppedError()
  }
}

const flattenHeaders = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends over HTTP. */
function createHttpTransport({ url }: Target) {
  const dispatcher = new Agent({ connections: 20, pipelining: 0 })
  const base = url.origin + url.pathname.replace(/\/$/, '')
  const transport: Transport = async ({ method, path, headers, body, signal }) => {
    const options = { dispatcher, method: method as 'GET', headers, body, signal }
    const answer = await request(base + path, options)
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: flattenHeaders(answer.headers), text }
  }
  return { transport, close: () => dispatcher.close() }
}

/** A gateway before the service answers with these while the service is away. */
const awayStatuses = new Set([0, 502, 503, 504])

export function createClient(target: Target, options: ClientOptions): Client {
  const http = createHttpTransport(target)
  const { transport = http.transport, retryDelaysMs = [500, 2_000, 4_000, 8_000], pauseFactor = 1, stop } = options
  const mask = createMask(target.apiKey)
  const rateLimitedExchanges: Exchange[] = []
  let perMinute = options.rate ?? 60
  let nextSendAt = 0
  let requestCount = 0

  const gapMs = () => (60_000 / perMinute) * gapFactor
  const reportWait = (seconds: number) => {
    if (seconds >= 3) options.onWait(Math.ceil(seconds))
  }

  async function sendOnce(sending: RequestOptions): Promise<Exchange> {
    const exchange = await exchangeOnce(sending)
    options.onExchange?.(exchange)
    return exchange
  }

  async function exchangeOnce(sending: RequestOptions): Promise<Exchange> {
    const { upload } = sending
    const form = upload && (await encodeMultipart(upload.fields, new TextEncoder().encode(upload.file)))
    const body = form?.bytes ?? (sending.body === undefined ? undefined : JSON.stringify(sending.body))
    const allHeaders = {
      [headerNames.apiKey]: target.apiKey,
      [headerNames.workspace]: target.workspace,
      'content-type': form?.contentType ?? 'application/json',
      accept: 'application/json, application/problem+json, text/csv',
      ...sending.headers,
    }
    const headers = Object.fromEntries(
      Object.entries(allHeaders).filter((entry): entry is [string, string] => entry[1] !== null),
    )
    const requestText = mask(describeRequest(sending))
    requestCount++
    try {
      const answer = await transport({
        method: sending.method,
        path: sending.path,
        headers,
        body: body ?? null,
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      return { ...answer, request: sending, requestText, json: parseJson(answer.text), failure: '' }
    } catch (error) {
      const { code, message, name } = error as { code?: string; message: string; name: string }
      const failure = name === 'TimeoutError' ? `no answer within ${answerTimeoutMs / 1000} s` : (code ?? message)
      return { request: sending, requestText, status: 0, headers: {}, text: '', json: undefined, failure }
    }
  }

  const pauseAfter = ({ headers }: Exchange) => {
    const waitMs = readRetryAfter(headers['retry-after'], headers.date, Date.now())
    reportWait(waitMs / 1000)
    nextSendAt = Math.max(nextSendAt, Date.now() + waitMs)
  }

  /** @param signal ends the waits, and then nothing is sent */
  async function sendInTurn(sending: RequestOptions, signal: AbortSignal | undefined): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      await wait(nextSendAt - Date.now(), signal)
      nextSendAt = Math.max(nextSendAt, Date.now()) + gapMs()
      const exchange = await sendOnce(sending)
      if (exchange.status !== 429) return exchange
      rateLimitedExchanges.push(exchange)
      if (attempt === maxAttempts) return exchange
      if (options.rate === null) perMinute = Math.max(6, perMinute / 2)
      pauseAfter(exchange)
    }
  }

  async function send(sending: RequestOptions): Promise<Exchange> {
    const sentAt = new Date()
    const exchange = await sendInTurn(sending, stop)
    if (awayStatuses.has(exchange.status)) await assertIsThere(sentAt, exchange)
    return exchange
  }

  /** One lost answer is a finding. If a harmless read is not answered either, the service is gone. */
  async function assertIsThere(since: Date, { failure, status }: Exchange): Promise<void> {
    const read = { method: 'GET', path: `${serviceEndpoints.agentList.path}?limit=1` }
    for (const delayMs of retryDelaysMs) {
      await wait(delayMs, stop)
      if (!awayStatuses.has((await sendOnce(read)).status)) return
    }
    throw new ServiceGoneError(since, failure || `status ${status}`)
  }

  async function burst(sending: RequestOptions, maxRequests: number): Promise<Exchange[]> {
    const exchanges: Exchange[] = []
    while (exchanges.length < maxRequests && !exchanges.some(({ status }) => status === 429)) {
      exchanges.push(...(await Promise.all(Array.from({ length: 20 }, () => sendOnce(sending)))))
    }
    return exchanges
  }

  async function sendAfter(refusal: Exchange, sending: RequestOptions): Promise<Exchange> {
    pauseAfter(refusal)
    await wait(nextSendAt - Date.now(), stop)
    nextSendAt = Date.now() + gapMs()
    return sendOnce(sending)
  }

  return {
    send,
    sendAnyway: (sending) => sendInTurn(sending, undefined),
    sleep: (ms) => wait(ms * pauseFactor, stop),
    burst,
    sendAfter,
    countRequests: () => requestCount,
    secondsFor: (requests) => Math.ceil((requests * gapMs()) / 1000),
    rateLimitedExchanges,
    close: http.close,
  }
}

/** Describes a request in one line of text. */
function describeRequest({ method, path, body, upload, headers = {} }: RequestOptions): string {
  const describedHeaders = Object.entries(headers).map(([name, value]) =>
    value === null ? `without ${name}` : `${name}: ${name === headerNames.apiKey ? '(an unknown key)' : value}`,
  )
  const content =
    upload === undefined
      ? body === undefined
        ? []
        : [JSON.stringify(body)]
      : [
          `multipart: file=${JSON.stringify(upload.file)}`,
          ...Object.entries(upload.fields).map((entry) => entry.join('=')),
        ]
  return [`${method} ${path}`, ...describedHeaders, ...content].join(', ')
}
