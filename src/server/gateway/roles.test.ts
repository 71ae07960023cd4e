/** Tests who may use which endpoint: every set of roles, and people without a session, against the contract. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joined } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract, type EndpointDefinition, type EndpointName, gatewayEndpoints, roles } from '#contract/index.ts'
import { createApp } from './app.ts'
import { createMetrics } from './operations/metrics.ts'
import { serviceRoutes } from './service-endpoints/routes.ts'
import { clock } from './shared/clock.ts'
import { readConfiguration } from './shared/configuration.ts'
import { createSilentLog } from './shared/log.ts'
import { openTestStore } from './testing/store.ts'
import { csvForm, inviteAndSignUp, openBrowser, startScriptedService, startTestGateway } from './testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const endpoints = Object.entries(contract) as [EndpointName, EndpointDefinition][]
const closed = endpoints.filter(([, { through }]) => through !== undefined)
const open = endpoints.filter(([, { through, roles: may }]) => through === undefined && may !== 'public')
/**
 * A new public endpoint has to be added here. The webhook is protected by its signature (R36), and the metrics by a token.
 */
const publicEndpoints = [
  'sessionShow',
  'statusShow',
  'sessionSwitch',
  'signIn',
  'signOut',
  'linkCheck',
  'linkUse',
  'passkeySignIn',
  'passkeySignInOptions',
  'passwordLinkCheck',
  'passwordReset',
  'providerSignIn',
  'providerReturn',
  'health',
  'ready',
  'metricsShow',
  'webhookReceive',
]

/** Every non-empty set of roles. */
const sets = Array.from({ length: 2 ** roles.length - 1 }, (_, index) =>
  roles.filter((_, bit) => ((index + 1) >> bit) & 1),
)
const nameOf = (set: readonly string[]) => set.join(' ')
/** People without access: never signed in, just disabled, or with a session that was idle or open for too long. */
const outsiders = ['nobody', 'disabled', 'idle', 'expired'] as const
const people = new Map<string, Browser>()
/** A provider that does not respond. */
const deadProvider = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }
const day = 24 * 3_600_000

beforeAll(async () => {
  const dashboard = mkdtempSync(joined(tmpdir(), 'switchboard-dist-'))
  mkdirSync(joined(dashboard, 'assets'))
  writeFileSync(joined(dashboard, 'index.html'), '<!doctype html>')
  writeFileSync(joined(dashboard, 'assets', 'a-1.js'), 'start()')
  const service = await startScriptedService(() => ({ body: { status: 'success' } }))
  const store = await openTestStore()
  let ahead = 0
  const { gateway, browser } = await startTestGateway(service.url, {
    store,
    dashboard,
    clock: { now: () => Date.now() + ahead, steady: () => performance.now() + ahead },
    environment: {
      SERVICE_REQUESTS_PER_MINUTE: '100000',
      SERVICE_WEBHOOK_SECRET: 'whsec_of_the_tests',
      ...deadProvider,
    },
  })
  const admin = await browser().signInAsDemo()
  await Promise.all(
    sets.map(async (set) =>
      people.set(nameOf(set), (await inviteAndSignUp(admin, browser(), set.join('-'), set)).person),
    ),
  )
  people.set('nobody', browser())
  const since = (ago: number) => new Date(Date.now() - ago).toISOString()
  const end: Record<'disabled' | 'idle' | 'expired', (id: string) => Promise<unknown>> = {
    disabled: (id) => admin.request('PATCH', `/gateway/operators/${id}`, { body: { disabled: true } }),
    idle: (id) => sql`update session set "updatedAt" = ${since(day)} where "userId" = ${id}`.execute(store),
    expired: (id) => sql`update session set "createdAt" = ${since(8 * day)} where "userId" = ${id}`.execute(store),
  }
  for (const name of ['disabled', 'idle', 'expired'] as const) {
    const { person, id } = await inviteAndSignUp(admin, browser(), name, roles)
    // The session is used before it ends.
    await person.get('/gateway/budget')
    await end[name](id)
    people.set(name, person)
  }
  // Cached sessions expire within two seconds (R32).
  ahead = 2_000
  return async () => {
    await gateway.close()
    await service.close()
    rmSync(dashboard, { recursive: true })
  }
})

