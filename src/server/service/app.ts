/**
 * The service's HTTP application. Routes come from the contract. Each request passes, in this order: API key, rate limit,
 * workspace, parser, sentinels, handler.
 */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import {
  type EndpointDefinition,
  gatewayEndpoints,
  headers,
  type ServiceEndpointName,
  serviceEndpoints,
} from '#contract/index.ts'
import { type AuthenticatedKey, authenticateKey, resolveWorkspace } from './auth/keys.ts'
import { createLimiter } from './auth/rate-limit.ts'
import { createRequestLog } from './auth/request-log.ts'
import { activeCallHandlers } from './endpoints/active-calls.ts'
import { batchHandlers } from './endpoints/batches.ts'
import { callHandlers } from './endpoints/calls.ts'
import { conversationHandlers } from './endpoints/conversations.ts'
import type { Deliveries } from './events/delivery.ts'
import { badInput, maxBodyBytes, maxUploadBytes, readRequest } from './http/parse-request.ts'
import { respellAnswer } from './http/respell-answer.ts'
import { agentHandlers } from './records/agents.ts'
import { flowHandlers } from './records/flows.ts'
import { messagingHandlers } from './records/messaging.ts'
import { type OpenApiDocument, openApiDocument } from './reference/openapi.ts'
import { referenceContentPolicy, renderReferencePage } from './reference/page.ts'
import { findForcedAnswer, forcedErrorOf, slowAnswerMs } from './sentinels/sentinels.ts'
import type { ServiceContext } from './shared/context.ts'
import { ApiError, apiError, errorResponse, tooManyRequests } from './shared/errors.ts'
import type { Handlers } from './shared/handler.ts'
import { AnswerWithHeaders } from './shared/pagination.ts'
import { recordCommand, recordEffect } from './store/command-log.ts'

/** Creates the handlers of every endpoint, by name. */
const createHandlers = (context: ServiceContext): Handlers => ({
  ...agentHandlers(context),
  ...flowHandlers(context),
  ...callHandlers(context),
  ...batchHandlers(context),
  ...conversationHandlers(context),
  ...activeCallHandlers(context),
  ...messagingHandlers(context),
})

type Bindings = { Bindings: Partial<HttpBindings>; Variables: { key: AuthenticatedKey } }
type Endpoint = EndpointDefinition
type ParsedRequest = Awaited<ReturnType<typeof readRequest>>

export interface AppOptions {
  /** Serves the specification without the extensions of interface section 7. */
  specificationOnly: boolean
  deliveries: Pick<Deliveries, 'list'>
  /** Called with internal errors, which the answer does not reveal. */
  report: (error: unknown) => void
}

/** The served endpoints. Paths with fewer parameters come first, so that `/template` is not matched as an ID. */
function servedEndpoints(specificationOnly: boolean): [ServiceEndpointName, Endpoint][] {
  const served = (Object.entries(serviceEndpoints) as [ServiceEndpointName, Endpoint][]).filter(
    ([, endpoint]) => !(specificationOnly && endpoint.extension !== undefined),
  )
  const parameterCount = ([, { path }]: [string, Endpoint]) => path.split('{').length
  return served.toSorted((a, b) => parameterCount(a) - parameterCount(b))
}

/** Closes the connection without an answer, as a network failure would. */
function dropConnection(c: Context<Bindings>, status: 200 | 500): Response {
  c.env.incoming?.socket.destroy()
  // Only reached by callers without a connection (tests).
  return new Response(null, { status })
}

/** Sends half of the answer, then closes the connection. */
async function truncateResponse(c: Context<Bindings>, response: Response): Promise<Response> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2))
  const { outgoing } = c.env
  if (outgoing === undefined || !('socket' in outgoing)) return new Response(half, response)
  outgoing.writeHead(200, { ...Object.fromEntries(response.headers), 'content-length': bytes.length })
  outgoing.write(half, () => outgoing.socket?.destroy())
  return RESPONSE_ALREADY_SENT
}

const sleep = ({ clock }: ServiceContext, ms: number) =>
  new Promise<void>((resolve) => void clock.wakeAt(clock.now() + ms, resolve))

