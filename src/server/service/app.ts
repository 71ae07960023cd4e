/**
 * The service over HTTP: its routes come from the contract, and a request meets, in this order, the key, the organization's
 * limit, the workspace, the parser, the sentinels and its handler.
 */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type EndpointDefinition, headers, serviceEndpoints } from '#contract/index.ts'
import { handlers, type ServedName } from './handlers.ts'
import type { House } from './house.ts'
import { readKey, workspaceOf } from './keys.ts'
import { notServed } from './not-served.ts'
import { limiter, type Meter } from './rate.ts'
import { answerOf, general, invalid, Refused, tooMany } from './refused.ts'
import { requestLog } from './request-log.ts'
import { largestBody, largestUpload, readRequest } from './requests.ts'
import { forcedAnswer, refusalOf, slowness } from './sentinels.ts'

type Bindings = { Bindings: Partial<HttpBindings> }
type Endpoint = EndpointDefinition

export interface AppOptions {
  /** Without the extensions of interface 7. */
  specificationOnly: boolean
  /** Told of errors of our own; the answer says nothing of them. */
  report: (error: unknown) => void
}

/** Endpoints that are served, those without parameters first, since `/template` would else be taken for an id. */
function servedEndpoints(specificationOnly: boolean): [ServedName, Endpoint][] {
  const left = new Set<string>(notServed)
  const served = (Object.entries(serviceEndpoints) as [ServedName, Endpoint][]).filter(
    ([name, endpoint]) => !left.has(name) && !(specificationOnly && endpoint.extension !== undefined),
  )
  const parameters = ([, { path }]: [string, Endpoint]) => path.split('{').length
  return served.toSorted((a, b) => parameters(a) - parameters(b))
}

/** The connection ends without an answer: what a network failure looks like from outside. */
function hangUp(c: Context<Bindings>): Response {
  c.env.incoming?.socket.destroy()
  // Never seen, where there is a connection.
  return new Response(null, { status: 500 })
}

const wait = ({ clock }: House, ms: number) =>
  new Promise<void>((resolve) => void clock.wakeAt(clock.now() + ms, resolve))

const unknownPath = () => general(404, 'not_found', 'This path does not exist.')
const tooLarge = (most: number) => () =>
  answerOf(invalid(`The body is larger than ${Math.floor(most / 1024 / 1024)} MB.`))

/**
 * Makes the application. It opens no port and holds no time of its own.
 *
 * @param house what it works on
 */
export function createApp(house: House, { specificationOnly, report }: AppOptions): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const { database, clock } = house
  const meterOf = limiter(house.plan)
  const log = requestLog()
  const table = handlers(house)

  /** Key and limit: what every request passes, also one for an unknown path. */
  const admit = async (c: Context, tier: Endpoint['tier']) => {
    const key = await readKey(database, c.req.header(headers.apiKey))
    const meter = meterOf(key.organisation, tier === 'data-read' ? 'data-read' : 'standard')
    const now = clock.now()
    const verdict = meter.take(now)
    log.note(key.organisation, { at: now, refused: !verdict.admitted })
    if (!verdict.admitted) throw tooMany(verdict.retryAfter)
    return { key, meter }
  }

  const serve = async (c: Context<Bindings>, name: ServedName, endpoint: Endpoint): Promise<Response> => {
    const { key, meter } = await admit(c, endpoint.tier)
    return refunding(meter, async () => {
      const workspace = workspaceOf(key, c.req.header(headers.workspace), endpoint.workspace)
      const request = await readRequest(c, endpoint)
      const asked = { ...request, caller: { organisation: key.organisation, workspace } } as never
      const forced = await forcedAnswer(database, name, asked)
      if (forced === 'dropped') return hangUp(c)
      const refusal = forced === null ? null : refusalOf(forced, endpoint.errorForm)
      if (refusal !== null) throw refusal
      const answer: unknown = await table[name](asked)
      if (forced === 'lost') return hangUp(c)
      if (forced === 'slow') await wait(house, slowness)
      return answer instanceof Response ? answer : c.json(answer)
    })
  }

  app.use(async (c, next) => {
    await next()
    c.res.headers.set(headers.simulation, 'switchboard')
    c.res.headers.set('cache-control', 'no-store')
  })

  app.get('/simulation/requests', async (c) => {
    const { organisation } = await readKey(database, c.req.header(headers.apiKey))
    return c.json(log.read(organisation, clock.now()))
  })

  for (const [name, endpoint] of servedEndpoints(specificationOnly)) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    const most = endpoint.upload === undefined ? largestBody : largestUpload
    app.on(endpoint.method, path, bodyLimit({ maxSize: most, onError: tooLarge(most) }), (c) =>
      serve(c, name, endpoint),
    )
  }

  app.notFound(async (c) => {
    try {
      const { meter } = await admit(c, 'standard')
      meter.giveBack()
      return answerOf(unknownPath())
    } catch (error) {
      return answered(error)
    }
  })

  const answered = (error: unknown): Response => {
    if (error instanceof Refused) return answerOf(error)
    report(error)
    return answerOf(general(500, 'UNKNOWN_ERROR', 'The service had an error of its own.'))
  }
  app.onError(answered)
  return app
}

/** Each successful request spends one (specification 8.2 rule 3): what was refused is given back. */
async function refunding(meter: Meter, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    meter.giveBack()
    throw error
  }
}
