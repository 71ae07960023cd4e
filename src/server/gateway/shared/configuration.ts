/** The configuration from the environment. It is read once, and one message names all mistakes (design 7). */
import * as z from 'zod/mini'
import { CallingHours, idPattern, type Plan, plans, usualCallingRules } from '#contract/index.ts'

export interface Workspace {
  id: string
  name: string
}

export interface Configuration {
  /** 0: any free port. */
  port: number
  host: string
  dataDir: string
  /** A postgres:// address; null: the embedded database. */
  databaseUrl: string | null
  /** null: the embedded service. */
  service: { url: URL; apiKey: string; workspaces: Workspace[] } | null
  webhookSecret: string | null
  /** Requests a minute, and the bucket's capacity (0: none). */
  rate: { perMinute: number; burst: number }
  concurrentCalls: number
  /** The calling hours of workspaces whose administrators set none. */
  callingHours: CallingHours
  publicUrl: URL | null
  /** Grants access to /metrics; null: only this machine has access. */
  metricsToken: string | null
  oidc: { issuer: URL; clientId: string; clientSecret: string } | null
  /** `outcomes`: shares of call outcomes, as the embedded service reads them. `activity`: it goes on by itself. */
  embedded: {
    plan: Plan
    speed: number
    seed: string
    outcomes: string | undefined
    activity: boolean
    specificationOnly: boolean
  }
}

/** `mistakes` are sentences. */
export class ConfigurationError extends Error {
  readonly mistakes: string[]
  constructor(mistakes: string[]) {
    super(`The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:`)
    this.name = 'ConfigurationError'
    this.mistakes = mistakes
  }
}

/** Whether a host name always means this machine. */
export const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|localhost|::1|\[::1\])$/i.test(host)

const whole = (name: string, from: number, to: number) => {
  const rule = `${name} must be a whole number from ${from} to ${to}.`
  const within = z.refine<number>((value) => Number.isInteger(value) && value >= from && value <= to, rule)
  return z.pipe(z.coerce.number<string | number>(rule), z.number().check(within))
}
const address = (name: string, protocols: string, example: string) => {
  const rule = `${name} must be an address such as ${example}, without a user name, query or fragment.`
  return z.optional(
    z.pipe(
      z.string().check(
        z.refine((text) => {
          const url = URL.parse(text)
          return (
            url !== null && protocols.split(' ').includes(url.protocol) && !url.username && !url.search && !url.hash
          )
        }, rule),
      ),
      z.transform((text) => new URL(text)),
    ),
  )
}
const optional = z.optional(z.string())

const workspacesRule = 'SERVICE_WORKSPACE_ID must be an id, or several as id=Name,id=Name.'
const Workspaces = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text.split(',').map((part): Workspace => {
          const [id = '', ...name] = part.split('=')
          return { id: id.trim(), name: name.join('=').trim() || id.trim() }
        }),
      ),
    ),
    z.custom<Workspace[]>((list: Workspace[]) => list.every(({ id }) => idPattern.test(id)), {
      error: workspacesRule,
    }),
  ),
)

const hoursRule = 'CALLING_HOURS must be hours and weekdays (1 is Monday) such as 08:00-20:00 12345.'
/** For example "08:00-20:00 12345". */
const Hours = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): CallingHours => {
        const [, from = '', until = '', days = ''] = /^([\d:]+)-([\d:]+) (\d+)$/.exec(text) ?? []
        return { from, until, weekdays: [...new Set(days)].map(Number), closedDays: [] }
      }),
    ),
    z.custom<CallingHours>((hours) => CallingHours.safeParse(hours).success, { error: hoursRule }),
  ),
)

