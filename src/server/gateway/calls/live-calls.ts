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
import type { Extensions } from '../cache/capabilities.ts'
import type { Attention, Watcher } from '../cache/poller.ts'
import { keyOf, type Read } from '../cache/read.ts'
import { type Snapshot, type Snapshots } from '../cache/snapshots.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Who } from '../shared/who.ts'

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

export class LiveCalls {
  #known = new Map<string, Known>()
  /** Which batch a room belongs to, from whatever names both. */
  #batchOf = new LRUCache<string, string>({ max: 10_000 })
  readonly #snapshots: Snapshots
  readonly #watcher: Watcher
  readonly #registry: Registry
  readonly #extensions: Extensions
  readonly #clock: Clock

  constructor(parts: {
    snapshots: Snapshots
    watcher: Watcher
    registry: Registry
    extensions: Extensions
    clock: Clock
  }) {
    this.#snapshots = parts.snapshots
    this.#watcher = parts.watcher
    this.#registry = parts.registry
    this.#extensions = parts.extensions
    this.#clock = parts.clock
  }

  /** A call was placed by hand. */
  place({ roomName, toNumber, agent }: Call, workspace: string): void {
    if (roomName === '') return
    const call = bare(roomName, toNumber, agent.name)
    this.#known.set(roomName, { call, batchId: null, workspace, readAt: this.#clock.steady(), endedAt: null })
  }

  /** An event named a call that began. Whether it goes on is for the next reading to say. */
  hear(
    { roomName, phone, agent }: Record<'roomName' | 'phone' | 'agent', string>,
    batchId: string | null,
    workspace: string,
  ): void {
    if (batchId) this.#batchOf.set(roomName, batchId)
    if (this.#known.size >= mostHeard) this.#forget(this.#clock.steady())
    if (this.#known.has(roomName) || this.#known.size >= mostHeard) return
    const call = bare(roomName, phone, agent)
    this.#known.set(roomName, { call, batchId, workspace, readAt: this.#clock.steady(), endedAt: null })
  }

  /** An event named a call that ended: nobody has to be asked for that. */
  hearEnd(roomName: string): void {
    const known = this.#known.get(roomName)
    if (known) known.endedAt ??= this.#clock.steady()
  }

  /** Learns from an answer of the service. */
  observe(read: Read, snapshot: Snapshot): void {
    if (read.name === 'batchCallList' && !snapshot.refusal) {
      const { calls, pagination } = snapshot.data as BatchCallList
      for (const call of calls) this.#seeBatchCall(call, read.params.batchId ?? '', snapshot.readAt)
      if (keyOf(read) === keyOf(activeOf(read.params.batchId ?? '')) && !pagination.hasNext)
        this.#endMissing(read.params.batchId ?? '', calls, snapshot.readAt)
    }
    if (read.name === 'activeCallShow') this.#seeRoom(read, snapshot)
    if (read.name === 'activeCallList' && !snapshot.refusal) {
      this.#seeList((snapshot.data as { data: ActiveCallSummary[] }).data, read.workspace, snapshot.readAt)
    }
  }

  /**
   * The wall. Says that somebody looks at all of it.
   *
   * @throws Refusal when nothing is known and the service cannot be asked
   */
  async show(workspace: string, attention: Attention, who: Who, person: string) {
    const listed = await this.#extensions.has('active-calls', workspace, who)
    if (listed) {
      this.#watcher.look(list(workspace), attention, person)
      await this.#snapshots.get(list(workspace), who, attention === 'background')
    } else this.#lookAtEach(workspace, attention, person)
    const now = this.#clock.steady()
    this.#forget(now)
    const here = [...this.#known.values()].filter((known) => (known.workspace ?? workspace) === workspace)
    const calls = here.map((known): LiveCall => {
      const age = Math.max(0, (now - known.readAt) / 1000)
      return { ...known.call, age, batchId: known.batchId, live: known.endedAt === null }
    })
    return { calls, listed, ...this.#watcher.load(), pausedFor: this.#watcher.pausedFor() }
  }

  #forget(now: number): void {
    for (const [roomName, known] of this.#known) {
      const ended = known.endedAt !== null && now - known.endedAt > lingers
      if (ended || now - known.readAt > longestCall) this.#known.delete(roomName)
    }
  }

  #lookAtEach(workspace: string, attention: Attention, person: string): void {
    // Nobody can look closely at a whole wall: its calls share evenly.
    const closeness = attention === 'background' ? attention : 'visible'
    for (const batchId of this.#registry.running) this.#watcher.look(activeOf(batchId), closeness, person)
    for (const [roomName, known] of this.#known) {
      if (known.endedAt === null) this.#watcher.look(room(roomName, workspace), closeness, person)
    }
  }

  #seeBatchCall({ roomName, status, phone_number }: BatchCall, batchId: string, readAt: number): void {
    if (!roomName) return
    this.#batchOf.set(roomName, batchId)
    const known = this.#known.get(roomName)
    const active = status === 'active'
    if (known) {
      known.batchId = batchId
      if (!active) known.endedAt ??= this.#clock.steady()
    } else if (active) {
      const call = bare(roomName, phone_number, '')
      this.#known.set(roomName, { call, batchId, workspace: null, readAt, endedAt: null })
    }
  }

  /** A batch's calls in progress are all in its list of them: those that are not have ended. */
  #endMissing(batchId: string, active: readonly BatchCall[], readAt: number): void {
    const rooms = new Set(active.map(({ roomName }) => roomName))
    // Not every service names the room.
    if (active.some(({ roomName }) => !roomName)) return
    for (const [roomName, known] of this.#known)
      if (known.batchId === batchId && known.readAt < readAt && !rooms.has(roomName))
        known.endedAt ??= this.#clock.now()
  }

  #seeRoom(read: Read, snapshot: Snapshot): void {
    const { roomName = '' } = read.params
    const known = this.#known.get(roomName)
    if (snapshot.refusal) {
      if (known && snapshot.refusal.status === 404) known.endedAt ??= this.#clock.steady()
      return
    }
    this.#put(roomName, summaryOf(snapshot.data as ActiveCall), read.workspace, snapshot.readAt)
  }

  #seeList(calls: ActiveCallSummary[], workspace: string | null, readAt: number): void {
    for (const call of calls) if (call.roomName !== '') this.#put(call.roomName, call, workspace, readAt)
    const listed = new Set(calls.map(({ roomName }) => roomName))
    for (const [roomName, known] of this.#known) {
      // Placed after the list was asked for: it cannot be in it yet.
      const missing = !listed.has(roomName) && known.readAt < readAt
      if (missing && (known.workspace ?? workspace) === workspace) known.endedAt ??= this.#clock.steady()
    }
  }

  #put(roomName: string, call: ActiveCallSummary, workspace: string | null, readAt: number): void {
    const named = (call as { batchId?: unknown }).batchId
    const batchId = typeof named === 'string' ? named : (this.#batchOf.get(roomName) ?? null)
    this.#known.set(roomName, { call, batchId, workspace, readAt, endedAt: null })
  }
}
