/**
 * The cache of the service's answers, shared by all operators and gateways. Equal reads share one request and one answer. Roles are
 * checked before. The workspace is part of a snapshot's key, so no workspace gets another's. Longer than 500 lines, since the cached
 * snapshots and the pending reads share one state.
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
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { parseReadAnswer } from '../upstream/answers.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import type { ServiceRequest } from '../upstream/http-client.ts'
import { noAnswer, refusedByService, serviceRefusedKey, unreadable } from '../upstream/refusals.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { apartMs, isDoubtful, missingSince } from './absence.ts'
import type { ChangeLog } from './change-log.ts'
import { restoreCancelledCount } from './dropped-calls.ts'
import { type Read, readKey, requestOf } from './read.ts'
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
  /** For a 404: when the first of the 404s in a row was read. */
  missingSince?: number | undefined
  /** A command may have changed the data since. */
  stale: boolean
}

export interface CachedAnswer {
  snapshot: Snapshot
  cacheStatus: 'hit' | 'stale' | 'miss'
}

const maxSnapshots = 2_000
/** How long an operator's read waits for a request slot. */
const maxWaitMs = 8_000
/** How long an operator's read waits for another gateway, which may have ended while it read. */
const maxWaitForOthersMs = 10_000
/** How often to try to take over a read from another gateway, which may have ended. */
const reclaimIntervalMs = 500
/** A shared watched snapshot of this age is unusual: another gateway may have a newer one, and its message may have been lost. */
export const overdueMs = 5_000
/** The shortest time between two look-ups of a read in the database, and how long an operator waits for one. */
const lookUpIntervalMs = 2_000
const maxLookUpMs = 1_000
/** The poller begins a read of what was just opened within this time, or has no room for it. */
const maxReadStartMs = 50
/** After a refusal `over_budget`, the same read fails for this long without another attempt. */
const refusedPauseMs = 500
/** How long after a command the answer to a read that began before it may still arrive. */
const invalidationTtlMs = 60_000
const maxAttempts = 3
/** What was known and is not found is read again for this long, until a second reading decides. */
const maxDoubtMs = 60_000

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

/** Whether a refusal is the service's answer about the requested record, not an error that may pass. */
const isFinal = (refusal: RefusalData) => refusal.by === 'service' && refusal.status >= 400 && refusal.status < 500

/**
 * `isOurs`: this gateway read the snapshot. Other gateways' snapshots are in the database already. `answer`: the service's answer as it
 * was received, in which fields may be missing; null for a refusal and for another gateway's snapshot.
 */
type Observer = (read: Read, snapshot: Snapshot, isOurs: boolean, answer: Buffer | null) => void

/** Lets the gateways of one store share reads. */
export interface ReadSharing {
  /** Whether all gateways get the answer to this read. */
  isShared: (read: Read) => boolean
  /**
   * Claims a read for this gateway.
   *
   * @returns `isOurs`: whether this gateway may read; else another gateway reads, and publishes the answer or its failure. `readAt`: when
   *   any gateway last read it, by the steady clock
   */
  claim: (key: string) => Promise<{ isOurs: boolean; readAt: number }>
  /** Gives up a claim without an answer: other gateways may claim the read. */
  release: (key: string) => void
  /** The latest snapshot of any gateway. */
  find: (key: string) => Promise<Snapshot | undefined>
  /** Claims the one try of an unhealthy service. No other gateway tries until this one has called `endTry`. */
  claimTry: () => Promise<boolean>
  /** Ends the try. @param pauseMs until any gateway may try again; 0: the service is healthy */
  endTry: (pauseMs: number) => void
  /** Publishes a command that may have changed cached data. */
  publishInvalidation: (command: ServiceCommandName, params: Record<string, string>) => void
  /** Publishes data of a command's answer for the cached reads. */
  publishCommandAnswer: (name: ServiceReadName, params: Record<string, string>, change: object) => void
  listen: (listeners: {
    onRead: (read: Read, snapshot: Snapshot) => void
    /** Another gateway's read has ended, with or without an answer. */
    onEnded: (key: string) => void
    onInvalidated: (command: ServiceCommandName, params: Record<string, string>) => void
    onCommandAnswer: (name: ServiceReadName, params: Record<string, string>, change: object) => void
    /** Messages may have been lost. */
    onMissed: () => void
  }) => void
}

