/**
 * The wall: all calls in progress, in one answer made from snapshots. If the service can list its active calls, the wall is that list.
 * Otherwise it consists of the running batches' calls and the calls placed by hand, each read separately.
 */
import { LRUCache } from 'lru-cache'
import {
  type ActiveCall,
  type ActiveCallSummary,
  type BatchCall,
  type BatchCallList,
  batchCallStates,
  type Call,
  type LiveCall,
  pageLimit,
} from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
import { type Snapshot, type Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Poller } from '../cache/poller.ts'
import { type Read, readKey } from '../cache/read.ts'
import type { Attention } from '../cache/views.ts'
import type { Channel, Topics } from '../cluster/cluster.ts'
import type { Registry } from '../registry/registry.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'

const listRead = (workspace: string): Read => ({ name: 'activeCallList', params: {}, query: {}, workspace })
const roomRead = (roomName: string, workspace: string): Read => ({
  name: 'activeCallShow',
  params: { roomName },
  query: {},
  workspace,
})
const activeCallsRead = (batchId: string): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: { page: 1, limit: pageLimit.most, status: batchCallStates[1] },
  workspace: null,
})

/** An ended call stays on the wall this long, so that its viewers see that it ended. */
const endedCallTtlMs = 20_000
/** Limits memory while nobody views the wall. */
const maxTrackedCalls = 500
/** Calls last about an hour at most (specification 8). */
const maxCallMs = 2 * 3_600_000

const observedReads: ReadonlySet<string> = new Set(['batchCallList', 'activeCallShow', 'activeCallList'])

/** A call that has started and has not been read yet. */
type StartedCall = Record<'roomName' | 'phone' | 'agent', string>

interface TrackedCall {
  call: ActiveCallSummary
  batchId: string | null
  /** null: a call of a batch, since batches belong to no workspace. */
  workspace: string | null
  readAt: number
  endedAt: number | null
}

const emptySummary = (roomName: string, phone: string, agent: string): ActiveCallSummary => ({
  id: '',
  roomName,
  customerPhone: phone,
  customerName: null,
  aiAgentName: agent,
  duration: null,
  sentiment: '',
  participants: [],
  status: '',
  lastMessage: null,
})

const summaryOf = ({ transcript, ...call }: ActiveCall): ActiveCallSummary => ({
  ...call,
  status: typeof call.status === 'string' ? call.status : 'active',
  lastMessage: transcript.at(-1)?.content ?? null,
})

