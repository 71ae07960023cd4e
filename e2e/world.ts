/**
 * A world for each story: a fresh data folder, the real gateway in its own process, and the real service behind it, embedded in that
 * process or (project "separate") in another. In the project "team" there are two gateways behind nginx, on a PostgreSQL of the worker,
 * and the service tells them its events; what a story does to the gateway is done to both. `world.service` asks the service itself, past
 * the gateway: what a story claims about calls and batches is compared with what the service says. Longer than 300 lines, since it holds
 * all that starts and ends processes for stories.
 *
 * Starting a world takes seconds. Stories that change nothing share one instead, in their file or `describe`:
 *
 *     test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })
 *
 * They run one after the other in the same world, one world per `settings` and worker, which ends with the worker. Each still has
 * its own browser context, and so its own session; it may sign in as anybody (`arrive`, `become`). A story fails if it adds a row to
 * the gateway's ledger or sends the service a command, and it cannot stop or restart anything. What a story needs at the service it
 * adds with `world.once`, so that the stories after it find the same; anything else there (counts, ages, calls that go on) may have
 * moved since the world began.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import {
  type Contract,
  contract,
  type EndpointDefinition,
  fillPath,
  headers,
  type PastCall,
  type ResponseOf,
  type ServiceEndpointName,
} from '#contract/index.ts'
import { copyLedger, freePort, type Postgres, startPlainNginx, startPostgres } from '#tools/several-gateways.ts'
import { compileCache, programs } from './build.ts'
import { countEffects, effectsCounted, effectsUnaccounted, personalFound, storyteller, traces } from './effects.ts'
import { findPersonal } from './personal.ts'

export { expect }

interface Running {
  child: ChildProcess
  output: () => string
}

/** Starts a process of the project and waits for what it prints when it is ready. */
function launch(file: string, env: Record<string, string>, ready: RegExp, args: string[] = []): Promise<Running> {
  const child = spawn('node', [file, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (ready.test(output)) resolve({ child, output: () => output })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready:\n${output}`)))
  })
}

function end(running: Running | null, signal: NodeJS.Signals): Promise<void> {
  const child = running?.child
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

export interface Settings {
  plan: 'enterprise' | 'developer'
  /** How many times faster than life the carrier's calls go. */
  speed: number
  /** More environment for the gateway. */
  env: Record<string, string>
  /** The service is not on this machine, as far as the gateway can tell: then one has to sign in. */
  wall?: boolean
  /** Workspaces, as SERVICE_WORKSPACE_ID names them. */
  workspaces?: string
  /** The service has what the specification names and nothing else, and the gateway knows none of its ids. */
  bare?: boolean
  /** The service answers in the other spellings of interface 8. */
  otherwise?: boolean
}

/** These there are only before a service of its own. */
const needsService = ({ wall, workspaces, bare, otherwise }: Settings) =>
  wall === true || workspaces !== undefined || bare === true || otherwise === true

/** Where the world's parts run: one process, two, or two gateways behind nginx. */
type Kind = 'embedded' | 'separate' | 'team'

const webhookSecret = 'secret_of_a_story_0123456789'

export class World {
  readonly url: string
  readonly folder = mkdtempSync(join(tmpdir(), 'switchboard-story-'))
  /** Where the browser went, and from where. */
  readonly addresses = new Set<string>()
  private gateways: Running[] = []
  private nginx: ChildProcess | null = null
  private separate: Running | null = null
  /** Stands before the service and spells otherwise. */
  private otherwise: Running | null = null
  private readonly port: number
  private readonly servicePort: number
  /** Of the gateways that are not reached at `port` itself. */
  private readonly ports: number[] = []
  private readonly kind: Kind
  private readonly settings: Settings
  /** The PostgreSQL of a team. */
  private readonly databaseUrl: string | null
  private readonly program: (name: 'gateway' | 'service') => string

  private constructor(
    kind: Kind,
    settings: Settings,
    port: number,
    servicePort: number,
    built: boolean,
    databaseUrl: string | null,
  ) {
    this.kind = kind
    this.databaseUrl = databaseUrl
    this.program = (name) => (built ? `${programs}/${name}.js` : `src/server/${name}/main.ts`)
    this.settings = settings
    this.port = port
    this.servicePort = servicePort
    this.url = `http://127.0.0.1:${port}`
  }

  /**
   * @param built the programs as built for the stories, which start sooner; else as they lie there and `npm start` runs them
   * @param postgres makes a database for a team
   */
  static async create(
    kind: Kind,
    settings: Settings,
    built: boolean,
    postgres: () => Promise<Postgres>,
  ): Promise<World> {
    const databaseUrl = kind === 'team' ? await (await postgres()).database() : null
    const world = new World(kind, settings, await freePort(), await freePort(), built, databaseUrl)
    if (kind === 'team') world.ports.push(await freePort(), await freePort())
    await world.start().catch(async (error: unknown) => {
      await world.endProcesses()
      throw error
    })
    return world
  }

  private get embedded(): Record<string, string> {
    const { plan, speed, bare } = this.settings
    return {
      EMBEDDED_PLAN: plan,
      EMBEDDED_SPEED: String(speed),
      EMBEDDED_SEED: 'story',
      EMBEDDED_SPECIFICATION_ONLY: String(bare === true),
    }
  }

  /** Starts what is not running. */
  async start(): Promise<void> {
    if (this.kind !== 'embedded') await this.startService()
    await this.startGateway()
  }

  async startService(env: Record<string, string> = {}): Promise<void> {
    this.separate = await launch(
      this.program('service'),
      {
        PORT: String(this.servicePort),
        DATA_DIR: join(this.folder, 'separate'),
        SERVICE_API_KEY: 'key_of_a_story_0123456789',
        SERVICE_WORKSPACE_ID: this.settings.workspaces ?? 'story',
        ...this.embedded,
        ...(this.kind === 'team' && {
          EMBEDDED_WEBHOOK_URL: `${this.url}/webhooks/service`,
          SERVICE_WEBHOOK_SECRET: webhookSecret,
        }),
        ...env,
      },
      /http:\/\/\S+/,
    )
    if (!this.settings.otherwise) return
    const args = [`http://127.0.0.1:${this.servicePort}`]
    this.otherwise ??= await launch('src/tools/alternate-spellings.ts', {}, /http:\/\/\S+/, args)
  }

  async startGateway(env: Record<string, string> = {}): Promise<void> {
    const connection =
      this.kind !== 'embedded'
        ? {
            // The address of every interface leads to this machine too, but does not say so.
            SERVICE_URL:
              // Beside what the runtime may have to warn of.
              this.otherwise?.output().match(/http:\/\/\S+/)?.[0] ??
              `http://${this.settings.wall ? '0.0.0.0' : '127.0.0.1'}:${this.servicePort}`,
            SERVICE_API_KEY: 'key_of_a_story_0123456789',
            SERVICE_WORKSPACE_ID: this.settings.workspaces ?? 'story',
            SERVICE_CONCURRENT_CALLS: this.settings.plan === 'developer' ? '1' : '10',
          }
        : this.embedded
    // The budget of the plan that the service has: enterprise is a bucket of 100.
    const budget: Record<string, string> = this.settings.plan === 'enterprise' ? { SERVICE_BURST: '100' } : {}
    const start = (port: number, folder: string) =>
      launch(
        this.program('gateway'),
        {
          PORT: String(port),
          DATA_DIR: join(this.folder, folder),
          // A story passes at any time of the day.
          CALLING_HOURS: '00:00-24:00 1234567',
          ...(this.databaseUrl !== null && { DATABASE_URL: this.databaseUrl, SERVICE_WEBHOOK_SECRET: webhookSecret }),
          ...connection,
          ...budget,
          ...this.settings.env,
          ...env,
        },
        /http:\/\/127\.0\.0\.1:\d+/,
      )
    if (this.kind !== 'team') {
      this.gateways = [await start(this.port, 'data')]
      return
    }
    this.gateways = await Promise.all(this.ports.map((port, at) => start(port, `data-${at}`)))
    this.nginx ??= await startPlainNginx({ folder: join(this.folder, 'nginx'), port: this.port, gateways: this.ports })
    // It tries gateways that were away again after a second.
    while (!(await fetch(`${this.url}/healthz`).catch(() => null))?.ok) await pause(100)
  }

  /** As a power cut would: no chance to finish anything. */
  kill = async () => void (await Promise.all(this.gateways.map((gateway) => end(gateway, 'SIGKILL'))))
  stop = async () => void (await Promise.all(this.gateways.map((gateway) => end(gateway, 'SIGTERM'))))
  stopService = () => end(this.separate, 'SIGTERM')

  private readonly made = new Map<string, Promise<unknown>>()
  /**
   * Adds something at the service, the first time in this world.
   *
   * @param name which thing; @param add makes it
   * @returns what `add` made, then and later
   */
  once<T>(name: string, add: (world: World) => Promise<T>): Promise<T> {
    const made = this.made.get(name) ?? add(this)
    this.made.set(name, made)
    return made as Promise<T>
  }

  /** Who is named where nobody may be: in what was printed or logged, or where the browser went. */
  personal = () => findPersonal(this.folder, [...this.output().split('\n'), ...this.addresses])

  /** How many rows the ledger and the service's list of commands have: the same before and after what changes nothing. */
  traces = async () => {
    await this.copyLedger()
    return traces(this.folder)
  }

  /** The ledger of a team, where that of one gateway is. */
  private copyLedger = async () => {
    if (this.databaseUrl !== null) await copyLedger(this.databaseUrl, join(this.folder, 'data', 'gateway.db'))
  }

  private async endProcesses(): Promise<void> {
    await Promise.all([...this.gateways, this.separate, this.otherwise].map((running) => end(running, 'SIGKILL')))
    this.nginx?.kill('SIGTERM')
  }

  /** Ends everything. @returns what came of it */
  async destroy(): Promise<ReturnType<typeof countEffects> & { personal: string[] }> {
    await this.endProcesses()
    await this.copyLedger()
    const effects = countEffects(this.folder)
    const personal = this.personal()
    rmSync(this.folder, { recursive: true, force: true })
    return { ...effects, personal }
  }

  /** What the processes printed. */
  output = () => [...this.gateways, this.separate].map((running) => running?.output() ?? '').join('')

  /** Where the service is and how to speak to it. */
  async access(): Promise<{ url: string; apiKey: string; workspaceId: string }> {
    if (this.kind !== 'embedded') {
      return {
        url: `http://127.0.0.1:${this.servicePort}`,
        apiKey: 'key_of_a_story_0123456789',
        workspaceId: 'story',
      }
    }
    const file = join(this.folder, 'data', 'embedded', 'service', 'installation.json')
    const { apiKey, workspaceId } = JSON.parse(readFileSync(file, 'utf8')) as { apiKey: string; workspaceId: string }
    const session = (await (await fetch(`${this.url}/gateway/session`)).json()) as { service: { address: string } }
    return { url: session.service.address, apiKey, workspaceId }
  }

  /** Asks the service itself. */
  async service<Name extends ServiceEndpointName>(
    name: Name,
    args: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {},
  ): Promise<ResponseOf<Contract[Name]>> {
    const endpoint: EndpointDefinition = contract[name]
    const { url, apiKey, workspaceId } = await this.access()
    const answer = await fetch(
      `${url}${fillPath(endpoint.path, args.params ?? {})}?${new URLSearchParams(args.query ?? {})}`,
      {
        method: endpoint.method,
        headers: {
          [headers.apiKey]: apiKey,
          [headers.workspace]: workspaceId,
          'content-type': 'application/json',
          'user-agent': storyteller,
        },
        body: args.body === undefined ? undefined : JSON.stringify(args.body),
      },
    )
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as ResponseOf<Contract[Name]>
  }

  /** Every dial of a batch, from the service's history: one entry each time a number was rung. */
  async dials(batchId: string): Promise<PastCall[]> {
    const calls: PastCall[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.service('callHistory', { query: { batchId, page: String(page), limit: '100' } })
      calls.push(...answer.calls)
      if (!answer.pagination.hasNext) return calls
    }
  }

  /** The moments (epoch ms) at which requests reached the service in the last ten minutes. */
  async requests(): Promise<number[]> {
    const { url, apiKey } = await this.access()
    const answer = await fetch(`${url}/simulation/requests`, { headers: { [headers.apiKey]: apiKey } })
    return ((await answer.json()) as { requests: number[] }).requests
  }
}

type Create = (kind: Kind, settings: Settings, built: boolean) => Promise<World>

const notInSharedWorld = () => {
  throw new Error('A story with readOnly shares its world: it cannot stop or start anything in it.')
}
const fixed = ['start', 'startService', 'startGateway', 'kill', 'stop', 'stopService', 'destroy'] as const

/** What a story that changes nothing sees of a world that others use after it. */
const shared = (world: World): World =>
  Object.create(world, Object.fromEntries(fixed.map((name) => [name, { value: notInSharedWorld }])))

/**
 * A story's test. Options: `settings` of its world, and `readOnly` for a world that it shares (see the top). `world` is made and taken
 * down around it.
 */
export const test = base.extend<
  { settings: Settings; readOnly: boolean; world: World },
  { share: Create; postgres: () => Promise<Postgres> }
>({
  settings: [{ plan: 'enterprise', speed: 20, env: {} }, { option: true }],
  readOnly: [false, { option: true }],
  postgres: [
    // Playwright reads from the pattern what a fixture needs.
    // biome-ignore lint/correctness/noEmptyPattern: as above
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      let started: Promise<Postgres> | undefined
      await provide(() => (started ??= startPostgres()))
      await (await started)?.close()
    },
    { scope: 'worker' },
  ],
  share: [
    // Needs the PostgreSQL, so that it ends after the worlds on it.
    async ({ postgres }, provide) => {
      const worlds = new Map<string, Promise<World>>()
      await provide((...like) => {
        const key = JSON.stringify(like)
        const world = worlds.get(key) ?? World.create(...like, postgres)
        worlds.set(key, world)
        return world
      })
      for (const world of worlds.values()) {
        const { problems, personal } = await (await world).destroy()
        expect([...problems, ...personal], 'found in a shared world').toEqual([])
      }
    },
    { scope: 'worker' },
  ],
  world: async ({ settings, readOnly, share, postgres }, provide, testInfo) => {
    const inFront = testInfo.project.name === 'separate'
    const ofOne = inFront || needsService(settings) ? 'separate' : 'embedded'
    const kind = testInfo.project.name === 'team' ? 'team' : ofOne
    const like: Parameters<Create> = [kind, settings, !inFront]
    const world = await (readOnly ? share(...like) : World.create(...like, postgres))
    const before = readOnly && (await world.traces())
    await provide(readOnly ? shared(world) : world)
    if (testInfo.status !== testInfo.expectedStatus) console.log(world.output())
    if (before) expect(await world.traces(), 'A story with readOnly changed something.').toEqual(before)
    const { count, problems, personal } = readOnly
      ? { count: 0, problems: [], personal: world.personal() }
      : await world.destroy()
    testInfo.annotations.push({ type: effectsCounted, description: String(count) })
    testInfo.annotations.push(...problems.map((description) => ({ type: effectsUnaccounted, description })))
    testInfo.annotations.push(...personal.map((description) => ({ type: personalFound, description })))
    expect(problems, 'effects at the service that the ledger does not account for').toEqual([])
    expect(personal, 'R34 people in logs or addresses').toEqual([])
  },
  baseURL: async ({ world }, provide) => {
    await provide(world.url)
  },
  context: async ({ context, world }, provide) => {
    context.on('request', (request) => {
      for (const address of [request.url(), request.headers().referer])
        if (address?.startsWith(world.url)) world.addresses.add(address)
    })
    await provide(context)
  },
  page: async ({ page }, provide) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text())
    })
    await provide(page)
    expect(problems, 'errors in the browser').toEqual([])
  },
})