/** The cache of reads. @param deps.sharing null: this is the only gateway */
export function createSnapshots(deps: {
  requestService: RequestService
  serviceHealth: ServiceHealth
  clock: Clock
  changeLog: ChangeLog
  sharing?: ReadSharing | null
}) {
  const { requestService, serviceHealth, clock, changeLog, sharing = null } = deps
  const cached = new LRUCache<string, Snapshot>(atMost(maxSnapshots))
  const pendingReads = new Map<string, Promise<Snapshot>>()
  let invalidations: { matches: (read: Read) => boolean; at: number }[] = []
  const observers: Observer[] = []
  /** By key: resolves the wait for another gateway's read. */
  const waitingForOthers = new Map<string, () => void>()
  /** By key: resolves the waits for a newer snapshot. */
  const waitingForNewer = new Map<string, Set<() => void>>()
  const recentLookUps = new LRUCache<string, { at: number; done: Promise<void> }>(atMost(maxSnapshots))
  const recentRefusals = new LRUCache<string, { error: Refusal; until: number }>(atMost(maxSnapshots))
  /** Reads that were answered before and got their first 404. */
  const doubted = new LRUCache<string, Read>(atMost(maxSnapshots))
  sharing?.listen({
    onRead: addRemote,
    onEnded: (key) => waitingForOthers.get(key)?.(),
    onInvalidated: expire,
    onCommandAnswer: merge,
    onMissed: markStale,
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

  /**
   * The cached answers of these endpoints, the latest first, whatever their age.
   *
   * @param workspace leaves out answers for another workspace
   */
  function findAnswers(names: readonly ServiceReadName[], workspace: string): { read: Read; snapshot: Snapshot }[] {
    const prefixes = names.map((name) => `["${name}",`)
    return [...cached.entries()]
      .flatMap(([key, snapshot]) => {
        if (snapshot.refusal || !prefixes.some((prefix) => key.startsWith(prefix))) return []
        const read = parseReadKey(key)
        return read && (read.workspace ?? workspace) === workspace ? [{ read, snapshot }] : []
      })
      .toSorted((one, other) => other.snapshot.readAt - one.snapshot.readAt)
  }

  function ageOf(snapshot: Snapshot): number {
    return Math.max(0, /* guard: ages-by-steady-clock */ clock.steady() - snapshot.readAt)
  }

  function isFresh(read: Read, snapshot: Snapshot): boolean {
    const freshMs = snapshot.refusal ? refusalFreshMs(snapshot) : freshnessOf(read.name).snapshotMs
    return !snapshot.stale && !isOutdated(read, snapshot) && ageOf(snapshot) < freshMs
  }

  /** Whether an event reported a change since the read. Right after a read, events are ignored, so that many events cause few reads. */
  function isOutdated(read: Read, snapshot: Snapshot): boolean {
    return ageOf(snapshot) >= freshnessOf(read.name).afterEventMs && changeLog.changedSince(read, snapshot.readAt)
  }

  /**
   * Returns a snapshot that is fresh enough, else reads. For watched reads, returns the latest snapshot of any age: the poller refreshes it.
   *
   * @param acceptsAny any snapshot suffices
   * @throws Refusal when there is neither an answer nor a snapshot
   */
  async function get(read: Read, requester: Requester, acceptsAny = false): Promise<CachedAnswer> {
    const cachedSnapshot = peek(read)
    if (cachedSnapshot && isFresh(read, cachedSnapshot)) return { snapshot: cachedSnapshot, cacheStatus: 'hit' }
    const isSufficient =
      cachedSnapshot &&
      !cachedSnapshot.stale &&
      !cachedSnapshot.refusal &&
      (acceptsAny || freshnessOf(read.name).isWatched)
    if (isSufficient) return { snapshot: await lookUp(read, cachedSnapshot), cacheStatus: 'stale' }
    try {
      const joined = await startRead(read, 'reads', requester, maxWaitMs, acceptsAny ? 'accept any' : 'accept fresh')
      // This joined a read that began before a command ended.
      const snapshot = joined.stale ? await refresh(read, 'reads', requester, maxWaitMs) : joined
      return { snapshot, cacheStatus: 'miss' }
    } catch (error) {
      if (cachedSnapshot && !cachedSnapshot.refusal && error instanceof Refusal)
        return { snapshot: cachedSnapshot, cacheStatus: 'stale' }
      throw error
    }
  }

  /** Looks up a newer snapshot of another gateway if this one is overdue. A gateway that was stopped or cut off got no messages. */
  async function lookUp(read: Read, snapshot: Snapshot): Promise<Snapshot> {
    const now = clock.steady()
    if (!(/* guard: woken-gateway-looks-up */ (sharing?.isShared(read) && ageOf(snapshot) >= overdueMs)))
      return snapshot
    const key = readKey(read)
    let last = recentLookUps.get(key)
    if (!last || now - last.at >= lookUpIntervalMs) {
      const done = sharing.find(key).then((found) => found && addRemote(read, found))
      last = { at: now, done }
      recentLookUps.set(key, last)
    }
    await waitFor(maxLookUpMs, last.done)
    return peek(read) ?? snapshot
  }

  /**
   * If a snapshot is overdue and a newer one is being read, waits for it for at most a second. Use it only for what an operator has just
   * opened: with more calls in focus than the plan can refresh, nothing newer would come, and every poll would wait.
   *
   * @returns the latest
   */
  async function waitForNewer(read: Read, snapshot: Snapshot): Promise<Snapshot> {
    if (/* guard: overdue-focus-waits */ ageOf(snapshot) < overdueMs) return snapshot
    const key = readKey(read)
    const arrived = Promise.withResolvers<void>()
    const resolvers = waitingForNewer.get(key) ?? new Set()
    waitingForNewer.set(key, resolvers.add(arrived.resolve))
    await waitFor(maxReadStartMs, arrived.promise)
    const isStillOverdue = ageOf(peek(read) ?? snapshot) >= overdueMs
    // Another gateway may read it for all, of which this one knows nothing.
    if (isStillOverdue && (pendingReads.has(key) || sharing?.isShared(read)))
      await waitFor(maxLookUpMs, arrived.promise)
    resolvers.delete(arrived.resolve)
    if (resolvers.size === 0) waitingForNewer.delete(key)
    return peek(read) ?? snapshot
  }

  /**
   * Reads from the service, or joins the same pending read. A final refusal, such as 404, is a snapshot too.
   *
   * @throws Refusal when there is no request slot or no usable answer
   */
  function refresh(read: Read, lane: Lane, requester: Requester, waitMs: number): Promise<Snapshot> {
    return startRead(read, lane, requester, waitMs, 'join')
  }

  /**
   * @param mode `join`: also joins another gateway's read · `accept fresh`: also accepts a fresh snapshot of another gateway · `accept any`:
   *   accepts any usable snapshot · `alone`: joins no other gateway's read
   */
  function startRead(
    read: Read,
    lane: Lane,
    requester: Requester,
    waitMs: number,
    mode: 'join' | 'accept fresh' | 'accept any' | 'alone',
  ): Promise<Snapshot> {
    const key = readKey(read)
    const joined = pendingReads.get(key)
    // guard: one-read-for-everybody
    if (joined) return joined
    const readSharing =
      /* guard: gateways-share-one-read */ sharing?.isShared(read) && mode !== 'alone' ? sharing : null
    const isAcceptable = (snapshot: Snapshot) =>
      mode === 'accept any' ? !snapshot.stale && !snapshot.refusal : mode === 'accept fresh' && isFresh(read, snapshot)
    const pendingRead = (
      readSharing
        ? readForAll(readSharing, read, lane, requester, waitMs, isAcceptable)
        : readOnce(read, lane, requester, waitMs)
    ).finally(() => pendingReads.delete(key))
    pendingReads.set(key, pendingRead)
    return pendingRead
  }

  /**
   * Reads with a request that begins after this call: never returns an earlier snapshot, nor joins an earlier read.
   *
   * @throws Refusal as `refresh`
   */
  async function readFresh(read: Read, lane: Lane, requester: Requester, waitMs = maxWaitMs): Promise<Snapshot> {
    await pendingReads.get(readKey(read))?.catch(() => {})
    return startRead(read, lane, requester, waitMs, 'alone')
  }

  /** What was known and is not found just now, once a second reading can tell whether it is gone. */
  function doubtfulReads(): Read[] {
    return [...doubted.values()].filter((read) => {
      const snapshot = peek(read)
      if (!snapshot) return false
      const doubtMs = clock.steady() - (snapshot.missingSince ?? snapshot.readAt)
      return ageOf(snapshot) >= apartMs && doubtMs < maxDoubtMs
    })
  }

  /** Lets nobody rely on the cached refusal of a read, because another answer contradicts it. */
  function distrustRefusal(read: Read): void {
    const snapshot = peek(read)
    if (snapshot?.refusal) snapshot.stale = true
  }

  function isUnderWay(read: Read): boolean {
    return pendingReads.has(readKey(read))
  }

  /** Marks the snapshots that a command may have changed as stale, at all gateways. They are used only if the service does not answer. */
  function invalidate(command: ServiceCommandName, params: Record<string, string>): void {
    expire(command, params)
    sharing?.publishInvalidation(command, params)
  }

  function expire(command: ServiceCommandName, params: Record<string, string>): void {
    const names: readonly string[] = invalidatedReads(command)
    const isAffected = (read: Read) =>
      names.includes(read.name) &&
      Object.entries(read.params).every(([name, value]) => params[name] === undefined || params[name] === value)
    const now = clock.steady()
    invalidations = [
      ...invalidations.filter((change) => change.at > now - invalidationTtlMs),
      { matches: isAffected, at: now },
    ]
    for (const [key, snapshot] of cached.entries()) {
      const read = parseReadKey(key)
      if (read && isAffected(read)) snapshot.stale = true
    }
  }

  /** Merges data of a command's answer into the cached snapshots of all gateways, until they are read again. */
  function applyCommandAnswer(name: ServiceReadName, params: Record<string, string>, change: object): void {
    merge(name, params, change)
    sharing?.publishCommandAnswer(name, params, change)
  }

  function merge(name: ServiceReadName, params: Record<string, string>, change: object): void {
    for (const [key, snapshot] of cached.entries()) {
      const read = parseReadKey(key)
      if (read?.name !== name || snapshot.refusal) continue
      if (Object.entries(read.params).some(([name, value]) => params[name] !== value)) continue
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
    requester: Requester,
    waitMs: number,
    isAcceptable: (snapshot: Snapshot) => boolean,
  ): Promise<Snapshot> {
    const key = readKey(read)
    const startedAt = clock.steady()
    if (!serviceHealth.mayTry(startedAt, read.name, requestOf(read).path)) throw serviceUnavailable()
    const refusalKey = `${lane} ${requester.person ?? ''} ${key}`
    const recentRefusal = recentRefusals.get(refusalKey)
    // Each attempt costs a database statement, and pages poll.
    if (recentRefusal && recentRefusal.until > startedAt) throw recentRefusal.error
    for (
      let remainingMs = maxWaitForOthersMs;
      remainingMs > 0;
      remainingMs = startedAt + maxWaitForOthersMs - clock.steady()
    ) {
      const previous = peek(read)
      const ended = Promise.withResolvers<void>()
      waitingForOthers.set(key, ended.resolve)
      const claim = await sharing.claim(key)
      if (claim.isOurs) {
        if (claim.readAt <= (previous?.readAt ?? -Infinity)) break
        const found = await sharing.find(key)
        if (found) addRemote(read, found)
      } else await waitFor(Math.min(remainingMs, reclaimIntervalMs), ended.promise)
      const snapshot = peek(read)
      if (snapshot && snapshot !== previous && (!claim.isOurs || isAcceptable(snapshot))) {
        if (claim.isOurs) sharing.release(key)
        return snapshot
      }
      if (claim.isOurs) break
    }
    waitingForOthers.delete(key)
    try {
      return await readOnce(read, lane, requester, Math.max(0, waitMs - (clock.steady() - startedAt)))
    } catch (error) {
      if (error instanceof Refusal && error.data.code === 'over_budget')
        recentRefusals.set(refusalKey, { error, until: clock.steady() + refusedPauseMs })
      sharing.release(key)
      throw error
    }
  }

  async function readOnce(read: Read, lane: Lane, requester: Requester, waitMs: number): Promise<Snapshot> {
    const request = requestOf(read)
    // guard: refused-key-is-left-alone
    if (!serviceHealth.claimTry(clock.steady(), request.endpoint, request.path)) throw serviceUnavailable()
    const isTry = sharing !== null && serviceHealth.isPaused(read.name)
    if (isTry && !(/* guard: one-gateway-tries */ (await sharing.claimTry()))) throw serviceUnavailable()
    const exchange = await send(request, lane, requester, waitMs).finally(
      () => isTry && sharing.endTry(serviceHealth.retryPauseMs ?? 0),
    )
    const { sentAt: readAt } = exchange
    if (exchange.kind === 'failure') throw noAnswer(exchange)
    if (exchange.status >= 200 && exchange.status < 300)
      return storeAnswer(read, answerSnapshot(read, exchange.body, readAt), exchange.body)
    const refusal = refusedByService(exchange, clock.now())
    if (!isFinal(refusal.data)) throw refusal
    return storeAnswer(read, refusalSnapshot(refusal.data, readAt), null)
  }

  /** Retries when the connection broke or the request was never written, since reads change nothing. Not if nobody waits, or after losses. */
  async function send(request: ServiceRequest, lane: Lane, requester: Requester, waitMs: number) {
    const isOnce = requester.isSpare || serviceHealth.isLost(request.path)
    for (let retriesLeft = isOnce ? 0 : maxAttempts - 1; ; retriesLeft -= 1) {
      const response = await requestService(request, lane, requester, waitMs)
      const isLost = response.kind === 'failure' && (response.reason === 'reset' || response.reason === 'stood_still')
      if (!isLost || retriesLeft === 0) return response
    }
  }

  function storeAnswer(read: Read, answer: Snapshot, body: Buffer | null): Snapshot {
    const data = restoreCancelledCount(read, answer.data, peek(read)?.data)
    const snapshot = data === answer.data ? answer : { ...answer, data, body: JSON.stringify(data) }
    storeSnapshot(read, snapshot, true, body)
    return snapshot
  }

  /** Adds another gateway's snapshot. */
  function addRemote(read: Read, snapshot: Snapshot): void {
    const known = peek(read)
    if (!known || known.readAt < snapshot.readAt) storeSnapshot(read, snapshot, false, null)
  }

  function storeSnapshot(read: Read, snapshot: Snapshot, isOurs: boolean, answer: Buffer | null): void {
    snapshot.stale = invalidations.some((change) => change.at >= snapshot.readAt && change.matches(read))
    const key = readKey(read)
    const previous = cached.get(key)
    snapshot.missingSince = missingSince(snapshot, previous)
    if (!isDoubtful(snapshot)) doubted.delete(key)
    else if (previous && !previous.refusal) doubted.set(key, read)
    cached.set(key, snapshot)
    for (const resolve of waitingForNewer.get(key) ?? []) resolve()
    for (const observer of observers) observer(read, snapshot, isOurs, answer)
  }

  function serviceUnavailable(): Refusal {
    return serviceHealth.state === 'key_refused'
      ? serviceRefusedKey()
      : noAnswer({ kind: 'failure', wasOpened: false, reason: 'unreachable' })
  }

  return {
    observe,
    restore,
    peek,
    findAnswers,
    ageOf,
    isFresh,
    isOutdated,
    get,
    lookUp,
    waitForNewer,
    refresh,
    readFresh,
    doubtfulReads,
    distrustRefusal,
    isUnderWay,
    invalidate,
    applyCommandAnswer,
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

/** Resolves with the promise, or after this many ms. */
async function waitFor(ms: number, ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([ended, timeout])
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
