/**
 * Sends every request of the dashboard, always to its own origin. Endpoints and types come from the contract; every failure becomes a
 * Refusal.
 */

import {
  type Attention,
  type BodyOf,
  type ChangedRows,
  type Contract,
  changedRowsName,
  type EndpointName,
  type FirstRead,
  fillPath,
  firstNeeds,
  headers,
  type ParamsOf,
  type QueryOf,
  Refusal,
  type RefusalData,
  type RequestDefinition,
  type ResponseOf,
  requests,
  rowsChanged,
  type UploadOf,
  withChangedRows,
} from '#contract/index.ts'
import { updateClock } from './gateway-clock.ts'
import * as texts from './texts.ts'
import { chosenWorkspace } from './workspace.ts'

/** All gateways have received the changes of a command after this long, ms. */
const positionTtlMs = 10_000

/**
 * The position of the gateway that answered this tab's last command: how many changes it had published to other gateways. The next
 * requests send it, so that another gateway answers them only after it has received these changes.
 */
let lastPosition: { position: string; expiresAtMs: number } | null = null

/** Remembers the position in an answer to a command. */
function rememberPosition(answer: Headers): void {
  const position = answer.get(headers.gatewayPosition)
  if (position) lastPosition = { position, expiresAtMs: performance.now() + positionTtlMs }
}

/** The position to send with a request; null after some seconds, or with one gateway. */
const knownPosition = (): string | null =>
  lastPosition && performance.now() < lastPosition.expiresAtMs ? lastPosition.position : null

/** Value of the Priority header (RFC 9218), by which the gateway shares the request budget. */
const priorities: Record<Attention, string> = { focus: 'u=1', visible: 'u=3', background: 'u=5' }

/** A property that is required, optional or not allowed, depending on what the endpoint accepts. */
type OptionalIfEmpty<Key extends string, T> = unknown extends T
  ? { [K in Key]?: undefined }
  : T extends undefined
    ? { [K in Key]?: undefined }
    : Record<never, never> extends T
      ? { [K in Key]?: T }
      : { [K in Key]: T }

/** Arguments of an endpoint: path parameters, query, body, or upload. */
export type Arguments<Name extends EndpointName> = OptionalIfEmpty<'params', ParamsOf<Contract[Name]>> &
  OptionalIfEmpty<'query', QueryOf<Contract[Name]>> &
  OptionalIfEmpty<'body', BodyOf<Contract[Name]>> &
  (UploadOf<Contract[Name]> extends undefined
    ? { upload?: undefined; file?: undefined }
    : { upload: UploadOf<Contract[Name]>; file: Blob })

export interface Answer<T> {
  data: T
  /** When the service was read (browser clock, ms), computed from the answer's Age, so that a wrong clock does not matter. */
  readAt: number
  /** Version of the data, for conditional requests; null if the gateway sent none. */
  etag: string | null
}

export interface RequestOptions<T> {
  /** Idempotency-Key of a command: the same for every try of one decision. */
  key?: string
  /** The version that a command restores (`restoredVersionText`). */
  restores?: string
  /** How prominently the page shows the answer. */
  attention?: Attention
  signal?: AbortSignal
  /** Bypasses the gateway's cache. */
  fresh?: boolean
  /** The last answer to the same read. If the gateway says that it is unchanged, the same data are returned. */
  previous?: Answer<T> | undefined
}

interface UntypedArguments {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  upload?: Record<string, string | undefined>
  file?: Blob
}

/** The URL of an endpoint at the gateway, with parameters and query. */
export function urlOf(endpoint: RequestDefinition, args: UntypedArguments): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const path = fillPath(endpoint.path, args.params ?? {})
  return query.size === 0 ? path : `${path}?${query}`
}

/** @throws Refusal if an ID is not valid, for example because the address of a page was mistyped */
function urlOrRefusal(endpoint: RequestDefinition, args: UntypedArguments): string {
  try {
    return urlOf(endpoint, args)
  } catch {
    throw new Refusal({
      status: 404,
      code: 'not_found',
      by: 'gateway',
      message: 'This ID is not valid. IDs consist of letters, digits, hyphens and underscores.',
    })
  }
}

function bodyOf(args: UntypedArguments): FormData | string | undefined {
  if (args.file === undefined) return args.body === undefined ? undefined : JSON.stringify(args.body)
  const form = new FormData()
  for (const [name, value] of Object.entries(args.upload ?? {})) if (value !== undefined) form.set(name, value)
  form.set('file', args.file, args.file instanceof File ? args.file.name : 'recipients.csv')
  return form
}

/** @param status the status of a proxy's answer, or 0 if there was none */
const unansweredRefusal = (isCommand: boolean, status = 0): Refusal =>
  new Refusal({
    status,
    code: 'gateway_down',
    by: 'network',
    sent: isCommand ? 'unknown' : 'no',
    message: isCommand ? texts.commandUnanswered : 'Switchboard is not responding.',
  })

const networkRefusal = (isCommand: boolean): Refusal =>
  navigator.onLine
    ? unansweredRefusal(isCommand)
    : new Refusal({ status: 0, code: 'offline', by: 'network', message: 'You are offline. Nothing was sent.' })

