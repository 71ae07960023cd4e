/**
 * The cache of the service's answers, shared by all operators and gateways. Equal reads share one request and one answer. Roles are
 * checked before; the workspace is part of a snapshot's key, so no workspace gets another's. Longer than 300 lines, since the cached
 * snapshots and the reads under way are one state.
 */

import { LRUCache } from 'lru-cache'
import {
  type EndpointDefinition,
  type Lane,
  Refusal,
  type RefusalData,
  type ServiceCommandName,
  type ServiceReadName,
} from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { parseReadAnswer, pathWithQuery } from '../upstream/answers.ts'
import type { RequestService, ServiceResponse } from '../upstream/budgeted-request.ts'
import { noAnswer, refusedByService, serviceRefusedKey, unreadable } from '../upstream/refusals.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import type { ChangeLog } from './change-log.ts'
import { restoreCancelledCount } from './dropped-calls.ts'
import { type Read, readKey } from './read.ts'
import { freshnessOf, invalidatedReads, isReadName, readEndpoint, refusalFreshMs } from './read-rules.ts'

export interface Snapshot {
  /** When the request was sent, by the steady clock. */
  readAt: number
  /** In the contract's spelling; undefined for a file and for a refusal. */
  data: unknown
  /** The body for browsers. */
  body: string | Buffer
  contentType: string
  /** The service's refusal of this read, such as 404; null for an answer. */
  refusal: RefusalData | null
  /** A command may have changed the data since. */
  stale: boolean
}

export interface Found {
  snapshot: Snapshot
  cacheStatus: 'hit' | 'stale' | 'miss'
}

const maxSnapshots = 2_000
/** How long an operator's read waits for a request slot. */
const maxWaitMs = 8_000
/** How long an operator's read waits for another gateway, which may have ended while it read. */
const maxWaitForOthersMs = 10_000
/** How often to check whether the reading gateway is still alive. */
const claimAgainMs = 500
/** A shared watched snapshot of this age is unusual: another gateway may have read since without this one being told. */
export const overdueMs = 5_000
/** How often a read is looked up in the database, and how long an operator waits for that. */
const lookUpIntervalMs = 2_000
const maxLookUpMs = 1_000
/** After `over_budget`, the same read fails for this long without another attempt. */
const refusedPauseMs = 500
/** How long the answer to a read that began before a command may still arrive. */
const invalidationTtlMs = 60_000
const maxAttempts = 3

/** A snapshot of the service's refusal of a read. */
export const refusalSnapshot = (refusal: RefusalData, readAt: number): Snapshot => ({
  readAt,
  data: undefined,
  body: '',
  contentType: '',
  refusal,
  stale: false,
})