const Environment = z.object({
  PORT: z._default(whole('PORT', 0, 65_535), 4400),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.switchboard'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/, 'DATABASE_URL must begin with postgres://.')),
  ),
  SERVICE_URL: address('SERVICE_URL', 'http: https:', 'https://service.example.com'),
  SERVICE_API_KEY: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]+$/, 'SERVICE_API_KEY must have no spaces and only plain characters.')),
  ),
  SERVICE_WORKSPACE_ID: Workspaces,
  SERVICE_WEBHOOK_SECRET: optional,
  SERVICE_REQUESTS_PER_MINUTE: z._default(whole('SERVICE_REQUESTS_PER_MINUTE', 1, 100_000), 60),
  SERVICE_BURST: z._default(whole('SERVICE_BURST', 0, 100_000), 0),
  SERVICE_CONCURRENT_CALLS: z.optional(whole('SERVICE_CONCURRENT_CALLS', 1, 100_000)),
  CALLING_HOURS: Hours,
  PUBLIC_URL: address('PUBLIC_URL', 'http: https:', 'https://switchboard.example.com'),
  OIDC_ISSUER: address('OIDC_ISSUER', 'http: https:', 'https://login.example.com'),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  METRICS_TOKEN: z.optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x7e]{16,}$/, 'METRICS_TOKEN must be at least 16 plain characters without spaces.')),
  ),
  EMBEDDED_PLAN: z._default(
    z.enum(['enterprise', 'developer'], 'EMBEDDED_PLAN must be enterprise or developer.'),
    'enterprise',
  ),
  EMBEDDED_SPEED: z.pipe(
    z._default(z.coerce.number<string | number>('EMBEDDED_SPEED must be a number from 0.1 to 1000.'), 1),
    z
      .number()
      .check(z.refine((value) => value >= 0.1 && value <= 1000, 'EMBEDDED_SPEED must be a number from 0.1 to 1000.')),
  ),
  EMBEDDED_SEED: z._default(z.string(), 'switchboard'),
  EMBEDDED_OUTCOMES: optional,
  EMBEDDED_ACTIVITY: z.pipe(
    z._default(z.enum(['0', '1', 'true', 'false'], 'EMBEDDED_ACTIVITY must be true or false.'), 'true'),
    z.transform((text) => text === '1' || text === 'true'),
  ),
  EMBEDDED_SPECIFICATION_ONLY: z.pipe(
    z._default(z.enum(['0', '1', 'true', 'false'], 'EMBEDDED_SPECIFICATION_ONLY must be true or false.'), 'false'),
    z.transform((text) => text === '1' || text === 'true'),
  ),
})
type Environment = z.output<typeof Environment>

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

const allOrNone = (read: Record<string, unknown>, names: readonly string[], advice: string): string[] => {
  const missing = names.filter((name) => read[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const given = names.filter((name) => !missing.includes(name))
  return [
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing, but ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set. ${advice}`,
  ]
}

const publicUrlMistakes = (host: string, publicUrl: string | undefined): string[] =>
  isLoopback(host) || (publicUrl !== undefined && URL.parse(publicUrl)?.protocol === 'https:')
    ? []
    : [
        `Other machines can reach HOST ${host}, so PUBLIC_URL must be the https address at which people open Switchboard.`,
      ]

/** The provider's answers are trusted, so they must not be readable or changed on the way. */
const issuerMistakes = (issuer: string | undefined): string[] => {
  const url = URL.parse(issuer ?? '')
  return url?.protocol === 'http:' && !isLoopback(url.hostname)
    ? ['OIDC_ISSUER must be an https address, unless it is on this machine.']
    : []
}

const serviceNames = ['SERVICE_URL', 'SERVICE_API_KEY', 'SERVICE_WORKSPACE_ID'] as const
const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

function serviceOf(read: Environment): Configuration['service'] {
  const { SERVICE_URL: url, SERVICE_API_KEY: apiKey, SERVICE_WORKSPACE_ID: workspaces } = read
  return url && apiKey && workspaces ? { url, apiKey, workspaces } : null
}

function oidcOf(read: Environment): Configuration['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : null
}

/**
 * Reads the configuration (design 7).
 *
 * @param environment for example process.env; empty values count as missing
 * @throws ConfigurationError with all mistakes; it never quotes a key
 */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text?.trim()))
  const parsed = Environment.safeParse(given)
  const mistakes = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)),
    ...allOrNone(given, serviceNames, 'Set all three, or none for the embedded service.'),
    ...allOrNone(given, oidcNames, 'Set all three, or none.'),
    ...issuerMistakes(given.OIDC_ISSUER),
    // guard: other-machines-need-https
    ...publicUrlMistakes(given.HOST ?? '127.0.0.1', given.PUBLIC_URL),
  ]
  if (!parsed.success || mistakes.length > 0) throw new ConfigurationError([...new Set(mistakes)])
  const read = parsed.data
  const service = serviceOf(read)
  const plan = plans[read.EMBEDDED_PLAN]
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL ?? null,
    service,
    webhookSecret: read.SERVICE_WEBHOOK_SECRET ?? null,
    rate: { perMinute: read.SERVICE_REQUESTS_PER_MINUTE, burst: read.SERVICE_BURST },
    concurrentCalls: read.SERVICE_CONCURRENT_CALLS ?? (service ? 1 : plan.concurrentCalls),
    callingHours: read.CALLING_HOURS ?? usualCallingRules.hours,
    publicUrl: read.PUBLIC_URL ?? null,
    metricsToken: read.METRICS_TOKEN ?? null,
    oidc: oidcOf(read),
    embedded: {
      plan,
      speed: read.EMBEDDED_SPEED,
      seed: read.EMBEDDED_SEED,
      outcomes: read.EMBEDDED_OUTCOMES,
      activity: read.EMBEDDED_ACTIVITY,
      specificationOnly: read.EMBEDDED_SPECIFICATION_ONLY,
    },
  }
}

/** The name of the store, used for its folder in DATA_DIR or its schema in PostgreSQL. Each service has its own. */
export function storeOf({ service }: Pick<Configuration, 'service'>): string {
  if (!service) return 'embedded'
  const { hostname, port, protocol } = service.url
  return `${hostname}_${port || protocol.slice(0, -1)}`
}
