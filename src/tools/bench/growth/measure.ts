/**
 * How lists, searches and the start of the gateway grow with what was recorded: stores with 10,000, 100,000 and a million steps of the
 * history and as many things in the registry, each behind a gateway in a process of its own. Every list of the contract is asked, and
 * the filters of those that have some. A figure is the time at a million beside that at 10,000.
 */
import { type EndpointDefinition, gatewayEndpoints } from '#contract/index.ts'
import { type Row, timed } from '../../measure.ts'
import { askAs, type Gateway, land, type Service, startGateway, startService } from '../team/processes.ts'
import { rareName } from './fill.ts'

export const sizes = (process.env.BENCH_ROWS ?? '10000,100000,1000000').split(',').map(Number)
const rounds = 12
const startRounds = 3
/** Below this a difference is the machine's: such times count as this, ms. */
const noise = 5
/** A tree of a hundred times as many rows is a step or two deeper. */
const goal = { most: 2 }

type Question = (gateway: Gateway, cookie: string, round: number) => Promise<unknown>

const get =
  (path: string): Question =>
  async ({ address }, cookie, round) => {
    // Another number of rows each time, so that no answer is one that was given before.
    const [bare = '', query] = path.split('?')
    const asked = query === undefined ? bare : `${bare}?${query.replace('limit=n', `limit=${20 + round}`)}`
    return (await askAs(cookie, address, asked)).arrayBuffer()
  }

/**
 * Every list of the gateway's own that takes no id, as the contract has it. A file with all of it takes as long as it is, and what is of
 * a simulation in the same process is not there.
 */
const lists = Object.entries(gatewayEndpoints as Record<string, EndpointDefinition>)
  .filter(
    ([name, { method, path, roles }]) =>
      method === 'GET' &&
      roles !== 'public' &&
      !path.includes('{') &&
      !['historyExport', 'simulationShow', 'simulationDeliveryList'].includes(name),
  )
  .map(([name, { path }]): [string, Question] => [name, get(path)])

const day = 24 * 3_600_000
const filtered: [string, string][] = [
  ['batches', '/gateway/batches?limit=n'],
  ['batches, page 10', '/gateway/batches?limit=n&page=10'],
  ['batches that run', '/gateway/batches?limit=n&state=running'],
  ['batches that ended', '/gateway/batches?limit=n&state=ended'],
  ['batches of an agent', '/gateway/batches?limit=n&agentId=agent7'],
  ['batches of oneself with an agent', '/gateway/batches?limit=n&by=me&agentId=agent7'],
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
    'audit of the same for an operator',
    '/gateway/history?limit=n&endpoint=batchStart&state=refused&operator=Grace%20Okafor',
  ],
  ['audit of a thing', '/gateway/history?limit=n&thing=batch77'],
  ['audit of a day a year ago', `/gateway/history?limit=n&from=${Date.now() - 365 * day}&to=${Date.now() - 364 * day}`],
]
const searched = [
  ['a name that many have', 'peter chen'],
  ['a name that one has', rareName.toLowerCase()],
  ['a name that nobody has', 'nobody at all'],
  ['a number', '+49 151 0005 000'],
  ['a batch', 'batch77'],
]
const questions = new Map<string, Question>([
  ...filtered.map(([name, path]): [string, Question] => [name, get(path)]),
  ...searched.map(([name = '', text = '']): [string, Question] => [
    `search for ${name}`,
    async ({ address }, cookie) => (await askAs(cookie, address, '/gateway/search', { text })).arrayBuffer(),
  ]),
])

/** ms by what was asked. */
type Times = Map<string, number>

/** A store, and what tells a gateway of it. */
export interface Filled {
  env: Record<string, string>
}

/** All stores in turn, so that a busy machine is busy for all of them alike. @returns the times of each */
async function measure(service: Service, stores: readonly Filled[]): Promise<Times[]> {
  const starts = stores.map((): number[] => [])
  const start = ({ env }: Filled) => startGateway(service, { SERVICE_REQUESTS_PER_MINUTE: '600', ...env })
  for (let round = 0; round < startRounds; round += 1) {
    for (const [at, store] of stores.entries()) {
      const gateway = await start(store)
      starts[at]?.push(gateway.startedIn)
      await gateway.close()
    }
  }
  const times = starts.map((took): Times => new Map([['start of the gateway', Math.min(...took)]]))
  const gateways = await Promise.all(stores.map(start))
  try {
    const cookies = await Promise.all(gateways.map(({ address }) => land(address)))
    for (const [name, ask] of [...questions, ...lists]) {
      const took = gateways.map((): number[] => [])
      for (let round = 0; round < rounds; round += 1)
        for (const [at, gateway] of gateways.entries())
          took[at]?.push(await timed(() => ask(gateway, cookies[at] ?? '', round)))
      // The shortest: what is longer was the machine's.
      for (const [at, all] of took.entries()) times[at]?.set(name, Math.min(...all))
    }
  } finally {
    for (const gateway of gateways) await gateway.close()
  }
  return times
}

/** Each figure of the largest store beside that of the smallest. */
function rowsOf(measured: readonly Times[]): Row[] {
  const [small, large] = [measured[0] ?? new Map<string, number>(), measured.at(-1) ?? new Map<string, number>()]
  const pair = (name: string) =>
    [small, large].map((times) => Math.max(noise, times.get(name) ?? 0)) as [number, number]
  const row = (what: string, [value, ours]: [number, number]): Row => ({
    what,
    unit: 'ms',
    ours,
    other: { name: `with ${sizes[0]?.toLocaleString('en')} rows`, value },
    goal,
  })
  const others = lists.map(([name]) => ({ name, pair: pair(name) }))
  const worst = others.toSorted((a, b) => b.pair[1] / b.pair[0] - a.pair[1] / a.pair[0])[0]
  return [
    row('start of the gateway', pair('start of the gateway')),
    ...[...questions.keys()].map((name) => row(name, pair(name))),
    ...(worst
      ? [row(`the ${lists.length} lists of the contract, the one that grows most, ${worst.name}`, worst.pair)]
      : []),
  ]
}

/** @param fill makes the stores, for a service of this name as gateways have it */
export async function measureGrowth(fill: (store: string) => Promise<Filled[]>): Promise<Row[]> {
  const service = await startService()
  try {
    const { hostname, port } = new URL(service.url)
    return rowsOf(await measure(service, await fill(`${hostname}_${port}`)))
  } finally {
    await service.close()
  }
}
