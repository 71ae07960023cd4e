/**
 * Measures the load of a team: 1, 10, 50 and 200 operators with two tabs each use one gateway, then three on one PostgreSQL, with 48 live
 * calls and 400 drafts. The tabs replay requests that were recorded in a browser just before (`team/record.ts`). "before" is the same load
 * when every answer was sent in full and pages polled each part of the status separately.
 *
 * Gateways run on the first core and everything else on the last. With more cores, each gateway has its own.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { startPostgres } from '#server/gateway/testing/postgres.ts'
import type { Row } from '../measure.ts'
import type { Result, Tab, Work } from './team/load.ts'
import {
  askAs,
  cookiesOf,
  coreIsShared,
  endlessNumber,
  forkOn,
  type Gateway,
  land,
  type Service,
  startGateway,
  startLoadedService,
} from './team/processes.ts'
import { type Asked, type Kind, record } from './team/record.ts'

const teams = (process.env.BENCH_OPERATORS ?? '1,10,50,200').split(',').map(Number)
const tabsEach = 2
const drafts = 400
const calls = 48
const warmUpMs = 3_000
const measuredMs = 8_000
const cores = availableParallelism()
const lastCore = cores - 1

/** The polls of each page, and their intervals, before there was one status. */
const beforeStatus: [path: string, ms: number][] = [
  ['/gateway/session', 5_000],
  ['/gateway/decisions', 1_000],
  ['/gateway/budget', 2_000],
]

interface Measured extends Result {
  /** Processor time of all gateways, as a share of the elapsed time. */
  share: number
  /** The longest event loop delay of a gateway, ms. */
  longestDelay: number
  /** Requests to the service per minute. */
  requests: number
}

/** The number of requests that the gateways have sent to the service, from their metrics. */
async function sentBy(gateways: readonly Gateway[]): Promise<number> {
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
  const admin = await land(address)
  async function signIn(number: number): Promise<string> {
    const invited = await askAs(admin, address, '/gateway/operators', { roles: ['admin'] })
    const { link } = (await invited.json()) as { link: string }
    const token = new URLSearchParams(new URL(link, address).hash.slice(1)).get('link')
    const person = {
      name: `Operator ${number}`,
      email: `operator${number}@example.com`,
      password: `a password of ${number}`,
    }
    return cookiesOf(await askAs('', address, '/gateway/session/link', { token, ...person }))
  }
  const cookies: string[] = []
  while (cookies.length < people) {
    const some = Array.from(
      { length: Math.min(maxConcurrentSignIns, people - cookies.length) },
      (_, at) => cookies.length + at,
    )
    cookies.push(...(await Promise.all(some.map(signIn))))
  }
  return cookies
}

/** Replaces polls of the status with polls of each of its parts, as before. */
function asBefore({ asked, periodMs, page }: Kind): Kind {
  const status = asked.filter(({ path }) => path === '/gateway/status')
  const [like] = status
  if (!like) return { asked, periodMs, page }
  const replaced = new Set(['/gateway/status', ...beforeStatus.map(([path]) => path)])
  const parts = beforeStatus.flatMap(([path, ms]) =>
    Array.from({ length: Math.floor(periodMs / ms) }, (_, at): Asked => ({ ...like, path, at: at * ms })),
  )
  const others = asked.filter(({ path }) => !replaced.has(path))
  return { page, periodMs, asked: [...others, ...parts].toSorted((a, b) => a.at - b.at) }
}

/** The room in the recorded page's URL. */
const roomOf = ({ page }: Kind) => /^\/calls\/([^/]+)$/.exec(page)?.[1]

/** Distributes tabs over the live calls. */
function atLiveCall(kind: Kind, rooms: readonly string[], tab: number): Kind {
  const recorded = roomOf(kind)
  const room = rooms[tab % rooms.length]
  if (recorded === undefined || room === undefined) return kind
  return { ...kind, asked: kind.asked.map((one) => ({ ...one, path: one.path.replace(recorded, room) })) }
}

async function measure(
  gateways: readonly Gateway[],
  cookies: readonly string[],
  kinds: readonly Kind[],
  conditional: boolean,
): Promise<Measured> {
  const live = (await (await askAs(cookies[0] ?? '', gateways[0]?.address ?? '', '/gateway/live-calls')).json()) as {
    calls: { roomName: string; customerPhone: string }[]
  }
  const rooms = live.calls
    .filter(({ customerPhone }) => customerPhone === endlessNumber)
    .map(({ roomName }) => roomName)
  const tabs = cookies.flatMap((cookie, browser) =>
    Array.from({ length: tabsEach }, (_, at): Tab => {
      const tab = browser * tabsEach + at
      const kind = kinds[tab % kinds.length]
      const { asked, periodMs } = atLiveCall(kind ?? { page: '', asked: [], periodMs: 1 }, rooms, tab)
      return { browser, address: gateways[browser % gateways.length]?.address ?? '', cookie, asked, periodMs }
    }),
  )
  const child = forkOn(lastCore, join(import.meta.dirname, 'team/load.ts'))
  const probeAll = () => Promise.all(gateways.map((gateway) => gateway.probe()))
  try {
    child.send({ tabs, conditional, warmUpMs, measuredMs } satisfies Work)
    await once(child, 'message')
    const ended = once(child, 'message')
    const [began, sent] = [performance.now(), await sentBy(gateways)]
    await probeAll()
    const [result] = (await ended) as [Result]
    const passed = performance.now() - began
    const probed = await probeAll()
    return {
      ...result,
      share: probed.reduce((sum, { processorTime }) => sum + processorTime, 0) / passed,
      longestDelay: Math.max(...probed.map(({ longestDelay }) => longestDelay)),
      requests: (((await sentBy(gateways)) - sent) * 60_000) / passed,
    }
  } finally {
    child.kill()
  }
}

