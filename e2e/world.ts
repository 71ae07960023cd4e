/**
 * Creates a world for each story: an empty data folder, the real gateway in its own process, and the real service, embedded in that
 * process or (project "separate") in a process of its own. In the project "team" two gateways run behind nginx, share the worker's
 * PostgreSQL, and receive the service's events. What a story does to the gateway, such as a restart, is done to both. `world.service`
 * sends requests to the service directly, so that a story can compare the dashboard with the service. Longer than 300 lines, because it
 * contains everything that starts and ends processes for stories.
 *
 * Starting a world takes seconds. Stories that change nothing share one. They say so in their file or `describe`:
 *
 *     test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })
 *
 * They run one after the other in the same world. There is one world for each `settings` and worker, and it ends with the worker. Each
 * story has its own browser context and session, and can sign in with any role (`openAs`, `switchOpenPageTo`). A story fails if it adds a row
 * to the gateway's ledger or sends the service a command, and it cannot stop or restart anything. It adds what it needs at the service
 * with `world.once`, so that later stories find the same. Everything else at the service (counts, ages, running calls) may have changed
 * since the world was created.
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
import {
  countEffects,
  effectsCounted,
  effectsUnaccounted,
  personalDataFound,
  storyUserAgent,
  traces,
} from './effects.ts'
import { findPersonalData } from './personal-data.ts'

export { expect }

interface Running {
  child: ChildProcess
  output: () => string
}

/** Starts one of the project's programs, and waits until its output matches `ready`. */
function launch(file: string, env: Record<string, string>, ready: RegExp, args: string[] = []): Promise<Running> {
  const child = spawn('node', [file, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      if (ready.test(output)) resolve({ child, output: () => output })
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
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
  /** How many times faster than in reality the simulated calls run. */
  speed: number
  /** Additional environment variables of the gateway. */
  env: Record<string, string>
  /** Operators have to sign in: the gateway takes the service for one on another machine. */
  requiresSignIn?: boolean
  /** The value of SERVICE_WORKSPACE_ID. */
  workspaces?: string
  /** The service offers only what the specification requires, and the gateway knows none of its IDs. */
  specificationOnly?: boolean
  /** The service answers with the alternate spellings of interface 8. */
  alternateSpellings?: boolean
}

/** These settings need a service in a process of its own. */
const needsService = ({ requiresSignIn, workspaces, specificationOnly, alternateSpellings }: Settings) =>
  requiresSignIn === true || workspaces !== undefined || specificationOnly === true || alternateSpellings === true

/** How the programs run: in one process, in two, or as two gateways behind nginx. */
type Kind = 'embedded' | 'separate' | 'team'

const webhookSecret = 'secret_of_a_story_0123456789'

export class World {
  readonly url: string
  readonly folder = mkdtempSync(join(tmpdir(), 'switchboard-story-'))
  /** Every URL and referrer of the browser's requests. */
  readonly addresses = new Set<string>()
  private gateways: Running[] = []
  private nginx: ChildProcess | null = null
  private separate: Running | null = null
  /** A proxy before the service that uses the alternate spellings. */
  private speller: Running | null = null
  private readonly port: number
  private readonly servicePort: number
  /** The gateways' own ports, if nginx listens on `port`. */
  private readonly ports: number[] = []
  private readonly kind: Kind
  private readonly settings: Settings
  /** Only for a team. */
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
   * @param built runs the programs that were built for the stories, which start faster; otherwise the sources, as `npm start` does
   * @param postgres provides a database for a team
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
    const { plan, speed, specificationOnly } = this.settings
    return {
      EMBEDDED_PLAN: plan,
      EMBEDDED_SPEED: String(speed),
      EMBEDDED_SEED: 'story',
      EMBEDDED_SPECIFICATION_ONLY: String(specificationOnly === true),
    }
  }

  /** Starts all programs. */
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
    if (!this.settings.alternateSpellings) return
    const args = [`http://127.0.0.1:${this.servicePort}`]
    this.speller ??= await launch('src/tools/alternate-spellings.ts', {}, /http:\/\/\S+/, args)
  }

  async startGateway(env: Record<string, string> = {}): Promise<void> {
    const connection =
      this.kind !== 'embedded'
        ? {
            // 0.0.0.0 also reaches this machine, but the gateway does not recognize it as local.
            SERVICE_URL:
              // The output may also contain warnings of the runtime.
              this.speller?.output().match(/http:\/\/\S+/)?.[0] ??
              `http://${this.settings.requiresSignIn ? '0.0.0.0' : '127.0.0.1'}:${this.servicePort}`,
            SERVICE_API_KEY: 'key_of_a_story_0123456789',
            SERVICE_WORKSPACE_ID: this.settings.workspaces ?? 'story',
            SERVICE_CONCURRENT_CALLS: this.settings.plan === 'developer' ? '1' : '10',
          }
        : this.embedded
    // The same limit as the service: the enterprise plan allows bursts of 100.
    const budget: Record<string, string> = this.settings.plan === 'enterprise' ? { SERVICE_BURST: '100' } : {}
    const start = (port: number, folder: string) =>
      launch(
        this.program('gateway'),
        {
          PORT: String(port),
          DATA_DIR: join(this.folder, folder),
          // Stories run at any time of the day.
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
    // nginx retries a stopped gateway after a second.
    while (!(await fetch(`${this.url}/healthz`).catch(() => null))?.ok) await pause(100)
  }

  /** Like a power cut: the gateways cannot finish anything. */
  kill = async () => void (await Promise.all(this.gateways.map((gateway) => end(gateway, 'SIGKILL'))))
  stop = async () => void (await Promise.all(this.gateways.map((gateway) => end(gateway, 'SIGTERM'))))
  stopService = () => end(this.separate, 'SIGTERM')

  private readonly added = new Map<string, Promise<unknown>>()
  /**
   * Adds something at the service, once in each world.
   *
   * @param name identifies it
   * @returns the result of the first `add`
   */
  once<T>(name: string, add: (world: World) => Promise<T>): Promise<T> {
    const added = this.added.get(name) ?? add(this)
    this.added.set(name, added)
    return added as Promise<T>
  }

  /** Personal data in output, logs or URLs, where none may be. */
  personalData = () => findPersonalData(this.folder, [...this.output().split('\n'), ...this.addresses])

  /** The number of rows of the ledger and of the service's list of commands. A story that changes nothing adds none. */
  traces = async () => {
    await this.copyLedger()
    return traces(this.folder)
  }

  /** Copies a team's ledger to where a single gateway has its ledger. */
  private copyLedger = async () => {
    if (this.databaseUrl !== null) await copyLedger(this.databaseUrl, join(this.folder, 'data', 'gateway.db'))
  }

  private async endProcesses(): Promise<void> {
    await Promise.all([...this.gateways, this.separate, this.speller].map((running) => end(running, 'SIGKILL')))
    this.nginx?.kill('SIGTERM')
  }

  /** Ends all processes and deletes the folder. @returns what the story did */
  async destroy(): Promise<ReturnType<typeof countEffects> & { personalData: string[] }> {
    await this.endProcesses()
    await this.copyLedger()
    const effects = countEffects(this.folder)
    const personalData = this.personalData()
    rmSync(this.folder, { recursive: true, force: true })
    return { ...effects, personalData }
  }

  /** Everything that the processes printed. */
  output = () => [...this.gateways, this.separate].map((running) => running?.output() ?? '').join('')

  /** The service's URL and credentials. */
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

  /** Sends a request to the service directly. */
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
          'user-agent': storyUserAgent,
        },
        body: args.body === undefined ? undefined : JSON.stringify(args.body),
      },
    )
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as ResponseOf<Contract[Name]>
  }

  /** Every call of a batch from the service's history, one for each time that a number was dialled. */
  async dials(batchId: string): Promise<PastCall[]> {
    const calls: PastCall[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.service('callHistory', { query: { batchId, page: String(page), limit: '100' } })
      calls.push(...answer.calls)
      if (!answer.pagination.hasNext) return calls
    }
  }

  /** When requests reached the service in the last ten minutes, epoch ms. */
  async requests(): Promise<number[]> {
    const { url, apiKey } = await this.access()
    const answer = await fetch(`${url}/simulation/requests`, { headers: { [headers.apiKey]: apiKey } })
    return ((await answer.json()) as { requests: number[] }).requests
  }
}

