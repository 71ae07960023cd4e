/**
 * Records how real answers and events of the service differ from the contract: alternate spellings, what was left out or added, and unknown
 * words. It sends nothing.
 */
import {
  type EndpointDefinition,
  isWebhookEvent,
  readRefusal,
  type ServiceDifference,
  type ServiceDrift,
  webhookData,
} from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { RequestService } from './budgeted-request.ts'
import { compareAnswer, type Difference } from './compare-answer.ts'
import { endpointOfRequest } from './endpoint-of-request.ts'
import type { Exchange, ServiceRequest } from './http-client.ts'

/** Bounds the memory: of further differences only the number is kept. */
const maxDifferences = 200
const maxGateways = 20
/** Larger answers are not compared, because that would take too long. */
const maxBodyBytes = 1024 * 1024
/** Of longer lists, only so many records are compared. */
const maxRecords = 50
/** Deeper answers and larger records are not compared: finding the key that a value was read from takes the square of the keys. */
const maxDepth = 30
const maxKeys = 200
/** Changes are collected for this long, then published to the other gateways together. */
const publishDelayMs = 5_000
/** Of the differences in a message to the other gateways, which may have 7 kB (cluster.ts). One difference has at most 4 kB. */
const maxMessageBytes = 6_000
/** The statuses of an endpoint that the service does not offer (interface 7). */
const notOfferedStatuses = new Set([404, 405, 501])

/** A part of a gateway's figures. */
interface DriftPart {
  since: number
  compared: number
  omitted: number
  differences: ServiceDifference[]
}

/** The figures of one gateway. */
interface Figures {
  since: number
  compared: number
  omitted: number
  differences: Map<string, ServiceDifference>
}

const keyOf = ({ source, field, kind, received }: Omit<ServiceDifference, 'count' | 'firstAt' | 'lastAt'>) =>
  JSON.stringify([source, field, kind, received])

/** Names and words come from outside and may contain a name or number where the service mixes them up. Anything unusual is not kept. */
const withoutPersonalData = (text: string) =>
  text.length <= 200 && !/\d{5}|@/.test(text)
    ? text
    : 'a name or word that is not shown, because it may be personal data'

/** Shortens lists, so that a long list is compared as fast as a short one. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, maxRecords)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, Array.isArray(inner) ? inner.slice(0, maxRecords) : inner]),
  )
}

/** How many keys a record has, with the largest element of each list in it. Infinite below the maximum depth. */
function countKeys(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === maxDepth) return Number.POSITIVE_INFINITY
  const counts = Object.values(value).map((inner) => countKeys(inner, depth + 1))
  return Array.isArray(value)
    ? counts.reduce((most, count) => Math.max(most, count), 0)
    : counts.reduce((sum, count) => sum + 1 + count, 0)
}

/** Splits differences into as few messages as possible; one without differences if there are none. */
function inMessages(differences: readonly ServiceDifference[]): ServiceDifference[][] {
  let latest: ServiceDifference[] = []
  let bytes = 0
  const messages = [latest]
  for (const one of differences) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 1
    if (bytes + size > maxMessageBytes && latest.length > 0) {
      latest = []
      bytes = 0
      messages.push(latest)
    }
    latest.push(one)
    bytes += size
  }
  return messages
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Without the comparison only the figures are incomplete, so its failure must harm neither the gateway nor the event. */
function safely(compare: () => void): void {
  try {
    compare()
  } catch {
    // Not counted, like an answer that is too large.
  }
}

const answerDifference = (kind: Difference['kind'], expected: string, received: string): Difference => ({
  kind,
  field: '',
  expected,
  received,
  times: 1,
})

/** How a refusal differs from the forms of specification 7. */
export function compareRefusal({ errorForm }: EndpointDefinition, status: number, text: string): Difference[] {
  const { error, details, title, detail } = Object(parse(text)) as Record<string, unknown>
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  const general = Object(error) as Record<string, unknown>
  const hasForm =
    status === 429
      ? isText(title) && isText(detail)
      : (isText(general.code) && isText(general.message)) ||
        (errorForm === 'sendCall' && isText(error) && isText(details))
  if (hasForm) return []
  const isReadable = readRefusal(status, text).message !== readRefusal(status, '').message
  const expected = status === 429 ? '{status, title, detail}' : '{error: {code, message}}'
  return isReadable
    ? [{ ...answerDifference('alternate', expected, 'another form of error'), field: `error (${status})` }]
    : [{ ...answerDifference('missing', expected, 'no explanation'), field: `error (${status})` }]
}

export type ServiceDriftLog = ReturnType<typeof createServiceDriftLog>

