/**
 * Creates a world for each story: an empty data folder, the real gateway in its own process, and the real service, embedded in that process
 * or (project "separate") in a process of its own. In the project "team" two gateways run behind nginx, share the worker's PostgreSQL, and
 * receive the service's events. What a story does to the gateway, such as a restart, is done to both. `world.service` sends requests to the
 * service directly, so that a story can compare the dashboard with the service.
 *
 * Starting a world takes seconds. Stories that change nothing share one. They say so in their file or `describe`:
 *
 * test.use({ readOnly: true })
 *
 * Stories that share a world run one after the other. There is one shared world for each `settings` and worker, and it ends with the
 * worker. Each story has its own browser context and session, and can sign in with any role (`openAs`, `switchOpenPageTo`). Such a story
 * fails if it adds a row to the gateway's ledger or sends a command to the service through the gateway, and it cannot stop or restart any
 * program. Counts, ages and running calls at the service may have changed since the world was created.
 *
 * Calls last as long as in reality. A story that needs many of them to end names a speed.
 *
 * A page loads only the code of what it shows, unless the story has `preloadsPages: true` (`skipPreloading` in page.ts).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'
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
import {
  copyLedger,
  findFreePort,
  type Postgres,
  startPlainNginx,
  startPostgres,
} from '#tools/testing/several-gateways.ts'
import { compileCacheFolder, programsFolder } from './build.ts'
import {
  countEffects,
  countRows,
  effectCountAnnotation,
  personalDataAnnotation,
  storyUserAgent,
  unaccountedEffectAnnotation,
} from './effects.ts'
import { expect } from './expect.ts'
import { skipPreloading } from './page.ts'
import { findPersonalData } from './personal-data.ts'

export { expect }

interface RunningProgram {
  child: ChildProcess
  output: () => string
}

/** Starts one of the project's programs, and waits until its output matches `ready`. */
function startProgram(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
  args: string[] = [],
): Promise<RunningProgram> {
  const child = spawn('node', [file, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder, ...env },
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

function endProgram(program: RunningProgram | null, signal: NodeJS.Signals): Promise<void> {
  const child = program?.child
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
  /** Operators have to sign in, because the gateway is made to believe that the service runs on another machine. */
  requiresSignIn?: boolean
  /** The value of SERVICE_WORKSPACE_ID. */
  workspaces?: string
  /** The service offers only what the specification requires, and the gateway knows none of its IDs. */
  specificationOnly?: boolean
  /** The service answers with the alternate spellings of interface 8. */
  alternateSpellings?: boolean
}

/** Whether these settings need a service in a process of its own. */
const needsSeparateService = ({ requiresSignIn, workspaces, specificationOnly, alternateSpellings }: Settings) =>
  requiresSignIn === true || workspaces !== undefined || specificationOnly === true || alternateSpellings === true

/** How gateway and service run: in one process, in two, or as two gateways behind nginx with a service of their own. */
type Deployment = 'embedded' | 'separate' | 'team'

const webhookSecret = 'secret_of_a_story_0123456789'

export class World {
  readonly url: string
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'switchboard-story-'))
  /** Every URL and referrer of the browser's requests. */
  readonly requestedUrls = new Set<string>()
  private gateways: RunningProgram[] = []
  private nginx: ChildProcess | null = null
  private separateService: RunningProgram | null = null
  /** A proxy before the service that uses the alternate spellings. */
  private spellingProxy: RunningProgram | null = null
  private readonly port: number
  private readonly servicePort: number
  /** The gateways' own ports, if nginx listens on `port`. */
  private readonly gatewayPorts: number[] = []
  private readonly deployment: Deployment
  private readonly settings: Settings
  /** The database that two gateways share; null for a single gateway. */
  private readonly databaseUrl: string | null
  private readonly programFile: (name: 'gateway' | 'service') => string

  private constructor(
    deployment: Deployment,
    settings: Settings,
    port: number,
    servicePort: number,
    usesBuiltPrograms: boolean,
    databaseUrl: string | null,
  ) {
    this.deployment = deployment
    this.databaseUrl = databaseUrl
    this.programFile = (name) => (usesBuiltPrograms ? `${programsFolder}/${name}.js` : `src/server/${name}/main.ts`)
    this.settings = settings
    this.port = port
    this.servicePort = servicePort
    this.url = `http://127.0.0.1:${port}`
  }

  /**
   * @param usesBuiltPrograms runs the programs that were built for the stories, which start faster; otherwise the sources
   * @param postgres starts PostgreSQL, in which a team of gateways gets a database
   */
  static async create(
    deployment: Deployment,
    settings: Settings,
    usesBuiltPrograms: boolean,
    postgres: () => Promise<Postgres>,
  ): Promise<World> {
    const databaseUrl = deployment === 'team' ? await (await postgres()).createDatabase() : null
    const world = new World(
      deployment,
      settings,
      await findFreePort(),
      await findFreePort(),
      usesBuiltPrograms,
      databaseUrl,
    )
    if (deployment === 'team') world.gatewayPorts.push(await findFreePort(), await findFreePort())
    await world.start().catch(async (error: unknown) => {
      await world.endProcesses()
      throw error
    })
    return world
  }

  private get embeddedServiceEnv(): Record<string, string> {
    const { plan, speed, specificationOnly } = this.settings
    return {
      EMBEDDED_PLAN: plan,
      EMBEDDED_SPEED: String(speed),
      EMBEDDED_SEED: 'story',
      // Nothing happens that the story did not cause.
      EMBEDDED_ACTIVITY: 'false',
      // Most people answer, so that a story needs few calls.
      EMBEDDED_OUTCOMES: '68/12/12/5/3',
      EMBEDDED_SPECIFICATION_ONLY: String(specificationOnly === true),
    }
  }

  /** Starts the service, if it has a process of its own, and the gateway. */
  async start(): Promise<void> {
    if (this.deployment !== 'embedded') await this.startService()
    await this.startGateway()
  }

  async startService(env: Record<string, string> = {}): Promise<void> {
    this.separateService = await startProgram(
      this.programFile('service'),
      {
        PORT: String(this.servicePort),
        DATA_DIR: join(this.dataFolder, 'separate'),
        SERVICE_API_KEY: 'key_of_a_story_0123456789',
        SERVICE_WORKSPACE_ID: this.settings.workspaces ?? 'story',
        ...this.embeddedServiceEnv,
        ...(this.deployment === 'team' && {
          EMBEDDED_WEBHOOK_URL: `${this.url}/webhooks/service`,
          SERVICE_WEBHOOK_SECRET: webhookSecret,
        }),
        ...env,
      },
      /http:\/\/\S+/,
    )
    if (!this.settings.alternateSpellings) return
    const args = [`http://127.0.0.1:${this.servicePort}`]
    this.spellingProxy ??= await startProgram('src/tools/testing/alternate-spellings.ts', {}, /http:\/\/\S+/, args)
  }

  /** The settings of the gateway on this port. */
  private gatewayEnv(port: number, folder: string): Record<string, string> {
    const connection =
      this.deployment !== 'embedded'
        ? {
            // 0.0.0.0 reaches this machine too, but the gateway does not recognize it as local, so operators have to sign in.
            SERVICE_URL:
              // The output may also contain warnings of the runtime.
              this.spellingProxy?.output().match(/http:\/\/\S+/)?.[0] ??
              `http://${this.settings.requiresSignIn ? '0.0.0.0' : '127.0.0.1'}:${this.servicePort}`,
            SERVICE_API_KEY: 'key_of_a_story_0123456789',
            SERVICE_WORKSPACE_ID: this.settings.workspaces ?? 'story',
            SERVICE_CONCURRENT_CALLS: this.settings.plan === 'developer' ? '1' : '10',
          }
        : this.embeddedServiceEnv
    // The same limit as the service: the enterprise plan allows bursts of 100.
    const burstLimit: Record<string, string> = this.settings.plan === 'enterprise' ? { SERVICE_BURST: '100' } : {}
    return {
      PORT: String(port),
      DATA_DIR: join(this.dataFolder, folder),
      // Stories run at any time of the day.
      CALLING_HOURS: '00:00-24:00 1234567',
      ...(this.databaseUrl !== null && { DATABASE_URL: this.databaseUrl, SERVICE_WEBHOOK_SECRET: webhookSecret }),
      ...connection,
      ...burstLimit,
      ...this.settings.env,
    }
  }

  async startGateway(env: Record<string, string> = {}): Promise<void> {
    const startOnPort = (port: number, folder: string) =>
      startProgram(
        this.programFile('gateway'),
        { ...this.gatewayEnv(port, folder), ...env },
        /http:\/\/127\.0\.0\.1:\d+/,
      )
    if (this.deployment !== 'team') {
      this.gateways = [await startOnPort(this.port, 'data')]
      return
    }
    this.gateways = await Promise.all(this.gatewayPorts.map((port, index) => startOnPort(port, `data-${index}`)))
    this.nginx ??= await startPlainNginx({
      folder: join(this.dataFolder, 'nginx'),
      port: this.port,
      gateways: this.gatewayPorts,
    })
    // nginx retries a stopped gateway after a second.
    while (!(await fetch(`${this.url}/healthz`).catch(() => null))?.ok) await pause(100)
  }

  /** Runs one of the project's commands at the gateway's terminal, for example `npm run reset-password`. @returns what it prints */
  async runCommand(name: string, ...args: string[]): Promise<string> {
    const env =
      this.deployment === 'team'
        ? this.gatewayEnv(this.gatewayPorts[0] ?? 0, 'data-0')
        : this.gatewayEnv(this.port, 'data')
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', name, '--', ...args], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder, ...env },
    })
    return stdout
  }

  /** Ends the gateways at once, like a power cut: they cannot finish anything. */
  killGateways = async () => void (await Promise.all(this.gateways.map((gateway) => endProgram(gateway, 'SIGKILL'))))

  stopService = () => endProgram(this.separateService, 'SIGTERM')

  /** The lines of output, logs and URLs that contain personal data. There may be none. */
  findPersonalData = () => findPersonalData(this.dataFolder, [...this.output().split('\n'), ...this.requestedUrls])

  /** Counts the rows of the ledger and of the service's list of commands. A story that changes nothing adds none. */
  countRows = async () => {
    await this.copyLedger()
    return countRows(this.dataFolder)
  }

  /** Copies the shared ledger of two gateways to the file in which a single gateway has its ledger. */
  private copyLedger = async () => {
    if (this.databaseUrl !== null) await copyLedger(this.databaseUrl, join(this.dataFolder, 'data', 'gateway.db'))
  }

  private async endProcesses(): Promise<void> {
    await Promise.all(
      [...this.gateways, this.separateService, this.spellingProxy].map((program) => endProgram(program, 'SIGKILL')),
    )
    this.nginx?.kill('SIGTERM')
  }

  /** Ends all processes, and deletes the folder. @returns the effects of the story, and the personal data that was found */
  async destroy(): Promise<ReturnType<typeof countEffects> & { personalData: string[] }> {
    await this.endProcesses()
    await this.copyLedger()
    const effects = countEffects(this.dataFolder)
    const personalData = this.findPersonalData()
    rmSync(this.dataFolder, { recursive: true, force: true })
    return { ...effects, personalData }
  }

  /** Everything that the processes printed. */
  output = () => [...this.gateways, this.separateService].map((program) => program?.output() ?? '').join('')

  /** The service's URL and credentials. */
  async serviceAccess(): Promise<{ url: string; apiKey: string; workspaceId: string }> {
    if (this.deployment !== 'embedded') {
      return {
        url: `http://127.0.0.1:${this.servicePort}`,
        apiKey: 'key_of_a_story_0123456789',
        workspaceId: 'story',
      }
    }
    const file = join(this.dataFolder, 'data', 'embedded', 'service', 'installation.json')
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
    const { url, apiKey, workspaceId } = await this.serviceAccess()
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

  /** Every call of a batch from the service's history, one for each time that a number was called. */
  async callsOfBatch(batchId: string): Promise<PastCall[]> {
    const calls: PastCall[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.service('callHistory', { query: { batchId, page: String(page), limit: '100' } })
      calls.push(...answer.calls)
      if (!answer.pagination.hasNext) return calls
    }
  }

  /** When requests reached the service in the last ten minutes, epoch ms. */
  async serviceRequestTimes(): Promise<number[]> {
    const { url, apiKey } = await this.serviceAccess()
    const answer = await fetch(`${url}/simulation/requests`, { headers: { [headers.apiKey]: apiKey } })
    return ((await answer.json()) as { requests: number[] }).requests
  }
}

