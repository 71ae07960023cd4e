/**
 * Measures for how long a gateway answers nobody while a team asks the most of it, one kind of work after the other: uploads, reports,
 * searches, the audit as a file, and starts of 50,000 people, with a million rows of history and 300,000 calls. Meanwhile a process of its
 * own asks for `/healthz` every 10 ms, and one batch is cancelled. Before, how long the gateway's start and its slowest list take.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Contract,
  type EndpointDefinition,
  gatewayEndpoints,
  type ResponseOf,
  serviceEndpoints,
} from '#contract/index.ts'
import { openStore } from '#server/gateway/store/store.ts'
import { measureMs, type Row } from '../measure.ts'
import { fillWithCalls, yearMs } from './standstill/fill-calls.ts'
import { fillWithHistory } from './standstill/fill-history.ts'
import { startDemoSession, startGateway, startService } from './team/processes.ts'

const secondsPerKind = Number(process.env.BENCH_SECONDS ?? '60')
const historyRows = Number(process.env.BENCH_ROWS ?? '1000000')
const callRows = Number(process.env.BENCH_CALLS ?? '300000')
const startRows = 50_000
const dayMs = 24 * 3_600_000
const goals = { standstillMs: 250, cancelMs: 1_000, memoryMb: 600, listMs: 50, startMs: 2_000 }

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `+1${first + at}`)
const csvOf = (numbers: readonly string[]) => `phone_number,note\n${numbers.join(',Ada\n')},Ada\n`
const wideFile = `phone_number${',name'.repeat(30_000)}\n+14155550134\n`
const emptyColumns = `phone_number${','.repeat(16_382)}\n+14155550134${','.repeat(16_382)}\n`
const largeFile = `phone_number,note\n${numbersFrom(4_152_000_000, 190_000).join(`,${'x'.repeat(400)}\n`)},x\n`

/** What a person's browser asks, as often as it is answered. Refusals are answers too. */
type Ask = () => Promise<unknown>

/** A person who uses a gateway. */
function createPerson(address: string, cookie: string) {
  const send = (method: string, path: string, body?: RequestInit['body'], type?: string) =>
    fetch(address + path, {
      method,
      headers: {
        origin: address,
        cookie,
        'idempotency-key': crypto.randomUUID(),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    })
  const readAll = async (answer: Promise<Response>): Promise<Response> => {
    const { body } = await answer
    // Read and dropped piece by piece, as a browser saves a file.
    for await (const _ of body ?? []);
    return answer
  }
  const upload = (path: string, file: string, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob([file], { type: 'text/csv' }), 'people.csv')
    return send('POST', path, form)
  }
  return {
    get: (path: string) => readAll(send('GET', path)),
    post: (path: string, body: object) => readAll(send('POST', path, JSON.stringify(body), 'application/json')),
    check: (file: string) => readAll(upload('/gateway/launches/recipients', file)),
    start: (file: string, fields: Record<string, string>) => upload('/gateway/launches', file, fields),
    cancel: (batchId: string) => readAll(send('DELETE', `/v1/api/batch-calls/${batchId}`)),
    readJson: async <T>(path: string) => (await (await send('GET', path)).json()) as T,
  }
}
type Person = ReturnType<typeof createPerson>

/** The kinds of work, each with what is asked at the same time. */
function kindsOf(person: Person, agentId: string, lastCallAt: number): Record<string, Ask[]> {
  let asked = 0
  const report = () => {
    asked += 1
    const by = ['country', 'agent', 'batch', 'flow', 'attempt'][asked % 5] ?? ''
    return person.get(`/gateway/reports/calls?from=0&to=${lastCallAt - asked * 60_000}&by=${by}&zone=UTC`)
  }
  const start = () => {
    asked += 1
    const file = csvOf(numbersFrom(2_120_000_000 + asked * startRows, startRows))
    return person.start(file, { agentId, name: `Start ${asked}` }).then((answer) => answer.text())
  }
  return {
    uploads: [() => person.check(largeFile), () => person.check(wideFile), () => person.check(emptyColumns)],
    reports: Array.from({ length: 10 }, () => report),
    searches: [
      () => person.post('/gateway/search', { text: 'peter chen' }),
      () => person.post('/gateway/search', { text: 'nobody at all' }),
      () => person.post('/gateway/kept-calls/search', { text: 'moved' }),
      () => person.get('/gateway/history?limit=100&operator=Grace%20Okafor&state=refused'),
    ],
    'the audit as a file': [() => person.get('/gateway/history.csv'), () => person.get('/gateway/history.csv')],
    [`starts of ${startRows.toLocaleString('en')}`]: [start],
  }
}