export function createLiveCalls(deps: {
  snapshots: Snapshots
  poller: Poller
  registry: Registry
  capabilities: Capabilities
  cluster: Channel
  clock: Clock
}) {
  const { snapshots, poller, registry, capabilities, cluster, clock } = deps
  const tracked = new Map<string, TrackedCall>()
  const source = createSource()
  /** By workspace: when its list was last read (steady clock, ms). */
  const listReadAt = new Map<string | null, number>()
  /** By room: its batch, learned from any answer that names both. */
  const batchOf = new LRUCache<string, string>({ max: 10_000 })

  /** Adds a call that was placed by hand. */
  function onPlaced({ roomName, toNumber, agent }: Call, workspace: string): void {
    if (roomName === '') return
    const call = emptySummary(roomName, toNumber, agent.name)
    tracked.set(roomName, { call, batchId: null, workspace, readAt: clock.steady(), endedAt: null })
    source.markChanged()
  }

  /** Announces a started call to the other gateways. They read its number from the database. */
  function announce(roomName: string, batchId: string | null, workspace: string): void {
    if (roomName !== '') cluster.publish('callBegan', { roomName, batchId, workspace })
  }

  /** Handles the event of a started call. The next read shows whether the call is still in progress. */
  function onCallStarted(call: StartedCall, batchId: string | null, workspace: string): void {
    track(call, batchId, workspace)
    announce(call.roomName, batchId, workspace)
  }

  function track({ roomName, phone, agent }: StartedCall, batchId: string | null, workspace: string): void {
    if (batchId) batchOf.set(roomName, batchId)
    if (tracked.size >= maxTrackedCalls) forget(clock.steady())
    if (tracked.has(roomName) || tracked.size >= maxTrackedCalls) return
    const call = emptySummary(roomName, phone, agent)
    tracked.set(roomName, { call, batchId, workspace, readAt: clock.steady(), endedAt: null })
    source.markChanged()
  }

  /** Handles the event of an ended call. No read is needed. */
  function onCallEnded(roomName: string): void {
    end(roomName)
    cluster.publish('callEnded', { roomName })
  }

  function end(roomName: string): void {
    const known = tracked.get(roomName)
    if (known) known.endedAt ??= clock.steady()
    source.markChanged()
  }

  /** Updates the wall from an answer of the service. */
  function observe(read: Read, snapshot: Snapshot): void {
    if (!observedReads.has(read.name)) return
    source.markChanged()
    if (read.name === 'batchCallList' && !snapshot.refusal) {
      const { calls, pagination } = snapshot.data as BatchCallList
      for (const call of calls) learnBatchCall(call, read.params.batchId ?? '', snapshot.readAt)
      if (readKey(read) === readKey(activeCallsRead(read.params.batchId ?? '')) && !pagination.hasNext)
        endMissing(read.params.batchId ?? '', calls, snapshot.readAt)
    }
    if (read.name === 'activeCallShow') learnRoom(read, snapshot)
    if (read.name === 'activeCallList' && !snapshot.refusal) {
      learnList((snapshot.data as { data: ActiveCallSummary[] }).data, read.workspace, snapshot.readAt)
    }
  }

  /**
   * Records that a person views the wall, so that its calls are polled.
   *
   * @throws Refusal if nothing is known and no request can be sent
   */
  async function markViewed(workspace: string, attention: Attention, who: Requester, person: string): Promise<void> {
    const listed = await capabilities.has('active-calls', workspace, who)
    if (listed) {
      poller.markViewed(listRead(workspace), attention, person)
      await snapshots.get(listRead(workspace), who, attention === 'background')
    } else markEachViewed(workspace, attention, person)
  }

  /** @returns the wall of a workspace */
  function show(workspace: string) {
    const now = clock.steady()
    forget(now)
    addDependency(source)
    for (const { endedAt } of tracked.values()) if (endedAt !== null) addExpiry(endedAt + endedCallTtlMs + 1)
    const here = [...tracked.values()].filter((known) => (known.workspace ?? workspace) === workspace)
    const calls = here.map((known): LiveCall => {
      const { call, batchId, endedAt } = known
      return { ...call, readAt: dateOf(clock, known.readAt), batchId, live: endedAt === null }
    })
    const listed = capabilities.isKnown('active-calls')
    const longestAgo = Math.min(...here.filter(({ endedAt }) => endedAt === null).map(({ readAt }) => readAt))
    const read = listed ? (listReadAt.get(workspace) ?? Infinity) : longestAgo
    // An empty wall needed no read.
    const readAt = read === Infinity ? null : dateOf(clock, read)
    return { calls, readAt, listed, ...poller.load(), pausedUntil: poller.pausedUntil() }
  }

  function forget(now: number): void {
    for (const [roomName, known] of tracked) {
      const ended = known.endedAt !== null && now - known.endedAt > endedCallTtlMs
      if (ended || now - known.readAt > maxCallMs) tracked.delete(roomName)
    }
  }

  function markEachViewed(workspace: string, attention: Attention, person: string): void {
    // All calls of a wall are polled equally, none of them as the focused one.
    const shared = attention === 'background' ? attention : 'visible'
    for (const batchId of registry.running) poller.markViewed(activeCallsRead(batchId), shared, person)
    for (const [roomName, known] of tracked) {
      if (known.endedAt === null) poller.markViewed(roomRead(roomName, workspace), shared, person)
    }
  }

  function learnBatchCall({ roomName, status, phone_number }: BatchCall, batchId: string, readAt: number): void {
    if (!roomName) return
    batchOf.set(roomName, batchId)
    const known = tracked.get(roomName)
    const active = status === 'active'
    if (known) {
      known.batchId = batchId
      if (!active) known.endedAt ??= clock.steady()
    } else if (active) {
      const call = emptySummary(roomName, phone_number, '')
      tracked.set(roomName, { call, batchId, workspace: null, readAt, endedAt: null })
    }
  }

  /** Ends the calls of a batch that are missing from its complete list of active calls. */
  function endMissing(batchId: string, active: readonly BatchCall[], readAt: number): void {
    const rooms = new Set(active.map(({ roomName }) => roomName))
    // Not every service names the rooms.
    if (active.some(({ roomName }) => !roomName)) return
    for (const [roomName, known] of tracked)
      if (known.batchId === batchId && known.readAt < readAt && !rooms.has(roomName)) known.endedAt ??= clock.steady()
  }

  function learnRoom(read: Read, snapshot: Snapshot): void {
    const { roomName = '' } = read.params
    const known = tracked.get(roomName)
    if (snapshot.refusal) {
      if (known && snapshot.refusal.status === 404) known.endedAt ??= clock.steady()
      return
    }
    put(roomName, summaryOf(snapshot.data as ActiveCall), read.workspace, snapshot.readAt)
  }

  function learnList(calls: ActiveCallSummary[], workspace: string | null, readAt: number): void {
    listReadAt.set(workspace, readAt)
    for (const call of calls) if (call.roomName !== '') put(call.roomName, call, workspace, readAt)
    const listed = new Set(calls.map(({ roomName }) => roomName))
    for (const [roomName, known] of tracked) {
      // A call placed after the list was requested cannot be in it yet.
      const missing = !listed.has(roomName) && known.readAt < readAt
      if (missing && (known.workspace ?? workspace) === workspace) known.endedAt ??= clock.steady()
    }
  }

  function put(roomName: string, call: ActiveCallSummary, workspace: string | null, readAt: number): void {
    const named = (call as { batchId?: unknown }).batchId
    const batchId = typeof named === 'string' ? named : (batchOf.get(roomName) ?? null)
    tracked.set(roomName, { call, batchId, workspace, readAt, endedAt: null })
  }

  async function onAnnounced({ roomName, batchId, workspace }: Topics['callBegan']): Promise<void> {
    const seen = await registry.findCall(roomName)
    if (seen) track({ roomName, ...seen }, batchId, workspace)
  }
  cluster.subscribe('callBegan', (told) => void onAnnounced(told).catch(() => {}))
  cluster.subscribe('callEnded', ({ roomName }) => end(roomName))

  return {
    onPlaced,
    announce,
    onCallStarted,
    onCallEnded,
    observe,
    markViewed,
    show,
  }
}

export type LiveCalls = ReturnType<typeof createLiveCalls>
