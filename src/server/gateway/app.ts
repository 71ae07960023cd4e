/** The gateway, put together in the order in which a request meets its guards. Pure: needs no port and no process. */

import { Hono } from 'hono'
import {
  contract,
  type EndpointDefinition,
  type EndpointName,
  gatewayEndpoints,
  Refusal,
  serviceEndpoints,
} from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import { isApi, isOpenToAll } from './http/api-paths.ts'
import type { Env, GatewayContext } from './http/context.ts'
import { createLastAnswers } from './http/last-answers.ts'
import { hostCheck, sameSite, security, sizeLimit } from './http/middleware.ts'
import { createStatic } from './http/static.ts'
import { notRecorded } from './ledger/refusals.ts'
import { verifiedForMs } from './operators/session-store.ts'
import type { Parts } from './routes/deps.ts'
import { gatewayHandlers } from './routes/gateway.ts'
import { serviceHandler } from './routes/service.ts'
import { type Log, newReference } from './shared/log.ts'
import { databaseAway, missingRole, notFound, refusal, signInFirst } from './shared/refusals.ts'

const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

const broken = (changes: boolean) =>
  refusal({
    status: 500,
    code: 'broken',
    sent: changes ? 'unknown' : 'no',
    message: `Switchboard had an error of its own.${
      changes ? ' What you asked for may have happened: look before you ask for it again.' : ''
    } Tell an administrator this reference.`,
  })

function answerRefusal(c: GatewayContext, error: Error, log: Log): Response {
  const reference = c.get('reference')
  const changes = c.req.method !== 'GET'
  const known = error instanceof Refusal
  // The ledger keeps to itself what fails after something was sent: what comes here was to be read or recorded before.
  const { data } = known ? error : isDatabaseFault(error) ? (changes ? notRecorded() : databaseAway()) : broken(changes)
  const where = { reference, method: c.req.method, path: c.req.path, status: data.status, code: data.code }
  // A poll for what is not there comes every second and tells nothing new.
  const level = c.req.method === 'GET' && data.status < 500 ? 'debug' : 'info'
  if (known) log[level]({ ...where, effectId: data.effectId }, 'refused')
  else log.error({ ...where, error: error.stack }, 'broken')
  if (data.retryAfter !== null) c.header('retry-after', `${data.retryAfter}`)
  return c.json({ error: { ...data, reference } }, data.status as 500)
}

/**
 * @param parts the capabilities
 * @param dashboard the folder of the built dashboard; null: somebody else serves it
 */
export function createApp(parts: Parts, dashboard: string | null): Hono<Env> {
  const { configuration, sessions, metrics, log } = parts
  const files = createStatic(dashboard)
  const remembered = createLastAnswers(parts.clock, verifiedForMs)
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    c.set('reference', newReference())
    await next()
  })
  app.use(metrics.requests)
  app.use(
    security(files.inline, configuration.publicUrl),
    hostCheck(configuration),
    sameSite(configuration.publicUrl),
    sizeLimit,
  )
  app.onError((error, c) => answerRefusal(c, error, log))

  app.use(async (c, next) => {
    const operator = isApi(c.req.path) && !isOpenToAll(c.req.path) ? await sessions.operatorOf(c) : null
    c.set('operator', operator)
    if (operator) parts.seen(operator.id)
    await next()
  })

  const guarded =
    (name: EndpointName, handler: (c: GatewayContext) => Promise<Response>) => async (c: GatewayContext) => {
      const { method, roles, path, activity }: EndpointDefinition = contract[name]
      c.set('route', path)
      if (/* guard: session-is-required */ roles === 'public') return handler(c)
      const operator = c.get('operator')
      if (!operator) throw signInFirst()
      // guard: role-is-required
      if (!operator.roles.some((role) => roles.includes(role))) throw missingRole(name, roles)
      if (method !== 'GET' && /* guard: polling-keeps-no-session */ activity !== false) await sessions.keepAlive(c)
      return handler(c)
    }
  for (const [name, handler] of Object.entries(gatewayHandlers(parts))) {
    const { method, path, roles }: EndpointDefinition = gatewayEndpoints[name as keyof typeof gatewayEndpoints]
    const isRead = method === 'GET' && roles !== 'public'
    app.on(method, honoPath(path), guarded(name as EndpointName, isRead ? remembered(handler) : handler))
  }
  for (const name of Object.keys(serviceEndpoints) as (keyof typeof serviceEndpoints)[]) {
    const { method, path, through }: EndpointDefinition = serviceEndpoints[name]
    if (/* guard: two-paths-have-their-own-handler */ through === undefined)
      app.on(method, honoPath(path), guarded(name, serviceHandler(name, parts)))
  }

  app.get('*', (c) => {
    if (isApi(c.req.path)) throw notFound()
    return files.serve(c)
  })
  app.notFound((c) => answerRefusal(c, notFound(), log))
  return app
}
