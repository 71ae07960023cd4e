/**
 * Adds to kept calls how they ended, from answers that somebody reads anyway: the calls of a batch and the service's history. A result
 * that contains a transcript completes a call that nobody opened while it was in progress. A call that only the history knows is kept too,
 * so that its page can be opened.
 */
import { LRUCache } from 'lru-cache'
import {
  type BatchCall,
  type BatchCallList,
  endStates,
  foldText,
  type PastCall,
  type TranscriptLine,
} from '#contract/index.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { KeptCalls } from './kept-calls.ts'
import type { KeptLine } from './kept-lines.ts'
import { emptySummary } from './tracked-call.ts'

/** A call that ended, as an answer told it. */
interface EndedCall {
  /** null: the answer does not name the room; the call is found by its batch and number. */
  roomName: string | null
  batchId: string | null
  phone: string
  status: string
  outcome: string | null
  /** Seconds. */
  duration: number | null
  transcript: readonly TranscriptLine[]
  /** What the history says about a call that nobody saw. `startedAt`, `endedAt`: ISO 8601. */
  past: { agentId: string | null; startedAt: string; endedAt: string } | null
}

/** Calls whose outcome was written lately, so that polls of a batch do not write them again. */
const maxRememberedCalls = 20_000
const dayMs = 24 * 3_600_000

const hasEnded = (status: string): boolean => (endStates as readonly string[]).includes(status)

const ofBatchCall = (call: BatchCall, batchId: string): EndedCall => ({
  roomName: call.roomName || null,
  batchId,
  phone: call.phone_number,
  status: call.status,
  outcome: call.result?.outcome || call.error || null,
  duration: call.duration ?? null,
  transcript: call.result?.transcript ?? [],
  past: null,
})

const ofPastCall = (call: PastCall): EndedCall => {
  const { roomName, batchId, toNumber, status, outcome, duration, agentId, startedAt, endedAt } = call
  return {
    roomName: roomName || null,
    batchId,
    phone: toNumber,
    status,
    outcome,
    duration,
    transcript: [],
    past: { agentId, startedAt, endedAt: endedAt ?? startedAt },
  }
}

/** The ended calls in an answer of the service. */
function endedCallsIn(read: Read, data: unknown): EndedCall[] {
  const { batchId = '' } = read.params
  const calls =
    read.name === 'batchCallList'
      ? (data as BatchCallList).calls.map((call) => ofBatchCall(call, batchId))
      : read.name === 'batchCallShow'
        ? [ofBatchCall(data as BatchCall, batchId)]
        : read.name === 'callHistory'
          ? (data as { calls: PastCall[] }).calls.map(ofPastCall)
          : []
  return calls.filter(({ status }) => hasEnded(status))
}

/** @param deps.agentName the name of an agent, if it is known */
export function createCallOutcomes(deps: {
  store: Store
  keptCalls: KeptCalls
  agentName: (id: string) => string | null
  clock: Clock
  log: Log
}) {
  const { store, keptCalls, agentName, clock, log } = deps
  const written = new LRUCache<string, true>({ max: maxRememberedCalls })
  let pendingWrite: Promise<void> = Promise.resolve()

  /** Keeps a call that only the history knows, unless its retention time is over. */
  async function keepPastCall(
    workspace: string,
    { roomName, batchId, phone, duration, past }: EndedCall,
  ): Promise<void> {
    const [startedAt, endedAt] = [Date.parse(past?.startedAt ?? ''), Date.parse(past?.endedAt ?? '')]
    if (!past || roomName === null || Number.isNaN(startedAt) || Number.isNaN(endedAt)) return
    const { days } = await keptCalls.retention(workspace)
    if (endedAt <= clock.now() - days * dayMs) return
    const agent = past.agentId === null ? '' : (agentName(past.agentId) ?? past.agentId)
    const call = { ...emptySummary(roomName, phone, agent), duration }
    await store
      .insertInto('kept_calls')
      .values({
        workspace,
        room_name: roomName,
        batch_id: batchId,
        call: JSON.stringify(call),
        lines: '[]',
        customer: '',
        phone,
        agent,
        sentiment: call.sentiment,
        line_count: 0,
        words: foldText(agent),
        first_seen_at: startedAt,
        read_at: endedAt,
        ended_at: endedAt,
      })
      .onConflict((conflict) => conflict.columns(['workspace', 'room_name']).doNothing())
      .execute()
  }

  /** The name of the agent of a call that ended before it was read itself; '' if it is unknown. */
  async function findAgent({ batchId, past }: EndedCall): Promise<string> {
    const agentId = past?.agentId ?? (batchId && (await findBatchAgent(batchId)))
    return (agentId && agentName(agentId)) || ''
  }

  async function findBatchAgent(batchId: string): Promise<string | null> {
    const query = store.selectFrom('known_batches').select('agent_id').where('batch_id', '=', batchId)
    return (await query.executeTakeFirst())?.agent_id ?? null
  }

  async function writeOutcome(workspace: string | null, call: EndedCall): Promise<void> {
    const { roomName, batchId, phone, status, outcome, duration, transcript } = call
    if (roomName === null && batchId === null) return
    if (workspace !== null) await keepPastCall(workspace, call)
    const rows = await store
      .selectFrom('kept_calls')
      .select(['workspace', 'room_name', 'line_count', 'words', 'duration', 'batch_id', 'agent'])
      .$if(roomName !== null, (query) => query.where('room_name', '=', roomName ?? ''))
      .$if(roomName === null, (query) => query.where('batch_id', '=', batchId).where('phone', '=', phone))
      .limit(2)
      .execute()
    const [row, second] = rows
    // Somebody who was called twice: it is unknown which call this is.
    if (!row || second) return
    const lines = transcript.map((line): KeptLine => ({ line, seenAt: null }))
    const isLonger = lines.length > row.line_count
    const agent = row.agent || (await findAgent(call))
    const newWords = [row.agent === '' ? agent : '', ...(isLonger ? transcript.map(({ content }) => content) : [])]
    await store
      .updateTable('kept_calls')
      .set({
        end_status: status,
        outcome,
        duration: duration === null ? row.duration : Math.round(duration),
        batch_id: row.batch_id ?? batchId,
        agent,
        words: [row.words, foldText(newWords.join(' '))].join(' ').trim(),
        ...(isLonger && { lines: JSON.stringify(lines), line_count: lines.length }),
      })
      .where('workspace', '=', row.workspace)
      .where('room_name', '=', row.room_name)
      .execute()
  }

  async function writeOutcomes(workspace: string | null, calls: readonly EndedCall[]): Promise<void> {
    try {
      await keptCalls.write()
      for (const call of calls) await writeOutcome(workspace, call)
    } catch (error) {
      written.clear()
      log.debug({ error: String(error) }, 'could not write the outcomes of calls')
    }
  }

  return {
    /** Learns from an answer. What cannot be written is learned from the next answer. @param isOurs false: another gateway read it */
    observe(read: Read, snapshot: Snapshot, isOurs = true): void {
      if (!isOurs || snapshot.refusal) return
      const calls = endedCallsIn(read, snapshot.data).filter(({ transcript, ...facts }) => {
        const key = JSON.stringify([facts, transcript.length])
        if (written.has(key)) return false
        written.set(key, true)
        return true
      })
      if (calls.length > 0) pendingWrite = pendingWrite.then(() => writeOutcomes(read.workspace, calls))
    },

    /** Waits until everything that was observed is written. */
    close: (): Promise<void> => pendingWrite,
  }
}
