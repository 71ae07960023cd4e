/**
 * Measures the load of a team: 1, 10, 50 and 200 operators with two tabs each use one gateway, then three on one PostgreSQL, with 48 live
 * calls and 400 drafts. The tabs replay requests that were recorded in a browser just before (`team/record.ts`).
 *
 * With two cores, gateways run on the first and everything else on the second. With more cores, each gateway has its own.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { startPostgres } from '#server/gateway/testing/postgres.ts'
import type { Row } from '../measure.ts'
import type { LoadOptions, LoadResult, Tab } from './team/load.ts'
import {
  cookiesOf,
  endlessNumber,
  forkOn,
  type Gateway,
  requestAs,
  type Service,
  sharedCoreWarning,
  startDemoSession,
  startGateway,
  startLoadedService,
} from './team/processes.ts'
import { type RecordedPage, recordPages } from './team/record.ts'

const teamSizes = (process.env.BENCH_OPERATORS ?? '1,10,50,200').split(',').map(Number)
const tabsPerOperator = 2
const draftCount = 400
const callCount = 48
const warmUpMs = 3_000
const measuredMs = 8_000
const cores = availableParallelism()
const lastCore = cores - 1

interface Measured extends LoadResult {
  /** Processor time of all gateways, as a share of the elapsed time. */
  coreShare: number
  /** The longest event loop delay of a gateway, ms. */
  longestDelayMs: number
  /** Requests to the service per minute. */
  serviceRequestsPerMinute: number
}