/** Whether the body is HTML, JSON or empty instead of CSV. */
const isNotCsv = (body: Buffer): boolean => /^\s*(?:[<{[]|$)/.test(body.toString('utf8'))

/** Parses an answer into a snapshot. @throws Refusal `unreadable` */
export function answerSnapshot(
  { name, params }: Pick<Read, 'name' | 'params'>,
  body: Buffer,
  readAt: number,
): Snapshot {
  const endpoint: EndpointDefinition = readEndpoint(name)
  const common = { readAt, refusal: null, stale: false }
  if (!endpoint.response) {
    if (isNotCsv(body)) throw unreadable()
    return { ...common, data: undefined, body, contentType: 'text/csv; charset=utf-8' }
  }
  const data = parseReadAnswer(endpoint, body.toString('utf8'), params)
  return { ...common, data, body: JSON.stringify(data), contentType: 'application/json' }
}

/** Whether a refusal is the service's answer about the thing itself, not an error that may pass. */
const isFinal = (refusal: RefusalData) => refusal.by === 'service' && refusal.status >= 400 && refusal.status < 500

/** `isOurs`: this gateway read it. Other gateways' answers are in the database already. */
type Observer = (read: Read, snapshot: Snapshot, isOurs: boolean) => void

/** Lets the gateways of one store share reads. */
export interface ReadSharing {
  /** Whether all gateways get the answer to this read. */
  isShared: (read: Read) => boolean
  /**
   * Claims a read for this gateway.
   *
   * @returns `isOurs`: whether this gateway got it; else another gateway reads it and publishes the answer or its failure. `readAt`: when
   *   any gateway last read it, by the steady clock
   */
  claim: (key: string) => Promise<{ isOurs: boolean; readAt: number }>
  /** Gives up a claim without an answer: other gateways may claim the read. */
  release: (key: string) => void
  /** The latest snapshot of any gateway. */
  find: (key: string) => Promise<Snapshot | undefined>
  /** Claims the one try of an unhealthy service. No other gateway tries until this one has called `endTry`. */
  claimTry: () => Promise<boolean>
  /** Ends the try. @param pause ms until any gateway may try again; 0: the service is healthy */
  endTry: (pause: number) => void
  /** Publishes a command that may have changed cached data. */
  publishChanged: (command: ServiceCommandName, params: Record<string, string>) => void
  /** Publishes the data in a command's answer. */
  publishLearned: (name: ServiceReadName, params: Record<string, string>, change: object) => void
  listen: (to: {
    read: (read: Read, snapshot: Snapshot) => void
    /** Another gateway's read has ended, with or without an answer. */
    ended: (key: string) => void
    changed: (command: ServiceCommandName, params: Record<string, string>) => void
    learned: (name: ServiceReadName, params: Record<string, string>, change: object) => void
    /** Messages may have been lost. */
    missed: () => void
  }) => void
}

/** The cache of reads. @param deps.sharing null: this is the only gateway */
export function createSnapshots(deps: {
  requestService: RequestService
  state: ServiceHealth
  clock: Clock
  changeLog: ChangeLog
  sharing?: ReadSharing | null
}) {
  const { requestService, state, clock, changeLog, sharing = null } = deps
  const cached = new LRUCache<string, Snapshot>({ max: maxSnapshots })
  const underWay = new Map<string, Promise<Snapshot>>()
  let changes: { concerns: (read: Read) => boolean; at: number }[] = []
  const observers: Observer[] = []
  /** By key: resolves the wait for another gateway's read. */
  const waiting = new Map<string, () => void>()
  /** By key: resolves the waits for a newer snapshot. */
  const awaited = new Map<string, Set<() => void>>()
  const lookUps = new LRUCache<string, { at: number; done: Promise<void> }>({ max: maxSnapshots })
  const recentRefusals = new LRUCache<string, { error: Refusal; until: number }>({ max: maxSnapshots })
  sharing?.listen({
    read: addRemote,
    ended: (key) => waiting.get(key)?.(),
    changed: expire,
    learned: merge,
    missed: markStale,
  })

  /** Calls back with every new snapshot, including refusals. */
  function observe(observer: Observer): void {
    observers.push(observer)
  }

  /** Adds a snapshot of an earlier process, for when the service does not answer. */
  function restore(read: Read, snapshot: Snapshot): void {
    if (!peek(read)) cached.set(readKey(read), snapshot)
  }

  /** The cached snapshot, whatever its age. */
  function peek(read: Read): Snapshot | undefined {
    return cached.get(readKey(read))
  }

  function ageOf(snapshot: Snapshot): number {
    return Math.max(0, /* guard: ages-by-steady-clock */ clock.steady() - snapshot.readAt)
  }

  function isFresh(read: Read, snapshot: Snapshot): boolean {
    const fresh = snapshot.refusal ? refusalFreshMs(snapshot.refusal.status) : freshnessOf(read.name).snapshotMs
    return !snapshot.stale && !isOutdated(read, snapshot) && ageOf(snapshot) < fresh
  }

  /** Whether an event reported a change since the read. Ignored right after a read, so that many events do not cause many reads. */
  function isOutdated(read: Read, snapshot: Snapshot): boolean {
    return ageOf(snapshot) >= freshnessOf(read.name).afterEventMs && changeLog.changedSince(read, snapshot.readAt)
  }

  /**
   * Returns a snapshot that is fresh enough, else reads. For watched reads, returns the latest snapshot of any age: the poller refreshes it.
   *
   * @param lazily any snapshot suffices
   * @throws Refusal when there is neither an answer nor a snapshot
   */
  async function get(read: Read, who: Requester, lazily = false): Promise<Found> {
    const cached = peek(read)
    if (cached && isFresh(read, cached)) return { snapshot: cached, cacheStatus: 'hit' }
    const suffices = cached && !cached.stale && !cached.refusal && (lazily || freshnessOf(read.name).isWatched)
    if (suffices) return { snapshot: await lookUp(read, cached), cacheStatus: 'stale' }
    try {
      const joined = await start(read, 'reads', who, maxWaitMs, lazily ? 'unless known' : 'unless fresh')
      // This joined a read that began before a command ended.
      const snapshot = joined.stale ? await refresh(read, 'reads', who, maxWaitMs) : joined
      return { snapshot, cacheStatus: 'miss' }
    } catch (error) {
      if (cached && !cached.refusal && error instanceof Refusal) return { snapshot: cached, cacheStatus: 'stale' }
      throw error
    }
  }

  /** Returns the latest snapshot of any gateway, if this one is overdue. A gateway that was stopped or cut off was told of none. */
  async function lookUp(read: Read, known: Snapshot): Promise<Snapshot> {
    const now = clock.steady()
    if (!(/* guard: woken-gateway-looks-up */ (sharing?.isShared(read) && ageOf(known) >= overdueMs))) return known
    const key = readKey(read)
    let last = lookUps.get(key)
    if (!last || now - last.at >= lookUpIntervalMs) {
      const done = sharing.find(key).then((found) => found && addRemote(read, found))
      last = { at: now, done }
      lookUps.set(key, last)
    }
    await waitFor(maxLookUpMs, last.done)
    return peek(read) ?? known
  }

  /** Waits at most a second for a newer snapshot than an overdue one, which somebody reads already. @returns the latest */
  async function nextOf(read: Read, known: Snapshot): Promise<Snapshot> {
    if (/* guard: overdue-focus-waits */ ageOf(known) < overdueMs) return known
    const key = readKey(read)
    const arrived = Promise.withResolvers<void>()
    const waits = awaited.get(key) ?? new Set()
    awaited.set(key, waits.add(arrived.resolve))
    await waitFor(maxLookUpMs, arrived.promise)
    waits.delete(arrived.resolve)
    if (waits.size === 0) awaited.delete(key)
    return peek(read) ?? known
  }

  /**
   * Reads from the service, or joins the same read under way. A refusal of the thing itself is a snapshot too.
   *
   * @throws Refusal when there is no request slot or no usable answer
   */
  function refresh(read: Read, lane: Lane, who: Requester, wait: number): Promise<Snapshot> {
    return start(read, lane, who, wait, 'anew')
  }

  /**
   * @param how `anew`: also joins another gateway's read · `unless fresh`: also accepts one that has just ended · `unless known`: accepts
   *   any · `alone`: joins no other gateway's read
   */
  function start(
    read: Read,
    lane: Lane,
    who: Requester,
    wait: number,
    how: 'anew' | 'unless fresh' | 'unless known' | 'alone',
  ): Promise<Snapshot> {
    const key = readKey(read)
    const joined = underWay.get(key)
    // guard: one-read-for-everybody
    if (joined) return joined
    const forAll = /* guard: gateways-share-one-read */ sharing?.isShared(read) && how !== 'alone' ? sharing : null
    const isEnough = (snapshot: Snapshot) =>
      how === 'unless known' ? !snapshot.stale && !snapshot.refusal : how === 'unless fresh' && isFresh(read, snapshot)
    const reading = (
      forAll ? readForAll(forAll, read, lane, who, wait, isEnough) : readOnce(read, lane, who, wait)
    ).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  /**
   * Reads with a request that begins after this call: never returns an earlier snapshot, nor joins an earlier read.
   *
   * @throws Refusal as `refresh`
   */
  async function readFresh(read: Read, lane: Lane, who: Requester, wait = maxWaitMs): Promise<Snapshot> {
    await underWay.get(readKey(read))?.catch(() => {})
    return start(read, lane, who, wait, 'alone')
  }

  function isUnderWay(read: Read): boolean {
    return underWay.has(readKey(read))
  }

  /** Marks the snapshots that a command may have changed as stale, at all gateways. They are used only if the service does not answer. */
  function invalidate(command: ServiceCommandName, params: Record<string, string>): void {
    expire(command, params)
    sharing?.publishChanged(command, params)
  }

  function expire(command: ServiceCommandName, params: Record<string, string>): void {
    const names: readonly string[] = invalidatedReads(command)
    const concerns = (read: Read) =>
      names.includes(read.name) &&
      Object.entries(read.params).every(([name, value]) => params[name] === undefined || params[name] === value)
    const now = clock.steady()
    changes = [...changes.filter((change) => change.at > now - invalidationTtlMs), { concerns, at: now }]
    for (const [key, snapshot] of cached.entries()) {
      const read = parseReadKey(key)
      if (read && concerns(read)) snapshot.stale = true
    }
  }

  /** Merges data from a command's answer into the cached snapshots, at all gateways, until they are read again. */
  function applyCommandAnswer(name: ServiceReadName, params: Record<string, string>, change: object): void {
    merge(name, params, change)
    sharing?.publishLearned(name, params, change)
  }

  function merge(name: ServiceReadName, params: Record<string, string>, change: object): void {
    for (const [key, snapshot] of cached.entries()) {
      const read = parseReadKey(key)
      if (read?.name !== name || snapshot.refusal) continue
      if (Object.entries(read.params).some(([word, value]) => params[word] !== value)) continue
      const data = { ...(snapshot.data as object), ...change }
      cached.set(key, { ...snapshot, data, body: JSON.stringify(data), readAt: clock.steady(), stale: true })
    }
  }

  /** Marks snapshots as stale, because another gateway's command may have been missed. Watched reads are refreshed soon anyway. */
  function markStale(): void {
    for (const [key, snapshot] of cached.entries()) {
      const read = parseReadKey(key)
      if (read && !freshnessOf(read.name).isWatched) snapshot.stale = true
    }
  }

  /** Reads on behalf of all gateways, or waits for the gateway that reads already. */
  async function readForAll(
    sharing: ReadSharing,
    read: Read,
    lane: Lane,
    who: Requester,
    wait: number,
    isEnough: (snapshot: Snapshot) => boolean,
  ): Promise<Snapshot> {
    const key = readKey(read)
    const began = clock.steady()
    if (!state.mayTry(began)) throw serviceUnavailable()
    const whose = `${lane} ${who.person ?? ''} ${key}`
    const refused = recentRefusals.get(whose)
    // Each attempt costs a database statement, and pages poll.
    if (refused && refused.until > began) throw refused.error
    for (let left = maxWaitForOthersMs; left > 0; left = began + maxWaitForOthersMs - clock.steady()) {
      const before = peek(read)
      const ended = Promise.withResolvers<void>()
      waiting.set(key, ended.resolve)
      const claim = await sharing.claim(key)
      if (claim.isOurs) {
        if (claim.readAt <= (before?.readAt ?? -Infinity)) break
        const found = await sharing.find(key)
        if (found) addRemote(read, found)
      } else await waitFor(Math.min(left, claimAgainMs), ended.promise)
      const known = peek(read)
      if (known && known !== before && (!claim.isOurs || isEnough(known))) {
        if (claim.isOurs) sharing.release(key)
        return known
      }
      if (claim.isOurs) break
    }
    waiting.delete(key)
    try {
      return await readOnce(read, lane, who, Math.max(0, wait - (clock.steady() - began)))
    } catch (error) {
      if (error instanceof Refusal && error.data.code === 'over_budget')
        recentRefusals.set(whose, { error, until: clock.steady() + refusedPauseMs })
      sharing.release(key)
      throw error
    }
  }

  async function readOnce(read: Read, lane: Lane, who: Requester, wait: number): Promise<Snapshot> {
    // guard: refused-key-is-left-alone
    if (!state.claimTry(clock.steady())) throw serviceUnavailable()
    const isTry = sharing !== null && state.retryPauseMs !== null
    if (isTry && !(/* guard: one-gateway-tries */ (await sharing.claimTry()))) throw serviceUnavailable()
    const exchange = await send(read, lane, who, wait).finally(() => isTry && sharing.endTry(state.retryPauseMs ?? 0))
    const { sentAt: readAt } = exchange
    if (exchange.kind === 'failure') throw noAnswer(exchange)
    if (exchange.status >= 200 && exchange.status < 300) return keep(read, answerSnapshot(read, exchange.body, readAt))
    const refused = refusedByService(exchange, clock.now())
    if (!isFinal(refused.data)) throw refused
    return keep(read, refusalSnapshot(refused.data, readAt))
  }

  /** Retries when the connection broke or the request was never written, since reads change nothing. */
  async function send(read: Read, lane: Lane, who: Requester, wait: number): Promise<ServiceResponse> {
    const path = pathWithQuery(readEndpoint(read.name).path, read.params, read.query)
    const outgoing = { kind: 'read', endpoint: read.name, method: 'GET', path, workspace: read.workspace } as const
    for (let left = maxAttempts - 1; ; left -= 1) {
      const asked = await requestService(outgoing, lane, who, wait)
      const lost = asked.kind === 'failure' && (asked.reason === 'reset' || asked.reason === 'stood_still')
      if (!lost || left === 0) return asked
    }
  }

  function keep(read: Read, answer: Snapshot): Snapshot {
    const data = restoreCancelledCount(read, answer.data, peek(read)?.data)
    const snapshot = data === answer.data ? answer : { ...answer, data, body: JSON.stringify(data) }
    put(read, snapshot, true)
    return snapshot
  }

  /** Adds another gateway's snapshot. */
  function addRemote(read: Read, snapshot: Snapshot): void {
    const known = peek(read)
    if (!known || known.readAt < snapshot.readAt) put(read, snapshot, false)
  }

  function put(read: Read, snapshot: Snapshot, isOurs: boolean): void {
    snapshot.stale = changes.some((change) => change.at >= snapshot.readAt && change.concerns(read))
    const key = readKey(read)
    cached.set(key, snapshot)
    for (const resolve of awaited.get(key) ?? []) resolve()
    for (const observer of observers) observer(read, snapshot, isOurs)
  }

  function serviceUnavailable(): Refusal {
    return state.state === 'key_refused'
      ? serviceRefusedKey()
      : noAnswer({ kind: 'failure', wasOpened: false, reason: 'unreachable' })
  }

  return {
    observe,
    restore,
    peek,
    ageOf,
    isFresh,
    isOutdated,
    get,
    lookUp,
    nextOf,
    refresh,
    readFresh,
    isUnderWay,
    invalidate,
    applyCommandAnswer,
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

/** Resolves with the promise, or after this many ms. */
async function waitFor(ms: number, ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([ended, late])
  clearTimeout(timer)
}

/** Parses a key that `readKey` created; null if its endpoint no longer exists. */
export function parseReadKey(key: string): Read | null {
  const [name, params, query, workspace] = JSON.parse(key) as [
    string,
    Read['params'],
    [string, string][],
    string | null,
  ]
  return isReadName(name) ? { name, params, query: Object.fromEntries(query), workspace } : null
}