const unknownPath = () => apiError(404, 'not_found', 'This path does not exist.')
const throwTooLarge = (endpoint: Endpoint, maxBytes: number) => () => {
  throw badInput(endpoint, `The body is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
}

/**
 * Creates the application. It opens no port and starts no timers.
 */
export function createApp(
  context: ServiceContext,
  { specificationOnly, deliveries, report }: AppOptions,
): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const { database, clock } = context
  const meterFor = createLimiter(context.plan)
  const requestLog = createRequestLog()
  const handlers = createHandlers(context)

  /** Checks the API key and the rate limit, for unknown paths too. The bucket gets back requests that fail after these checks. */
  const admit = (tier: Endpoint['tier']) =>
    createMiddleware<Bindings>(async (c, next) => {
      const key = await authenticateKey(database, c.req.header(headers.apiKey))
      const now = clock.now()
      const verdict = meterFor(key.organisation, tier === 'data-read' ? 'data-read' : 'standard').take(now)
      requestLog.record(key.organisation, { at: now, refused: !verdict.admitted })
      if (!verdict.admitted) throw tooManyRequests(verdict.retryAfterSeconds)
      c.set('key', key)
      let hasSucceeded = false
      try {
        await next()
        hasSucceeded = c.res.status === 200
      } finally {
        verdict.settle(hasSucceeded)
      }
    })

  const logCommand = (c: Context<Bindings>, endpoint: ServiceEndpointName, { params, body, upload }: ParsedRequest) => {
    const { organisation } = c.get('key')
    const sender = c.req.header('user-agent') ?? ''
    return recordCommand(database, { at: clock.now(), organisation, endpoint, params, fields: body ?? upload, sender })
  }

  const serve = async (c: Context<Bindings>, name: ServiceEndpointName, endpoint: Endpoint): Promise<Response> => {
    const key = c.get('key')
    const workspace = resolveWorkspace(key, c.req.header(headers.workspace), endpoint.workspace)
    const request = await readRequest(c, endpoint)
    const caller = { organisation: key.organisation, workspace }
    const handlerRequest = { ...request, caller, signal: c.req.raw.signal } as never
    const commandNumber = endpoint.effect && (await logCommand(c, name, request))
    const forced = await findForcedAnswer(database, name, handlerRequest)
    if (forced === 'dropped') return dropConnection(c, 500)
    const forcedError = forced === null ? null : forcedErrorOf(forced, endpoint.errorForm)
    if (forcedError !== null) throw forcedError
    const result: unknown = await handlers[name](handlerRequest)
    if (commandNumber !== null) await recordEffect(database, commandNumber)
    if (forced === 'lost') return dropConnection(c, 200)
    if (forced === 'slow') await sleep(context, slowAnswerMs)
    const { answer, headers: answerHeaders } =
      result instanceof AnswerWithHeaders ? result : { answer: result, headers: {} }
    const response =
      answer instanceof Response
        ? answer
        : c.json(forced === 'drifted' ? respellAnswer(answer) : answer, 200, answerHeaders)
    return forced === 'truncated' ? truncateResponse(c, response) : response
  }

  app.use(async (c, next) => {
    await next()
    c.res.headers.set(headers.simulation, 'switchboard')
    c.res.headers.set('cache-control', 'no-store')
  })

  // Both answers contain no customer data, so they need no key and do not count against the limit.
  let document: OpenApiDocument | undefined
  const describe = () => (document ??= openApiDocument(specificationOnly))
  app.get('/openapi.json', (c) => c.json(describe()))
  app.get('/reference', async (c) => {
    c.header('content-security-policy', referenceContentPolicy)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    return c.html(await renderReferencePage(describe()))
  })

  app.get('/simulation/requests', async (c) => {
    const { organisation } = await authenticateKey(database, c.req.header(headers.apiKey))
    return c.json(requestLog.read(organisation, clock.now()))
  })

  app.get('/simulation/deliveries', async (c) => {
    await authenticateKey(database, c.req.header(headers.apiKey))
    const { query } = await readRequest(c, gatewayEndpoints.simulationDeliveryList)
    return c.json(await deliveries.list(query as Parameters<Deliveries['list']>[0]))
  })

  for (const [name, endpoint] of servedEndpoints(specificationOnly)) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    const maxBytes = endpoint.upload === undefined ? maxBodyBytes : maxUploadBytes
    const limitBody = bodyLimit({ maxSize: maxBytes, onError: throwTooLarge(endpoint, maxBytes) })
    app.on(endpoint.method, path, admit(endpoint.tier), limitBody, (c) => serve(c, name, endpoint))
  }

  app.all('*', admit('standard'), () => {
    throw unknownPath()
  })

  const handleError = (error: unknown): Response => {
    if (error instanceof ApiError) return errorResponse(error)
    report(error)
    return errorResponse(apiError(500, 'UNKNOWN_ERROR', 'The service had an internal error.'))
  }
  app.onError(handleError)
  return app
}
