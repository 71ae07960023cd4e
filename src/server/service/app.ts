/**
 * The service over HTTP: its routes come from the contract, and a request meets, in this order, the key, the organization's
 * limit, the workspace, the parser, the sentinels and its handler.
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
import { type Key, readKey, workspaceOf } from './auth/keys.ts'
import { createLimiter } from './auth/rate-limit.ts'
import { createRequestLog } from './auth/request-log.ts'
import type { Deliveries } from './events/delivery.ts'
import { handlers } from './handlers.ts'
import { badInput, largestBody, largestUpload, readRequest } from './http/parse-request.ts'
import { drifted } from './http/respell.ts'
import { openApiDocument } from './reference/openapi.ts'
import { referencePage, referencePolicy } from './reference/reference.ts'
import { forcedAnswer, refusalOf, slowness } from './sentinels/sentinels.ts'
import type { House } from './shared/context.ts'
import { answerOf, general, Refused, tooMany } from './shared/errors.ts'
import { commandArrived, hadEffect } from './store/command-log.ts'

type Bindings = { Bindings: Partial<HttpBindings>; Variables: { key: Key } }
type Endpoint = EndpointDefinition
type Request = Awaited<ReturnType<typeof readRequest>>

export interface AppOptions {
  /** Without the extensions of interface 7. */
  specificationOnly: boolean
  deliveries: Pick<Deliveries, 'list'>
  /** Told of errors of our own; the answer says nothing of them. */
  report: (error: unknown) => void
}

/** Endpoints that are served, those without parameters first, since `/template` would else be taken for an id. */
function servedEndpoints(specificationOnly: boolean): [ServiceEndpointName, Endpoint][] {
  const served = (Object.entries(serviceEndpoints) as [ServiceEndpointName, Endpoint][]).filter(
    ([, endpoint]) => !(specificationOnly && endpoint.extension !== undefined),
  )
  const parameters = ([, { path }]: [string, Endpoint]) => path.split('{').length
  return served.toSorted((a, b) => parameters(a) - parameters(b))
}

/** The connection ends without an answer: what a network failure looks like from outside. */
function hangUp(c: Context<Bindings>, status: 200 | 500): Response {
  c.env.incoming?.socket.destroy()
  // Never seen, where there is a connection.
  return new Response(null, { status })
}

/** Half of the answer arrives, then the connection ends. */
async function cutShort(c: Context<Bindings>, response: Response): Promise<Response> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2))
  const { outgoing } = c.env
  if (outgoing === undefined || !('socket' in outgoing)) return new Response(half, response)
  outgoing.writeHead(200, { ...Object.fromEntries(response.headers), 'content-length': bytes.length })
  outgoing.write(half, () => outgoing.socket?.destroy())
  return RESPONSE_ALREADY_SENT
}

const wait = ({ clock }: House, ms: number) =>
  new Promise<void>((resolve) => void clock.wakeAt(clock.now() + ms, resolve))

const unknownPath = () => general(404, 'not_found', 'This path does not exist.')
const tooLarge = (endpoint: Endpoint, most: number) => () => {
  throw badInput(endpoint, `The body is larger than ${Math.floor(most / 1024 / 1024)} MB.`)
}

/**
 * Makes the application. It opens no port and holds no time of its own.
 *
 * @param house what it works on
 */
export function createApp(house: House, { specificationOnly, deliveries, report }: AppOptions): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const { database, clock } = house
  const meterOf = createLimiter(house.plan)
  const log = createRequestLog()
  const table = handlers(house)

  /** Key and limit: what every request passes, also one for an unknown path. What is refused afterwards is not spent. */
  const admit = (tier: Endpoint['tier']) =>
    createMiddleware<Bindings>(async (c, next) => {
      const key = await readKey(database, c.req.header(headers.apiKey))
      const now = clock.now()
      const verdict = meterOf(key.organisation, tier === 'data-read' ? 'data-read' : 'standard').take(now)
      log.note(key.organisation, { at: now, refused: !verdict.admitted })
      if (!verdict.admitted) throw tooMany(verdict.retryAfter)
      c.set('key', key)
      let spent = false
      try {
        await next()
        spent = c.res.status === 200
      } finally {
        verdict.settle(spent)
      }
    })

  const noteCommand = (c: Context<Bindings>, endpoint: ServiceEndpointName, { params, body, upload }: Request) => {
    const { organisation } = c.get('key')
    const sender = c.req.header('user-agent') ?? ''
    return commandArrived(database, { at: clock.now(), organisation, endpoint, params, fields: body ?? upload, sender })
  }

  const serve = async (c: Context<Bindings>, name: ServiceEndpointName, endpoint: Endpoint): Promise<Response> => {
    const key = c.get('key')
    const workspace = workspaceOf(key, c.req.header(headers.workspace), endpoint.workspace)
    const request = await readRequest(c, endpoint)
    const asked = { ...request, caller: { organisation: key.organisation, workspace } } as never
    const command = endpoint.effect && (await noteCommand(c, name, request))
    const forced = await forcedAnswer(database, name, asked)
    if (forced === 'dropped') return hangUp(c, 500)
    const refusal = forced === null ? null : refusalOf(forced, endpoint.errorForm)
    if (refusal !== null) throw refusal
    const answer: unknown = await table[name](asked)
    if (command !== null) await hadEffect(database, command)
    if (forced === 'lost') return hangUp(c, 200)
    if (forced === 'slow') await wait(house, slowness)
    const response = answer instanceof Response ? answer : c.json(forced === 'drifted' ? drifted(answer) : answer)
    return forced === 'truncated' ? cutShort(c, response) : response
  }

  app.use(async (c, next) => {
    await next()
    c.res.headers.set(headers.simulation, 'switchboard')
    c.res.headers.set('cache-control', 'no-store')
  })

  // Nothing of anybody's is in them, so they need no key and cost nothing.
  app.get('/openapi.json', (c) => c.json(openApiDocument(specificationOnly)))
  app.get('/reference', async (c) => {
    c.header('content-security-policy', referencePolicy)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    return c.html(await referencePage(openApiDocument(specificationOnly)))
  })

  app.get('/simulation/requests', async (c) => {
    const { organisation } = await readKey(database, c.req.header(headers.apiKey))
    return c.json(log.read(organisation, clock.now()))
  })

  app.get('/simulation/deliveries', async (c) => {
    await readKey(database, c.req.header(headers.apiKey))
    const { query } = await readRequest(c, gatewayEndpoints.simulationDeliveryList)
    return c.json(await deliveries.list(query as Parameters<Deliveries['list']>[0]))
  })

  for (const [name, endpoint] of servedEndpoints(specificationOnly)) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    const most = endpoint.upload === undefined ? largestBody : largestUpload
    const sized = bodyLimit({ maxSize: most, onError: tooLarge(endpoint, most) })
    app.on(endpoint.method, path, admit(endpoint.tier), sized, (c) => serve(c, name, endpoint))
  }

  app.all('*', admit('standard'), () => {
    throw unknownPath()
  })

  const answered = (error: unknown): Response => {
    if (error instanceof Refused) return answerOf(error)
    report(error)
    return answerOf(general(500, 'UNKNOWN_ERROR', 'The service had an error of its own.'))
  }
  app.onError(answered)
  return app
}
