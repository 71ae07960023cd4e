/**
 * Keeps what was seen of each call after it has ended: who was called, by which agent, and the transcript. The service has no endpoint for
 * the transcript of a call that ended, so this is all that can be read later. Kept for the workspace's retention time.
 *
 * Changes are collected and written every few seconds, and a call whose transcript did not change is not written again until it ends.
 */
import { LRUCache } from 'lru-cache'
import {
  ActiveCall,
  type ActiveCallSummary,
  addMood,
  type CallMood,
  CallRetention,
  type Found,
  joinMoods,
  type KeptCall,
  type KeptCallFilter,
  type ListedCall,
  type LiveCall,
  type Operator,
  type TranscriptLine,
  usualCallRetention,
} from '#contract/index.ts'
import type { RecordAction } from '../../ledger/admin-actions.ts'
import { atMost } from '../../shared/at-most.ts'
import { type Clock, dateOf, dayMs, hourMs } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Store } from '../../store/store.ts'
import { createWorkspaceSetting } from '../../store/workspace-setting.ts'
import { findKeptCalls, foundCall, listKeptCalls } from './kept-call-list.ts'
import { changeCalls, deleteKeptCalls, type EndedKeptCall, findEndedCalls } from './kept-call-rows.ts'
import {
  addSeenTimes,
  isUnchanged,
  type KeptLine,
  linesReadAtOf,
  longer,
  parseMoods,
  startOfReading,
  withKnownTimes,
  withLinesReadAt,
  wordsOf,
} from './kept-lines.ts'

/** What live calls tell about a reading of a call. */
export interface CallReading {
  workspace: string
  batchId: string | null
  call: ActiveCallSummary
  /** undefined: the reading has no transcript. */
  transcript: readonly TranscriptLine[] | undefined
  /** Steady clock, ms. */
  readAt: number
  /** false: another gateway read it and writes it, unless this one notices first that the call has ended. */
  isOurs: boolean
}

/** A call as this gateway has seen it since its start. Times are epoch ms. */
interface SeenCall extends Omit<CallReading, 'transcript' | 'readAt' | 'isOurs'> {
  lines: KeptLine[]
  /** Earlier than the last reading if that had no transcript; -Infinity: none had one. */
  linesReadAt: number
  /** The sentiment since this gateway first read the call. */
  moods: readonly CallMood[]
  /** When it began, if a reading tells it. */
  firstSeenAt: number
  readAt: number
  endedAt: number | null
  isChanged: boolean
}

const writeIntervalMs = 3_000
/** Calls in memory. Those that are dropped are read from the database again. */
const maxSeenCalls = 1_000
/** The most calls among the results of the search for everything. */
const maxEntries = 10

const keyOf = (workspace: string | null, roomName: string) => JSON.stringify([workspace, roomName])

export type KeptCalls = ReturnType<typeof createKeptCalls>

/**
 * @param deps.workspaces the configured workspaces, whose old calls are deleted every hour
 * @param deps.onEnded called with the calls that were seen to end, and again with those of which other lines arrive later
 * @param deps.onFound called for each call that is in progress although it was kept as ended
 */
