/**
 * What was last read of the service, shared by everybody who may read it, at any gateway. Equal reads share one request and one answer.
 * The roles were checked before; a snapshot of one workspace is never another's, since the workspace is part of its name. Longer than 300
 * lines, since what is kept and who reads it are one state.
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
  /** When the service was asked, by the steady clock. */
  readAt: number
  /** In our spelling; undefined for a file and for a refusal. */
  data: unknown
  /** What browsers get. */
  body: string | Buffer
  contentType: string
  /** The service's word that it will not answer this. */
  refusal: RefusalData | null
  /** A command has changed it since. */
  stale: boolean
}

export interface Found {
  snapshot: Snapshot
  cacheStatus: 'hit' | 'stale' | 'miss'
}

const maxSnapshots = 2_000
/** ms that a person waits for a place in the budget. */
const maxWaitMs = 8_000
/** ms that a person waits for another gateway's reading: it may have ended in the middle. */
const maxWaitForOthersMs = 10_000
/** Whether the gateway that reads is still alive is asked this often, ms. */
const claimAgainMs = 500
/** ms for which whoever found no place in the budget is not looking for one again. */
const refusedPauseMs = 500
/** ms for which a read that began before a command may still arrive. */
const invalidationTtlMs = 60_000
const maxAttempts = 3

/** The service's word that it will not answer a read. */
export const refusalSnapshot = (refusal: RefusalData, readAt: number): Snapshot => ({
  readAt,
  data: undefined,
  body: '',
  contentType: '',
  refusal,
  stale: false,
})

