/**
 * Measures how 60 requests a minute serve a team: 1, 10 and 50 operators with two tabs each watch 1, 6 and 30 live calls for ten minutes,
 * with the gateway's budget, request queue, snapshots and poller, compared with naive polling and React Query. The service counts requests
 * by its own rate model.
 */
import { reserveOf } from '#server/gateway/upstream/budget.ts'
import { quantile, type Row } from '../measure.ts'
import { type Measurements, measuredMs, type Scenario, simulate } from './budget/simulation.ts'
import { strategies } from './budget/strategies.ts'

const minutes = measuredMs / 60_000
const perMinute = 60
const readsPerMinute = perMinute - reserveOf(perMinute).all
const scenarios: Scenario[] = [1, 10, 50].flatMap((operators) => [1, 6, 30].map((calls) => ({ operators, calls })))
/** The scenarios in which the alternatives are also measured. */
const comparedScenarios = scenarios.filter((_, index) => index % 4 === 0)

const describeScenario = ({ operators, calls }: Scenario) =>
  `${operators} ${operators === 1 ? 'operator' : 'operators'}, ${calls} ${calls === 1 ? 'call' : 'calls'}`

const figures: Record<string, { unit: string; valueOf: (measured: Measurements) => number }> = {
  requests: { unit: 'a minute', valueOf: ({ requestCount }) => requestCount / minutes },
  refused: { unit: '%', valueOf: ({ requestCount, refusedCount }) => (100 * refusedCount) / requestCount },
  'age, median': { unit: 's', valueOf: ({ agesSeconds }) => quantile(agesSeconds, 0.5) },
  'age, p95': { unit: 's', valueOf: ({ agesSeconds }) => quantile(agesSeconds, 0.95) },
}

async function compare(scenario: Scenario, ours: Measurements): Promise<Row[]> {
  const rows: Row[] = []
  for (const strategy of [strategies.naive, strategies.reactQuery]) {
    const measuredOfStrategy = await simulate(strategy, scenario)
    for (const [figureName, { unit, valueOf }] of Object.entries(figures)) {
      const comparison = { name: strategy.name, value: valueOf(measuredOfStrategy) }
      rows.push({ title: `${describeScenario(scenario)}: ${figureName}`, unit, ours: valueOf(ours), comparison })
    }
  }
  return rows
}

/**
 * The ages of calls that are not in focus, relative to the best possible ones. If K calls are read in turn at r requests a second, the
 * oldest is K/r seconds old, and the median is half of that.
 */
function relativeAges(
  { calls }: Scenario,
  { agesOutOfFocusSeconds, requestCountInFocus }: Measurements,
  callsInFocus: number,
) {
  const requestsPerSecond = (readsPerMinute - requestCountInFocus / minutes) / 60
  const roundSeconds = (calls - callsInFocus) / requestsPerSecond
  return {
    median: quantile(agesOutOfFocusSeconds, 0.5) / (roundSeconds / 2),
    p95: quantile(agesOutOfFocusSeconds, 0.95) / roundSeconds,
  }
}