type CreateWorld = (deployment: Deployment, settings: Settings, usesBuiltPrograms: boolean) => Promise<World>

const refuseInSharedWorld = () => {
  throw new Error('A story with readOnly shares its world, so it cannot start or stop anything.')
}
const forbiddenInSharedWorld = [
  'start',
  'startService',
  'startGateway',
  'killGateways',
  'stopService',
  'destroy',
] as const

/** The same world, in which no story can start or stop programs, because other stories use them. */
const withoutProcessControl = (world: World): World =>
  Object.create(world, Object.fromEntries(forbiddenInSharedWorld.map((name) => [name, { value: refuseInSharedWorld }])))

/** Playwright's `test` for stories. Creates a `world` with these `settings` and destroys it afterwards, or shares one if `readOnly`. */
export const test = base.extend<
  { settings: Settings; readOnly: boolean; preloadsPages: boolean; world: World },
  { getSharedWorld: CreateWorld; postgres: () => Promise<Postgres> }
>({
  settings: [{ plan: 'enterprise', speed: 1, env: {} }, { option: true }],
  readOnly: [false, { option: true }],
  // Whether a page loads the code of the other pages while the browser is idle, as it does for people.
  preloadsPages: [false, { option: true }],
  postgres: [
    // Playwright reads a fixture's dependencies from the pattern, and this fixture has none.
    // biome-ignore lint/correctness/noEmptyPattern: as above
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      let started: Promise<Postgres> | undefined
      await provide(() => (started ??= startPostgres()))
      await (await started)?.close()
    },
    { scope: 'worker' },
  ],
  getSharedWorld: [
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
  world: async ({ settings, readOnly, getSharedWorld, postgres }, provide, testInfo) => {
    const isSeparate = testInfo.project.name === 'separate'
    const singleGatewayDeployment = isSeparate || needsSeparateService(settings) ? 'separate' : 'embedded'
    const deployment = testInfo.project.name === 'team' ? 'team' : singleGatewayDeployment
    const parameters: Parameters<CreateWorld> = [deployment, settings, !isSeparate]
    const world = await (readOnly ? getSharedWorld(...parameters) : World.create(...parameters, postgres))
    const countsBefore = readOnly && (await world.countRows())
    await provide(readOnly ? withoutProcessControl(world) : world)
    if (testInfo.status !== testInfo.expectedStatus) console.log(world.output())
    if (countsBefore) expect(await world.countRows(), 'A story with readOnly changed something.').toEqual(countsBefore)
    const { count, problems, personalData } = readOnly
      ? { count: 0, problems: [], personalData: world.findPersonalData() }
      : await world.destroy()
    testInfo.annotations.push({ type: effectCountAnnotation, description: String(count) })
    testInfo.annotations.push(...problems.map((description) => ({ type: unaccountedEffectAnnotation, description })))
    testInfo.annotations.push(...personalData.map((description) => ({ type: personalDataAnnotation, description })))
    expect(problems, 'effects at the service that the ledger does not account for').toEqual([])
    expect(personalData, 'R34 personal data in logs or URLs').toEqual([])
  },
  baseURL: async ({ world }, provide) => {
    await provide(world.url)
  },
  context: async ({ context, world, preloadsPages }, provide) => {
    if (!preloadsPages) await skipPreloading(context)
    context.on('request', (request) => {
      for (const address of [request.url(), request.headers().referer])
        if (address?.startsWith(world.url)) world.requestedUrls.add(address)
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
    // The page goes on asking after the story. A handler of `page.route` that is still fetching an answer would fail when the page closes.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(problems, 'errors in the browser').toEqual([])
  },
})
