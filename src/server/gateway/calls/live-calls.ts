/**
 * The wall of live calls: all calls in progress, in one answer built from cached snapshots. If the service can list its active calls, the
 * wall is that list. Otherwise it consists of the running batches' calls and the calls placed by hand, each read separately.
 */

import { LRUCache } from 'lru-cache'
import {
  type ActiveCall,
  type ActiveCallSummary,
  type BatchCall,
  type BatchCallList,
  type Call,
  type ConcernRules,
  callEndedCode,
  defaultConcernRules,
  type LiveCall,
  type RefusalData,
  type TranscriptLine,
} from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
import { isMissing } from '../cache/absence.ts'
import { type Snapshot, type Snapshots } from '../cache/cached-reads.ts'
import {
  addAcceptedEnd,
  addFound,
  addMissing,
  addReport,
  type EndEvidence,
  endOf,
  foundAt,
  hasEnded,
  isBetweenCalls,
  noEvidence,
} from '../cache/call-end.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Poller } from '../cache/poller.ts'
import { type Read, readKey } from '../cache/read.ts'
import type { Attention } from '../cache/views.ts'
import type { Channel, Topics } from '../cluster/cluster.ts'
import type { Registry } from '../registry/registry.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { addReading, type ConcernLimits, concernLimitsOf, emptyHistory, findConcerns } from './call-concerns.ts'
import { activeCallListRead, batchActiveCallsRead, roomRead } from './call-reads.ts'
import type { KeptCalls } from './kept/kept-calls.ts'
import {
  emptySummary,
  isOutdated,
  isUrgent,
  outcomeSoFar,
  presentCall,
  startedCall,
  summaryOf,
  type TrackedCall,
} from './tracked-call.ts'

/** An ended call stays on the wall this long, so that its viewers see that it ended. */
const endedCallTtlMs = 20_000
/** Limits memory while nobody views the wall. */
const maxTrackedCalls = 500
/** Calls that are not tracked, of which it is remembered whether they have ended. */
const maxUntrackedCalls = 2_000
/** A call that has not been read for this long is dropped. Calls last about an hour at most (specification 8). */
const unreadCallTtlMs = 2 * 3_600_000

const observedReads: ReadonlySet<string> = new Set(['batchCallList', 'activeCallShow', 'activeCallList'])

const defaultLimits = concernLimitsOf(defaultConcernRules)

const untrackedKey = (workspace: string, roomName: string) => JSON.stringify([workspace, roomName])

/** Until when an ended call is on the wall. Its end may have been confirmed only some time later. */
const shownUntil = ({ missing, reportedAt }: EndEvidence): number =>
  Math.max(missing?.lastAt ?? -Infinity, reportedAt ?? -Infinity) + endedCallTtlMs

/** A call that was not read for longer than this, ms, has perhaps ended since. */
const liveTtlMs = 5 * 60_000

/** On a wall of more calls, a card has room for the last line alone. */
const maxLargeCards = 12

/** A call that has started but has not been read from the service yet. */
type StartedCall = Record<'roomName' | 'phone' | 'agent', string>

