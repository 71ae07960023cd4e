/**
 * Measures how long lists, searches and the gateway's start take as the database grows: databases with 10,000, 100,000 and a million rows of history
 * and of registry, each with a gateway in its own process. It requests every list of the contract, and the filters of some. A figure is the
 * time with a million rows compared with 10,000.
 */
import { type EndpointDefinition, gatewayEndpoints } from '#contract/index.ts'
import { measureMs, type Row } from '../../measure.ts'
import {
  type Gateway,
  requestAs,
  type Service,
  startDemoSession,
  startGateway,
  startService,
} from '../team/processes.ts'
import { rareName } from './fill.ts'

export const sizes = (process.env.BENCH_ROWS ?? '10000,100000,1000000').split(',').map(Number)
const rounds = 12
const startRounds = 3
/** Shorter times count as this long, because their differences are noise. */
const noiseMs = 5
/** With a hundred times as many rows, an index is only one or two levels deeper, so a request should take at most twice as long. */
const goal = { max: 2 }

type MeasuredRequest = (gateway: Gateway, cookie: string, round: number) => Promise<unknown>

const createGet =
  (path: string): MeasuredRequest =>
  async ({ address }, cookie, round) => {
    // A different limit each time, so that no answer comes from a cache.
    const [pathname = '', query] = path.split('?')
    const requestedPath =
      query === undefined ? pathname : `${pathname}?${query.replace('limit=n', `limit=${20 + round}`)}`
    return (await requestAs(cookie, address, requestedPath)).arrayBuffer()
  }

/**
 * All lists of the gateway without a path parameter. Excludes the export, whose time depends on its length, and lists of the simulation,
 * which does not run in this process.
 */
const listRequests = Object.entries(gatewayEndpoints as Record<string, EndpointDefinition>)
  .filter(
    ([name, { method, path, roles }]) =>
      method === 'GET' &&
      roles !== 'public' &&
      !path.includes('{') &&
      !['historyExport', 'simulationShow', 'simulationDeliveryList'].includes(name),
  )
  .map(([name, { path }]): [string, MeasuredRequest] => [name, createGet(path)])

const dayMs = 24 * 3_600_000
const filteredLists: [string, string][] = [
  ['batches', '/gateway/batches?limit=n'],
  ['batches, page 10', '/gateway/batches?limit=n&page=10'],
  ['running batches', '/gateway/batches?limit=n&state=running'],
  ['ended batches', '/gateway/batches?limit=n&state=ended'],
  ['batches of an agent', '/gateway/batches?limit=n&agentId=agent7'],
  ['own batches of an agent', '/gateway/batches?limit=n&by=me&agentId=agent7'],
  ['unknown outcomes', '/gateway/effects?limit=n&state=unknown'],
  ['the ledger', '/gateway/effects?limit=n'],
  ['audit', '/gateway/history?limit=n'],
  ['audit of an operator', '/gateway/history?limit=n&operator=Grace%20Okafor'],
  ['audit of an outcome', '/gateway/history?limit=n&state=refused'],
  ['audit of a command', '/gateway/history?limit=n&endpoint=agentUpdate'],
  ['audit of an outcome for an operator', '/gateway/history?limit=n&operator=Grace%20Okafor&state=refused'],
  ['audit of a command by an operator', '/gateway/history?limit=n&endpoint=agentUpdate&operator=Grace%20Okafor'],
  ['audit of an outcome that a command never had', '/gateway/history?limit=n&endpoint=batchStart&state=refused'],
  [
    'audit of an outcome that a command never had, for an operator',
    '/gateway/history?limit=n&endpoint=batchStart&state=refused&operator=Grace%20Okafor',
  ],
  ['audit of a thing', '/gateway/history?limit=n&thing=batch77'],
  [
    'audit of a day a year ago',
    `/gateway/history?limit=n&from=${Date.now() - 365 * dayMs}&to=${Date.now() - 364 * dayMs}`,
  ],
]
const searches = [
  ['a common name', 'peter chen'],
  ['a rare name', rareName.toLowerCase()],
  ['an unknown name', 'nobody at all'],
  ['a number', '+49 151 0005 000'],
  ['a batch', 'batch77'],
]
const namedRequests = new Map<string, MeasuredRequest>([
  ...filteredLists.map(([name, path]): [string, MeasuredRequest] => [name, createGet(path)]),
  ...searches.map(([name = '', text = '']): [string, MeasuredRequest] => [
    `search for ${name}`,
    async ({ address }, cookie) => (await requestAs(cookie, address, '/gateway/search', { text })).arrayBuffer(),
  ]),
])