/** With these statuses a proxy reports that the gateway did not answer. It may have passed the request on. */
const unansweredStatuses: readonly number[] = [502, 503, 504]

/**
 * The refusal of an answer that the dashboard cannot read. The gateway explains each of its refusals, so this one comes from a proxy, or
 * from a gateway that failed. A command may have been recorded then, unless the status says that the request itself was refused.
 */
function unexplainedRefusal(status: number, isCommand: boolean): Refusal {
  const wasRefused = status >= 400 && status < 500
  const isUnknown = isCommand && !wasRefused
  const textOf = isUnknown
    ? texts.commandUnexplained
    : isCommand
      ? texts.commandRefusedUnexplained
      : texts.readUnexplained
  return new Refusal({
    status,
    code: 'unreadable',
    by: isUnknown ? 'network' : 'gateway',
    sent: isUnknown ? 'unknown' : 'no',
    message: textOf(status),
  })
}

async function refusalOf(response: Response, isCommand: boolean): Promise<Refusal> {
  const body = (await response.json().catch(() => null)) as { error?: RefusalData } | null
  if (body?.error?.message) return new Refusal(body.error)
  return unansweredStatuses.includes(response.status)
    ? unansweredRefusal(isCommand, response.status)
    : unexplainedRefusal(response.status, isCommand)
}

/** The URLs of the reads that the browser may have begun together with the document, until they are requested. */
const begunUrls = new Set(
  [
    { name: 'sessionShow' } as const,
    ...Object.values(firstNeeds).flatMap(({ reads }): readonly FirstRead[] => reads),
  ].map(({ name, query }: FirstRead) => urlOf(requests[name], query ? { query } : {})),
)

/** For how long an answer has waited for the page's script, ms: the browser began the read with the document. */
function waitedMs(url: string): number {
  if (!begunUrls.delete(url)) return 0
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const entry = entries.findLast(({ name }) => name.endsWith(url))
  return entry?.initiatorType === 'link' ? performance.now() - entry.responseEnd : 0
}

/** The Age header has whole seconds, so the computed times of the same data may differ by this much, ms. */
const ageAccuracyMs = 1_000

/** The previous answer with a new time. The same object if the time is the same too, so that nothing renders again. */
const withReadAt = <T>(previous: Answer<T>, readAt: number): Answer<T> =>
  Math.abs(readAt - previous.readAt) < ageAccuracyMs ? previous : { ...previous, readAt }

/**
 * Sends a request to an endpoint of the contract. With `options.previous`, the request is conditional: the gateway answers 304 if nothing
 * changed, and may answer with only the changed rows of a long list.
 *
 * @param name name of the endpoint
 * @param args path parameters, query, body, or upload fields and file
 * @returns the data with the time they were read; a file is a Blob
 * @throws Refusal for every status but success, and if there is no answer
 */
export async function request<Name extends EndpointName>(
  name: Name,
  args: Arguments<Name>,
  options: RequestOptions<ResponseOf<Contract[Name]>> = {},
): Promise<Answer<ResponseOf<Contract[Name]>>> {
  const endpoint: RequestDefinition = requests[name]
  const untypedArgs = args as UntypedArguments
  const url = urlOrRefusal(endpoint, untypedArgs)
  const body = bodyOf(untypedArgs)
  const workspace = chosenWorkspace()
  const position = knownPosition()
  const { previous } = options
  const isCommand = endpoint.method !== 'GET'
  // guard: offline-sends-nothing
  if (isCommand && !navigator.onLine) throw networkRefusal(true)
  let response: Response
  try {
    response = await fetch(url, {
      method: endpoint.method,
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(options.key && { 'idempotency-key': options.key }),
        ...(options.restores && { [headers.restores]: options.restores }),
        ...(options.fresh && { 'cache-control': 'no-cache' }),
        ...(options.attention && { priority: priorities[options.attention] }),
        // Because we set this header, the browser's cache leaves the response alone and a 304 arrives here.
        ...(previous?.etag && { 'if-none-match': previous.etag, 'a-im': changedRowsName }),
        ...(workspace !== null && { [headers.workspace]: workspace }),
        ...(position !== null && { [headers.gatewayPosition]: position }),
      },
      body,
      signal: options.signal,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkRefusal(isCommand)
  }
  updateClock(response.headers)
  rememberPosition(response.headers)
  const ageMs = Number(response.headers.get('age') ?? 0) * 1000 + (isCommand ? 0 : waitedMs(url))
  const readAt = () => /* guard: reads-by-own-clock */ Date.now() - ageMs
  if (response.status === 304 && previous) return withReadAt(previous, readAt())
  if (!response.ok) throw await refusalOf(response, isCommand)
  const parsed = (await (endpoint.isJson === false ? response.blob() : response.json()).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw unexplainedRefusal(response.status, isCommand)
  })) as unknown
  const hasChangedRows = response.status === rowsChanged && previous
  const data = (hasChangedRows ? withChangedRows(previous.data, parsed as ChangedRows) : parsed) as ResponseOf<
    Contract[Name]
  >
  return { data, readAt: readAt(), etag: response.headers.get('etag') }
}
