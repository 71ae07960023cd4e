/**
 * What an answer, an event or a kept call tells about calls that ended: the only reader of it, for kept calls and for figures. Answers
 * differ in what they leave out, so a call is put together from several sightings.
 */
import {
  type Announcement,
  type Batch,
  type BatchCall,
  type BatchCallList,
  type BatchProgress,
  type PastCall,
  type TranscriptLine,
} from '#contract/index.ts'
import { hasEnded } from '../cache/call-end.ts'
import type { Read } from '../cache/read.ts'
import { keyOf } from '../shared/memo.ts'
import type { EndedKeptCall } from './kept/kept-call-rows.ts'

/** A call that ended, as one source tells it. null or '' for what the source does not tell. */
export interface CallSighting {
  source: 'batch' | 'history' | 'kept' | 'event'
  /** null: the service's endpoints about batches belong to no workspace. */
  workspace: string | null
  callId: string | null
  roomName: string | null
  batchId: string | null
  jobId: string | null
  agentId: string | null
  /** E.164; ''. */
  number: string
  /** completed, failed, waiting (to be called back), cancelled, or another word of the service; '' if nobody tells. */
  state: string
  /** The outcome or the error in the service's words; ''. */
  reason: string
  /** Epoch ms. */
  startedAt: number | null
  endedAt: number | null
  /** Seconds. */
  duration: number | null
  /** ''. */
  sentiment: string
  transcript: readonly TranscriptLine[]
  /** When it was seen, epoch ms. */
  seenAt: number
}

export const emptySighting = (source: CallSighting['source'], seenAt: number): CallSighting => ({
  source,
  workspace: null,
  callId: null,
  roomName: null,
  batchId: null,
  jobId: null,
  agentId: null,
  number: '',
  state: '',
  reason: '',
  startedAt: null,
  endedAt: null,
  duration: null,
  sentiment: '',
  transcript: [],
  seenAt,
})

/** Whether it is known which call a sighting is about. Without that, the same call would be counted again. */
export const isIdentified = ({ callId, roomName, batchId, jobId }: CallSighting): boolean =>
  callId !== null || roomName !== null || (batchId !== null && jobId !== null)

/** What a sighting tells, whenever it was seen. */
export const sightingKey = (sighting: CallSighting): string => keyOf({ ...sighting, seenAt: null })

/** When a call began, epoch ms, or as near as a sighting tells. */
export const startOf = ({ startedAt, endedAt, seenAt, duration }: CallSighting): number =>
  startedAt ?? (endedAt ?? seenAt) - (duration ?? 0) * 1_000

/** Times that differ less than this, ms, may be of one call: sources round and estimate them, and a duration may leave out the ringing. */
const sameTimeMs = 120_000

/**
 * Whether a sighting tells of another call to the same person than this one, because one ended before the other began.
 *
 * @param call when it began, epoch ms, and its seconds
 */
export function isAtOtherTime(
  { at, duration }: { at: number; duration: number | null },
  sighting: CallSighting,
): boolean {
  if (sighting.startedAt === null && sighting.endedAt === null) return false
  const start = startOf(sighting)
  const end = start + (sighting.duration ?? 0) * 1_000
  return start > at + (duration ?? 0) * 1_000 + sameTimeMs || at > end + sameTimeMs
}

/** A time or a duration of the service that can be stored; null for any other value. */
const usable = (value: number | null | undefined, most: number): number | null =>
  typeof value === 'number' && value >= 0 && value < most ? Math.round(value) : null
const daySeconds = 86_400
/** A time of the service that can be: not much later than it was read, by a clock that may be wrong by a day. */
const timeUntil = (value: number | null | undefined, seenAt: number) => usable(value, seenAt + daySeconds * 1_000)

/**
 * Whether a row tells of a call that ended. A row that was cancelled before its turn is no call. One that waits to be called back tells of
 * its last attempt, if it names it.
 */
function hasEndedCall({ status, callId, startTime, error }: BatchCall): boolean {
  if (status === 'waiting') return Boolean(callId && error)
  if (status === 'cancelled') return Boolean(callId || startTime || error)
  return hasEnded({ state: status })
}

