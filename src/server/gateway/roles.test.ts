/** Who may ask for what: a matrix made from the contract, over every set of roles and everybody who has none. */
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
import { csvForm, join, openBrowser, startScriptedService, startTestGateway } from './testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const endpoints = Object.entries(contract) as [EndpointName, EndpointDefinition][]
const closed = endpoints.filter(([, { through }]) => through !== undefined)
const open = endpoints.filter(([, { through, roles: may }]) => through === undefined && may !== 'public')
/** Written out: whoever opens another one to everybody says so here too. The last is the service's own door: its signature is its guard (R36); the figures have a guard of their own. */
const openToEverybody = [
  'sessionShow',
  'statusShow',
  'sessionSwitch',
  'signIn',
  'signOut',
  'linkCheck',
  'linkUse',
  'providerSignIn',
  'providerReturn',
  'health',
  'ready',
  'metricsShow',
  'webhookReceive',
]

/** Every set of roles that a person can have, but the empty one. */
const sets = Array.from({ length: 2 ** roles.length - 1 }, (_, index) =>
  roles.filter((_, bit) => ((index + 1) >> bit) & 1),
)
const nameOf = (set: readonly string[]) => set.join(' ')
/** Who may nothing: who never came in, who was disabled a moment ago, whose session was idle or has lasted too long. */
const outsiders = ['nobody', 'disabled', 'idle', 'expired'] as const
const people = new Map<string, Browser>()
/** A provider that nobody answers for. */
const nowhere = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }
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
    environment: { SERVICE_REQUESTS_PER_MINUTE: '100000', SERVICE_WEBHOOK_SECRET: 'whsec_of_the_tests', ...nowhere },
  })
  const admin = await browser().land()
  await Promise.all(
    sets.map(async (set) => people.set(nameOf(set), (await join(admin, browser(), set.join('-'), set)).person)),
  )
  people.set('nobody', browser())
  const since = (ago: number) => new Date(Date.now() - ago).toISOString()
  const end: Record<'disabled' | 'idle' | 'expired', (id: string) => Promise<unknown>> = {
    disabled: (id) => admin.ask('PATCH', `/gateway/operators/${id}`, { body: { disabled: true } }),
    idle: (id) => sql`update session set "updatedAt" = ${since(day)} where "userId" = ${id}`.execute(store),
    expired: (id) => sql`update session set "createdAt" = ${since(8 * day)} where "userId" = ${id}`.execute(store),
  }
  for (const name of ['disabled', 'idle', 'expired'] as const) {
    const { person, id } = await join(admin, browser(), name, roles)
    // Used before it ends.
    await person.get('/gateway/budget')
    await end[name](id)
    people.set(name, person)
  }
  // What is known of a session is forgotten within two seconds (R32).
  ahead = 2_000
  return async () => {
    await gateway.close()
    await service.close()
    rmSync(dashboard, { recursive: true })
  }
})

/** Asks as a page would, with an id wherever one belongs; what it means does not matter here. */
async function statusFor(who: string, { method, path, upload }: EndpointDefinition) {
  const address = path.replace(/\{\w+\}/g, 'a1')
  const body = upload ? csvForm({}, 'phone_number\n') : method === 'GET' ? undefined : {}
  return (await people.get(who)?.ask(method, address, { body, key: crypto.randomUUID() }))?.status
}
const statusesFor = async (who: readonly string[], endpoint: EndpointDefinition) =>
  new Map(await Promise.all(who.map(async (one) => [one, await statusFor(one, endpoint)] as const)))

describe('every endpoint', { tags: ['R28'] }, () => {
  test.each(open)(
    '%s is open to its roles, alone or with others, and to nobody else',
    { tags: ['session-is-required', 'role-is-required'] },
    async (_, endpoint) => {
      const kept = await statusesFor(outsiders, endpoint)
      expect([...kept.values()]).toEqual(outsiders.map(() => 401))
      const answers = await statusesFor(sets.map(nameOf), endpoint)
      const refused = sets.filter((set) => answers.get(nameOf(set)) === 403)
      expect(refused).toEqual(sets.filter((set) => !set.some((role) => endpoint.roles.includes(role))))
      expect([...answers.values()]).not.toContain(401)
    },
  )

  test.each(closed)('%s is open to nobody under its own path', async (_, endpoint) => {
    expect(await statusFor('admin', endpoint)).toBe(404)
  })

  test('only what everybody needs before they come in is open to everybody', async () => {
    const anybody = endpoints.filter(([, { roles: may }]) => may === 'public')
    expect(anybody.map(([name]) => name).toSorted()).toEqual(openToEverybody.toSorted())
    for (const [, endpoint] of anybody) {
      const statuses = [...(await statusesFor(['nobody', 'expired'], endpoint)).values()]
      expect(statuses).not.toContain(404)
      expect(statuses).not.toContain(403)
    }
  })

  test('nothing is routed that the contract does not know, but the dashboard’s files', () => {
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

  test('the dashboard’s files are open to everybody, the routes of the library that keeps sessions to nobody', async () => {
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
