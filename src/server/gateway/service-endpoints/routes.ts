/** The service's endpoints under their own paths: reads from snapshots, commands through the ledger, and checks of files. */
import {
  type EndpointDefinition,
  headers,
  Refusal,
  type RefusalData,
  type ServiceCommandName,
  type ServiceEndpointName,
  type ServiceReadName,
  serviceEndpoints,
} from '#contract/index.ts'
import { isDoubtful } from '../cache/absence.ts'
import type { CachedAnswer, Snapshot, Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Poller } from '../cache/poller.ts'
import type { Read } from '../cache/read.ts'
import { isReadName } from '../cache/read-rules.ts'
import { attentionOf } from '../cache/views.ts'
import type { Core } from '../cluster/core.ts'
import { sendSnapshot } from '../http/answer.ts'
import type { GatewayContext } from '../http/context.ts'
import type { Handler } from '../http/handler.ts'
import { parseBody, parseParams, parseQuery, parseUpload } from '../http/parse.ts'
import { operatorOf, readingOf, requesterOf, workspaceOf } from '../http/request.ts'
import { bytesOf } from '../shared/file-reader.ts'
import { notOffered, refusal } from '../shared/refusals.ts'
import { parseAnswer, pathWithQuery } from '../upstream/answers.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { encodeMultipart } from '../upstream/multipart.ts'
import { noAnswer, refusedByService } from '../upstream/refusals.ts'
import { restoring } from '../versions/restored-version.ts'
import type { Versions } from '../versions/versions.ts'
import type { PerformCommand } from './commands.ts'

interface Deps extends Pick<Core, 'store' | 'workspaces' | 'clock'> {
  requestService: RequestService
  snapshots: Snapshots
  poller: Poller
  capabilities: Capabilities
  perform: PerformCommand
  versions: Versions
  /** Adds to the service's refusal of a read what else is known. */
  explainRefusal: (read: Read, refusal: RefusalData) => RefusalData
}

const readHandler = (name: ServiceReadName, endpoint: EndpointDefinition, deps: Deps) => async (c: GatewayContext) => {
  const read: Read = {
    name,
    params: parseParams(c.req.param()),
    query: parseQuery(endpoint, new URL(c.req.url).searchParams),
    workspace: endpoint.workspace ? workspaceOf(c, deps) : null,
  }
  const throwRefusal = (snapshot: Snapshot) => {
    if (snapshot.refusal)
      throw refusal({
        ...deps.explainRefusal(read, snapshot.refusal),
        ...(isDoubtful(snapshot) && { isDoubtful: true }),
      })
  }
  const attention = attentionOf(c.req.header('priority'))
  // `no-cache` forces a new read, as needed before an edit is saved.
  const cached: CachedAnswer = /\bno-cache\b/.test(c.req.header('cache-control') ?? '')
    ? { snapshot: await deps.snapshots.readFresh(read, 'reads', requesterOf(c)), cacheStatus: 'miss' }
    : await deps.snapshots.get(read, requesterOf(c), attention === 'background')
  throwRefusal(cached.snapshot)
  // Mark as viewed only after a success, so that reads of invented ids are not polled.
  const { hasOpenedLive } = deps.poller.markViewed(read, attention, operatorOf(c).id)
  if (!endpoint.response) c.header('content-disposition', 'attachment; filename="recipients.csv"')
  const snapshot = hasOpenedLive ? await deps.snapshots.waitForNewer(read, cached.snapshot) : cached.snapshot
  throwRefusal(snapshot)
  return sendSnapshot(c, { ...cached, snapshot }, deps.snapshots.ageOf(snapshot))
}

const commandHandler =
  (name: ServiceCommandName, endpoint: EndpointDefinition, deps: Deps) => async (c: GatewayContext) => {
    const params = parseParams(c.req.param())
    const body = await parseBody(endpoint, c.req.raw)
    const caller = { operator: operatorOf(c), requester: requesterOf(c), workspace: workspaceOf(c, deps) }
    const restores = c.req.header(headers.restores)
    const command = {
      name,
      params,
      body,
      key: c.req.header('idempotency-key'),
      ...(restores !== undefined && (await restoring(deps, { name, params, workspace: caller.workspace }, restores))),
    }
    try {
      return c.json((await deps.perform(command, caller)) as object)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404 || error.data.by !== 'service') throw error
      throw refusal({ ...error.data, isDoubtful: true })
    }
  }

/** How long a check of a file waits for the request budget. A check changes nothing, so it is not in the ledger and uses the lane of reads. */
const checkWaitMs = 8_000
const checkHandler = (endpoint: EndpointDefinition, deps: Deps) => async (c: GatewayContext) => {
  const query = parseQuery(endpoint, new URL(c.req.url).searchParams)
  const { file, fields } = await parseUpload(endpoint, c, readingOf(c, false))
  const request = {
    kind: 'command',
    method: endpoint.method,
    path: pathWithQuery(endpoint.path, {}, query),
    body: await encodeMultipart(fields, await bytesOf(file)),
    workspace: endpoint.workspace ? workspaceOf(c, deps) : null,
  } as const
  const exchange = await deps.requestService(request, 'reads', requesterOf(c), checkWaitMs)
  if (exchange.kind === 'failure') throw noAnswer(exchange)
  if (exchange.status < 200 || exchange.status > 299) throw refusedByService(exchange, deps.clock.now())
  return c.json(parseAnswer(endpoint, exchange.body.toString('utf8')) as object)
}

function handlerOf(name: ServiceEndpointName, deps: Deps): Handler {
  const endpoint: EndpointDefinition = serviceEndpoints[name]
  const handler = isReadName(name)
    ? readHandler(name, endpoint, deps)
    : endpoint.effect === null
      ? checkHandler(endpoint, deps)
      : commandHandler(name as ServiceCommandName, endpoint, deps)
  return async (c) => {
    // guard: only-what-the-service-offers
    if (endpoint.extension && !deps.capabilities.mayHave(endpoint.extension)) throw notOffered()
    return handler(c)
  }
}

/** @returns handlers of the service's endpoints that browsers may use directly; the others have an endpoint of the gateway (`through`) */
export function serviceRoutes(deps: Deps): Partial<Record<ServiceEndpointName, Handler>> {
  const names = Object.keys(serviceEndpoints) as ServiceEndpointName[]
  const exposedNames = names.filter(
    (name) =>
      /* guard: two-paths-have-their-own-handler */ (serviceEndpoints[name] as EndpointDefinition).through ===
      undefined,
  )
  return Object.fromEntries(exposedNames.map((name) => [name, handlerOf(name, deps)]))
}