/** Counts the requests that the gateways have sent to the service, from their metrics. */
async function countServiceRequests(gateways: readonly Gateway[]): Promise<number> {
  const counts = await Promise.all(
    gateways.map(async ({ address }) => {
      const text = await (await fetch(`${address}/metrics`)).text()
      const lines = text.matchAll(/^switchboard_service_seconds_count\{.*\} (\d+)$/gm)
      return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** More concurrent sign-ins from one address would be throttled as password guessing. */
const maxConcurrentSignIns = 10

/** Signs in this many people. @returns their cookies */
async function signInAll({ address }: Gateway, people: number): Promise<string[]> {
  const admin = await startDemoSession(address)
  async function signIn(number: number): Promise<string> {
    const invited = await requestAs(admin, address, '/gateway/operators', { roles: ['admin'] })
    const { link } = (await invited.json()) as { link: string }
    const token = new URLSearchParams(new URL(link, address).hash.slice(1)).get('link')
    const person = {
      name: `Operator ${number}`,
      email: `operator${number}@example.com`,
      password: `a password of ${number}`,
    }
    return cookiesOf(await requestAs('', address, '/gateway/session/link', { token, ...person }))
  }
  const cookies: string[] = []
  while (cookies.length < people) {
    const numbers = Array.from(
      { length: Math.min(maxConcurrentSignIns, people - cookies.length) },
      (_, index) => cookies.length + index,
    )
    cookies.push(...(await Promise.all(numbers.map(signIn))))
  }
  return cookies
}

/** The room in the recorded page's URL. */
const roomOf = ({ path }: RecordedPage) => /^\/calls\/([^/]+)$/.exec(path)?.[1]

/** The rooms of the calls that never end. Their service has them before it is ready; the gateway reads them within a minute. */
async function findEndlessRooms(address: string, cookie: string): Promise<string[]> {
  const giveUpAt = performance.now() + 60_000
  while (performance.now() < giveUpAt) {
    const answer = await requestAs(cookie, address, '/gateway/live-calls')
    const { calls } = (await answer.json()) as { calls: { roomName: string; customerPhone: string }[] }
    const endless = calls.filter(({ customerPhone }) => customerPhone === endlessNumber)
    if (endless.length > 0) return endless.map(({ roomName }) => roomName)
    await wait(500)
  }
  throw new Error('The gateway has not read the calls of its service within a minute.')
}

/** Replaces the recorded live call with one of the live calls, so that the tabs are distributed over all of them. */
function withLiveCall(page: RecordedPage, rooms: readonly string[], tab: number): RecordedPage {
  const recordedRoom = roomOf(page)
  const room = rooms[tab % rooms.length]
  if (recordedRoom === undefined || room === undefined) return page
  return {
    ...page,
    requests: page.requests.map((request) => ({ ...request, path: request.path.replace(recordedRoom, room) })),
  }
}

async function measure(
  gateways: readonly Gateway[],
  cookies: readonly string[],
  pages: readonly RecordedPage[],
): Promise<Measured> {
  const rooms = await findEndlessRooms(gateways[0]?.address ?? '', cookies[0] ?? '')
  const tabs = cookies.flatMap((cookie, browser) =>
    Array.from({ length: tabsPerOperator }, (_, index): Tab => {
      const tab = browser * tabsPerOperator + index
      const recordedPage = pages[tab % pages.length]
      const { requests, periodMs } = withLiveCall(recordedPage ?? { path: '', requests: [], periodMs: 1 }, rooms, tab)
      return { browser, address: gateways[browser % gateways.length]?.address ?? '', cookie, requests, periodMs }
    }),
  )
  const child = forkOn(lastCore, join(import.meta.dirname, 'team/load.ts'))
  const probeAll = () => Promise.all(gateways.map((gateway) => gateway.probe()))
  try {
    child.send({ tabs, warmUpMs, measuredMs } satisfies LoadOptions)
    await once(child, 'message')
    const ended = once(child, 'message')
    const [began, sent] = [performance.now(), await countServiceRequests(gateways)]
    await probeAll()
    const [result] = (await ended) as [LoadResult]
    const elapsedMs = performance.now() - began
    const activities = await probeAll()
    return {
      ...result,
      coreShare: activities.reduce((sum, { processorMs }) => sum + processorMs, 0) / elapsedMs,
      longestDelayMs: Math.max(...activities.map(({ longestDelayMs }) => longestDelayMs)),
      serviceRequestsPerMinute: (((await countServiceRequests(gateways)) - sent) * 60_000) / elapsedMs,
    }
  } finally {
    child.kill()
  }
}

const figures: Record<string, { unit: string; valueOf: (measured: Measured) => number }> = {
  'share of a core': { unit: '%', valueOf: ({ coreShare }) => coreShare * 100 },
  'answers, p50': { unit: 'ms', valueOf: ({ p50 }) => p50 },
  'answers, p95': { unit: 'ms', valueOf: ({ p95 }) => p95 },
  'answers, p99': { unit: 'ms', valueOf: ({ p99 }) => p99 },
  'longest event loop delay in a gateway': { unit: 'ms', valueOf: ({ longestDelayMs }) => longestDelayMs },
  'delay of answers by the measurement itself, p95': { unit: 'ms', valueOf: ({ ownDelayMs }) => ownDelayMs },
  answers: { unit: 'a second', valueOf: ({ answers }) => (answers * 1_000) / measuredMs },
  bytes: { unit: 'KiB a second', valueOf: ({ bytes }) => (bytes * 1_000) / measuredMs / 1_024 },
  'answers without a body': { unit: '%', valueOf: ({ answers, notModified }) => (100 * notModified) / answers },
  refused: { unit: '', valueOf: ({ refused }) => refused },
  'requests to the service': { unit: 'a minute', valueOf: ({ serviceRequestsPerMinute }) => serviceRequestsPerMinute },
}

async function measureTeams(
  gateways: readonly Gateway[],
  cookies: readonly string[],
  pages: readonly RecordedPage[],
): Promise<Row[]> {
  const rows: Row[] = []
  const gatewaysLabel = gateways.length === 1 ? 'one gateway' : `${gateways.length} gateways`
  for (const team of teamSizes) {
    const teamCookies = cookies.slice(0, team)
    const ours = await measure(gateways, teamCookies, pages)
    const name = `${team} ${team === 1 ? 'operator' : 'operators'} × ${tabsPerOperator} tabs, ${gatewaysLabel}`
    for (const [figureName, { unit, valueOf }] of Object.entries(figures))
      rows.push({ title: `${name}: ${figureName}`, unit, ours: valueOf(ours) })
    if (team === 200 && gateways.length === 1)
      rows.push(
        { title: `${name}: answers, p95, goal`, unit: 'ms', ours: ours.p95, goal: { max: 100 } },
        { title: `${name}: answers, p99, goal`, unit: 'ms', ours: ours.p99, goal: { max: 250 } },
      )
  }
  return rows
}

const coreOf = (gateway: number) => (cores > 1 ? gateway % (cores - 1) : 0)

/** Signs people in at a gateway and adds the batch to it. @returns their cookies */
async function prepareGateway(gateway: Gateway, service: Service): Promise<string[]> {
  const cookies = await signInAll(gateway, Math.max(...teamSizes))
  await requestAs(cookies[0] ?? '', gateway.address, '/gateway/batches', { batchId: service.batchId })
  return cookies
}

/** Records the pages and measures one gateway with the embedded database. */
async function measureOneGateway(service: Service): Promise<{ pages: RecordedPage[]; rows: Row[] }> {
  const gateway = await startGateway(service, {}, coreOf(0))
  try {
    const [room = ''] = await findEndlessRooms(gateway.address, await startDemoSession(gateway.address))
    // Run both at the same time, because they mostly wait.
    const [cookies, pages] = await Promise.all([
      prepareGateway(gateway, service),
      recordPages(gateway.address, `/calls/${room}`),
    ])
    for (const { path, requests, periodMs } of pages)
      console.log(`${path}: ${Math.round((requests.length * 60_000) / periodMs)} requests a minute.`)
    if (!pages.some((page) => page.requests.some(({ path }) => path.endsWith(`/${roomOf(page)}`))))
      throw new Error('The page of a live call was not recorded.')
    return { pages, rows: await measureTeams([gateway], cookies, pages) }
  } finally {
    await gateway.close()
  }
}

/** Measures several gateways on one PostgreSQL. */
async function measureOnPostgres(count: number, pages: readonly RecordedPage[], service: Service): Promise<Row[]> {
  const postgres = await startPostgres()
  const gateways: Gateway[] = []
  try {
    const url = await postgres.createDatabase()
    for (let index = 0; index < count; index += 1)
      gateways.push(await startGateway(service, { DATABASE_URL: url }, coreOf(index)))
    const [first] = gateways
    return first ? await measureTeams(gateways, await prepareGateway(first, service), pages) : []
  } finally {
    for (const gateway of gateways) await gateway.close()
    await postgres.close()
  }
}

export async function bench(): Promise<Row[]> {
  if (sharedCoreWarning !== null) console.log(sharedCoreWarning)
  const build = promisify(execFile)('vite', ['build', '--logLevel', 'error'])
  const [service] = await Promise.all([startLoadedService({ drafts: draftCount, calls: callCount }, lastCore), build])
  try {
    const { pages, rows } = await measureOneGateway(service)
    rows.unshift({ title: 'kinds of pages with different requests', unit: '', ours: pages.length })
    if (findPostgres() === null) console.log('PostgreSQL not found. Several gateways were not measured.')
    else rows.push(...(await measureOnPostgres(3, pages, service)))
    return rows
  } finally {
    await service.close()
  }
}
