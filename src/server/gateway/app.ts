/** The gateway's HTTP application: its middleware in the order in which a request passes it, and its routes. Needs no port and no process. */

import { Hono } from 'hono'
import {
  contract,
  type EndpointDefinition,
  type EndpointName,
  gatewayEndpoints,
  headers,
  Refusal,
  type ServiceEndpointName,
  serviceEndpoints,
} from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Cluster } from './cluster/cluster.ts'
import type { Core } from './cluster/core.ts'
import { isApi, isOpenToAll } from './http/api-paths.ts'
import type { Env, GatewayContext } from './http/context.ts'
import type { GatewayEndpointName, Handler } from './http/handler.ts'
import { checkHost, requireSameSite, securityHeaders, withLimitedBody } from './http/middleware.ts'
import { createStatic } from './http/static.ts'
import type { Uploads } from './http/uploads.ts'
import { notRecorded } from './ledger/refusals.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Sessions } from './operators/sign-in.ts'
import { type Log, newReference } from './shared/log.ts'
import { databaseUnavailable, missingRole, notFound, refusal, signInRequired } from './shared/refusals.ts'

const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

const internalError = (changes: boolean) =>
  refusal({
    status: 500,
    code: 'broken',
    sent: changes ? 'unknown' : 'no',
    message: `Switchboard had an internal error.${
      changes ? ' Your change may have been made. Check before you try again.' : ''
    } Tell an administrator this reference.`,
  })

function answerRefusal(c: GatewayContext, error: Error, log: Log): Response {
  const reference = c.get('reference')
  const changes = c.req.method !== 'GET'
  const known = error instanceof Refusal
  // The ledger handles failures after something was sent. Here nothing was sent: a read or a record failed before.
  const { data } = known
    ? error
    : isDatabaseFault(error)
      ? changes
        ? notRecorded()
        : databaseUnavailable()
      : internalError(changes)
  const where = { reference, method: c.req.method, path: c.req.path, status: data.status, code: data.code }
  // Pages poll every second, so a refused read is logged at a lower level.
  const level = c.req.method === 'GET' && data.status < 500 ? 'debug' : 'info'
  if (known) log[level]({ ...where, effectId: data.effectId }, 'refused')
  else log.error({ ...where, error: error.stack }, 'failed')
  if (data.retryAfter !== null) c.header('retry-after', `${data.retryAfter}`)
  return c.json({ error: { ...data, reference } }, data.status as 500)
}

interface AppDeps extends Pick<Core, 'configuration' | 'clock' | 'log'> {
  cluster: Pick<Cluster, 'position' | 'waitForPosition'>
  sessions: Sessions
  /** Records that an operator is active. */
  markActive: (person: string) => void
  metrics: Metrics
  uploads: Uploads
  /** The folder of the built dashboard; null: another program serves it. */
  dashboard: string | null
}

/** @param routes a handler for each of the gateway's own endpoints, and for each endpoint of the service that browsers may use directly */
export function createApp(
  routes: { gateway: Record<GatewayEndpointName, Handler>; service: Partial<Record<ServiceEndpointName, Handler>> },
  deps: AppDeps,
): Hono<Env> {
  const { sessions, metrics, uploads, configuration, log } = deps
  const files = createStatic(deps.dashboard, (configuration.service?.workspaces.length ?? 0) > 1)
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    c.set('reference', newReference())
    await next()
  })
  app.use(metrics.requests)
  app.use(
    securityHeaders(files.scriptHashes, configuration.publicUrl),
    checkHost(configuration),
    requireSameSite(configuration.publicUrl),
  )
  app.onError((error, c) => answerRefusal(c, error, log))

  // Operators see their own changes even if another gateway carried them out.
  app.use(async (c, next) => {
    if (!isApi(c.req.path)) return next()
    const position = c.req.header(headers.gatewayPosition)
    if (/* guard: own-changes-are-awaited */ position) await deps.cluster.waitForPosition(position)
    await next()
    const ownPosition = c.req.method === 'GET' ? null : await deps.cluster.position()
    if (ownPosition) c.header(headers.gatewayPosition, ownPosition)
  })
  app.use(async (c, next) => {
    if (isApi(c.req.path)) c.header(headers.gatewayTime, `${deps.clock.now()}`)
    const operator = isApi(c.req.path) && !isOpenToAll(c.req.path) ? await sessions.findOperator(c) : null
    c.set('operator', operator)
    if (operator) deps.markActive(operator.id)
    await next()
  })

  const guarded =
    (name: EndpointName, handler: (c: GatewayContext) => Promise<Response>) => async (c: GatewayContext) => {
      const endpoint: EndpointDefinition = contract[name]
      const { label, method, roles, path, activity } = endpoint
      c.set('route', path)
      const handle = () => withLimitedBody(c, endpoint, uploads, () => handler(c))
      if (/* guard: session-is-required */ roles === 'public') return handle()
      const operator = c.get('operator')
      if (!operator) throw signInRequired()
      // guard: role-is-required
      if (!operator.roles.some((role) => roles.includes(role))) throw missingRole(label, roles)
      if (method !== 'GET' && /* guard: polling-keeps-no-session */ activity !== false) await sessions.keepAlive(c)
      return handle()
    }
  for (const [name, handler] of Object.entries(routes.gateway)) {
    const { method, path }: EndpointDefinition = gatewayEndpoints[name as keyof typeof gatewayEndpoints]
    app.on(method, honoPath(path), guarded(name as EndpointName, handler))
  }
  for (const [name, handler] of Object.entries(routes.service)) {
    const { method, path }: EndpointDefinition = serviceEndpoints[name as ServiceEndpointName]
    app.on(method, honoPath(path), guarded(name as ServiceEndpointName, handler))
  }

  app.get('*', (c, next) => {
    if (isApi(c.req.path)) throw notFound()
    return next()
  })
  /** The operator who opens a page. A page is also sent while the database is unavailable, when nobody is known. */
  async function visitorOf(c: GatewayContext) {
    try {
      c.set('operator', await sessions.findOperator(c))
      await sessions.ensureDemoSession(c)
      return sessions.operatorOrDemo(c)
    } catch {
      return null
    }
  }
  app.get('*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    // Files have a dot in their names.
    if (pathname.includes('.')) return next()
    const operator = await visitorOf(c)
    await next()
    const links = files.linksOf(pathname + search, operator)
    if (links) c.header('link', links)
  })
  app.route('/', files.routes)
  app.notFound((c) => answerRefusal(c, notFound(), log))
  return app
}