export function createLiveCalls(deps: {
  snapshots: Snapshots
  poller: Poller
  registry: Registry
  capabilities: Capabilities
  keptCalls: Pick<KeptCalls, 'addReading' | 'addEnd'>
  cluster: Channel
  clock: Clock
}) {
  const { snapshots, poller, registry, capabilities, keptCalls, cluster, clock } = deps
  const tracked = new Map<string, TrackedCall>()
  /** By workspace and room. */
  const untracked = new LRUCache<string, EndEvidence>(atMost(maxUntrackedCalls))
  const source = createSource()
  /** When the list of each workspace was last read (steady clock, ms). */
  const listReadAt = new Map<string | null, number>()
  /** The rules of each workspace about which calls need a look, as JSON, and the limits made from them. */
  const concernLimits = new Map<string | null, { rules: string; limits: ConcernLimits }>()
  /** Batch ids by room name, from answers that contain both. */
  const batchOfRoom = new LRUCache<string, string>(atMost(10_000))

  /** Tracks a call of which only its start is known. It is kept too, because it may end before it is read. */
  function begin(
    { roomName, phone, agent }: StartedCall,
    { batchId, workspace, readAt }: Pick<TrackedCall, 'batchId' | 'workspace' | 'readAt'>,
  ): void {
    const call = emptySummary(roomName, phone, agent)
    tracked.set(roomName, startedCall(call, { batchId, workspace, readAt }))
    // A call of a batch belongs to no workspace until it is read.
    if (workspace !== null)
      keptCalls.addReading({ workspace, batchId, call, transcript: undefined, readAt, isOurs: true })
    source.markChanged()
  }

  /** Adds a call that was placed by hand. */
  function onCallPlaced({ roomName, toNumber, agent }: Call, workspace: string): void {
    if (roomName === '') return
    begin({ roomName, phone: toNumber, agent: agent.name }, { batchId: null, workspace, readAt: clock.steady() })
  }

  /** Announces a started call to the other gateways. They read its number from the database. */
  function announce(roomName: string, batchId: string | null, workspace: string): void {
    if (roomName !== '') cluster.publish('callBegan', { roomName, batchId, workspace })
  }

  /** Handles a call-started event. The next read shows whether the call is still in progress. */
  function onCallStarted(call: StartedCall, batchId: string | null, workspace: string): void {
    track(call, batchId, workspace)
    announce(call.roomName, batchId, workspace)
  }

  function track(call: StartedCall, batchId: string | null, workspace: string): void {
    if (batchId) batchOfRoom.set(call.roomName, batchId)
    if (tracked.size >= maxTrackedCalls) deleteOld(clock.steady())
    if (tracked.has(call.roomName) || tracked.size >= maxTrackedCalls) return
    begin(call, { batchId, workspace, readAt: clock.steady() })
  }

  /** Handles a signed event that says that a call has ended. No read is needed. */
  function onCallEnded(roomName: string): void {
    end(roomName)
    cluster.publish('callEnded', { roomName })
  }

  function end(roomName: string): void {
    const call = tracked.get(roomName)
    if (call) setEnd(call, addReport(call.end, clock.steady()))
  }

  /** The service has accepted that an operator ends a call. It has ended once a reading does not find it. */
  function onEndAccepted(roomName: string): void {
    acceptEnd(roomName)
    cluster.publish('callEndAccepted', { roomName })
  }

  function acceptEnd(roomName: string): void {
    const call = tracked.get(roomName)
    if (call) setEnd(call, addAcceptedEnd(call.end, clock.steady()))
  }

  /** Changes what is known of a call's end, and keeps the call as ended once that suffices. */
  function setEnd(call: TrackedCall, end: EndEvidence): void {
    const wasEnded = hasEnded(call.end)
    call.end = end
    const endedAt = endOf(end)
    if (endedAt !== null && !wasEnded) keptCalls.addEnd(call.workspace, call.call.roomName, endedAt)
    source.markChanged()
  }

  /** Updates the wall from an answer. @param isOurs false: another gateway read it, or this one did before its start */
  function observe(read: Read, snapshot: Snapshot, isOurs = true): void {
    if (!observedReads.has(read.name)) return
    source.markChanged()
    if (read.name === 'batchCallList' && !snapshot.refusal) {
      const { calls, pagination } = snapshot.data as BatchCallList
      for (const call of calls) updateFromBatchCall(call, read.params.batchId ?? '', snapshot.readAt)
      if (readKey(read) === readKey(batchActiveCallsRead(read.params.batchId ?? '')) && !pagination.hasNext)
        noteMissing(read.params.batchId ?? '', calls, snapshot.readAt)
    }
    if (read.name === 'activeCallShow') updateFromRoom(read, snapshot, isOurs)
    if (read.name === 'activeCallList' && !snapshot.refusal)
      updateFromList((snapshot.data as { data: ActiveCallSummary[] }).data, read.workspace, snapshot.readAt, isOurs)
  }

  /**
   * Records that a person views the wall, so that its calls are polled.
   *
   * @throws Refusal if the list is not cached and no request can be sent
   */
  async function markViewed(
    workspace: string,
    attention: Attention,
    requester: Requester,
    person: string,
  ): Promise<void> {
    const listed = await capabilities.has('active-calls', workspace, requester)
    if (listed) {
      poller.markViewed(activeCallListRead(workspace), attention, person)
      await snapshots.get(activeCallListRead(workspace), requester, attention === 'background')
    } else markCallsViewed(workspace, attention, person)
  }

  /** @returns the wall of a workspace with these rules */
  function show(workspace: string, rules: ConcernRules) {
    const now = clock.steady()
    deleteOld(now)
    applyRules(workspace, rules)
    addDependency(source)
    for (const { end } of tracked.values()) if (hasEnded(end)) addExpiry(shownUntil(end) + 1)
    const trackedHere = [...tracked.values()].filter((call) => (call.workspace ?? workspace) === workspace)
    const isLarge = trackedHere.filter(({ end }) => !hasEnded(end)).length <= maxLargeCards
    const calls = trackedHere.map((call) => presentCall(call, (moment) => dateOf(clock, moment), isLarge))
    const isListRead = capabilities.isKnown('active-calls')
    const oldestReadAt = Math.min(...trackedHere.filter(({ end }) => !hasEnded(end)).map(({ readAt }) => readAt))
    const readAtSteady = isListRead ? (listReadAt.get(workspace) ?? Infinity) : oldestReadAt
    // Nothing was read: the wall is empty, or its list has not been read yet.
    const readAt = readAtSteady === Infinity ? null : dateOf(clock, readAtSteady)
    // Before the service was asked, nobody can say that it does not list its calls.
    const listed = capabilities.mayHave('active-calls')
    return { calls, readAt, listed, ...poller.load(), pausedUntil: poller.pausedUntil() }
  }

  /** The calls of a workspace that are in progress, by room. What was not read for some minutes is not among them. */
  function findLive(workspace: string): ReadonlyMap<string, LiveCall> {
    const now = clock.steady()
    addDependency(source)
    const live = [...tracked.values()].filter(
      (call) => (call.workspace ?? workspace) === workspace && !hasEnded(call.end) && now - call.readAt < liveTtlMs,
    )
    for (const { readAt } of live) addExpiry(readAt + liveTtlMs)
    return new Map(live.map((call) => [call.call.roomName, presentCall(call, (moment) => dateOf(clock, moment))]))
  }

  /** The refusal of a read as browsers get it: of a call that is not found, it tells whether the call has ended. */
  function explainRefusal({ name, params, workspace }: Read, refusal: RefusalData): RefusalData {
    if (name !== 'activeCallShow' || refusal.status !== 404) return refusal
    const { roomName = '' } = params
    const trackedCall = tracked.get(roomName)
    const isHere = trackedCall && (trackedCall.workspace ?? workspace) === workspace
    const end = isHere ? trackedCall.end : untracked.get(untrackedKey(workspace ?? '', roomName))
    return end && hasEnded(end) ? { ...refusal, code: callEndedCode } : refusal
  }

  /** Finds the concerns of a workspace's calls again if its rules have changed, so that a change applies before the next reading. */
  function applyRules(workspace: string, rules: ConcernRules): void {
    const json = JSON.stringify(rules)
    if (concernLimits.get(workspace)?.rules === json) return
    const limits = concernLimitsOf(rules)
    concernLimits.set(workspace, { rules: json, limits })
    for (const trackedCall of tracked.values())
      if (trackedCall.workspace === workspace && !hasEnded(trackedCall.end))
        Object.assign(trackedCall, concernsOf(trackedCall, limits))
    source.markChanged()
  }

  const concernsOf = (
    { history, call, readAt }: Pick<TrackedCall, 'history' | 'call' | 'readAt'>,
    limits: ConcernLimits,
  ) => findConcerns(history, call, readAt, limits, (moment) => dateOf(clock, moment))

  function deleteOld(now: number): void {
    for (const [roomName, { end, readAt, workspace }] of tracked) {
      const hasExpired = hasEnded(end) && now > shownUntil(end)
      if (!hasExpired && now - readAt <= unreadCallTtlMs) continue
      if (hasExpired && workspace !== null) untracked.set(untrackedKey(workspace, roomName), end)
      tracked.delete(roomName)
    }
  }

  function markCallsViewed(workspace: string, attention: Attention, person: string): void {
    // All calls of a wall are polled equally, and none as the focused call.
    const sharedAttention = attention === 'background' ? attention : 'visible'
    for (const batchId of registry.runningIds) poller.markViewed(batchActiveCallsRead(batchId), sharedAttention, person)
    for (const [roomName, trackedCall] of tracked) {
      if (!hasEnded(trackedCall.end)) poller.markViewed(roomRead(roomName, workspace), sharedAttention, person)
    }
  }

  function updateFromBatchCall({ roomName, status, phone_number }: BatchCall, batchId: string, readAt: number): void {
    if (!roomName) return
    batchOfRoom.set(roomName, batchId)
    const trackedCall = tracked.get(roomName)
    const isActive = status === 'active'
    if (trackedCall) {
      trackedCall.batchId = batchId
      if (isBetweenCalls(status)) setEnd(trackedCall, addReport(trackedCall.end, readAt))
    } else if (isActive) begin({ roomName, phone: phone_number, agent: '' }, { batchId, workspace: null, readAt })
  }

  /** A reading found a call whose end was suspected or known. */
  function find(trackedCall: TrackedCall, readAt: number): void {
    if (trackedCall.end.missing === null && trackedCall.end.reportedAt === null) return
    const { workspace, call } = trackedCall
    setEnd(trackedCall, addFound(trackedCall.end, readAt))
    if (workspace !== null && trackedCall.end.missing === null)
      snapshots.distrustRefusal(roomRead(call.roomName, workspace))
  }

  /** Finds the calls of a batch that are missing from its complete list of active calls. */
  function noteMissing(batchId: string, active: readonly BatchCall[], readAt: number): void {
    const rooms = new Set(active.map(({ roomName }) => roomName))
    // Some services do not return room names.
    if (active.some(({ roomName }) => !roomName)) return
    for (const [roomName, trackedCall] of tracked)
      if (trackedCall.batchId === batchId && !rooms.has(roomName))
        setEnd(trackedCall, addMissing(trackedCall.end, readAt))
  }

  function updateFromRoom(read: Read, snapshot: Snapshot, isOurs: boolean): void {
    const { roomName = '' } = read.params
    if (snapshot.refusal) {
      if (isMissing(snapshot)) noteMissingRoom(roomName, read.workspace ?? '', snapshot.readAt, isOurs)
      return
    }
    const call = snapshot.data as ActiveCall
    const { workspace } = read
    setCall(summaryOf(call), { workspace, readAt: snapshot.readAt, isOurs }, call.transcript)
  }

  function noteMissingRoom(roomName: string, workspace: string, readAt: number, isOurs: boolean): void {
    const trackedCall = tracked.get(roomName)
    // Another workspace does not have this call.
    if (trackedCall && (trackedCall.workspace ?? workspace) !== workspace) return
    if (trackedCall) return setEnd(trackedCall, addMissing(trackedCall.end, readAt))
    const key = untrackedKey(workspace, roomName)
    const before = untracked.get(key) ?? noEvidence
    const end = addMissing(before, readAt)
    untracked.set(key, end)
    const endedAt = endOf(end)
    if (isOurs && endedAt !== null && !hasEnded(before)) keptCalls.addEnd(workspace, roomName, endedAt)
  }

  function updateFromList(calls: ActiveCallSummary[], workspace: string | null, readAt: number, isOurs: boolean): void {
    listReadAt.set(workspace, readAt)
    for (const call of calls) if (call.roomName !== '') setCall(call, { workspace, readAt, isOurs })
    const listedRooms = new Set(calls.map(({ roomName }) => roomName))
    for (const [roomName, trackedCall] of tracked) {
      if (!listedRooms.has(roomName) && (trackedCall.workspace ?? workspace) === workspace)
        setEnd(trackedCall, addMissing(trackedCall.end, readAt))
    }
  }

  /** @param transcript undefined for an entry of the list of calls, which has none */
  function setCall(
    call: ActiveCallSummary,
    { workspace, readAt, isOurs }: { workspace: string | null; readAt: number; isOurs: boolean },
    transcript?: readonly TranscriptLine[],
  ): void {
    const { roomName } = call
    const ownBatchId = (call as { batchId?: unknown }).batchId
    const batchId = typeof ownBatchId === 'string' ? ownBatchId : (batchOfRoom.get(roomName) ?? null)
    if (workspace !== null) keptCalls.addReading({ workspace, batchId, call, transcript, readAt, isOurs })
    const previous = tracked.get(roomName)
    if (previous && isOutdated(readAt, previous)) return
    const history = addReading(previous?.history ?? emptyHistory(readAt), call, transcript, readAt)
    const limits = concernLimits.get(workspace)?.limits ?? defaultLimits
    const found = concernsOf({ history, call, readAt }, limits)
    const outcome = outcomeSoFar(history.lines, previous)
    if (previous) find(previous, readAt)
    const end = addFound(previous?.end ?? foundAt(readAt), readAt)
    if (workspace !== null) untracked.delete(untrackedKey(workspace, roomName))
    tracked.set(roomName, { call, batchId, workspace, readAt, end, outcome, ...found })
  }

  async function onStartedElsewhere({ roomName, batchId, workspace }: Topics['callBegan']): Promise<void> {
    const registered = await registry.findCall(roomName)
    if (registered) track({ roomName, ...registered }, batchId, workspace)
  }
  poller.setUrgentReads(({ name, params }) => {
    const trackedCall = name === 'activeCallShow' ? tracked.get(params.roomName ?? '') : undefined
    return trackedCall !== undefined && isUrgent(trackedCall, clock.steady())
  })
  cluster.subscribe('callBegan', (message) => void onStartedElsewhere(message).catch(() => {}))
  cluster.subscribe('callEnded', ({ roomName }) => end(roomName))
  cluster.subscribe('callEndAccepted', ({ roomName }) => acceptEnd(roomName))

  return {
    onPlaced: onCallPlaced,
    announce,
    onCallStarted,
    onCallEnded,
    onEndAccepted,
    observe,
    explainRefusal,
    findLive,
    markViewed,
    show,
  }
}

export type LiveCalls = ReturnType<typeof createLiveCalls>
