/**
 * One entry of the contract: everything that anybody needs to know about one endpoint, as data. The client, the embedded
 * service's routes, the gateway's allow-list, the disabled buttons and the tests all read it; nothing is written twice.
 */
import type * as z from 'zod/mini'
import type { Freshness } from './freshness.ts'
import type { SearchEntry } from './search-entry.ts'
import type { Respell } from './spelling.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const roles = ['support', 'campaign_manager', 'reviewer', 'admin'] as const
export type Role = (typeof roles)[number]

/** Header names of the interface (specification 5); `simulation` is on every answer of an embedded service. */
export const headers = {
  apiKey: 'x-api-key',
  workspace: 'x-workspace-id',
  simulation: 'x-simulation',
  gatewayTime: 'x-gateway-time',
} as const

/** Every operator, whatever the role. */
export const everyone: readonly Role[] = roles

/** What an id may look like before it is put into a path (interface 6). Here, and not in `wire.ts`, which brings zod with it. */
export const idPattern = /^[A-Za-z0-9_-]{1,128}$/

/** The names between braces in a path, each a string. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

/** Families of endpoints that the specification does not have (interface 7). */
export type Family = 'conversations' | 'active-calls' | 'messaging-agents' | 'message-flows' | 'history'

type Schema = z.core.SomeType

/** What a command was asked to do: its path parameters and its body. */
export interface CommandInput {
  params: Record<string, string>
  body: unknown
}

/** What a command changes, and how its outcome is known (design: the ledger). */
export interface EffectRule {
  /** Names the thing that is changed; null where nothing that exists is changed (a creation). Two live effects on one target exclude each other. */
  target: (sent: CommandInput) => string | null
  /**
   * Whether a 2xx answer, in our spelling, shows that this command was carried out: the id of what was asked for and the status that
   * the interface gives it. Any other 2xx leaves the outcome unknown.
   */
  shows: (answer: never, sent: CommandInput) => boolean
  /** Doing it twice does no more than doing it once, so an unknown outcome never blocks it. */
  repeatable: boolean
  /** It only ends calls, or keeps them from being made: it is sent while an administrator has stopped all changes. */
  endsCalls?: true
}

/** How the answer of a read is recognised as the thing that was asked for (reliability R19). */
export interface About {
  /** The path parameter that names the thing, and the fields of the answer that may name it. Another value is another thing. */
  is?: { param: string; in: readonly string[] }
  /**
   * The answer must have at least one of these fields; otherwise it is about something else. A dot leads into a record. In a list,
   * at least one element must have one of them.
   */
  tells: readonly string[]
  /** The field that has the list; '' where the answer itself is the list. */
  list?: string
}

export interface EndpointDefinition<Path extends string = string> {
  method: Method
  path: Path
  /** Names it for people: "Starting batches" needs the campaign manager role. */
  label: string
  /** What somebody did, for the audit: "Started a batch". Absent: it is not recorded. */
  done?: string
  /** What nobody knows while its outcome is unknown: whether "a batch was started". */
  whether?: string
  /** Of a read: how fresh its answer has to be; null: no page reads it. */
  freshness?: Freshness | null
  /** Of a command: the reads whose answers it may have changed. */
  invalidates?: readonly string[]
  /** Of a read of the service: what search finds in its answer; null: nothing. */
  finds?: ((answer: never) => readonly SearchEntry[]) | null
  /** What it does, in a sentence fit for a reader of the reference page. */
  summary: string
  /** The section that it serves, such as "specification 4.1" or "interface 7". */
  section: string
  query?: Schema
  /** JSON body. */
  body?: Schema
  /** Fields beside `file` of a multipart upload. Excludes `body`. */
  upload?: Schema
  /** The answer in our spelling. Absent: the answer is a file and is passed on as it is. */
  response?: Schema
  /** Brings the answer of a real deployment into our spelling, before `response` reads it. */
  respell?: Respell
  /** For a read with a JSON answer: how to recognise an answer to this read. */
  about?: About
  errorForm: 'general' | 'sendCall'
  tier: 'standard' | 'data-read' | 'none'
  /** Whether the x-workspace-id header is required (specification 5). */
  workspace: boolean
  /** Which roles may use it through the gateway; `public` needs no session. */
  roles: readonly Role[] | 'public'
  /** null: changes nothing outside. */
  effect: EffectRule | null
  /** false: an open page asks for it by itself, so it does not keep a session alive. A GET never does. */
  activity?: false
  extension?: Family
  /** An endpoint of the gateway that sends a command of the service which does not only end calls. */
  sends?: true
  /** Not open at the gateway under its own path: this endpoint of the gateway does it instead. */
  through?: string
}

/** Names of reads. A pattern, so that each is inferred as itself: `endpoints.ts` checks that they are reads. */
type ReadPattern = `${string}${'Show' | 'List' | 'Progress' | 'Queue' | 'Seen' | 'History'}`

type Plain = Omit<
  EndpointDefinition,
  'path' | 'method' | 'tier' | 'effect' | 'done' | 'whether' | 'freshness' | 'invalidates' | 'finds'
>
/** Everything that has to be said of an endpoint of this kind. */
type Declared = Plain &
  (
    | { method: 'GET'; tier: 'none'; freshness: Freshness | null }
    | {
        method: 'GET'
        tier: Exclude<EndpointDefinition['tier'], 'none'>
        freshness: Freshness
        finds: ((answer: never) => readonly SearchEntry[]) | null
      }
    | { method: Exclude<Method, 'GET'>; tier: EndpointDefinition['tier']; invalidates: readonly ReadPattern[] }
  ) &
  ({ effect: null; done?: string } | { effect: EffectRule; done: string; whether: string })

/** Declares an endpoint. The identity function, so that paths, names and schemas keep their exact types. */
export function endpoint<const Path extends string, E extends Declared>(
  definition: E & { path: Path },
): E & { path: Path } {
  return definition
}

export type ParamsOf<E extends EndpointDefinition> = PathParams<E['path']>
type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined
type Field<E, K extends string> = E extends { [P in K]: infer S } ? S : undefined
/** What a caller may put into the query, the body or the upload's fields. */
export type QueryOf<E> = Input<Field<E, 'query'>>
export type BodyOf<E> = Input<Field<E, 'body'>>
export type UploadOf<E> = Input<Field<E, 'upload'>>
/** The same once parsed, as a handler sees it. */
export type ParsedQueryOf<E> = Output<Field<E, 'query'>>
export type ParsedBodyOf<E> = Output<Field<E, 'body'>>
export type ParsedUploadOf<E> = Output<Field<E, 'upload'>>
/** The answer as the dashboard reads it; undefined for a file. */
export type ResponseOf<E> = Output<Field<E, 'response'>>

/**
 * The path with its parameters put in, encoded. Throws a RangeError when a value does not look like an id, so that no slash,
 * dot or sign ever reaches a path (interface 6).
 */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (!idPattern.test(value)) throw new RangeError(`${name} is not an id: ${JSON.stringify(value)}`)
    return value
  })
}
