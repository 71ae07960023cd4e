import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract, type EndpointDefinition, type EndpointName, type Role, roles } from '#contract/index.ts'
import { openStore } from './database.ts'
import { readyOperators } from './ready-operators.ts'
import { csvForm, join, openBrowser, startScriptedService, startTestGateway } from './testing.ts'

type Browser = ReturnType<typeof openBrowser>

const endpoints = Object.entries(contract) as [EndpointName, EndpointDefinition][]
const closed = endpoints.filter(([, { through }]) => through !== undefined)
const open = endpoints.filter(([, { through, roles: may }]) => through === undefined && may !== 'public')
/** One person of each role; and three who may nothing: who never came in, who was disabled, whose session has ended. */
const outsiders = ['nobody', 'disabled', 'expired'] as const
const people = new Map<Role | (typeof outsiders)[number], Browser>()

beforeAll(async () => {
  const service = await startScriptedService(() => ({ body: { status: 'success' } }))
  const store = await openStore({ file: ':memory:' })
  let ahead = 0
  const { switchboard, browser } = await startTestGateway(service.url, {
    store,
    clock: { now: () => Date.now() + ahead, steady: () => performance.now() + ahead },
    environment: { SERVICE_REQUESTS_PER_MINUTE: '100000' },
  })
  for (const role of roles) {
    const operator = readyOperators.find((one) => one.roles.includes(role))
    people.set(role, await browser().land(operator?.id))
  }
  people.set('nobody', browser())
  const admin = people.get('admin') ?? browser()
  for (const name of ['expired', 'disabled'] as const) {
    const { person, id } = await join(admin, browser(), name, roles)
    if (name === 'disabled') await admin.ask('PATCH', `/gateway/operators/${id}`, { body: { disabled: true } })
    else await sql`update session set "createdAt" = '2020-01-01T00:00:00.000Z' where "userId" = ${id}`.execute(store)
    people.set(name, person)
  }
  // What is known of a session is forgotten within two seconds (R32).
  ahead = 2_000
  return async () => {
    await switchboard.close()
    await service.close()
  }
})

/** Asks as a page would, with an id wherever one belongs; what it means does not matter here. */
function ask(person: Browser | undefined, { method, path, upload }: EndpointDefinition) {
  const address = path.replace(/\{\w+\}/g, 'a1')
  const body = upload ? csvForm({}, 'phone_number\n') : method === 'GET' ? undefined : {}
  return person?.ask(method, address, { body, key: crypto.randomUUID() })
}

describe('R28', () => {
  test.each(open)('%s is open to its roles and to nobody else', async (_, endpoint) => {
    const answers = new Map<string, number | undefined>()
    for (const [role, person] of people) answers.set(role, (await ask(person, endpoint))?.status)
    expect(outsiders.map((outsider) => answers.get(outsider))).toEqual([401, 401, 401])
    const refused = roles.filter((role) => answers.get(role) === 403)
    expect(refused).toEqual(roles.filter((role) => !endpoint.roles.includes(role as never)))
    expect(roles.map((role) => answers.get(role))).not.toContain(401)
  })

  test.each(closed)('%s is open to nobody under its own path', async (_, endpoint) => {
    expect((await ask(people.get('admin'), endpoint))?.status).toBe(404)
  })
})