export async function bench(): Promise<Row[]> {
  const results: { scenario: Scenario; measured: Measurements }[] = []
  for (const scenario of scenarios) results.push({ scenario, measured: await simulate(strategies.gateway, scenario) })
  const maxOf = (valueOf: (result: (typeof results)[number]) => number) => Math.max(...results.map(valueOf))
  const resultsWithCallsOutOfFocus = results.filter(({ measured }) => measured.agesOutOfFocusSeconds.length > 0)
  const ages = resultsWithCallsOutOfFocus.map(({ scenario, measured }) =>
    relativeAges(scenario, measured, Math.min(3, scenario.operators, scenario.calls)),
  )
  const commands = results.flatMap(({ measured }) => measured.commandDelaysSeconds)

  const rows: Row[] = [
    {
      title: 'refused, worst of all loads',
      unit: '%',
      ours: maxOf(({ measured }) => figures.refused?.valueOf(measured) ?? 0),
      goal: { max: 0 },
    },
    {
      title: 'in focus, age p95, worst of all loads',
      unit: 's',
      ours: maxOf(({ measured }) => quantile(measured.agesInFocusSeconds, 0.95)),
      goal: { max: 5 },
    },
    {
      title: 'not in focus, age median / (K/2r), worst of all loads',
      unit: '',
      ours: Math.max(...ages.map(({ median }) => median)),
      goal: { max: 1.2 },
    },
    {
      title: 'not in focus, age p95 / (K/r), worst of all loads',
      unit: '',
      ours: Math.max(...ages.map(({ p95 }) => p95)),
      goal: { max: 1.25 },
    },
    { title: 'longest time until a command is sent', unit: 's', ours: Math.max(...commands), goal: { max: 0.3 } },
    {
      title: 'commands refused at first',
      unit: '',
      ours: maxOf(({ measured }) => measured.refusedCommandCount),
      goal: { max: 0 },
    },
  ]
  for (const calls of [1, 6, 30]) {
    const requestsPerMinuteFor = async (operators: number) =>
      (await simulate(strategies.gateway, { operators, calls, watchSameCall: true })).requestCount / minutes
    const comparison = { name: 'one operator', value: await requestsPerMinuteFor(1) }
    rows.push({
      title: `50 operators who watch the same call, of ${calls}: requests`,
      unit: 'a minute',
      ours: await requestsPerMinuteFor(50),
      comparison,
      goal: { max: 1.02 },
    })
  }
  const busyScenario = { operators: 10, calls: 30 }
  const [withoutList, withList] = [
    await simulate(strategies.gateway, busyScenario),
    await simulate(strategies.gateway, { ...busyScenario, canListCalls: true }),
  ]
  rows.push({
    title: `${describeScenario(busyScenario)}, if the service lists its calls: not in focus, age p95`,
    unit: 's',
    ours: quantile(withList.agesOutOfFocusSeconds, 0.95),
    comparison: { name: 'each call separately', value: quantile(withoutList.agesOutOfFocusSeconds, 0.95) },
    goal: { max: 0.1 },
  })
  const tenCalls = { operators: 1, calls: 10, isWallOnly: true }
  const [listed, unlisted] = [
    await simulate(strategies.gateway, { ...tenCalls, canListCalls: true, decisionsPerMinute: 20 }),
    await simulate(strategies.gateway, { ...tenCalls, reviewedConversations: 10 }),
  ]
  rows.push(
    {
      title: 'ten calls beside two reviewers, if the service lists its calls: not in focus, age p95',
      unit: 's',
      ours: quantile(listed.agesOutOfFocusSeconds, 0.95),
      goal: { max: 10 },
    },
    {
      title: 'ten calls beside one reviewer: not in focus, age p95',
      unit: 's',
      ours: quantile(unlisted.agesOutOfFocusSeconds, 0.95),
      goal: { max: 15 },
    },
  )
  const ending = { endingCallsPerMinute: 20, batches: 20 }
  const wall = { operators: 1, calls: 10, isWallOnly: true, reviewedConversations: 10, openedPerMinute: 2 }
  const leaveAtMs = measuredMs / 2
  const [nobody, without, beside] = [
    await simulate(strategies.gateway, { operators: 0, calls: 0, ...ending, rows: 20_000, stepMs: 50 }),
    await simulate(strategies.gateway, { ...wall, leaveAtMs }),
    await simulate(strategies.gateway, { ...wall, ...ending, leaveAtMs }),
  ]
  const p95 = (values: number[]) => quantile(values, 0.95)
  rows.push(
    {
      title: '20,000 rows of 20 batches, 20 end in a minute, nobody looks: result known after, p99',
      unit: 's',
      ours: quantile(nobody.outcomeDelaysSeconds, 0.99),
      goal: { max: 600 },
    },
    {
      title: 'the same beside a reviewer and a wall of ten calls: age on the screen, p95',
      unit: 's',
      ours: p95(beside.agesSeconds),
      comparison: { name: 'without results', value: p95(without.agesSeconds) },
      goal: { max: 1.05 },
    },
    {
      title: 'and a page that somebody opens is read after, p95',
      unit: 's',
      ours: p95(beside.openDelaysSeconds),
      goal: { max: p95(without.openDelaysSeconds) + 0.02 },
    },
    {
      title: 'results read in the slowest minute once they are gone',
      unit: '',
      ours: beside.minOutcomesAfterLeaving,
      goal: { min: 25 },
    },
    {
      title: 'results of calls, most in any minute',
      unit: '',
      ours: Math.max(nobody.maxOutcomesPerMinute, beside.maxOutcomesPerMinute),
      goal: { max: 30 },
    },
  )
  for (const { scenario, measured } of results)
    if (comparedScenarios.includes(scenario)) rows.push(...(await compare(scenario, measured)))
  return rows
}