export function createKeptCalls(deps: {
  store: Store
  recordAction: RecordAction
  workspaces: readonly { id: string }[]
  onEnded: (calls: readonly EndedKeptCall[]) => void
  onFound: (roomName: string) => void
  clock: Clock
  log: Log
}) {
  const { store, recordAction, workspaces, onEnded, onFound, clock, log } = deps
  const retention = createWorkspaceSetting<CallRetention>(store, {
    name: 'call retention',
    parse: (stored) => CallRetention.safeParse(stored).data,
    defaults: usualCallRetention,
  })
  const seen = new LRUCache<string, SeenCall>(atMost(maxSeenCalls))
  /** Calls that ended since the last write, by key; the time is epoch ms. */
  let ended = new Map<string, { workspace: string | null; roomName: string; at: number }>()
  let pendingWrite: Promise<void> = Promise.resolve()
  /** The write that has not begun yet: it takes all that is added until then. */
  let nextWrite: Promise<void> | null = null
  const writeTimer = setInterval(() => void write(), writeIntervalMs).unref()
  const deleteTimer = setInterval(() => void deleteOld(), hourMs).unref()

  /** Adds a reading of a call, in whatever order readings arrive. Nothing is written yet. */
  function addReading({ transcript, readAt, isOurs, ...reading }: CallReading): void {
    const key = keyOf(reading.workspace, reading.call.roomName)
    const at = dateOf(clock, readAt)
    const before = seen.get(key)
    const { lines: linesBefore, linesReadAt = -Infinity, moods: moodsBefore = [] } = before ?? {}
    const hasLatestLines = transcript !== undefined && transcript.length > 0 && at >= linesReadAt
    const isLatest = before === undefined || at >= before.readAt
    if (!isLatest && !hasLatestLines) return
    const lines = hasLatestLines ? addSeenTimes(linesBefore, transcript, at) : (linesBefore ?? [])
    const moods = addMood(moodsBefore, { ...reading.call, at, transcript })
    const endedAt = before && at < (before.endedAt ?? -Infinity) ? before.endedAt : null
    const isNew = before === undefined || before.endedAt !== endedAt || (isLatest && before.batchId !== reading.batchId)
    const hasNews = isNew || moods !== moodsBefore || !isUnchanged(lines, linesBefore ?? [])
    seen.set(key, {
      ...(isLatest ? { ...reading, readAt: at } : before),
      lines,
      linesReadAt: hasLatestLines ? at : linesReadAt,
      moods,
      firstSeenAt: Math.min(before?.firstSeenAt ?? at, startOfReading(reading.call, at)),
      endedAt,
      // Who knows of the end stores what was read before it, whoever read that.
      isChanged: (before?.isChanged ?? false) || ((isOurs || endedAt !== null) && hasNews),
    })
    if (endedAt === null) ended.delete(key)
  }

  /**
   * Records that a call has ended.
   *
   * @param workspace null: unknown, for a call of a batch that was never read itself
   * @param endedAt steady clock, ms
   */
  function addEnd(workspace: string | null, roomName: string, endedAt: number): void {
    const key = keyOf(workspace, roomName)
    const call = seen.get(key)
    const at = dateOf(clock, endedAt)
    if (call) Object.assign(call, { endedAt: call.endedAt ?? at, isChanged: true })
    ended.set(key, { workspace, roomName, at: call?.endedAt ?? at })
    // Another gateway may be asked next for what this one read last.
    void write()
  }

  /** Writes what has changed. On a full disk or without a database, it stays in memory and is tried again. */
  function write(): Promise<void> {
    nextWrite ??= pendingWrite = pendingWrite.then(() => writeChanges())
    return nextWrite
  }

  async function writeChanges(): Promise<void> {
    nextWrite = null
    const changed = [...seen].filter(([, { isChanged }]) => isChanged)
    const justEnded = ended
    if (changed.length + justEnded.size === 0) return
    ended = new Map()
    for (const [, call] of changed) call.isChanged = false
    try {
      for (const [key, call] of changed) {
        const at = await writeCall(call)
        if (at !== null) justEnded.set(key, { workspace: call.workspace, roomName: call.call.roomName, at })
      }
      const endedCalls: EndedKeptCall[] = []
      for (const end of justEnded.values()) endedCalls.push(...(await writeEnd(end)))
      onEnded(endedCalls)
    } catch (error) {
      for (const [key] of changed) Object.assign(seen.get(key) ?? {}, { isChanged: true })
      for (const [key, end] of justEnded) if (!ended.has(key)) ended.set(key, end)
      log.debug({ error: String(error) }, 'could not keep calls; retrying')
    }
  }

  const writeEnd = ({ workspace, roomName, at }: { workspace: string | null; roomName: string; at: number }) =>
    changeCalls(store, async (store) => {
      const update = store
        .updateTable('kept_calls')
        .set({ ended_at: at })
        .where('room_name', '=', roomName)
        .where('ended_at', 'is', null)
        .where('read_at', '<=', at)
      await (workspace === null ? update : update.where('workspace', '=', workspace)).execute()
      return findEndedCalls(store, roomName, at)
    })

  /** @returns when the call ended, if something else is known now of what was said in it */
  async function writeCall(call: SeenCall): Promise<number | null> {
    const { workspace } = call
    const { roomName } = call.call
    const { days } = await retention.get(workspace)
    // A reading of before a restart may be of a call that is deleted by now.
    // guard: no-call-is-kept-without-retention
    if (days === 0 || call.readAt <= clock.now() - days * dayMs) return null
    let wasEnded = false
    // Gateways that notice the same end write after each other.
    const endedAt = await changeCalls(store, async (store) => {
      const stored = await selectCall(store, workspace, roomName).executeTakeFirst()
      // What was read or learned later stays, and gets only further lines.
      const isEarlier = stored && (stored.read_at > call.readAt || (stored.ended_at ?? -Infinity) >= call.readAt)
      wasEnded = !isEarlier && stored !== undefined && stored.ended_at !== null && call.endedAt === null
      const known = stored ? (JSON.parse(stored.lines) as KeptLine[]) : []
      const knownReadAt = stored ? linesReadAtOf(stored) : -Infinity
      // A list has no transcripts, so that a later reading may have earlier lines.
      const lines = call.linesReadAt < knownReadAt ? known : withKnownTimes(call.lines, known)
      if (isEarlier && (lines.length < known.length || isUnchanged(lines, known))) return null
      call.lines = lines
      call.linesReadAt = Math.max(call.linesReadAt, knownReadAt)
      call.moods = joinMoods(parseMoods(stored?.moods ?? null), call.moods)
      call.firstSeenAt = Math.min(stored?.first_seen_at ?? call.firstSeenAt, call.firstSeenAt)
      const told = isEarlier
        ? stored
        : {
            batch_id: call.batchId ?? stored?.batch_id ?? null,
            call: JSON.stringify(call.call),
            // The service may have told more of a call that has ended since.
            customer: call.call.customerName || stored?.customer || '',
            phone: call.call.customerPhone,
            agent: call.call.aiAgentName || stored?.agent || '',
            sentiment: call.call.sentiment,
            duration: longer(call.call.duration && Math.round(call.call.duration), stored?.duration ?? null),
            read_at: call.readAt,
            ended_at: call.endedAt,
          }
      const row = {
        ...told,
        call: withLinesReadAt(JSON.parse(told.call) as object, call.linesReadAt),
        lines: JSON.stringify(lines),
        moods: JSON.stringify(call.moods),
        line_count: lines.length,
        words: wordsOf(told.customer, told.agent, lines),
        first_seen_at: call.firstSeenAt,
      }
      await store
        .insertInto('kept_calls')
        .values({ ...row, workspace, room_name: roomName })
        .onConflict((conflict) => conflict.columns(['workspace', 'room_name']).doUpdateSet(row))
        .execute()
      return isUnchanged(lines, known) ? null : row.ended_at
    })
    if (wasEnded) onFound(roomName)
    return endedAt
  }

  const selectCall = (store: Store, workspace: string, roomName: string) =>
    store.selectFrom('kept_calls').selectAll().where('workspace', '=', workspace).where('room_name', '=', roomName)

  /** Deletes the calls whose retention time is over. */
  async function deleteOld(): Promise<void> {
    for (const { id } of workspaces)
      await deleteOlderThan(id, (await retention.get(id)).days).catch((error: unknown) =>
        log.error({ error: String(error) }, 'could not delete old calls'),
      )
  }

  const deleteOlderThan = (workspace: string, days: number) =>
    deleteKeptCalls(store, workspace, clock.now() - days * dayMs)

  return {
    addReading,
    addEnd,
    write,

    /** A call as it was last seen; null: nothing was seen of it, or it is not kept any more. */
    async show(workspace: string, roomName: string): Promise<KeptCall | null> {
      await write()
      const row = await selectCall(store, workspace, roomName).executeTakeFirst()
      if (!row) return null
      const { days } = await retention.get(workspace)
      const lines = JSON.parse(row.lines) as KeptLine[]
      const { success, data: call } = ActiveCall.safeParse({
        ...(JSON.parse(row.call) as object),
        linesReadAt: undefined,
        // Perhaps known only since its end.
        aiAgentName: row.agent,
        customerName: row.customer || null,
        duration: row.duration,
        transcript: lines.map(({ line }) => line),
      })
      if (!success) return null
      return {
        call,
        batchId: row.batch_id,
        linesSeenAt: lines.map(({ seenAt }) => seenAt),
        moods: parseMoods(row.moods),
        firstSeenAt: row.first_seen_at,
        readAt: row.read_at,
        endedAt: row.ended_at,
        keptUntil: row.read_at + days * dayMs,
      }
    },

    /** A page of the workspace's calls. @param query the page, its order and filters @param live those in progress, by room */
    list: (workspace: string, query: Parameters<typeof listKeptCalls>[2], live: ReadonlyMap<string, LiveCall>) =>
      listKeptCalls(store, workspace, query, live),

    /** The latest calls of the workspace that contain the text in their name, number, agent or transcript. */
    async search(
      workspace: string,
      text: string,
      filter: KeptCallFilter & { limit?: number },
      live: ReadonlyMap<string, LiveCall>,
    ): Promise<ListedCall[]> {
      await write()
      return findKeptCalls(store, workspace, text, filter, live)
    },

    /** Search entries of the latest calls that contain the text. Calls that are not written yet are missing. */
    async findEntries(workspace: string, text: string): Promise<Found[]> {
      return (await findKeptCalls(store, workspace, text, { limit: maxEntries })).map(foundCall)
    },

    /** How long the calls of a workspace are kept. */
    retention: (workspace: string, inTransaction = store): Promise<CallRetention> =>
      retention.get(workspace, inTransaction),

    /**
     * Changes how long calls are kept, and deletes those that are older.
     *
     * @throws Refusal `not_recorded` 503: nothing was changed
     */
    async changeRetention(workspace: string, { days }: CallRetention, operator: Operator): Promise<CallRetention> {
      const ids = { workspaceId: workspace, days: `${days}` }
      const changed = await recordAction({ endpoint: 'callRetentionChange', ids, operator }, () =>
        retention.save(workspace, { days }),
      )
      await deleteOlderThan(workspace, days)
      return changed
    },

    deleteOld,

    async close(): Promise<void> {
      clearInterval(writeTimer)
      clearInterval(deleteTimer)
      await write()
    },
  }
}
