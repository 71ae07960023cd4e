/**
 * The one place that speaks to the network, and only to its own origin. Takes the contract's names, gives the contract's types;
 * whatever goes wrong becomes one Refusal.
 */
import {
  type Attention,
  type BodyOf,
  type ChangedRows,
  type Contract,
  changedRowsName,
  contract,
  type EndpointDefinition,
  type EndpointName,
  fillPath,
  headers,
  type ParamsOf,
  type QueryOf,
  Refusal,
  type RefusalData,
  type ResponseOf,
  rowsChanged,
  type UploadOf,
  withChangedRows,
} from '#contract/index.ts'
import { learnClock } from './gateway-clock.ts'
import { knownPosition, learnPosition } from './gateway-position.ts'
import { chosenWorkspace } from './workspace.ts'

/** How closely somebody looks, told to the gateway by the Priority header (RFC 9218): it spends the request budget by it. */
const urgency: Record<Attention, string> = { focus: 'u=1', visible: 'u=3', background: 'u=5' }

type Given<Key extends string, T> = unknown extends T
  ? { [K in Key]?: undefined }
  : T extends undefined
    ? { [K in Key]?: undefined }
    : Record<never, never> extends T
      ? { [K in Key]?: T }
      : { [K in Key]: T }

/** What an endpoint takes: its path parameters, and its query, body or upload where it has them. */
export type Arguments<Name extends EndpointName> = Given<'params', ParamsOf<Contract[Name]>> &
  Given<'query', QueryOf<Contract[Name]>> &
  Given<'body', BodyOf<Contract[Name]>> &
  (UploadOf<Contract[Name]> extends undefined
    ? { upload?: undefined; file?: undefined }
    : { upload: UploadOf<Contract[Name]>; file: Blob })

export interface Answer<T> {
  data: T
  /** When the service was read, in this browser's clock (ms): now less the answer's Age. Right though the clock is wrong. */
  readAt: number
  /** The version of the data, by which the gateway says that they are still the same; null: it gave none. */
  etag: string | null
}

export interface Options<T> {
  /** Idempotency-Key of a command: one per intention. */
  key?: string
  attention?: Attention
  signal?: AbortSignal
  /** What the service says now, and not what the gateway read before. */
  fresh?: boolean
  /** The last answer to the same read. If the gateway says that it is still the same, its data are given back as they are. */
  previous?: Answer<T> | undefined
}

interface AnyArguments {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  upload?: Record<string, string | undefined>
  file?: Blob
}

/** The address of an endpoint with its parameters and query, as the gateway serves it. */
export function addressOf(endpoint: EndpointDefinition, args: AnyArguments): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const path = fillPath(endpoint.path, args.params ?? {})
  return query.size === 0 ? path : `${path}?${query}`
}

/** The address, or the refusal of an id that can be nobody's: a mistyped address of a page leads here. */
function addressed(endpoint: EndpointDefinition, args: AnyArguments): string {
  try {
    return addressOf(endpoint, args)
  } catch {
    throw new Refusal({
      status: 404,
      code: 'not_found',
      by: 'gateway',
      message: 'Nothing has such an ID: IDs are made of letters, digits, hyphens and underscores.',
    })
  }
}

function bodyOf(args: AnyArguments): FormData | string | undefined {
  if (args.file === undefined) return args.body === undefined ? undefined : JSON.stringify(args.body)
  const form = new FormData()
  for (const [name, value] of Object.entries(args.upload ?? {})) if (value !== undefined) form.set(name, value)
  form.set('file', args.file, args.file instanceof File ? args.file.name : 'recipients.csv')
  return form
}

const noAnswer = (changes: boolean): Refusal =>
  navigator.onLine
    ? new Refusal({
        status: 0,
        code: 'gateway_down',
        by: 'network',
        sent: changes ? 'unknown' : 'no',
        message: changes
          ? 'Switchboard did not answer. What you asked for may have been recorded; ask again and it will not be done twice.'
          : 'Switchboard is not answering.',
      })
    : new Refusal({ status: 0, code: 'offline', by: 'network', message: 'You are offline. Nothing was sent.' })

async function refusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => null)) as { error?: RefusalData } | null
  if (body?.error?.message) return new Refusal(body.error)
  return new Refusal({
    status: response.status,
    code: 'unreadable',
    by: 'gateway',
    message: `Switchboard answered with status ${response.status} and no explanation.`,
  })
}

/** The Age of an answer has whole seconds, so two answers about one reading differ by up to this, ms. */
const ageAccuracyMs = 1_000

/** What was answered before, as of a later moment: the same object where nothing at all is new, so that nothing renders again. */
const renewed = <T>(previous: Answer<T>, readAt: number): Answer<T> =>
  Math.abs(readAt - previous.readAt) < ageAccuracyMs ? previous : { ...previous, readAt }

/**
 * Asks an endpoint of the contract.
 *
 * @param name the endpoint's name
 * @param args its path parameters, query, body, or upload fields and file
 * @param options a command's key, how closely somebody looks, a signal to give up, whether to go past the snapshot, and
 *   the previous answer: where nothing changed since, the gateway answers 304 without a body, and the data are the same object; of a long list it
 *   may send changed rows alone
 * @returns the answer with the moment it was read; a file arrives as a Blob
 * @throws Refusal for every answer but success, and when there is no answer
 */
export async function request<Name extends EndpointName>(
  name: Name,
  args: Arguments<Name>,
  options: Options<ResponseOf<Contract[Name]>> = {},
): Promise<Answer<ResponseOf<Contract[Name]>>> {
  const endpoint: EndpointDefinition = contract[name]
  const given = args as AnyArguments
  const address = addressed(endpoint, given)
  const body = bodyOf(given)
  const workspace = chosenWorkspace()
  const position = knownPosition()
  const { previous } = options
  const changes = endpoint.effect !== null || endpoint.method !== 'GET'
  // guard: offline-sends-nothing
  if (changes && !navigator.onLine) throw noAnswer(true)
  let response: Response
  try {
    response = await fetch(address, {
      method: endpoint.method,
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(options.key && { 'idempotency-key': options.key }),
        ...(options.fresh && { 'cache-control': 'no-cache' }),
        ...(options.attention && { priority: urgency[options.attention] }),
        // Set by hand, it keeps the browser's own cache out of this: a 304 arrives here as it is.
        ...(previous?.etag && { 'if-none-match': previous.etag, 'a-im': changedRowsName }),
        ...(workspace !== null && { [headers.workspace]: workspace }),
        ...(position !== null && { [headers.gatewayPosition]: position }),
      },
      body,
      signal: options.signal,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw noAnswer(changes)
  }
  learnClock(response.headers)
  learnPosition(response.headers)
  const age = Number(response.headers.get('age') ?? 0)
  const readAt = () => /* guard: reads-by-own-clock */ Date.now() - age * 1000
  if (response.status === 304 && previous) return renewed(previous, readAt())
  if (!response.ok) throw await refusalOf(response)
  const answered = (await (endpoint.response ? response.json() : response.blob())) as unknown
  const isChange = response.status === rowsChanged && previous
  const data = (isChange ? withChangedRows(previous.data, answered as ChangedRows) : answered) as ResponseOf<
    Contract[Name]
  >
  return { data, readAt: readAt(), etag: response.headers.get('etag') }
}