/** Sends a request as a page would, with some id in each parameter. */
async function statusFor(who: string, { method, path, upload }: EndpointDefinition) {
  const address = path.replace(/\{\w+\}/g, 'a1')
  const body = upload ? csvForm({}, 'phone_number\n') : method === 'GET' ? undefined : {}
  return (await people.get(who)?.request(method, address, { body, key: crypto.randomUUID() }))?.status
}
const statusesFor = async (who: readonly string[], endpoint: EndpointDefinition) =>
  new Map(await Promise.all(who.map(async (one) => [one, await statusFor(one, endpoint)] as const)))

describe('every endpoint', { tags: ['R28'] }, () => {
  test.each(open)(
    '%s is open to its roles, alone or combined, and to nobody else',
    { tags: ['session-is-required', 'role-is-required'] },
    async (_, endpoint) => {
      const refusedStatuses = await statusesFor(outsiders, endpoint)
      expect([...refusedStatuses.values()]).toEqual(outsiders.map(() => 401))
      const answers = await statusesFor(sets.map(nameOf), endpoint)
      const refused = sets.filter((set) => answers.get(nameOf(set)) === 403)
      expect(refused).toEqual(sets.filter((set) => !set.some((role) => endpoint.roles.includes(role))))
      expect([...answers.values()]).not.toContain(401)
    },
  )

  test.each(closed)('%s is open to nobody under its own path', async (_, endpoint) => {
    expect(await statusFor('admin', endpoint)).toBe(404)
  })

  test('only the endpoints that are needed before signing in are public', async () => {
    const publicOnes = endpoints.filter(([, { roles: may }]) => may === 'public')
    expect(publicOnes.map(([name]) => name).toSorted()).toEqual(publicEndpoints.toSorted())
    for (const [, endpoint] of publicOnes) {
      const statuses = [...(await statusesFor(['nobody', 'expired'], endpoint)).values()]
      expect(statuses).not.toContain(404)
      expect(statuses).not.toContain(403)
    }
  })

  test('only endpoints of the contract and the dashboard’s files are routed', () => {
    type Routes = Parameters<typeof createApp>[0]
    const handler = async () => new Response()
    const routes = {
      gateway: Object.fromEntries(
        Object.keys(gatewayEndpoints).map((name) => [name, handler]),
      ) as unknown as Routes['gateway'],
      service: serviceRoutes({} as Parameters<typeof serviceRoutes>[0]),
    }
    const deps = {
      clock,
      configuration: readConfiguration({}),
      metrics: createMetrics(),
      log: createSilentLog(),
      dashboard: null,
    }
    const routed = createApp(routes, deps as unknown as Parameters<typeof createApp>[1])
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const known = endpoints
      .filter(([, { through }]) => through === undefined)
      .map(([, { method, path }]) => `${method} ${path}`)
    expect([...new Set(routed)].toSorted()).toEqual(['GET /*', ...known].toSorted())
  })

  test('the dashboard’s files are public, and the routes of the session library are closed', async () => {
    const nobody = people.get('nobody')
    for (const path of ['/', '/settings/operators', '/assets/a-1.js'])
      expect((await nobody?.get(path))?.status).toBe(200)
    for (const who of ['nobody', 'admin']) {
      const person = people.get(who)
      for (const path of ['get-session', 'list-sessions', 'find', 'ok'])
        expect((await person?.get(`/api/auth/${path}`))?.status).toBe(404)
      for (const path of ['begin', 'expire', 'sign-in/email', 'sign-up/email', 'update-user'])
        expect((await person?.post(`/api/auth/${path}`, { id: 'ready-admin' }))?.status).toBe(404)
    }
  })
})
