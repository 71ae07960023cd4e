/**
 * One entry of the contract: everything about one endpoint, as data. What pages need of it is its request, in `requests/`; the rest, such as
 * its schemas, is in a module of its own, which the pages do not load. The client, the embedded service's routes, the gateway's allow-list,
 * the disabled buttons and the tests all read it.
 */
import type * as z from 'zod/mini'
import type { Freshness } from './freshness.ts'
import type { SearchEntry } from './search-entry.ts'
import type { Normalize } from './spelling.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const roles = ['support', 'campaign_manager', 'reviewer', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * Header names of the interface (specification 5). Every answer of an embedded service has `simulation`. An answer to a command has
 * `gatewayPosition`, which the browser sends back: what the gateway that answers next has to have received. `restores` names the version that
 * a command restores.
 */
export const headers = {
  apiKey: 'x-api-key',
  workspace: 'x-workspace-id',
  simulation: 'x-simulation',
  gatewayTime: 'x-gateway-time',
  gatewayPosition: 'x-gateway-position',
  restores: 'x-restores',
} as const

/** Every operator, whatever the role. */
export const everyone: readonly Role[] = roles
/** Who may start batches, and approve starts of others. */
export const managers = ['campaign_manager', 'admin'] as const
/** Who may place calls. */
export const callers = ['support', 'campaign_manager', 'admin'] as const
/** Who may end calls and take them over. */
export const supporters = ['support', 'admin'] as const
export const reviewers = ['reviewer', 'admin'] as const
export const admins = ['admin'] as const

/** The form of ids that may be put into a path (interface 6). Not in `wire.ts`, because that imports zod. */
export const idPattern = /^[A-Za-z0-9_-]{1,128}$/

/** The path parameters named between braces in a path. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

/** Capabilities: groups of optional endpoints outside the specification (interface 7). */
export type Capability = 'conversations' | 'active-calls' | 'messaging-agents' | 'message-flows' | 'history'

type Schema = z.core.SomeType

/** The path parameters and body of a command. */
export interface CommandInput {
  params: Record<string, string>
  body: unknown
}

/** What repeating or stopping a command means for its effect. Everything about effects that a page needs. */
export interface EffectFacts {
  /** Doing it twice calls and messages nobody, so an unknown outcome does not block a repeat. */
  repeatable: boolean
  /** It only ends or prevents calls, so it is allowed while all changes are stopped. */
  endsCalls?: true
}

/** What a command changes, and how its outcome is determined (design: the ledger). */
export interface EffectCheck {
  /** Names the thing that is changed; null for a creation. A target can have only one live effect. */
  target: (sent: CommandInput) => string | null
  /**
   * Whether a 2xx answer, in our spelling, confirms this command: it has the expected id and a status that the interface defines. Any
   * other 2xx leaves the outcome unknown.
   */
  confirms: (answer: never, sent: CommandInput) => boolean
}
export type EffectRule = EffectFacts & EffectCheck

/** How to check that the answer of a read is about the requested thing (reliability R19). */
export interface About {
  /** The path parameter with the thing's id, and the answer's fields that may contain it. A different value means a different thing. */
  is?: { param: string; in: readonly string[] }
  /**
   * The answer must have at least one of these fields. A dot separates the names of nested fields. In a list, at least one element must
   * have one of them.
   */
  contentFields: readonly string[]
  /** The field with the list; '' if the answer itself is the list. */
  list?: string
}

/** How a page sends a request, who may send it, and what it changes. Without schemas, because every page loads it. */
export interface RequestDefinition<Path extends string = string> {
  method: Method
  path: Path
  /** Its name for people, as in "Starting batches needs the campaign manager role". */
  label: string
  /** Roles that may use it through the gateway; `public` needs no session. */
  roles: readonly Role[] | 'public'
  /** For reads: how fresh the answer has to be; null: no page reads it. */
  freshness?: Freshness | null
  /** For commands: the reads whose answers it may change. */
  invalidates?: readonly string[]
  /** Past tense for the audit: "Started a batch". Absent: not recorded. */
  done?: string
  /** For an unknown outcome: it is unknown whether "a batch was started". */
  unknownOutcome?: string
  /** For commands of the service. Absent: changes nothing at the service. */
  effect?: EffectFacts
  /** A gateway endpoint that sends a command of the service which does more than end calls. */
  sends?: true
  /** The answer is a file, which is passed on unchanged, or nothing. */
  isJson?: false
}

