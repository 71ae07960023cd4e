/**
 * Adds to kept calls how they ended, from answers that somebody reads anyway: the calls of a batch and the service's history. A result
 * that contains a transcript completes a call that nobody opened while it was in progress.
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
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { KeptLine } from './kept-lines.ts'

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
}

/** Calls whose outcome was written lately, so that polls of a batch do not write them again. */
const maxRememberedCalls = 20_000

const hasEnded = (status: string): boolean => (endStates as readonly string[]).includes(status)

const ofBatchCall = (call: BatchCall, batchId: string): EndedCall => ({
  roomName: call.roomName || null,
  batchId,
  phone: call.phone_number,
  status: call.status,
  outcome: call.result?.outcome || call.error || null,
  duration: call.duration ?? null,
  transcript: call.result?.transcript ?? [],
})

const ofPastCall = ({ roomName, batchId, toNumber, status, outcome, duration }: PastCall): EndedCall => ({
  roomName: roomName || null,
  batchId,
  phone: toNumber,
  status,
  outcome,
  duration,
  transcript: [],
})

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

/** @param deps.flush writes the calls that were seen but are not in the database yet */
export function createCallOutcomes({ store, flush, log }: { store: Store; flush: () => Promise<void>; log: Log }) {
  const written = new LRUCache<string, true>({ max: maxRememberedCalls })
  let pendingWrite: Promise<void> = Promise.resolve()

  async function writeOutcome(call: EndedCall): Promise<void> {
    const { roomName, batchId, phone, status, outcome, duration, transcript } = call
    if (roomName === null && batchId === null) return
    const rows = await store
      .selectFrom('kept_calls')
      .select(['workspace', 'room_name', 'line_count', 'words', 'duration', 'batch_id'])
      .$if(roomName !== null, (query) => query.where('room_name', '=', roomName ?? ''))
      .$if(roomName === null, (query) => query.where('batch_id', '=', batchId).where('phone', '=', phone))
      .limit(2)
      .execute()
    const [row, second] = rows
    // Somebody who was called twice: it is unknown which call this is.
    if (!row || second) return
    const lines = transcript.map((line): KeptLine => ({ line, seenAt: null }))
    const isLonger = lines.length > row.line_count
    await store
      .updateTable('kept_calls')
      .set({
        end_status: status,
        outcome,
        duration: duration === null ? row.duration : Math.round(duration),
        batch_id: row.batch_id ?? batchId,
        ...(isLonger && {
          lines: JSON.stringify(lines),
          line_count: lines.length,
          words: `${row.words} ${foldText(transcript.map(({ content }) => content).join(' '))}`,
        }),
      })
      .where('workspace', '=', row.workspace)
      .where('room_name', '=', row.room_name)
      .execute()
  }

  async function writeOutcomes(calls: readonly EndedCall[]): Promise<void> {
    try {
      await flush()
      for (const call of calls) await writeOutcome(call)
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
      if (calls.length > 0) pendingWrite = pendingWrite.then(() => writeOutcomes(calls))
    },

    /** Waits until everything that was observed is written. */
    close: (): Promise<void> => pendingWrite,
  }
}