const figures: Record<string, { unit: string; of: (measured: Measured) => number }> = {
  'share of a core': { unit: '%', of: ({ share }) => share * 100 },
  'answers, p50': { unit: 'ms', of: ({ p50 }) => p50 },
  'answers, p95': { unit: 'ms', of: ({ p95 }) => p95 },
  'answers, p99': { unit: 'ms', of: ({ p99 }) => p99 },
  'longest event loop delay in a gateway': { unit: 'ms', of: ({ longestDelay }) => longestDelay },
  'delay of answers by the measurement itself, p95': { unit: 'ms', of: ({ ownDelay }) => ownDelay },
  answers: { unit: 'a second', of: ({ answers }) => (answers * 1_000) / measuredMs },
  bytes: { unit: 'KiB a second', of: ({ bytes }) => (bytes * 1_000) / measuredMs / 1_024 },
  'answers without a body': { unit: '%', of: ({ answers, notModified }) => (100 * notModified) / answers },
  refused: { unit: '', of: ({ refused }) => refused },
  'requests to the service': { unit: 'a minute', of: ({ requests }) => requests },
}

async function measureTeams(
  gateways: readonly Gateway[],
  cookies: readonly string[],
  kinds: readonly Kind[],
): Promise<Row[]> {
  const before = kinds.map(asBefore)
  const rows: Row[] = []
  const where = gateways.length === 1 ? 'one gateway' : `${gateways.length} gateways`
  for (const team of teams) {
    const some = cookies.slice(0, team)
    // "before" is measured for the largest team only.
    const theirs = team < Math.max(...teams) ? null : await measure(gateways, some, before, false)
    const ours = await measure(gateways, some, kinds, true)
    const name = `${team} ${team === 1 ? 'operator' : 'operators'} × ${tabsEach} tabs, ${where}`
    for (const [what, { unit, of }] of Object.entries(figures))
      rows.push({
        title: `${name}: ${what}`,
        unit,
        ours: of(ours),
        ...(theirs && { comparison: { name: 'before', value: of(theirs) } }),
      })
    if (team === 200 && gateways.length === 1)
      rows.push({ title: `${name}: answers, p95, goal`, unit: 'ms', ours: ours.p95, goal: { max: 100 } })
  }
  return rows
}

const coreOf = (gateway: number) => (cores > 1 ? gateway % (cores - 1) : 0)

/** Signs people in at a gateway and adds the batch to it. @returns their cookies */
async function prepare(gateway: Gateway, service: Service): Promise<string[]> {
  const cookies = await signInAll(gateway, Math.max(...teams))
  await askAs(cookies[0] ?? '', gateway.address, '/gateway/batches', { batchId: service.batchId })
  return cookies
}

/** Records the pages and measures one gateway with the embedded database. */
async function measureOneGateway(service: Service): Promise<{ kinds: Kind[]; rows: Row[] }> {
  const gateway = await startGateway(service, {}, coreOf(0))
  try {
    // Both spend most of the time waiting.
    const [cookies, kinds] = await Promise.all([prepare(gateway, service), record(gateway.address)])
    for (const { page, asked, periodMs } of kinds)
      console.log(`${page}: ${Math.round((asked.length * 60_000) / periodMs)} requests a minute.`)
    if (!kinds.some((kind) => kind.asked.some(({ path }) => path.endsWith(`/${roomOf(kind)}`))))
      throw new Error('The page of a live call was not recorded.')
    return { kinds, rows: await measureTeams([gateway], cookies, kinds) }
  } finally {
    await gateway.close()
  }
}

/** Measures several gateways on one PostgreSQL. */
async function measureOnPostgres(count: number, kinds: readonly Kind[], service: Service): Promise<Row[]> {
  const postgres = await startPostgres()
  const gateways: Gateway[] = []
  try {
    const url = await postgres.database()
    for (let at = 0; at < count; at += 1) gateways.push(await startGateway(service, { DATABASE_URL: url }, coreOf(at)))
    const [first] = gateways
    return first ? await measureTeams(gateways, await prepare(first, service), kinds) : []
  } finally {
    for (const gateway of gateways) await gateway.close()
    await postgres.close()
  }
}

export async function bench(): Promise<Row[]> {
  if (coreIsShared !== null) console.log(coreIsShared)
  const built = promisify(execFile)('vite', ['build', '--logLevel', 'error'])
  const [service] = await Promise.all([startLoadedService({ drafts, calls }, lastCore), built])
  try {
    const { kinds, rows } = await measureOneGateway(service)
    rows.unshift({ title: 'kinds of pages with different requests', unit: '', ours: kinds.length })
    if (findPostgres() === null) console.log('PostgreSQL not found. Several gateways were not measured.')
    else rows.push(...(await measureOnPostgres(3, kinds, service)))
    return rows
  } finally {
    await service.close()
  }
}
