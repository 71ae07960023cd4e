/**
 * Sends the requests of a conformance run one after another, within the rate limit. After a 429 it waits as long as Retry-After says, and
 * retries the request, because a request refused with 429 had no effect (interface 6). It retries no other request.
 */
import { setTimeout as timeout } from 'node:timers/promises'
import { headers as headerNames } from '#contract/index.ts'
import { readRetryAfter } from '#server/gateway/upstream/retry-after.ts'

export interface Outgoing {
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
  outgoing: Outgoing
  /** 0 if there was no answer. */
  status: number
  headers: Headers
  text: string
  /** undefined: not JSON. */
  json: unknown
  /** Why there was no answer; empty if there was one. */
  failure: string
}

/** The time of a run; tests have their own. */
export interface Clock {
  now: () => number
  /** Rejects when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
}
export const systemClock: Clock = { now: Date.now, sleep: (ms, signal) => timeout(ms, undefined, { signal }) }

export interface ClientOptions {
  apiKey: string
  workspace: string
  requestsPerMinute: number
  /** Sends a request to a path of the service. */
  transport: (path: string, init: RequestInit) => Promise<Response>
  clock: Clock
  /** Ends waits. Requests that are already sent are not cut off. */
  stop: AbortSignal
  /** Called before a wait that the service asked for. */
  onWait: (seconds: number) => void
  /** Called with every exchange, before `send` returns it or throws. */
  onExchange: (exchange: Exchange) => void
}

/** The run ends before all checks are done, for the reason in the message. */
export class RunEndedError extends Error {}

export type Client = ReturnType<typeof createClient>

export const stoppedByPerson = 'The run was stopped before all checks were done.'
const answerTimeoutMs = 30_000
/** Sends slightly slower than the plan allows, so that no period of a minute contains one request too many. */
const gapFactor = 1.02
/** After this many 429s in a row, other clients are using the whole budget. */
const maxAttempts = 5
/** One lost answer is a finding. After this many in a row the service is gone. */
const maxLostAnswers = 3
/** A proxy before the service answers with these while the service is away. */
const awayStatuses = new Set([0, 502, 503, 504])

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const formOf = ({ file, fields }: NonNullable<Outgoing['upload']>) => {
  const form = new FormData()
  form.set('file', new Blob([file], { type: 'text/csv' }), 'recipients.csv')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Creates the client of a run. It has one at most, so that requests do not overtake each other. */
export function createClient(options: ClientOptions) {
  const { clock, transport, stop } = options
  let nextSendAt = 0
  let requestCount = 0
  let lostAt: Date[] = []

  const gapMs = (60_000 / options.requestsPerMinute) * gapFactor

  /** @throws RunEndedError when the signal ends the wait, or has ended it before */
  async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      signal?.throwIfAborted()
      if (ms > 0) await clock.sleep(ms, signal)
    } catch {
      throw new RunEndedError(stoppedByPerson)
    }
  }

  async function sendOnce(outgoing: Outgoing): Promise<Exchange> {
    const exchange = { outgoing, status: 0, headers: new Headers(), text: '', json: undefined, failure: '' }
    const result = { ...exchange, ...(await answerTo(outgoing)) }
    options.onExchange(result)
    return result
  }

  async function answerTo(outgoing: Outgoing): Promise<Partial<Exchange>> {
    const { method, path, body, upload } = outgoing
    const headers = new Headers()
    for (const [name, value] of Object.entries({
      [headerNames.apiKey]: options.apiKey,
      [headerNames.workspace]: options.workspace,
      // A form says itself where its parts end.
      'content-type': upload === undefined ? 'application/json' : null,
      accept: 'application/json, application/problem+json, text/csv',
      ...outgoing.headers,
    }))
      if (value !== null) headers.set(name, value)
    const content = upload ? formOf(upload) : body === undefined ? null : JSON.stringify(body)
    const signal = AbortSignal.timeout(answerTimeoutMs)
    requestCount++
    try {
      const answer = await transport(path, { method, headers, body: content, signal, redirect: 'manual' })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, json: parseJson(text) }
    } catch (error) {
      const { cause, message, name } = error as Error & { cause?: { code?: string } }
      const isLate = name === 'TimeoutError'
      return { failure: isLate ? `no answer within ${answerTimeoutMs / 1000} s` : (cause?.code ?? message) }
    }
  }

  /** @param signal ends the waits, and then nothing is sent */
  async function sendInTurn(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      await wait(nextSendAt - clock.now(), signal)
      nextSendAt = Math.max(nextSendAt, clock.now()) + gapMs
      const exchange = await sendOnce(outgoing)
      if (exchange.status !== 429 || attempt === maxAttempts) return exchange
      const { 'retry-after': retryAfter, date } = Object.fromEntries(exchange.headers)
      const waitMs = readRetryAfter(retryAfter, date, clock.now())
      options.onWait(Math.ceil(waitMs / 1000))
      nextSendAt = Math.max(nextSendAt, clock.now() + waitMs)
    }
  }

  return {
    /**
     * Sends one request, within the rate limit.
     *
     * @throws RunEndedError if the service does not answer any more, or the person stopped the run
     */
    async send(outgoing: Outgoing): Promise<Exchange> {
      const exchange = await sendInTurn(outgoing, stop)
      lostAt = awayStatuses.has(exchange.status) ? [...lostAt, new Date(clock.now())] : []
      const reason = exchange.failure || `status ${exchange.status}`
      if (lostAt.length === maxLostAnswers)
        throw new RunEndedError(
          `The service has not answered since ${lostAt[0]?.toISOString().slice(11, 19)} UTC (${reason}). The run stopped there.`,
        )
      return exchange
    },
    /** The same for the clean-up: it goes on after a stop, and returns status 0 if the service is gone. */
    sendAnyway: (outgoing: Outgoing) => sendInTurn(outgoing, undefined),
    /** @throws RunEndedError if the person stops the run meanwhile */
    sleep: (ms: number) => wait(ms, stop),
    countRequests: () => requestCount,
    /** Seconds that this many more requests take. */
    secondsFor: (requests: number) => Math.ceil((requests * gapMs) / 1000),
  }
}
