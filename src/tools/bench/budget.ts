/**
 * Measures how 60 requests a minute serve a team: 1, 10 and 50 operators with two tabs each watch 1, 6 and 30 live calls for ten minutes,
 * with the gateway's budget, request queue, snapshots and poller, compared with naive polling and React Query. The service counts requests
 * by its own rate model.
 */
import { reserveOf } from '#server/gateway/upstream/budget.ts'
import { quantile, type Row } from '../measure.ts'
import { type Measured, measuredFor, play, type Scenario } from './budget/simulation.ts'
import { ways } from './budget/strategies.ts'

const minutes = measuredFor / 60_000
const perMinute = 60
const forReading = perMinute - reserveOf(perMinute).all
const scenarios: Scenario[] = [1, 10, 50].flatMap((operators) => [1, 6, 30].map((calls) => ({ operators, calls })))
/** The scenarios in which the alternatives are also measured. */
const compared = scenarios.filter((_, index) => index % 4 === 0)

const named = ({ operators, calls }: Scenario) =>
  `${operators} ${operators === 1 ? 'operator' : 'operators'}, ${calls} ${calls === 1 ? 'call' : 'calls'}`

const figures: Record<string, { unit: string; of: (measured: Measured) => number }> = {
  requests: { unit: 'a minute', of: ({ asked }) => asked / minutes },
  refused: { unit: '%', of: ({ asked, refused }) => (100 * refused) / asked },
  'age, median': { unit: 's', of: ({ ages }) => quantile(ages, 0.5) },
  'age, p95': { unit: 's', of: ({ ages }) => quantile(ages, 0.95) },
}

async function compare(scenario: Scenario, ours: Measured): Promise<Row[]> {
  const rows: Row[] = []
  for (const other of [ways.naive, ways.reactQuery]) {
    const theirs = await play(other, scenario)
    for (const [what, { unit, of }] of Object.entries(figures)) {
      const beside = { name: other.name, value: of(theirs) }
      rows.push({ title: `${named(scenario)}: ${what}`, unit, ours: of(ours), comparison: beside })
    }
  }
  return rows
}

/** The ages of calls that are not in focus, relative to the best possible for K calls at r requests a second. */
function evenness({ calls }: Scenario, { agesOfOthers, askedInFocus }: Measured, inFocus: number) {
  const rate = (forReading - askedInFocus / minutes) / 60
  const longest = (calls - inFocus) / rate
  return { median: quantile(agesOfOthers, 0.5) / (longest / 2), p95: quantile(agesOfOthers, 0.95) / longest }
}

export async function bench(): Promise<Row[]> {
  const played: { scenario: Scenario; measured: Measured }[] = []
  for (const scenario of scenarios) played.push({ scenario, measured: await play(ways.gateway, scenario) })
  const worst = (of: (one: (typeof played)[number]) => number) => Math.max(...played.map(of))
  const withOthers = played.filter(({ measured }) => measured.agesOfOthers.length > 0)
  const even = withOthers.map(({ scenario, measured }) =>
    evenness(scenario, measured, Math.min(3, scenario.operators, scenario.calls)),
  )
  const commands = played.flatMap(({ measured }) => measured.commands)

  const rows: Row[] = [
    {
      title: 'refused, worst of all loads',
      unit: '%',
      ours: worst(({ measured }) => figures.refused?.of(measured) ?? 0),
      goal: { max: 0 },
    },
    {
      title: 'in focus, age p95, worst of all loads',
      unit: 's',
      ours: worst(({ measured }) => quantile(measured.agesInFocus, 0.95)),
      goal: { max: 5 },
    },
    {
      title: 'not in focus, age median / (K/2r), worst of all loads',
      unit: '',
      ours: Math.max(...even.map(({ median }) => median)),
      goal: { max: 1.2 },
    },
    {
      title: 'not in focus, age p95 / (K/r), worst of all loads',
      unit: '',
      ours: Math.max(...even.map(({ p95 }) => p95)),
      goal: { max: 1.25 },
    },
    { title: 'longest time until a command is sent', unit: 's', ours: Math.max(...commands), goal: { max: 0.3 } },
    {
      title: 'commands refused at first',
      unit: '',
      ours: worst(({ measured }) => measured.commandsRefused),
      goal: { max: 0 },
    },
  ]
  for (const calls of [1, 6, 30]) {
    const of = async (operators: number) =>
      (await play(ways.gateway, { operators, calls, together: true })).asked / minutes
    const one = { name: 'one operator', value: await of(1) }
    rows.push({
      title: `50 operators who watch what one watches, of ${calls}: requests`,
      unit: 'a minute',
      ours: await of(50),
      comparison: one,
      goal: { max: 1.02 },
    })
  }
  const busy = { operators: 10, calls: 30 }
  const [single, listed] = [await play(ways.gateway, busy), await play(ways.gateway, { ...busy, listed: true })]
  rows.push({
    title: `${named(busy)}, if the service lists its calls: not in focus, age p95`,
    unit: 's',
    ours: quantile(listed.agesOfOthers, 0.95),
    comparison: { name: 'each call separately', value: quantile(single.agesOfOthers, 0.95) },
    goal: { max: 0.1 },
  })
  for (const { scenario, measured } of played)
    if (compared.includes(scenario)) rows.push(...(await compare(scenario, measured)))
  return rows
}