/** Times in ms by request. */
type Times = Map<string, number>

/** The settings with which a gateway uses a filled database. */
export interface FilledDatabase {
  env: Record<string, string>
}

/** Measures all databases in turn, so that other load on the machine affects them equally. @returns the times of each */
async function measure(service: Service, stores: readonly FilledDatabase[]): Promise<Times[]> {
  const startTimes = stores.map((): number[] => [])
  const startWithDatabase = ({ env }: FilledDatabase) =>
    startGateway(service, { SERVICE_REQUESTS_PER_MINUTE: '600', ...env })
  for (let round = 0; round < startRounds; round += 1) {
    for (const [index, store] of stores.entries()) {
      const gateway = await startWithDatabase(store)
      startTimes[index]?.push(gateway.startedInMs)
      await gateway.close()
    }
  }
  const times = startTimes.map((durations): Times => new Map([['start of the gateway', Math.min(...durations)]]))
  const gateways = await Promise.all(stores.map(startWithDatabase))
  try {
    const cookies = await Promise.all(gateways.map(({ address }) => startDemoSession(address)))
    for (const [name, ask] of [...namedRequests, ...listRequests]) {
      const durationsByGateway = gateways.map((): number[] => [])
      for (let round = 0; round < rounds; round += 1)
        for (const [index, gateway] of gateways.entries())
          durationsByGateway[index]?.push(await measureMs(() => ask(gateway, cookies[index] ?? '', round)))
      // Use the shortest time, because other load on the machine can only make a request slower.
      for (const [index, durations] of durationsByGateway.entries()) times[index]?.set(name, Math.min(...durations))
    }
  } finally {
    for (const gateway of gateways) await gateway.close()
  }
  return times
}

/** Compares the largest database with the smallest. */
function compareSizes(measured: readonly Times[]): Row[] {
  const [small, large] = [measured[0] ?? new Map<string, number>(), measured.at(-1) ?? new Map<string, number>()]
  const timesOf = (name: string) =>
    [small, large].map((times) => Math.max(noiseMs, times.get(name) ?? 0)) as [number, number]
  const createRow = (title: string, [value, ours]: [number, number]): Row => ({
    title,
    unit: 'ms',
    ours,
    comparison: { name: `with ${sizes[0]?.toLocaleString('en')} rows`, value },
    goal,
  })
  const listTimes = listRequests.map(([name]) => ({ name, pair: timesOf(name) }))
  const worstList = listTimes.toSorted((a, b) => b.pair[1] / b.pair[0] - a.pair[1] / a.pair[0])[0]
  return [
    createRow('start of the gateway', timesOf('start of the gateway')),
    ...[...namedRequests.keys()].map((name) => createRow(name, timesOf(name))),
    ...(worstList
      ? [createRow(`the ${listRequests.length} lists of the contract, worst: ${worstList.name}`, worstList.pair)]
      : []),
  ]
}

/** @param createDatabases creates the databases in a folder or schema with this name, which gateways derive from the service's address */
export async function measureGrowth(createDatabases: (store: string) => Promise<FilledDatabase[]>): Promise<Row[]> {
  const service = await startService()
  try {
    const { hostname, port } = new URL(service.url)
    return compareSizes(await measure(service, await createDatabases(`${hostname}_${port}`)))
  } finally {
    await service.close()
  }
}
