/** Batches as the gateway knows them, and the origin of their people (design: Registry). */
import { batchCallStates } from '../../shared/batch-states.ts'
import { isFailing } from '../../shared/call-failures.ts'
import type { HarmCount } from '../../shared/call-harm.ts'

/** A selection of a batch's calls: all, those in one state, or those that a cancel dropped before they were ever placed. */
export const callSelections = ['all', ...batchCallStates, 'never_called'] as const
export type CallSelection = (typeof callSelections)[number]

/**
 * The people of a batch whom an operator can start a new one with: those of some calls, those whom no call reached (a mailbox, no answer,
 * busy or failed), or `selected` one by one or by another outcome.
 */
export const chosenSelections = [...callSelections, 'not_reached', 'selected'] as const
export type ChosenSelection = (typeof chosenSelections)[number]

/** `held_back`: people who waited after the first ten, or were left out · `next_part`: the next part of a large file. */
const originSelections = [...chosenSelections, 'held_back', 'next_part'] as const
export type OriginSelection = (typeof originSelections)[number]

/** The batch that a new batch's people come from, and which of its people they are. */
export interface BatchOrigin {
  batchId: string
  name: string
  calls: OriginSelection
}

/** A cancel by the breaker, or an attempt: too many calls failed for a technical reason. */
export interface BreakerStop {
  at: number
  /** Number of ended calls, and of failed ones among them. */
  ended: number
  failed: number
  /** Number of failed calls whose reason was read, and of those with a technical reason. */
  read: number
  technical: number
  /** The technical reasons in the service's words, most frequent first. */
  reasons: { reason: string; count: number }[]
}

/** A cancel because a batch called the wrong people, or people who did not want it. */
interface HarmStop {
  at: number
  harm: HarmCount
}
/** A cancel by Switchboard itself, or an attempt. */
export type AutomaticStop = BreakerStop | HarmStop

/** When Switchboard cancels the rest of a batch because calling hours end, and the state of that. */
export interface BatchClosing {
  /** When the first of its people leaves the calling hours, epoch ms. */
  at: number
  /** Local time of the place where the hours end first: "20:00 in United States (Honolulu)". */
  place: string
  /** The rest is started by a person, or by Switchboard when the hours begin again. */
  startedBy: 'person' | 'gateway'
  /**
   * `open`: the batch may run until then · `cancelled`: Switchboard has cancelled it and reads who was never called · `prepared`: those
   * people wait as a prepared batch · `ended`: the batch ended or was cancelled before, or nobody is left.
   */
  state: 'open' | 'cancelled' | 'prepared' | 'ended'
  /** When Switchboard cancelled it, epoch ms; null: not cancelled. */
  cancelledAt: number | null
  /** Why the last attempt to cancel it, or to read who was never called, failed; null: it did not. It is retried. */
  problem: string | null
}

/** A batch that the team started, or opened by its id. */
export interface KnownBatch {
  batchId: string
  /** Its launch: the id of the launch's first start in the ledger, or of a batch that was not started here. */
  launchId: string
  name: string
  agentId: string | null
  agentName: string | null
  startedBy: string | null
  startedAt: number | null
  /** The start time chosen here, epoch ms; the service does not report it. null: at once, or not started here. */
  scheduledAt: number | null
  /** The fingerprint of all people of the launch, the same for the same people. null: not started here. */
  recipients: string | null
  /** The origin of its people; null: a file, or not started here. */
  origin: BatchOrigin | null
  /** Whether people who are not reached are called back; null: not recorded. */
  callsBack: boolean | null
  /** Number of people left out at the start because of a rule. Absent: none, or not recorded. */
  leftOut?: number | undefined
  /** A test of one row on an operator's own number. */
  isTest: boolean
  /** The cancel by Switchboard, or its attempt; null: none. `progress` shows whether the batch is cancelled. */
  stopped: AutomaticStop | null
  /** Of a running batch that calls too many wrong people, or people who do not want it. Absent: as far as is known, it does not. */
  harm?: HarmCount | undefined
  /** Whether Switchboard cancels the rest in that case. Absent: it only tells. */
  stopsForHarm?: boolean | undefined
  /** null: it may call at any hour, or was not started here. */
  closing: BatchClosing | null
  /** The progress last read; null: none yet. */
  progress: {
    status: string
    isComplete: boolean
    /** null: not reported. */
    waiting: number | null
    active: number | null
    completed: number | null
    failed: number | null
    cancelled: number | null
    total: number | null
  } | null
  /** Of a batch that may be failing: its failed calls whose reason was read, and those with a technical one, a sample of the latest. */
  failures?: { read: number; technical: number } | undefined
  /** Seconds since `progress` was read; null: never. */
  readAt: number | null
}

/** What goes wrong in a running batch: it calls people who should not be called, or too many calls fail for a technical reason. */
export function alarmOf({ progress, failures, harm }: Pick<KnownBatch, 'progress' | 'failures' | 'harm'>) {
  if (!progress || progress.isComplete || progress.status === 'cancelled') return null
  if (harm) return 'harmful'
  return isFailing(progress, failures) ? 'failing' : null
}
