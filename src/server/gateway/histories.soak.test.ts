/**
 * Tests eight clients of two gateways on one PostgreSQL while the network, the gateways, their clocks and the database fail at random.
 * Compares the answers with what the service did (testing/several/history-check.ts). `npm run test:soak` runs it ten times as long. The
 * printed seed repeats the same faults.
 */
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService } from '#server/service/start.ts'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { readLedger } from '#tools/testing/ledger-in-postgres.ts'
import {
  followRequests,
  listExecutedCommands,
  numberPrefix,
  prepareService,
  serviceSettings,
} from '#tools/testing/service-log.ts'
import { type Postgres, startPostgres } from './testing/postgres.ts'
import { temporaryFolder } from './testing/process.ts'
import { type FaultyProxy, type ProxyFaults, startFaultyProxy } from './testing/several/faulty-proxy.ts'
import { type RunningGateway, startGateway } from './testing/several/gateways.ts'
import { checkHistory, finalStates, type LedgerEffect, maxRequestsPerMinute } from './testing/several/history-check.ts'
import { createClient, createClientRecords, seededRandom } from './testing/several/history-clients.ts'
import { afterTest } from './testing/testing.ts'

const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const isLong = scaleForSoak(1) > 1
/** The operations of all clients together. */
const operations = isLong ? scaleForSoak(1_000) : 300
const clientCount = 8
const perMinute = 600
const access = { apiKey: 'key_of_histories_0123456789', workspaceId: 'histories' }

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

const narrow = { perMinute, burst: 0 }

async function startHistoryService() {
  const dataDir = temporaryFolder()
  const { drafts, agentId } = await prepareService(dataDir, access, Math.ceil(operations / 6))
  const service = await startService(serviceSettings(dataDir, access, narrow))
  let isClosed = false
  const close = async () => {
    if (!isClosed) await service.close()
    isClosed = true
  }
  afterTest(close)
  const log = followRequests(service.url, access)
  return {
    port: Number(new URL(service.url).port),
    drafts,
    agentId,
    readRequests: () => log.read(),
    /** Stops the service. @returns the commands that it carried out, and the times of its requests */
    async count() {
      await log.read()
      await close()
      return { carriedOut: listExecutedCommands(dataDir).map(({ what }) => what), ...log.found }
    },
  }
}

const isOpen = ({ steps }: LedgerEffect) => ['held', 'sending'].includes(steps.at(-1)?.state ?? '')

const toClients: ProxyFaults = { slow: 0.05, slowMs: 400, reset: 0.01, truncated: 0.005 }
const toService: ProxyFaults = { slow: 0.1, slowMs: 800, reset: 0.015, truncated: 0.01 }
const toDatabase: ProxyFaults = { slow: 0.02, slowMs: 100, reset: 0.0005, truncated: 0.0002 }

interface FaultsDeps {
  random: () => number
  gateways: readonly RunningGateway[]
  proxies: { clients: readonly FaultyProxy[]; database: readonly FaultyProxy[] }
  /** When PostgreSQL was stopped. */
  away: { from: number; to: number }[]
  isOver: () => boolean
  log: (what: string) => void
  /** How often each kind of fault was made. */
  made: Record<string, number>
}

/** How often each fault hit a connection of these proxies. */
const hits = (list: readonly FaultyProxy[]) =>
  Object.fromEntries(
    (['slow', 'reset', 'truncated'] as const).map((kind) => [
      kind,
      list.reduce((sum, proxy) => sum + proxy.faultCounts()[kind], 0),
    ]),
  )

/** Causes faults, one after the other, until the test is over. */
async function makeFaults({ random, gateways, proxies, away, isOver, log, made }: FaultsDeps): Promise<void> {
  const scale = isLong ? 1 : 0.4
  const awhile = (seconds: number) => pause(seconds * scale * 1_000)
  const kinds: readonly ((at: number) => Promise<unknown>)[] = [
    async (at) => {
      await gateways[at]?.kill()
      await awhile(random() ** 2 * (isLong ? 15 : 2))
      await gateways[at]?.start()
    },
    async (at) => {
      gateways[at]?.freeze()
      await awhile(1 + random() ** 2 * (isLong ? 20 : 3))
      gateways[at]?.thaw()
    },
    async (at) => {
      await gateways[at]?.stop()
      await gateways[at]?.start()
    },
    async (at) => gateways[at]?.setClockOffset(Math.round((random() - 0.5) * 20 * 60_000)),
    async (at) => {
      proxies.database[at]?.stall()
      await awhile(1 + random() ** 2 * (isLong ? 12 : 2))
      proxies.database[at]?.recover()
    },
    async () => {
      const from = Date.now()
      await postgres.stop()
      await awhile(random() * 4)
      await postgres.start()
      away.push({ from, to: Date.now() })
    },
  ]
  const names = ['kill', 'freeze', 'stop', 'turn the clock of', 'silence the database of', 'restart PostgreSQL beside']
  while (!isOver()) {
    await awhile(1 + random() * 4)
    const at = Math.floor(random() * gateways.length)
    const kind = Math.floor(random() * kinds.length)
    const name = names[kind] ?? ''
    made[name] = (made[name] ?? 0) + 1
    log(`${name} ${at}`)
    await kinds[kind]?.(at)
    for (const gateway of gateways) if (!gateway.isUp()) await gateway.start()
  }
}