const sightingOfRow = (call: BatchCall, batchId: string, seenAt: number): CallSighting => ({
  ...emptySighting('batch', seenAt),
  callId: call.callId || call.result?.callId || null,
  roomName: call.roomName || null,
  batchId,
  jobId: call.jobId || null,
  number: call.phone_number,
  state: call.status,
  // Why it failed is in the error. The outcome of a failed call only says it in other words, and only the answer about one call has it.
  reason: (call.status === 'completed' && call.result?.outcome) || call.error || call.result?.outcome || '',
  startedAt: timeUntil(call.startTime, seenAt),
  endedAt: timeUntil(call.endTime, seenAt),
  duration: usable(call.duration, daySeconds),
  transcript: call.result?.transcript ?? [],
})

const sightingOfPastCall = (call: PastCall, workspace: string | null, seenAt: number): CallSighting => {
  const timeOf = (text: string | null) => timeUntil(Date.parse(text ?? ''), seenAt)
  return {
    ...emptySighting('history', seenAt),
    workspace,
    callId: call.callId || null,
    roomName: call.roomName || null,
    batchId: call.batchId,
    jobId: call.jobId,
    agentId: call.agentId,
    number: call.toNumber,
    state: call.status,
    reason: call.outcome ?? '',
    startedAt: timeOf(call.startedAt),
    endedAt: timeOf(call.endedAt),
    duration: usable(call.duration, daySeconds),
  }
}

type RecentCall = BatchProgress['recent_calls'][number]

/** A call that a batch's progress names as one of the last that ended. The row waits for a further call if its state is `waiting`. */
const sightingOfRecentCall = (call: RecentCall, batchId: string, seenAt: number): CallSighting => ({
  ...emptySighting('batch', seenAt),
  batchId,
  jobId: call.jobId || null,
  number: call.phone_number,
  state: call.status,
  reason: call.error ?? '',
  endedAt: timeUntil(call.completedAt, seenAt),
  duration: usable(call.duration, daySeconds),
})

const sightingsInProgress = (calls: readonly RecentCall[], batchId: string, seenAt: number): CallSighting[] =>
  calls
    .filter(({ status, error }) => (status === 'waiting' ? Boolean(error) : hasEnded({ state: status })))
    .map((call) => sightingOfRecentCall(call, batchId, seenAt))

/** The ended calls among the rows of a batch. */
const sightingsInBatch = (calls: readonly BatchCall[], batchId: string, seenAt: number): CallSighting[] =>
  calls.filter(hasEndedCall).map((call) => sightingOfRow(call, batchId, seenAt))

/** The ended calls in an answer of the service. @param seenAt when it was read, epoch ms */
export function sightingsIn({ name, params, workspace }: Read, data: unknown, seenAt: number): CallSighting[] {
  const { batchId = '' } = params
  if (name === 'batchCallList') return sightingsInBatch((data as BatchCallList).calls, batchId, seenAt)
  if (name === 'batchCallShow') return sightingsInBatch([data as BatchCall], batchId, seenAt)
  if (name === 'batchProgress') return sightingsInProgress((data as BatchProgress).recent_calls, batchId, seenAt)
  if (name === 'batchShow') return sightingsInProgress((data as Batch).progress.recent_calls, batchId, seenAt)
  if (name !== 'callHistory') return []
  return (data as { calls: PastCall[] }).calls
    .filter(({ status }) => hasEnded({ state: status }))
    .map((call) => sightingOfPastCall(call, workspace, seenAt))
}

/** A call that somebody watched until it ended. Nobody says how it ended: a call that nobody took was watched too. */
export const sightingOfKeptCall = ({ phone, ...call }: EndedKeptCall): CallSighting => ({
  ...emptySighting('kept', call.endedAt),
  ...call,
  duration: usable(call.duration, daySeconds),
  number: phone,
})

/** The call in an event about its end; [] for any other event. @param seenAt when it arrived, epoch ms */
export function sightingOfEvent(
  { event, data }: Announcement,
  workspace: string | null,
  seenAt: number,
): CallSighting[] {
  if (event !== 'call.completed' && event !== 'call.failed') return []
  const { callId, agentId, roomName, toNumber, batchId, jobId } = data
  return [
    {
      ...emptySighting('event', seenAt),
      workspace,
      callId: callId || null,
      roomName: roomName || null,
      batchId: batchId || null,
      jobId: jobId || null,
      agentId: agentId || null,
      number: toNumber,
      state: event === 'call.completed' ? 'completed' : 'failed',
      endedAt: seenAt,
      duration: 'duration' in data ? usable(data.duration, daySeconds) : null,
    },
  ]
}