/** A page or JSON where a CSV file should be. */
const isNotCsv = (body: Buffer): boolean => /^\s*(?:[<{[]|$)/.test(body.toString('utf8'))

/** An answer as a snapshot. @throws Refusal `unreadable` */
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

/** Only what the service says of the thing itself; its troubles are nobody's answer. */
const isFinal = (refusal: RefusalData) => refusal.by === 'service' && refusal.status >= 400 && refusal.status < 500

/** `isOurs`: this gateway read it. What others read is in the database already. */
type Observer = (read: Read, snapshot: Snapshot, isOurs: boolean) => void

/** How gateways of one store read once for all of them. */
export interface ReadSharing {
  /** Whether what is read is known to all. */
  isShared: (read: Read) => boolean
  /**
   * Asks to be the one that reads this.
   *
   * @returns `isOurs`: it is; else another gateway reads it, and tells of what it read, or that it could not. `readAt`: when it was last
   *   read by any gateway, by the steady clock
   */
  claim: (key: string) => Promise<{ isOurs: boolean; readAt: number }>
  /** Nothing was read: others may ask. */
  release: (key: string) => void
  /** What any gateway read last. */
  find: (key: string) => Promise<Snapshot | undefined>
  /** Whether this gateway is the one that tries a service in trouble. No other does until it has said how that went. */
  claimTry: () => Promise<boolean>
  /** It has tried: nobody does so soon again, ms; 0: there is no trouble any more. */
  endTry: (pause: number) => void
  /** Tells the other gateways of a command that may have changed what they read. */
  publishChanged: (command: ServiceCommandName, params: Record<string, string>) => void
  /** Tells them what a command's answer said. */
  publishLearned: (name: ServiceReadName, params: Record<string, string>, change: object) => void
  listen: (to: {
    read: (read: Read, snapshot: Snapshot) => void
    /** What was asked for has an answer now, or nobody asks for it any more. */
    ended: (key: string) => void
    changed: (command: ServiceCommandName, params: Record<string, string>) => void
    learned: (name: ServiceReadName, params: Record<string, string>, change: object) => void
    /** Something may have been missed. */
    missed: () => void
  }) => void
}

/** The cache of reads. @param parts.sharing null: this is the only gateway */
export function createSnapshots(parts: {
  requestService: RequestService
  state: ServiceHealth
  clock: Clock
  changeLog: ChangeLog
  sharing?: ReadSharing | null
}) {
  const { requestService: ask, state, clock, changeLog, sharing = null } = parts
  const kept = new LRUCache<string, Snapshot>({ max: maxSnapshots })
  const underWay = new Map<string, Promise<Snapshot>>()
  let changes: { concerns: (read: Read) => boolean; at: number }[] = []
  const observers: Observer[] = []
  /** Of the keys that other gateways read: calls back when that is over. */
  const waiting = new Map<string, () => void>()
  const refusedLately = new LRUCache<string, { error: Refusal; until: number }>({ max: maxSnapshots })
  sharing?.listen({
    read: accept,
    ended: (key) => waiting.get(key)?.(),
    changed: expire,
    learned: lay,
    missed,
  })

  /** Tells of every answer that is read, also of the service's word that something is not there. */
  function observe(observer: Observer): void {
    observers.push(observer)
  }

  /** What an earlier process read: it answers where the service cannot. */
  function restore(read: Read, snapshot: Snapshot): void {
    if (!peek(read)) kept.set(readKey(read), snapshot)
  }

  /** What is there, however old. */
  function peek(read: Read): Snapshot | undefined {
    return kept.get(readKey(read))
  }

  function ageOf(snapshot: Snapshot): number {
    return Math.max(0, /* guard: ages-by-steady-clock */ clock.steady() - snapshot.readAt)
  }

  function isFresh(read: Read, snapshot: Snapshot): boolean {
    const fresh = snapshot.refusal ? refusalFreshMs(snapshot.refusal.status) : freshnessOf(read.name).snapshotMs
    return !snapshot.stale && !isOutdated(read, snapshot) && ageOf(snapshot) < fresh
  }

  /** An event came since, and not so soon after the reading that a flood of them would be a flood of readings. */
  function isOutdated(read: Read, snapshot: Snapshot): boolean {
    return ageOf(snapshot) >= freshnessOf(read.name).afterEventMs && changeLog.changedSince(read, snapshot.readAt)
  }

  /**
   * A snapshot that is fresh enough, else a reading; what is watched answers at once with what is there.
   *
   * @param lazily whatever is there will do: nobody is looking closely
   * @throws Refusal when there is neither answer nor snapshot
   */
  async function get(read: Read, who: Requester, lazily = false): Promise<Found> {
    const kept = peek(read)
    if (kept && isFresh(read, kept)) return { snapshot: kept, cacheStatus: 'hit' }
    const willDo = kept && !kept.stale && !kept.refusal && (lazily || freshnessOf(read.name).isWatched)
    if (willDo) return { snapshot: kept, cacheStatus: 'stale' }
    try {
      const joined = await start(read, 'reads', who, maxWaitMs, 'unless fresh')
      // Joined a reading that began before a command ended.
      const snapshot = joined.stale ? await refresh(read, 'reads', who, maxWaitMs) : joined
      return { snapshot, cacheStatus: 'miss' }
    } catch (error) {
      if (kept && !kept.refusal && error instanceof Refusal) return { snapshot: kept, cacheStatus: 'stale' }
      throw error
    }
  }

  /**
   * Asks the service, or joins whoever is asking. A refusal of the thing itself is a snapshot too.
   *
   * @throws Refusal when there is no place in the budget or no usable answer
   */
  function refresh(read: Read, lane: Lane, who: Requester, wait: number): Promise<Snapshot> {
    return start(read, lane, who, wait, 'anew')
  }

  /**
   * @param how `anew`: joins another gateway's reading, too · `unless fresh`: also takes one that has just ended · `alone`: joins none of
   *   another gateway
   */
  function start(
    read: Read,
    lane: Lane,
    who: Requester,
    wait: number,
    how: 'anew' | 'unless fresh' | 'alone',
  ): Promise<Snapshot> {
    const key = readKey(read)
    const joined = underWay.get(key)
    // guard: one-read-for-everybody
    if (joined) return joined
    const forAll = /* guard: gateways-share-one-read */ sharing?.isShared(read) && how !== 'alone' ? sharing : null
    const reading = (
      forAll ? readForAll(forAll, read, lane, who, wait, how === 'unless fresh') : readOnce(read, lane, who, wait)
    ).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  /**
   * A reading that began after this call: never a snapshot, and never one that somebody else began before.
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

  /** A command may have changed these: they answer nobody any more, at any gateway, unless the service cannot be asked. */
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
    for (const [key, snapshot] of kept.entries()) {
      const read = parseReadKey(key)
      if (read && concerns(read)) snapshot.stale = true
    }
  }

  /** What a command's answer says of a thing lies over what was last read of it, until there is a place to read it again. */
  function applyCommandAnswer(name: ServiceReadName, params: Record<string, string>, change: object): void {
    lay(name, params, change)
    sharing?.publishLearned(name, params, change)
  }

  function lay(name: ServiceReadName, params: Record<string, string>, change: object): void {
    for (const [key, snapshot] of kept.entries()) {
      const read = parseReadKey(key)
      if (read?.name !== name || snapshot.refusal) continue
      if (Object.entries(read.params).some(([word, value]) => params[word] !== value)) continue
      const data = { ...(snapshot.data as object), ...change }
      kept.set(key, { ...snapshot, data, body: JSON.stringify(data), readAt: clock.steady(), stale: true })
    }
  }

  /** A command of another gateway may have gone unheard. What is watched is read again soon anyway. */
  function missed(): void {
    for (const [key, snapshot] of kept.entries()) {
      const read = parseReadKey(key)
      if (read && !freshnessOf(read.name).isWatched) snapshot.stale = true
    }
  }

  /** Reads what no other gateway reads now; what another reads is waited for. */
  async function readForAll(
    sharing: ReadSharing,
    read: Read,
    lane: Lane,
    who: Requester,
    wait: number,
    unlessFresh: boolean,
  ): Promise<Snapshot> {
    const key = readKey(read)
    const began = clock.steady()
    if (!state.mayTry(began)) throw notNow()
    const whose = `${lane} ${who.person ?? ''} ${key}`
    const refused = refusedLately.get(whose)
    // Each attempt is a statement to the database, and pages poll.
    if (refused && refused.until > began) throw refused.error
    for (let left = maxWaitForOthersMs; left > 0; left = began + maxWaitForOthersMs - clock.steady()) {
      const before = peek(read)
      const over = Promise.withResolvers<void>()
      waiting.set(key, over.resolve)
      const claim = await sharing.claim(key)
      if (claim.isOurs) {
        if (!unlessFresh || claim.readAt <= (before?.readAt ?? -Infinity)) break
        const found = await sharing.find(key)
        if (found) accept(read, found)
      } else await waitFor(Math.min(left, claimAgainMs), over.promise)
      const known = peek(read)
      if (known && known !== before && (!claim.isOurs || isFresh(read, known))) {
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
        refusedLately.set(whose, { error, until: clock.steady() + refusedPauseMs })
      sharing.release(key)
      throw error
    }
  }

  async function readOnce(read: Read, lane: Lane, who: Requester, wait: number): Promise<Snapshot> {
    // guard: refused-key-is-left-alone
    if (!state.claimTry(clock.steady())) throw notNow()
    const isTrial = sharing !== null && state.retryPauseMs !== null
    if (isTrial && !(/* guard: one-gateway-tries */ (await sharing.claimTry()))) throw notNow()
    const exchange = await send(read, lane, who, wait).finally(() => isTrial && sharing.endTry(state.retryPauseMs ?? 0))
    const { sentAt: readAt } = exchange
    if (exchange.kind === 'failure') throw noAnswer(exchange)
    if (exchange.status >= 200 && exchange.status < 300) return keep(read, answerSnapshot(read, exchange.body, readAt))
    const refused = refusedByService(exchange, clock.now())
    if (!isFinal(refused.data)) throw refused
    return keep(read, refusalSnapshot(refused.data, readAt))
  }

  /** A connection that broke is tried again, since a reading changes nothing; so is one that was never asked. */
  async function send(read: Read, lane: Lane, who: Requester, wait: number): Promise<ServiceResponse> {
    const path = pathWithQuery(readEndpoint(read.name).path, read.params, read.query)
    const outgoing = { kind: 'read', endpoint: read.name, method: 'GET', path, workspace: read.workspace } as const
    for (let left = maxAttempts - 1; ; left -= 1) {
      const asked = await ask(outgoing, lane, who, wait)
      const lost = asked.kind === 'failure' && (asked.why === 'reset' || asked.why === 'stood_still')
      if (!lost || left === 0) return asked
    }
  }

  function keep(read: Read, answer: Snapshot): Snapshot {
    const data = restoreCancelledCount(read, answer.data, peek(read)?.data)
    const snapshot = data === answer.data ? answer : { ...answer, data, body: JSON.stringify(data) }
    put(read, snapshot, true)
    return snapshot
  }

  /** What another gateway read. */
  function accept(read: Read, snapshot: Snapshot): void {
    const known = peek(read)
    if (!known || known.readAt < snapshot.readAt) put(read, snapshot, false)
  }

  function put(read: Read, snapshot: Snapshot, isOurs: boolean): void {
    snapshot.stale = changes.some((change) => change.at >= snapshot.readAt && change.concerns(read))
    kept.set(readKey(read), snapshot)
    for (const observer of observers) observer(read, snapshot, isOurs)
  }

  function notNow(): Refusal {
    return state.state === 'key_refused'
      ? serviceRefusedKey()
      : noAnswer({ kind: 'failure', opened: false, why: 'unreachable' })
  }

  return {
    observe,
    restore,
    peek,
    ageOf,
    isFresh,
    isOutdated,
    get,
    refresh,
    readFresh,
    isUnderWay,
    invalidate,
    applyCommandAnswer,
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

/** Resolves when it is over, or after so many ms. */
async function waitFor(ms: number, over: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([over, late])
  clearTimeout(timer)
}

/** The read of a name that `keyOf` made; null when there is no such endpoint any more. */
export function parseReadKey(key: string): Read | null {
  const [name, params, query, workspace] = JSON.parse(key) as [
    string,
    Read['params'],
    [string, string][],
    string | null,
  ]
  return isReadName(name) ? { name, params, query: Object.fromEntries(query), workspace } : null
}