/** Creates the log of one gateway. The figures are of all live gateways of one database since the oldest of them started. */
export function createServiceDriftLog({
  cluster,
  clock,
}: {
  cluster: Pick<Cluster, 'publish' | 'subscribe' | 'number' | 'members' | 'onResync'>
  clock: Clock
}) {
  const empty = (since: number): Figures => ({ since, compared: 0, omitted: 0, differences: new Map() })
  const own = empty(clock.now())
  /** By the number of the gateway. Those of ended gateways do not count. */
  const others = new Map<number, Figures>()
  let unpublished = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function record(source: string, found: readonly Difference[]): void {
    own.compared += 1
    const now = clock.now()
    for (const { kind, field, expected, received } of found) {
      const texts = { field: withoutPersonalData(field), expected, received: withoutPersonalData(received) }
      const one = { source, kind, ...texts }
      const key = keyOf(one)
      const earlier = own.differences.get(key)
      if (earlier === undefined && own.differences.size >= maxDifferences) {
        own.omitted += 1
        continue
      }
      const { count = 0, firstAt = now } = earlier ?? {}
      own.differences.set(key, { ...one, count: count + 1, firstAt, lastAt: now })
      unpublished.add(key)
    }
    publishSoon()
  }

  function publishSoon(): void {
    timer ??= setTimeout(publish, publishDelayMs).unref()
  }

  function publishAllSoon(): void {
    unpublished = new Set(own.differences.keys())
    publishSoon()
  }

  function publish(): void {
    timer = undefined
    const changed = [...unpublished].flatMap((key) => own.differences.get(key) ?? [])
    unpublished = new Set()
    const { since, compared, omitted } = own
    for (const differences of inMessages(changed)) {
      const part: DriftPart = { since, compared, omitted, differences }
      cluster.publish('serviceDrift', { gateway: cluster.number, part })
    }
  }

  cluster.subscribe('serviceDrift', ({ gateway, part }) => {
    const { since, compared, omitted, differences } = part as DriftPart
    if (!others.has(gateway)) {
      if (others.size >= maxGateways) forgetEnded()
      if (others.size >= maxGateways) return
      // A gateway that has just started does not know what this one found before.
      publishAllSoon()
    }
    const earlier = others.get(gateway) ?? empty(since)
    for (const one of differences)
      if (earlier.differences.size < maxDifferences || earlier.differences.has(keyOf(one)))
        earlier.differences.set(keyOf(one), one)
    others.set(gateway, { since, compared, omitted, differences: earlier.differences })
  })

  // A gateway that was ended continues under a new number, which the others do not know yet.
  cluster.onResync(publishAllSoon)

  function forgetEnded(): void {
    const members = new Set(cluster.members())
    for (const gateway of others.keys()) if (!members.has(gateway)) others.delete(gateway)
  }

  function compareAndRecord(source: string, endpoint: Parameters<typeof compareAnswer>[0], received: unknown): void {
    if (countKeys(received) > maxKeys) return
    record(source, compareAnswer(endpoint, received, true))
  }

  function compare({ method, path }: ServiceRequest, { status, body }: Exchange & { kind: 'answer' }): void {
    const addressed = endpointOfRequest({ method, path })
    if (addressed === undefined || body.length > maxBodyBytes) return
    const { endpoint } = addressed
    const source = `${endpoint.method} ${endpoint.path}`
    const text = body.toString('utf8')
    if (status >= 400) {
      if (endpoint.extension !== undefined && notOfferedStatuses.has(status)) return
      return record(source, compareRefusal(endpoint, status, text))
    }
    if (status >= 300 || endpoint.response === undefined) return
    const json = parse(text)
    if (json === undefined) return record(source, [answerDifference('wrong', 'JSON', 'something else')])
    compareAndRecord(source, endpoint, shortened(json))
  }

  function compareEvent(event: string, data: unknown): void {
    if (isWebhookEvent(event)) return compareAndRecord(event, { response: webhookData[event] }, data)
    const expected = Object.keys(webhookData).join(', ')
    record('webhook', [
      { kind: 'word', field: 'event', expected, received: JSON.stringify(event.slice(0, 40)), times: 1 },
    ])
  }

  return {
    /** The same, but compares each answer with the contract, after the caller has got it. */
    observed:
      (requestService: RequestService): RequestService =>
      async (request, lane, requester, waitMs) => {
        const response = await requestService(request, lane, requester, waitMs)
        if (response.kind === 'answer') setImmediate(() => safely(() => compare(request, response)))
        return response
      },

    /** Compares an event whose signature was correct with the contract. @param data as received */
    observeEvent: (event: string, data: unknown): void => safely(() => compareEvent(event, data)),

    /** What all live gateways have found. */
    show(): ServiceDrift {
      const all = [own, ...cluster.members().flatMap((gateway) => others.get(gateway) ?? [])]
      const merged = new Map<string, ServiceDifference>()
      for (const { differences } of all)
        for (const [key, one] of differences) {
          const earlier = merged.get(key)
          merged.set(
            key,
            earlier === undefined
              ? one
              : {
                  ...one,
                  count: one.count + earlier.count,
                  firstAt: Math.min(one.firstAt, earlier.firstAt),
                  lastAt: Math.max(one.lastAt, earlier.lastAt),
                },
          )
        }
      const latest = [...merged.values()].toSorted((a, b) => b.lastAt - a.lastAt || b.count - a.count)
      const sum = (count: (figures: Figures) => number) => all.reduce((total, figures) => total + count(figures), 0)
      return {
        since: Math.min(...all.map(({ since }) => since)),
        gateways: all.length,
        compared: sum(({ compared }) => compared),
        differences: latest.slice(0, maxDifferences),
        omitted: sum(({ omitted }) => omitted) + Math.max(0, latest.length - maxDifferences),
      }
    },
  }
}
