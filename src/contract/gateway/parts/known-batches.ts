/** Batches as the gateway knows them, and the origin of their people (design: Registry). */
import * as z from 'zod/mini'
import { batchCallStates } from '../../shared/batch-states.ts'
import { isFailing } from '../../shared/call-failures.ts'
import { epochMs } from '../../shared/wire.ts'

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
export const BatchOrigin = z.object({ batchId: z.string(), name: z.string(), calls: z.enum(originSelections) })
export type BatchOrigin = z.output<typeof BatchOrigin>

/** A cancel by the breaker, or an attempt: too many calls failed for a technical reason. */
export const BreakerStop = z.object({
  at: epochMs,
  /** Number of ended calls, and of failed ones among them. */
  ended: z.number(),
  failed: z.number(),
  /** Number of failed calls whose reason was read, and of those with a technical reason. */
  read: z.number(),
  technical: z.number(),
  /** The technical reasons in the service's words, most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
})
export type BreakerStop = z.output<typeof BreakerStop>

/** Of the first calls that reached a person: the wrong person, asked not to be called, hung up at once. `certain`: those that are no guess. */
const harmCount = z.object({
  counted: z.number(),
  wrongPerson: z.number(),
  askedNotToBeCalled: z.number(),
  hungUp: z.number(),
  certain: z.number(),
})

/** A cancel because a batch called the wrong people, or people who did not want it. */
const HarmStop = z.object({
  at: epochMs,
  harm: harmCount,
})
/** A cancel by Switchboard itself, or an attempt. */
const AutomaticStop = z.union([BreakerStop, HarmStop])
export type AutomaticStop = z.output<typeof AutomaticStop>

/** When Switchboard cancels the rest of a batch because calling hours end, and the state of that. */
export const BatchClosing = z.object({
  /** When the first of its people leaves the calling hours, epoch ms. */
  at: z.number(),
  /** Local time of the place where the hours end first: "20:00 in United States (Honolulu)". */
  place: z.string(),
  /** The rest is started by a person, or by Switchboard when the hours begin again. */
  startedBy: z.enum(['person', 'gateway']),
  /**
   * `open`: the batch may run until then · `cancelled`: Switchboard has cancelled it and reads who was never called · `prepared`: those
   * people wait as a prepared batch · `ended`: the batch ended or was cancelled before, or nobody is left.
   */
  state: z.enum(['open', 'cancelled', 'prepared', 'ended']),
  /** When Switchboard cancelled it, epoch ms; null: not cancelled. */
  cancelledAt: z.nullable(z.number()),
  /** Why the last attempt to cancel it, or to read who was never called, failed; null: it did not. It is retried. */
  problem: z.nullable(z.string()),
})
export type BatchClosing = z.output<typeof BatchClosing>

/** A batch that the team started, or opened by its id. */
export const KnownBatch = z.object({
  batchId: z.string(),
  /** Its launch: the id of the launch's first start in the ledger, or of a batch that was not started here. */
  launchId: z.string(),
  name: z.string(),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  startedAt: z.nullable(epochMs),
  /** The start time chosen here, epoch ms; the service does not report it. null: at once, or not started here. */
  scheduledAt: z.nullable(z.number()),
  /** The fingerprint of all people of the launch, the same for the same people. null: not started here. */
  recipients: z.nullable(z.string()),
  /** The origin of its people; null: a file, or not started here. */
  origin: z.nullable(BatchOrigin),
  /** Whether people who are not reached are called back; null: not recorded. */
  callsBack: z.nullable(z.boolean()),
  /** Number of people left out at the start because of a rule. Absent: none, or not recorded. */
  leftOut: z.optional(z.number()),
  /** A test of one row on an operator's own number. */
  isTest: z.boolean(),
  /** The cancel by Switchboard, or its attempt; null: none. `progress` shows whether the batch is cancelled. */
  stopped: z.nullable(AutomaticStop),
  /** Of a running batch that calls too many wrong people, or people who do not want it. Absent: as far as is known, it does not. */
  harm: z.optional(harmCount),
  /** Whether Switchboard cancels the rest in that case. Absent: it only tells. */
  stopsForHarm: z.optional(z.boolean()),
  /** null: it may call at any hour, or was not started here. */
  closing: z.nullable(BatchClosing),
  /** The progress last read; null: none yet. */
  progress: z.nullable(
    z.object({
      status: z.string(),
      isComplete: z.boolean(),
      /** null: not reported. */
      waiting: z.nullable(z.number()),
      active: z.nullable(z.number()),
      completed: z.nullable(z.number()),
      failed: z.nullable(z.number()),
      cancelled: z.nullable(z.number()),
      total: z.nullable(z.number()),
    }),
  ),
  /** Of a batch that may be failing: its failed calls whose reason was read, and those with a technical one, a sample of the latest. */
  failures: z.optional(z.object({ read: z.number(), technical: z.number() })),
  /** Seconds since `progress` was read; null: never. */
  readAt: z.nullable(z.number()),
})
export type KnownBatch = z.output<typeof KnownBatch>

/** What goes wrong in a running batch: it calls people who should not be called, or too many calls fail for a technical reason. */
export function alarmOf({ progress, failures, harm }: Pick<KnownBatch, 'progress' | 'failures' | 'harm'>) {
  if (!progress || progress.isComplete || progress.status === 'cancelled') return null
  if (harm) return 'harmful'
  return isFailing(progress, failures) ? 'failing' : null
}
