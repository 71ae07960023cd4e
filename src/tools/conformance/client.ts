/**
 * Sends the requests of a conformance run one after another, within the rate limit, and waits as long as a 429 asks. A request
 * refused with 429 had no effect (interface 6) and is retried; no other request is.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { headers as names } from '#contract/index.ts'
import { encodeMultipart } from '#server/gateway/upstream/multipart.ts'
import { readRetryAfter } from '#server/gateway/upstream/retry-after.ts'

export interface Sending {
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
  /** The request as text; key and phone numbers are masked. */
  sent: string
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

export interface RateOptions {
  /** Requests a minute; null: 60, and half as many after each 429. */
  rate: number | null
  /** Called before a wait of 3 seconds or more. */
  onWait: (seconds: number) => void
}

export interface Client {
  send: (sending: Sending) => Promise<Exchange>
  /** Sends up to `most` requests without pauses until one gets a 429; only for the check of the rate limit. */
  burst: (sending: Sending, most: number) => Promise<Exchange[]>
  /** Sends once, after the wait that a 429 asked for. */
  sendAfter: (refused: Exchange, sending: Sending) => Promise<Exchange>
  /** How many requests have been sent. */
  sent: () => number
  /** Seconds that this many more requests take. */
  secondsFor: (requests: number) => number
  /** The 429 answers so far. */
  refused: Exchange[]
  close: () => Promise<void>
}

const answerTimeoutMs = 30_000
/** After this many 429s in a row, other clients are using the whole budget. */
const maxAttempts = 5
/** Sends slightly slower than the plan allows, so that no window of a minute has one request too many. */
const gapFactor = 1.02

/** Phone numbers keep their first and last digits. */
const maskNumbers = (text: string) =>
  text.replace(/(\+\d)\d{4,}(\d\d)(?!\d)/g, '$1…$2').replace(/(?<![\w-])\d{9,15}(?![\w-])/g, '…')

/** Masks the key and phone numbers in a text. */
export const masker = (apiKey: string) => (text: string) => maskNumbers(text.replaceAll(apiKey, '•••'))

const flat = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function createClient(target: Target, rateOptions: RateOptions): Client {
  const dispatcher = new Agent({ connections: 20, pipelining: 0 })
  const mask = masker(target.apiKey)
  const base = target.url.pathname.replace(/\/$/, '')
  const refused: Exchange[] = []
  let perMinute = rateOptions.rate ?? 60
  let next = 0
  let count = 0

  const gap = () => (60_000 / perMinute) * gapFactor
  const reportWait = (seconds: number) => {
    if (seconds >= 3) rateOptions.onWait(Math.ceil(seconds))
  }

  async function once(sending: Sending): Promise<Exchange> {
    const { upload } = sending
    const form = upload && (await encodeMultipart(upload.fields, new TextEncoder().encode(upload.file)))
    const body = form?.bytes ?? (sending.body === undefined ? undefined : JSON.stringify(sending.body))
    const given = {
      [names.apiKey]: target.apiKey,
      [names.workspace]: target.workspace,
      'content-type': form?.contentType ?? 'application/json',
      accept: 'application/json, application/problem+json, text/csv',
      ...sending.headers,
    }
    const headers = Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null),
    )
    const sent = mask(describe(sending))
    count++
    try {
      const answer = await request(target.url.origin + base + sending.path, {
        dispatcher,
        method: sending.method as 'GET',
        headers,
        body: body ?? null,
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      const text = await answer.body.text()
      return { sent, status: answer.statusCode, headers: flat(answer.headers), text, json: parse(text), failure: '' }
    } catch (error) {
      const { code, message, name } = error as { code?: string; message: string; name: string }
      const failure = name === 'TimeoutError' ? `no answer within ${answerTimeoutMs / 1000} s` : (code ?? message)
      return { sent, status: 0, headers: {}, text: '', json: undefined, failure }
    }
  }

  const holdFor = ({ headers }: Exchange) => {
    const waitMs = readRetryAfter(headers['retry-after'], headers.date, Date.now())
    reportWait(waitMs / 1000)
    next = Math.max(next, Date.now() + waitMs)
  }

  async function send(sending: Sending): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      const pause = next - Date.now()
      if (pause > 0) await wait(pause)
      next = Math.max(next, Date.now()) + gap()
      const exchange = await once(sending)
      if (exchange.status !== 429) return exchange
      refused.push(exchange)
      if (attempt === maxAttempts) return exchange
      if (rateOptions.rate === null) perMinute = Math.max(6, perMinute / 2)
      holdFor(exchange)
    }
  }

  async function burst(sending: Sending, most: number): Promise<Exchange[]> {
    const exchanges: Exchange[] = []
    while (exchanges.length < most && !exchanges.some(({ status }) => status === 429)) {
      exchanges.push(...(await Promise.all(Array.from({ length: 20 }, () => once(sending)))))
    }
    return exchanges
  }

  async function sendAfter(refusal: Exchange, sending: Sending): Promise<Exchange> {
    holdFor(refusal)
    await wait(next - Date.now())
    next = Date.now() + gap()
    return once(sending)
  }

  return {
    send,
    burst,
    sendAfter,
    sent: () => count,
    secondsFor: (requests) => Math.ceil((requests * gap()) / 1000),
    refused,
    close: () => dispatcher.close(),
  }
}

/** A request as one line of text. */
function describe({ method, path, body, upload, headers = {} }: Sending): string {
  const special = Object.entries(headers).map(([name, value]) =>
    value === null ? `without ${name}` : `${name}: ${name === names.apiKey ? '(an unknown key)' : value}`,
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
  return [`${method} ${path}`, ...special, ...content].join(', ')
}