/** Names of reads. A pattern, so that literal types are inferred; `endpoints.ts` checks that they are reads. */
type ReadPattern = `${string}${'Show' | 'List' | 'Progress' | 'Queue' | 'Seen' | 'History'}`

/** Requests by the names of their endpoints, each with what its kind must declare. */
export type Requests = Readonly<
  Record<
    string,
    RequestDefinition &
      (
        | { method: 'GET'; freshness: Freshness | null }
        | { method: Exclude<Method, 'GET'>; invalidates: readonly ReadPattern[] }
      ) &
      ({ effect?: never } | { effect: EffectFacts; done: string; unknownOutcome: string })
  >
>

/** A request with everything that only the gateway, the embedded service and tests need. */
export interface EndpointDefinition<Path extends string = string> extends Omit<RequestDefinition<Path>, 'effect'> {
  /** For reads of the service: the search entries in its answer; null: none. */
  searchEntries?: ((answer: never) => readonly SearchEntry[]) | null
  query?: Schema
  /** JSON body. */
  body?: Schema
  /** Fields of a multipart upload besides `file`. Excludes `body`. */
  upload?: Schema
  /** Schema of the answer in our spelling. Absent if the request is marked as not answered with JSON. */
  response?: Schema
  /** Converts a real deployment's answer to our spelling, before `response` parses it. */
  normalize?: Normalize
  /** For reads with a JSON answer: how to check that an answer belongs to the read. */
  about?: About
  errorForm: 'general' | 'sendCall'
  tier: 'standard' | 'data-read' | 'none'
  /** Whether the x-workspace-id header is required (specification 5). */
  workspace: boolean
  /** null: changes nothing at the service. */
  effect: EffectRule | null
  /** false: open pages request it automatically, so it does not keep a session alive. A GET never does. */
  activity?: false
  extension?: Capability
  /** The gateway endpoint to use instead; the gateway does not serve this endpoint under its own path. */
  through?: string
}

/** An endpoint of the service, with what its reference says. */
export interface ServiceEndpoint extends EndpointDefinition {
  /** What it does, in a sentence for the reference page. */
  summary: string
  /** The section that defines it, such as "specification 4.1" or "interface 7". */
  section: string
}

/** What an endpoint declares in addition to its request. */
export type Declared<R extends RequestDefinition> = Omit<
  ServiceEndpoint,
  keyof RequestDefinition | 'searchEntries' | 'response' | 'tier'
> &
  (R extends { method: 'GET' }
    ? { tier: 'none' } | Required<Pick<EndpointDefinition, 'searchEntries' | 'tier'>>
    : Pick<EndpointDefinition, 'tier'>) &
  (R extends { isJson: false } ? { response?: never } : { response: Schema }) &
  (R extends { effect: EffectFacts } ? { effect: EffectCheck } : { effect?: never })
type WithEffect<R> = R extends { effect: EffectFacts } ? unknown : { effect: null }

const effectOf = (facts: EffectFacts | undefined, check?: EffectCheck) => (check ? { ...facts, ...check } : null)

/** Declares an endpoint: what pages need of it and the rest. Preserves the exact types of paths, names and schemas. */
// @__NO_SIDE_EFFECTS__
export const endpoint = <R extends RequestDefinition, D extends Declared<R>>(request: R, definition: D) =>
  ({ ...definition, ...request, effect: effectOf(request.effect, definition.effect) }) as R & D & WithEffect<R>

export type ParamsOf<E extends EndpointDefinition> = PathParams<E['path']>
type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined
type Field<E, K extends string> = E extends { [P in K]: infer S } ? S : undefined
/** The query, body or upload fields as a caller passes them. */
export type QueryOf<E> = Input<Field<E, 'query'>>
export type BodyOf<E> = Input<Field<E, 'body'>>
export type UploadOf<E> = Input<Field<E, 'upload'>>
/** The same after parsing, as a handler receives them. */
export type ParsedQueryOf<E> = Output<Field<E, 'query'>>
export type ParsedBodyOf<E> = Output<Field<E, 'body'>>
export type ParsedUploadOf<E> = Output<Field<E, 'upload'>>
/** The answer as the dashboard receives it; undefined for a file. */
export type ResponseOf<E> = Output<Field<E, 'response'>>

/**
 * Fills the parameters into a path, encoded.
 *
 * @throws RangeError if a value is not a valid id, so that no slash, dot or sign reaches a path (interface 6)
 */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (!idPattern.test(value)) throw new RangeError(`${name} is not an id: ${JSON.stringify(value)}`)
    return value
  })
}
