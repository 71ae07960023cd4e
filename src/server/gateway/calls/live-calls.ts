/**
 * The wall: every call in progress that the team knows of, in one read made from snapshots. Where the service can list its calls
 * the wall is that list; else it is the calls of the batches that run, and those placed by hand, each read by itself.
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
import { createSource, dependsOn, dependsOnTime } from '#server/database/dependencies.ts'
import { type Snapshot, type Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Attention, Poller } from '../cache/poller.ts'
import { type Read, readKey } from '../cache/read.ts'
import type { Channel, Topics } from '../cluster/cluster.ts'
import type { Registry } from '../registry/registry.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'

const list = (workspace: string): Read => ({ name: 'activeCallList', params: {}, query: {}, workspace })
const room = (roomName: string, workspace: string): Read => ({
  name: 'activeCallShow',
  params: { roomName },
  query: {},
  workspace,
})
const activeOf = (batchId: string): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: { page: 1, limit: pageLimit.most, status: batchCallStates[1] },
  workspace: null,
})

/** An ended call stays on the wall so long, ms, so that whoever looked at it sees that it ended. */
const lingers = 20_000
/** Calls that nobody looks at are not collected without end. */
const mostHeard = 500
/** No call is longer than an hour or so (specification 8). */
const longestCall = 2 * 3_600_000

const observed: ReadonlySet<string> = new Set(['batchCallList', 'activeCallShow', 'activeCallList'])

/** A call of which nobody has read anything yet. */
type Began = Record<'roomName' | 'phone' | 'agent', string>

interface Known {
  call: ActiveCallSummary
  batchId: string | null
  /** null: a batch's, which belongs to none. */
  workspace: string | null
  readAt: number
  endedAt: number | null
}