/** The gateway's lists without a parameter in their path. Not the export, whose time depends on its length, and not the simulation's. */
const lists = Object.entries(gatewayEndpoints as Record<string, EndpointDefinition>).filter(
  ([name, { method, path, roles }]) =>
    method === 'GET' && roles !== 'public' && !path.includes('{') && !/^historyExport$|^simulation/.test(name),
)

/** The list that takes longest, while nothing else is asked: a missing index shows here. The shortest of five times counts. */
async function measureLists({ get }: Person): Promise<Row> {
  const times: { name: string; ms: number }[] = []
  for (const [name, { path }] of lists) {
    const durations: number[] = []
    for (let round = 0; round < 5; round++) durations.push(await measureMs(() => get(path)))
    times.push({ name, ms: Math.min(...durations) })
  }
  const worst = times.reduce((one, other) => (other.ms > one.ms ? other : one))
  return {
    title: `slowest of ${lists.length} lists: ${worst.name}`,
    unit: 'ms',
    ours: worst.ms,
    goal: { max: goals.listMs },
  }
}

/** Asks until the time is over, each beside the others. */
async function askUntil(endsAt: number, asks: readonly Ask[]): Promise<number> {
  let answers = 0
  const repeat = async (ask: Ask) => {
    while (performance.now() < endsAt) {
      await ask()
      answers += 1
    }
  }
  await Promise.all(asks.map(repeat))
  return answers
}

/** Finds an agent that can call. */
async function findReadyAgent({ readJson }: Person): Promise<string> {
  const { agents } = await readJson<ResponseOf<Contract['agentList']>>('/api/v1/agents?limit=100')
  const { flows } = await readJson<ResponseOf<Contract['flowList']>>(`${serviceEndpoints.flowList.path}?limit=100`)
  const canCall = new Set(
    flows.filter((flow) => flow.isActive && flow.direction !== 'inbound').map((flow) => flow.agentId),
  )
  const ready = agents.find(({ id, phoneNumber }) => phoneNumber && canCall.has(id))
  if (!ready) throw new Error('No agent can call.')
  return ready.id
}

async function startScheduledBatch(person: Person, agentId: string, index: number): Promise<string> {
  const fields = { agentId, name: `Cancelled ${index}`, scheduledAt: new Date(Date.now() + dayMs).toISOString() }
  const answer = await person.start(csvOf(numbersFrom(3_120_000_000 + index * 10, 2)), fields)
  const { batchId, error } = (await answer.json()) as { batchId?: string; error?: { message: string } }
  if (batchId === undefined) throw new Error(`A batch was not started: ${error?.message}`)
  return batchId
}

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-standstill-'))
  const service = await startService()
  try {
    const { hostname, port } = new URL(service.url)
    const file = join(folder, `${hostname}_${port}`, 'gateway.db')
    const store = await openStore({ file })
    await fillWithHistory(store, historyRows)
    await fillWithCalls(store, callRows, Date.now() - yearMs)
    await store.destroy()
    const gateway = await startGateway(service, { DATA_DIR: folder, SERVICE_REQUESTS_PER_MINUTE: '600' })
    const { address } = gateway
    const health = fork(join(import.meta.dirname, 'standstill/ask-health.ts'), [address])
    try {
      const person = createPerson(address, await startDemoSession(address))
      const agentId = await findReadyAgent(person)
      const rows: Row[] = [
        { title: 'start of the gateway', unit: 'ms', ours: gateway.startedInMs, goal: { max: goals.startMs } },
        await measureLists(person),
      ]
      const askHealth = async (): Promise<number> => {
        const answer = once(health, 'message')
        health.send('?')
        return (await answer)[0] as number
      }
      for (const [index, [kind, asks]] of Object.entries(kindsOf(person, agentId, Date.now())).entries()) {
        const batchId = await startScheduledBatch(person, agentId, index)
        await askHealth()
        const asking = askUntil(performance.now() + secondsPerKind * 1_000, asks)
        await wait((secondsPerKind * 1_000) / 2)
        const cancelMs = await measureMs(() => person.cancel(batchId))
        const answers = await asking
        rows.push(
          {
            title: `${kind} (${answers} answered): longest time without an answer`,
            unit: 'ms',
            ours: await askHealth(),
            goal: { max: goals.standstillMs },
          },
          { title: `${kind}: a batch is cancelled`, unit: 'ms', ours: cancelMs, goal: { max: goals.cancelMs } },
        )
      }
      const { peakMemoryMb } = await gateway.probe()
      return [
        ...rows,
        { title: 'peak memory of the gateway', unit: 'MB', ours: peakMemoryMb, goal: { max: goals.memoryMb } },
      ]
    } finally {
      health.disconnect()
      await gateway.close()
    }
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
