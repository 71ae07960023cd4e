/** A call on the wall, as the gateway keeps it. */
import {
  type ActiveCall,
  type ActiveCallSummary,
  type CallConcern,
  type CallConcernReason,
  type CallOutcome,
  type LiveCall,
  saysTheSame,
  type TranscriptLine,
} from '#contract/index.ts'
import { type EndEvidence, endOf, foundAt, hasEnded, isNotFoundNow } from '../cache/call-end.ts'
import { type CallHistory, emptyHistory } from './call-concerns.ts'
import { guessOutcome } from './guess-outcome.ts'

export interface TrackedCall {
  call: ActiveCallSummary
  batchId: string | null
  /** null for a call of a batch, because batches belong to no workspace. */
  workspace: string | null
  /** Steady clock, ms. */
  readAt: number
  /** What tells whether it has ended. */
  end: EndEvidence
  /** What was observed since the call was first read. */
  history: CallHistory
  concerns: CallConcern[]
  /** A guess from what was said so far; null: nothing was said, or it is unknown who said it. */
  outcome: CallOutcome | null
}

const youngSeconds = 30
const urgentReasons: ReadonlySet<CallConcernReason> = new Set(['asks_for_person', 'negative', 'falling'])

/**
 * Whether a call is read before others: it is young, or goes wrong. A call that was not read yet is read first anyway.
 *
 * @param now steady clock, ms
 */
export function isUrgent({ call, readAt, concerns }: TrackedCall, now: number): boolean {
  const isYoung = call.duration !== null && call.duration + (now - readAt) / 1_000 < youngSeconds
  return isYoung || concerns.some(({ reason }) => urgentReasons.has(reason))
}

/** A call of which only its start is known. */
export const startedCall = (
  call: ActiveCallSummary,
  { batchId, workspace, readAt }: Pick<TrackedCall, 'batchId' | 'workspace' | 'readAt'>,
): TrackedCall => ({
  call,
  batchId,
  workspace,
  readAt,
  end: foundAt(readAt),
  history: emptyHistory(readAt),
  concerns: [],
  outcome: null,
})

/**
 * Whether a reading is older than what is known of the call. The list and the call are read separately, so an answer may arrive after that
 * of a later request, or after the call's end. Any reading of a call of which only its start is known adds something.
 *
 * @param readAt steady clock, ms
 */
export const isOutdated = (readAt: number, { call, readAt: knownAt, end }: TrackedCall): boolean =>
  readAt < (endOf(end) ?? (call.status === '' ? -Infinity : knownAt))

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

/**
 * A guess of the outcome. Lines of the list of calls have no role, so nothing can be guessed from them: what was guessed when the call was
 * last read with its speakers stays.
 */
export function outcomeSoFar(
  lines: readonly TranscriptLine[],
  previous: Pick<TrackedCall, 'history' | 'outcome'> | undefined,
): CallOutcome | null {
  const before = previous?.history.lines
  if (previous && before && saysTheSame(before, lines)) return previous.outcome
  return lines.some(({ role }) => role === '') ? (previous?.outcome ?? null) : (guessOutcome(lines)?.outcome ?? null)
}

/** As many lines as a large card shows. */
const shownLines = 4

/**
 * A call as the wall shows it.
 *
 * @param dateOf the date (epoch ms) of a moment of the steady clock
 * @param isLarge whether there are so few calls that their cards have room for more than the last line
 */
export const presentCall = (
  { call, batchId, end, readAt, concerns, outcome, history }: TrackedCall,
  dateOf: (moment: number) => number,
  isLarge = false,
): LiveCall => ({
  ...call,
  readAt: dateOf(readAt),
  batchId,
  live: !hasEnded(end),
  notFound: isNotFoundNow(end),
  endAcceptedAt: end.endAcceptedAt === null ? null : dateOf(end.endAcceptedAt),
  concerns: hasEnded(end) ? [] : concerns,
  outcome: outcome ?? '',
  outcomeSource: outcome && 'transcript',
  lastLines: isLarge ? history.lines.slice(-shownLines).map(({ role, content }) => ({ role, content })) : [],
  moods: isLarge ? history.sentiments.map(({ at, sentiment }) => ({ at: dateOf(at), sentiment, words: '' })) : [],
})