type Create = (kind: Kind, settings: Settings, built: boolean) => Promise<World>

const refuseInSharedWorld = () => {
  throw new Error('A story with readOnly shares its world, so it cannot start or stop anything.')
}
const fixed = ['start', 'startService', 'startGateway', 'kill', 'stop', 'stopService', 'destroy'] as const

/** A world for a story that changes nothing: it cannot start or stop programs, because other stories use them. */
const shared = (world: World): World =>
  Object.create(world, Object.fromEntries(fixed.map((name) => [name, { value: refuseInSharedWorld }])))

/** The test of a story. It creates a `world` with these `settings` and destroys it afterwards, or shares one if it is `readOnly`. */
export const test = base.extend<
  { settings: Settings; readOnly: boolean; world: World },
  { share: Create; postgres: () => Promise<Postgres> }
>({
  settings: [{ plan: 'enterprise', speed: 20, env: {} }, { option: true }],
  readOnly: [false, { option: true }],
  postgres: [
    // Playwright reads a fixture's dependencies from the pattern.
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
    // Depends on `postgres`, so that PostgreSQL ends after the worlds that use it.
    async ({ postgres }, provide) => {
      const worlds = new Map<string, Promise<World>>()
      await provide((...parameters) => {
        const key = JSON.stringify(parameters)
        const world = worlds.get(key) ?? World.create(...parameters, postgres)
        worlds.set(key, world)
        return world
      })
      for (const world of worlds.values()) {
        const { problems, personalData } = await (await world).destroy()
        expect([...problems, ...personalData], 'found in a shared world').toEqual([])
      }
    },
    { scope: 'worker' },
  ],
  world: async ({ settings, readOnly, share, postgres }, provide, testInfo) => {
    const isSeparate = testInfo.project.name === 'separate'
    const kindOfOne = isSeparate || needsService(settings) ? 'separate' : 'embedded'
    const kind = testInfo.project.name === 'team' ? 'team' : kindOfOne
    const parameters: Parameters<Create> = [kind, settings, !isSeparate]
    const world = await (readOnly ? share(...parameters) : World.create(...parameters, postgres))
    const before = readOnly && (await world.traces())
    await provide(readOnly ? shared(world) : world)
    if (testInfo.status !== testInfo.expectedStatus) console.log(world.output())
    if (before) expect(await world.traces(), 'A story with readOnly changed something.').toEqual(before)
    const { count, problems, personalData } = readOnly
      ? { count: 0, problems: [], personalData: world.personalData() }
      : await world.destroy()
    testInfo.annotations.push({ type: effectsCounted, description: String(count) })
    testInfo.annotations.push(...problems.map((description) => ({ type: effectsUnaccounted, description })))
    testInfo.annotations.push(...personalData.map((description) => ({ type: personalDataFound, description })))
    expect(problems, 'effects at the service that the ledger does not account for').toEqual([])
    expect(personalData, 'R34 personal data in logs or URLs').toEqual([])
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
