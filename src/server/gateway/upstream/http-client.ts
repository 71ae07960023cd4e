/**
 * The HTTP client for the service. Its address comes from the configuration alone, redirects are not followed, and every deadline
 * covers the whole exchange. A command gets its own connection, opened once: this separates "never opened" (nothing can have
 * happened) from "written" (anything can have), and no lower layer can send the command twice.
 */
import { Agent, buildConnector, Client, type Dispatcher } from 'undici'
import { headers as names } from '#contract/index.ts'
import type { Multipart } from './multipart.ts'

export interface Outgoing {
  kind: 'read' | 'command'
  /** The contract's name of a read. */
  endpoint?: string
  method: string
  /** Path and query; the caller has checked the parameters. */
  path: string
  body?: string | Multipart
  workspace: string | null
  /** The number of the gateway that recorded the command. A gateway with another number does not send it. */
  gateway?: number
}

type Headers = Record<string, string | string[] | undefined>
export type Exchange =
  | { kind: 'answer'; status: number; headers: Headers; body: Buffer }
  /** `opened`: bytes may have been written, so a command may have taken effect. */
  | { kind: 'failure'; opened: boolean; why: 'unreachable' | 'timeout' | 'reset' | 'too_large' | 'stood_still' }

export interface Upstream {
  /** The service's address without a path. */
  readonly host: string
  /** @param maySend called when the connection is open, just before the first byte is written */
  send: (outgoing: Outgoing, maySend?: () => boolean) => Promise<Exchange>
  close: () => Promise<void>
}

export interface UpstreamLimits {
  connect: number
  read: number
  write: number
  bytes: number
}
/** Milliseconds and bytes (reliability R15). */
const defaultLimits: UpstreamLimits = { connect: 3_000, read: 15_000, write: 30_000, bytes: 5 * 1024 * 1024 }

/** Mask any run of this many characters of the key; fewer may be an English word (reliability R34). */
const minMaskedLength = /* guard: masked-piece-is-no-word */ 10

class AnswerTooLarge extends Error {}
/** The request would have been sent too late: nothing was written. */
class SendTooLate extends Error {}

/** Calls `maySend` just before a request is written, which may be long after it was created. */
const checkBeforeWrite =
  (maySend: () => boolean): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const start = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      start?.(controller, context)
      if (/* guard: silent-gateway-sends-nothing */ !maySend()) controller.abort(new SendTooLate())
    }
    return dispatch(options, handler)
  }

async function readBody(body: Dispatcher.ResponseData['body'], most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    // guard: answer-has-a-size
    if (size > most) throw new AnswerTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A connector that opens one connection only and records when it is open. */
function createSingleConnector(timeout: number) {
  const connect = buildConnector(/* guard: command-connects-in-time */ { timeout })
  const state = { opened: false }
  const connector: typeof connect = (options, callback) => {
    if (state.opened) return callback(new Error('a command has one connection'), null)
    connect(options, (error, socket) => {
      if (error) return callback(error, null)
      state.opened = true
      callback(null, socket)
    })
  }
  return { state, connector }
}

/**
 * Creates the client for a service.
 *
 * @param service its address (a path in it is put before every path) and the key, which leaves this function only in a header
 * @param limits deadlines for whole exchanges, ms; the most bytes of an answer
 */
export function createUpstream(
  service: { url: URL; apiKey: string },
  limits: UpstreamLimits = defaultLimits,
): Upstream {
  const { origin, pathname } = service.url
  const base = pathname.replace(/\/$/, '')
  // One connection per request under way: the budget bounds them, and a hanging request delays no other.
  const shared = new Agent({
    connections: null,
    /* guard: read-connects-in-time */ connect: { timeout: limits.connect },
    keepAliveTimeout: 4_000,
  })

  const key = service.apiKey
  const pieces = Array.from({ length: Math.max(0, key.length - minMaskedLength + 1) }, (_, from) =>
    key.slice(from, from + minMaskedLength),
  )
  /** Masks the key in an answer before it reaches a browser; in refusals, also any piece of it. */
  function withoutKey(body: Buffer, status: number): Buffer {
    const whole = body.includes(key) ? Buffer.from(body.toString('utf8').replaceAll(key, '•••')) : body
    if (status < 400 || !pieces.some((piece) => whole.includes(piece))) return whole
    const text = whole.toString('utf8')
    const hidden = new Set<number>()
    for (const piece of pieces)
      for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
        for (let index = at; index < at + piece.length; index += 1) hidden.add(index)
    // One mark for each masked run.
    const kept = Array.from({ length: text.length }, (_, index) =>
      hidden.has(index) ? (hidden.has(index - 1) ? '' : '•••') : text[index],
    )
    return Buffer.from(kept.join(''))
  }

  async function exchange(
    dispatcher: Dispatcher,
    outgoing: Outgoing,
    maySend: () => boolean,
  ): Promise<Exchange & { kind: 'answer' }> {
    const { body } = outgoing
    const response = await dispatcher.compose(checkBeforeWrite(maySend)).request({
      origin,
      path: base + outgoing.path,
      method: outgoing.method,
      body: typeof body === 'object' ? body.bytes : body,
      headers: {
        [names.apiKey]: service.apiKey,
        'content-type': typeof body === 'object' ? body.contentType : 'application/json',
        accept: 'application/json, application/problem+json, text/csv',
        ...(outgoing.workspace && { [names.workspace]: outgoing.workspace }),
      },
      // guard: exchange-has-a-deadline
      signal: AbortSignal.timeout(outgoing.kind === 'read' ? limits.read : limits.write),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    return {
      kind: 'answer',
      status: response.statusCode,
      headers: response.headers,
      body: /* guard: key-is-masked */ withoutKey(await readBody(response.body, limits.bytes), response.statusCode),
    }
  }

  const failure = (error: unknown, opened: boolean): Exchange => {
    if (error instanceof SendTooLate) return { kind: 'failure', opened: false, why: 'stood_still' }
    if (error instanceof AnswerTooLarge) return { kind: 'failure', opened, why: 'too_large' }
    if (!opened) return { kind: 'failure', opened, why: 'unreachable' }
    const late = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
    return { kind: 'failure', opened, why: late ? 'timeout' : 'reset' }
  }

  async function command(outgoing: Outgoing, maySend: () => boolean): Promise<Exchange> {
    const { state, connector } = createSingleConnector(limits.connect)
    const client = new Client(origin, { connect: connector })
    try {
      return await exchange(client, outgoing, maySend)
    } catch (error) {
      return failure(error, state.opened)
    } finally {
      await client.destroy()
    }
  }

  async function read(outgoing: Outgoing, maySend: () => boolean): Promise<Exchange> {
    try {
      return await exchange(shared, outgoing, maySend)
    } catch (error) {
      return failure(error, !neverOpened(error))
    }
  }

  return {
    host: service.url.host,
    send: (outgoing, maySend = () => true) =>
      outgoing.kind === 'command'
        ? /* guard: command-has-its-own-connection */ command(outgoing, maySend)
        : read(outgoing, maySend),
    close: () => shared.destroy(),
  }
}

const connectErrorCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Whether the connection was never opened. For reads this only decides whether the budget counts the request; if unsure, it does. */
function neverOpened(error: unknown): boolean {
  const { code, errors } = error as { code?: string; errors?: unknown[] }
  return (code !== undefined && connectErrorCodes.has(code)) || (errors?.length ? errors.every(neverOpened) : false)
}