const bare = (roomName: string, phone: string, agent: string): ActiveCallSummary => ({
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

export function createLiveCalls(parts: {
  snapshots: Snapshots
  poller: Poller
  registry: Registry
  capabilities: Capabilities
  cluster: Channel
  clock: Clock
}) {
  const { snapshots, poller, registry, capabilities, cluster, clock } = parts
  const tracked = new Map<string, Known>()
  const source = createSource()
  /** When the list of a workspace was last read, by the steady clock. */
  const listReadAt = new Map<string | null, number>()
  /** Which batch a room belongs to, from whatever names both. */
  const batchOf = new LRUCache<string, string>({ max: 10_000 })

  /** A call was placed by hand. */
  function place({ roomName, toNumber, agent }: Call, workspace: string): void {
    if (roomName === '') return
    const call = bare(roomName, toNumber, agent.name)
    tracked.set(roomName, { call, batchId: null, workspace, readAt: clock.steady(), endedAt: null })
    source.changed()
  }

  /** Tells the other gateways of a call that began. They find its number where it is recorded. */
  function announce(roomName: string, batchId: string | null, workspace: string): void {
    if (roomName !== '') cluster.publish('callBegan', { roomName, batchId, workspace })
  }

  /** An event named a call that began, and what it named is recorded. Whether it goes on is for the next reading to say. */
  function hear(call: Began, batchId: string | null, workspace: string): void {
    note(call, batchId, workspace)
    announce(call.roomName, batchId, workspace)
  }

  function note({ roomName, phone, agent }: Began, batchId: string | null, workspace: string): void {
    if (batchId) batchOf.set(roomName, batchId)
    if (tracked.size >= mostHeard) forget(clock.steady())
    if (tracked.has(roomName) || tracked.size >= mostHeard) return
    const call = bare(roomName, phone, agent)
    tracked.set(roomName, { call, batchId, workspace, readAt: clock.steady(), endedAt: null })
    source.changed()
  }

  /** An event named a call that ended: nobody has to be asked for that. */
  function hearEnd(roomName: string): void {
    end(roomName)
    cluster.publish('callEnded', { roomName })
  }

  function end(roomName: string): void {
    const known = tracked.get(roomName)
    if (known) known.endedAt ??= clock.steady()
    source.changed()
  }

  /** Learns from an answer of the service. */
  function observe(read: Read, snapshot: Snapshot): void {
    if (!observed.has(read.name)) return
    source.changed()
    if (read.name === 'batchCallList' && !snapshot.refusal) {
      const { calls, pagination } = snapshot.data as BatchCallList
      for (const call of calls) seeBatchCall(call, read.params.batchId ?? '', snapshot.readAt)
      if (readKey(read) === readKey(activeOf(read.params.batchId ?? '')) && !pagination.hasNext)
        endMissing(read.params.batchId ?? '', calls, snapshot.readAt)
    }
    if (read.name === 'activeCallShow') seeRoom(read, snapshot)
    if (read.name === 'activeCallList' && !snapshot.refusal) {
      seeList((snapshot.data as { data: ActiveCallSummary[] }).data, read.workspace, snapshot.readAt)
    }
  }

  /**
   * Says that somebody looks at all of the wall.
   *
   * @throws Refusal when nothing is known and the service cannot be asked
   */
  async function look(workspace: string, attention: Attention, who: Requester, person: string): Promise<void> {
    const listed = await capabilities.has('active-calls', workspace, who)
    if (listed) {
      poller.markViewed(list(workspace), attention, person)
      await snapshots.get(list(workspace), who, attention === 'background')
    } else lookAtEach(workspace, attention, person)
  }

  /** The wall. */
  function show(workspace: string) {
    const now = clock.steady()
    forget(now)
    dependsOn(source)
    for (const { endedAt } of tracked.values()) if (endedAt !== null) dependsOnTime(endedAt + lingers + 1)
    const here = [...tracked.values()].filter((known) => (known.workspace ?? workspace) === workspace)
    const calls = here.map((known): LiveCall => {
      const { call, batchId, endedAt } = known
      return { ...call, readAt: dateOf(clock, known.readAt), batchId, live: endedAt === null }
    })
    const listed = capabilities.isKnown('active-calls')
    const longestAgo = Math.min(...here.filter(({ endedAt }) => endedAt === null).map(({ readAt }) => readAt))
    const read = listed ? (listReadAt.get(workspace) ?? Infinity) : longestAgo
    // Of an empty wall nothing was read.
    const readAt = read === Infinity ? null : dateOf(clock, read)
    return { calls, readAt, listed, ...poller.load(), pausedUntil: poller.pausedUntil() }
  }

  function forget(now: number): void {
    for (const [roomName, known] of tracked) {
      const ended = known.endedAt !== null && now - known.endedAt > lingers
      if (ended || now - known.readAt > longestCall) tracked.delete(roomName)
    }
  }

  function lookAtEach(workspace: string, attention: Attention, person: string): void {
    // Nobody can look closely at a whole wall: its calls share evenly.
    const closeness = attention === 'background' ? attention : 'visible'
    for (const batchId of registry.running) poller.markViewed(activeOf(batchId), closeness, person)
    for (const [roomName, known] of tracked) {
      if (known.endedAt === null) poller.markViewed(room(roomName, workspace), closeness, person)
    }
  }

  function seeBatchCall({ roomName, status, phone_number }: BatchCall, batchId: string, readAt: number): void {
    if (!roomName) return
    batchOf.set(roomName, batchId)
    const known = tracked.get(roomName)
    const active = status === 'active'
    if (known) {
      known.batchId = batchId
      if (!active) known.endedAt ??= clock.steady()
    } else if (active) {
      const call = bare(roomName, phone_number, '')
      tracked.set(roomName, { call, batchId, workspace: null, readAt, endedAt: null })
    }
  }

  /** A batch's calls in progress are all in its list of them: those that are not have ended. */
  function endMissing(batchId: string, active: readonly BatchCall[], readAt: number): void {
    const rooms = new Set(active.map(({ roomName }) => roomName))
    // Not every service names the room.
    if (active.some(({ roomName }) => !roomName)) return
    for (const [roomName, known] of tracked)
      if (known.batchId === batchId && known.readAt < readAt && !rooms.has(roomName)) known.endedAt ??= clock.steady()
  }

  function seeRoom(read: Read, snapshot: Snapshot): void {
    const { roomName = '' } = read.params
    const known = tracked.get(roomName)
    if (snapshot.refusal) {
      if (known && snapshot.refusal.status === 404) known.endedAt ??= clock.steady()
      return
    }
    put(roomName, summaryOf(snapshot.data as ActiveCall), read.workspace, snapshot.readAt)
  }

  function seeList(calls: ActiveCallSummary[], workspace: string | null, readAt: number): void {
    listReadAt.set(workspace, readAt)
    for (const call of calls) if (call.roomName !== '') put(call.roomName, call, workspace, readAt)
    const listed = new Set(calls.map(({ roomName }) => roomName))
    for (const [roomName, known] of tracked) {
      // Placed after the list was asked for: it cannot be in it yet.
      const missing = !listed.has(roomName) && known.readAt < readAt
      if (missing && (known.workspace ?? workspace) === workspace) known.endedAt ??= clock.steady()
    }
  }

  function put(roomName: string, call: ActiveCallSummary, workspace: string | null, readAt: number): void {
    const named = (call as { batchId?: unknown }).batchId
    const batchId = typeof named === 'string' ? named : (batchOf.get(roomName) ?? null)
    tracked.set(roomName, { call, batchId, workspace, readAt, endedAt: null })
  }

  async function hearOfOthers({ roomName, batchId, workspace }: Topics['callBegan']): Promise<void> {
    const seen = await registry.callIn(roomName)
    if (seen) note({ roomName, ...seen }, batchId, workspace)
  }
  cluster.subscribe('callBegan', (told) => void hearOfOthers(told).catch(() => {}))
  cluster.subscribe('callEnded', ({ roomName }) => end(roomName))

  return {
    place,
    announce,
    hear,
    hearEnd,
    observe,
    look,
    show,
  }
}

export type LiveCalls = ReturnType<typeof createLiveCalls>
