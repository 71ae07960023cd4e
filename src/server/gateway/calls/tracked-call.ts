/** A call on the wall, as the gateway keeps it. */
import type { ActiveCall, ActiveCallSummary, CallConcern } from '#contract/index.ts'
import { type CallHistory, emptyHistory } from './call-concerns.ts'

export interface TrackedCall {
  call: ActiveCallSummary
  batchId: string | null
  /** null for a call of a batch, because batches belong to no workspace. */
  workspace: string | null
  /** Steady clock, ms. */
  readAt: number
  /** Steady clock, ms; null: in progress. */
  endedAt: number | null
  /** What was observed since the call was first read. */
  history: CallHistory
  concerns: CallConcern[]
}

/** A call of which only its start is known. */
export const startedCall = (
  call: ActiveCallSummary,
  { batchId, workspace, readAt }: Pick<TrackedCall, 'batchId' | 'workspace' | 'readAt'>,
): TrackedCall => ({ call, batchId, workspace, readAt, endedAt: null, history: emptyHistory(readAt), concerns: [] })

export const emptySummary = (roomName: string, phone: string, agent: string): ActiveCallSummary => ({
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

export const summaryOf = ({ transcript, ...call }: ActiveCall): ActiveCallSummary => ({
  ...call,
  status: typeof call.status === 'string' ? call.status : 'active',
  lastMessage: transcript.at(-1)?.content ?? null,
})