describe(`histories of several gateways (seed ${seed})`, { tags: ['soak'] }, () => {
  test('keep every promise under faults', {
    tags: ['R04', 'R05', 'R07', 'R09', 'R10', 'R20', 'R32'],
    timeout: isLong ? scaleForSoak(180_000) : 120_000,
  }, async () => {
    const random = seededRandom(seed)
    const service = await startHistoryService()
    const databaseUrl = await postgres.createDatabase()
    const postgresPort = Number(new URL(databaseUrl).port)
    const serviceProxy = await startFaultyProxy({ port: service.port }, random)
    afterTest(serviceProxy.close)
    const proxies: { clients: FaultyProxy[]; database: FaultyProxy[] } = { clients: [], database: [] }
    const gateways: RunningGateway[] = []
    for (const clockOffsetMs of [-3 * 60_000, 4 * 60_000]) {
      const databaseProxy = await startFaultyProxy({ port: postgresPort }, random)
      afterTest(databaseProxy.close)
      proxies.database.push(databaseProxy)
      const url = new URL(databaseUrl)
      url.port = String(databaseProxy.port)
      const environment = {
        SERVICE_API_KEY: access.apiKey,
        SERVICE_WORKSPACE_ID: access.workspaceId,
        SERVICE_REQUESTS_PER_MINUTE: String(perMinute),
        SERVICE_CONCURRENT_CALLS: '1000',
      }
      const gateway = await startGateway({
        serviceUrl: serviceProxy.url,
        databaseUrl: url.href,
        environment,
        clockOffsetMs,
      })
      expect(gateway.isUp() || gateway.output()).toBe(true)
      gateways.push(gateway)
      const clientProxy = await startFaultyProxy({ port: gateway.port }, random)
      afterTest(clientProxy.close)
      proxies.clients.push(clientProxy)
    }

    const records = createClientRecords()
    let numbers = 0
    const clients = Array.from({ length: clientCount }, (_, at) => {
      const operator = at % 2 === 0 ? 'ready-admin' : 'ready-reviewer'
      return createClient({
        name: `client ${at}`,
        operator,
        addresses: proxies.clients.map(({ url }) => url),
        maxWaitMs: isLong ? 6_000 : 4_000,
        drafts: service.drafts,
        agentId: service.agentId,
        nextNumber: () => numberPrefix + String(numbers++).padStart(4, '0'),
        records,
        random: seededRandom(seed + at + 1),
        maxPauseMs: isLong ? 300 : 100,
      })
    })
    for (const proxy of proxies.clients) proxy.setFaults(toClients)
    for (const proxy of proxies.database) proxy.setFaults(toDatabase)
    serviceProxy.setFaults(toService)

    const began = Date.now()
    const happened: string[] = []
    const log = (what: string) => void happened.push(`${((Date.now() - began) / 1000).toFixed(1)} s: ${what}`)
    const away: { from: number; to: number }[] = []
    let isOver = false
    const made: Record<string, number> = {}
    const faults = makeFaults({
      random: seededRandom(seed + 100),
      gateways,
      proxies,
      away,
      isOver: () => isOver,
      log,
      made,
    })
    const counting = setInterval(() => {
      void service.readRequests()
      const done = clients.reduce((sum, client) => sum + client.completedOperations(), 0)
      if (isLong) process.stdout.write(`histories: ${done} operations, ${happened.length} faults; ${happened.at(-1)}\n`)
    }, 60_000)
    await Promise.all(clients.map((client) => client.run(Math.ceil(operations / clientCount))))
    isOver = true
    log('every client is done')
    await faults
    clearInterval(counting)
    for (const proxy of [...proxies.clients, ...proxies.database, serviceProxy]) proxy.setFaults(null)
    const ledger = () => readLedger(databaseUrl, records.attempts)
    await expect.poll(async () => (await ledger()).filter(isOpen), { timeout: 90_000, interval: 500 }).toEqual([])
    log('nothing is under way')
    for (const gateway of gateways) await gateway.kill()

    // A gateway uses its database again within 5 s.
    const databaseOutages = [...away, ...proxies.database.flatMap((proxy) => proxy.breaks())].map(({ from, to }) => ({
      from,
      to: to + 5_000,
    }))
    const history = {
      ...records,
      databaseOutages,
      effects: await ledger(),
      ...(await service.count()),
      plan: { perMinute },
    }
    const problems = checkHistory(history)
    const counted = {
      operations,
      attempts: history.attempts.length,
      outcomes: Object.fromEntries(
        ['held', 'done', 'not sent', 'unknown'].map((one) => [
          one,
          history.attempts.filter(({ outcome }) => outcome === one).length,
        ]),
      ),
      effects: history.effects.length,
      ended: Object.fromEntries(
        finalStates.map((one) => [one, history.effects.filter(({ steps }) => steps.at(-1)?.state === one).length]),
      ),
      carriedOut: history.carriedOut.length,
      undone: history.undos.filter(({ outcome }) => outcome === 'withdrawn').length,
      endedSessions: history.endedSessions.length,
      answersSeen: history.observations.length,
      requests: history.requests.length,
      mostInMinute: maxRequestsPerMinute([...history.requests, ...history.refused]),
      faults: made,
      connections: {
        clients: hits(proxies.clients),
        service: hits([serviceProxy]),
        database: hits(proxies.database),
      },
      seconds: Math.round((Date.now() - began) / 1000),
    }
    const file = join(tmpdir(), `switchboard-history-${seed}.json`)
    if (problems.length > 0)
      writeFileSync(
        file,
        JSON.stringify({ seed, problems, counted, happened, history, printed: gateways.map((one) => one.output()) }),
      )
    if (isLong) process.stdout.write(`histories: ${JSON.stringify(counted)}\n`)
    if (problems.length > 0)
      process.stdout.write(`${happened.join('\n')}
The whole history is in ${file}.
`)
    expect(problems).toEqual([])
    expect(counted.outcomes.done).toBeGreaterThan(0)
    expect(counted.outcomes.held).toBeGreaterThan(0)
  })
})
