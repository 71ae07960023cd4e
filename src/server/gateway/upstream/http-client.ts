/**
 * The HTTP client for the service. Its address comes from the configuration alone, redirects are not followed, and every deadline
 * covers the whole exchange. A command gets its own connection, opened once: this separates "never opened" (nothing can have
 * happened) from "written" (anything can have), and no lower layer can send the command twice.
 */
import { Agent, buildConnector, Client, type Dispatcher } from 'undici'
import { headers as headerNames } from '#contract/index.ts'
import type { Multipart } from './multipart.ts'

export interface ServiceRequest {
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
  /** `wasOpened`: bytes may have been written, so a command may have taken effect. */
  | { kind: 'failure'; wasOpened: boolean; reason: 'unreachable' | 'timeout' | 'reset' | 'too_large' | 'stood_still' }

export interface Upstream {
  /** The service's host and port. */
  readonly host: string
  /** @param maySend called when the connection is open, just before the first byte is written */
  send: (request: ServiceRequest, maySend?: () => boolean) => Promise<Exchange>
  close: () => Promise<void>
}

export interface UpstreamLimits {
  connectMs: number
  readMs: number
  writeMs: number
  answerBytes: number
}
/** Reliability R15. */
const defaultLimits: UpstreamLimits = {
  connectMs: 3_000,
  readMs: 15_000,
  writeMs: 30_000,
  answerBytes: 5 * 1024 * 1024,
}

/** Every piece of the key with this many characters is masked. A shorter piece may be an English word (reliability R34). */
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

async function readBody(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    // guard: answer-has-a-size
    if (size > maxBytes) throw new AnswerTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Creates a connector that opens only one connection, and the state that says whether it is open. */
function createSingleConnector(timeoutMs: number) {
  const connect = buildConnector(/* guard: command-connects-in-time */ { timeout: timeoutMs })
  const state = { wasOpened: false }
  const connector: typeof connect = (options, callback) => {
    if (state.wasOpened) return callback(new Error('a command has one connection'), null)
    connect(options, (error, socket) => {
      if (error) return callback(error, null)
      state.wasOpened = true
      callback(null, socket)
    })
  }
  return { state, connector }
}

/**
 * Creates the client for a service.
 *
 * @param service its address (a path in it is put before every path) and the key, which leaves this function only in a header
 * @param limits deadlines for whole exchanges, and the largest answer
 */
export function createUpstream(
  service: { url: URL; apiKey: string },
  limits: UpstreamLimits = defaultLimits,
): Upstream {
  const { origin, pathname } = service.url
  const basePath = pathname.replace(/\/$/, '')
  // One connection per request under way: the budget bounds them, and a hanging request delays no other.
  const readAgent = new Agent({
    connections: null,
    /* guard: read-connects-in-time */ connect: { timeout: limits.connectMs },
    keepAliveTimeout: 4_000,
  })

  const key = service.apiKey
  const keyPieces = Array.from({ length: Math.max(0, key.length - minMaskedLength + 1) }, (_, from) =>
    key.slice(from, from + minMaskedLength),
  )
  /** Masks the key in an answer before it reaches a browser; in refusals, also any piece of it. */
  function maskKey(body: Buffer, status: number): Buffer {
    const masked = body.includes(key) ? Buffer.from(body.toString('utf8').replaceAll(key, '•••')) : body
    if (status < 400 || !keyPieces.some((piece) => masked.includes(piece))) return masked
    const text = masked.toString('utf8')
    const hiddenIndexes = new Set<number>()
    for (const piece of keyPieces)
      for (let start = text.indexOf(piece); start >= 0; start = text.indexOf(piece, start + 1))
        for (let index = start; index < start + piece.length; index += 1) hiddenIndexes.add(index)
    // One mark for each run of masked characters.
    const characters = Array.from({ length: text.length }, (_, index) =>
      hiddenIndexes.has(index) ? (hiddenIndexes.has(index - 1) ? '' : '•••') : text[index],
    )
    return Buffer.from(characters.join(''))
  }

  async function exchange(
    dispatcher: Dispatcher,
    request: ServiceRequest,
    maySend: () => boolean,
  ): Promise<Exchange & { kind: 'answer' }> {
    const { body } = request
    const response = await dispatcher.compose(checkBeforeWrite(maySend)).request({
      origin,
      path: basePath + request.path,
      method: request.method,
      body: typeof body === 'object' ? body.bytes : body,
      headers: {
        [headerNames.apiKey]: service.apiKey,
        'content-type': typeof body === 'object' ? body.contentType : 'application/json',
        accept: 'application/json, application/problem+json, text/csv',
        ...(request.workspace && { [headerNames.workspace]: request.workspace }),
      },
      // guard: exchange-has-a-deadline
      signal: AbortSignal.timeout(request.kind === 'read' ? limits.readMs : limits.writeMs),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    return {
      kind: 'answer',
      status: response.statusCode,
      headers: response.headers,
      body: /* guard: key-is-masked */ maskKey(await readBody(response.body, limits.answerBytes), response.statusCode),
    }
  }

  const toFailure = (error: unknown, wasOpened: boolean): Exchange => {
    if (error instanceof SendTooLate) return { kind: 'failure', wasOpened: false, reason: 'stood_still' }
    if (error instanceof AnswerTooLarge) return { kind: 'failure', wasOpened, reason: 'too_large' }
    if (!wasOpened) return { kind: 'failure', wasOpened, reason: 'unreachable' }
    const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
    return { kind: 'failure', wasOpened, reason: isTimeout ? 'timeout' : 'reset' }
  }

  async function sendCommand(request: ServiceRequest, maySend: () => boolean): Promise<Exchange> {
    const { state, connector } = createSingleConnector(limits.connectMs)
    const client = new Client(origin, { connect: connector })
    try {
      return await exchange(client, request, maySend)
    } catch (error) {
      return toFailure(error, state.wasOpened)
    } finally {
      await client.destroy()
    }
  }

  async function sendRead(request: ServiceRequest, maySend: () => boolean): Promise<Exchange> {
    try {
      return await exchange(readAgent, request, maySend)
    } catch (error) {
      return toFailure(error, !neverOpened(error))
    }
  }

  return {
    host: service.url.host,
    send: (outgoing, maySend = () => true) =>
      outgoing.kind === 'command'
        ? /* guard: command-has-its-own-connection */ sendCommand(outgoing, maySend)
        : sendRead(outgoing, maySend),
    close: () => readAgent.destroy(),
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
