/** Batches as the gateway knows them, and where the people of one come from (design: Registry). */
import * as z from 'zod/mini'
import { batchCallStates } from '../shared/batch-states.ts'

/** Which calls of a batch: all, those in one state, or those that a cancel dropped before they were ever placed. */
export const callSelections = ['all', ...batchCallStates, 'never_called'] as const
export type CallSelection = (typeof callSelections)[number]

/** Which people of a batch a person starts a new one with: those of some calls, or those `selected` one by one. */
export const chosenSelections = [...callSelections, 'selected'] as const
export type ChosenSelection = (typeof chosenSelections)[number]

/** `held_back`: who waited after the first ten of the batch, or were left out of it · `next_part`: the part of a large file behind it. */
const originSelections = [...chosenSelections, 'held_back', 'next_part'] as const
export type OriginSelection = (typeof originSelections)[number]

/** The batch whose people a new one calls, and which of its people they were. */
export const BatchOrigin = z.object({ batchId: z.string(), name: z.string(), calls: z.enum(originSelections) })
export type BatchOrigin = z.output<typeof BatchOrigin>

/** Why Switchboard cancelled a batch by itself, or tried to: too many of its calls failed for a technical reason. */
export const BreakerStop = z.object({
  /** Epoch ms. */
  at: z.number(),
  /** Calls that had ended, and how many of them had failed. */
  ended: z.number(),
  failed: z.number(),
  /** Failed calls whose reason was read, and how many of those failed for a technical reason. */
  read: z.number(),
  technical: z.number(),
  /** The technical reasons in the service's words, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
})
export type BreakerStop = z.output<typeof BreakerStop>

/** When Switchboard cancels what remains of a batch because calling hours end, and what has become of that. */
export const BatchClosing = z.object({
  /** Epoch ms: when the first of its people is outside the calling hours. */
  at: z.number(),
  /** By the clock of the place where the hours end first: "20:00 in United States (Honolulu)". */
  place: z.string(),
  /** Who starts the rest: a person, or Switchboard itself when hours open again. */
  startedBy: z.enum(['person', 'gateway']),
  /**
   * `open`: it may run until then · `cancelled`: Switchboard has cancelled it, and reads who was never called · `prepared`: those wait
   * as a prepared batch, until they are started or discarded · `ended`: it ended or was cancelled before, or nobody is left.
   */
  state: z.enum(['open', 'cancelled', 'prepared', 'ended']),
  /** Epoch ms: when Switchboard cancelled it; null: it did not. */
  cancelledAt: z.nullable(z.number()),
  /** Why the last try to cancel it, or to read who was never called, had no effect; null: none failed. It is tried again. */
  problem: z.nullable(z.string()),
})
export type BatchClosing = z.output<typeof BatchClosing>

/** A batch that the team started, or opened by its id. */
export const KnownBatch = z.object({
  batchId: z.string(),
  /** The launch that it is a part of: the first start of that launch in the ledger, or a batch that was not started here. */
  launchId: z.string(),
  name: z.string(),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  /** Epoch ms. */
  startedAt: z.nullable(z.number()),
  /** Epoch ms: when it was to begin, as whoever started it here chose; the service does not tell. null: at once, or not started here. */
  scheduledAt: z.nullable(z.number()),
  /** The fingerprint of the people called, of the whole launch: the same people have the same. null: not started here. */
  recipients: z.nullable(z.string()),
  /** Where its people come from; null: from a file, or not started here. */
  origin: z.nullable(BatchOrigin),
  /** Whether people who are not reached are called back; null: not recorded. */
  callsBack: z.nullable(z.boolean()),
  /** How many people of it were left out when it was started, because a rule found them. Not there: nobody, or not recorded. */
  leftOut: z.optional(z.number()),
  /** One row, tried on a number of an operator's own. */
  isTest: z.boolean(),
  /** Why Switchboard cancelled it, or tried to; null: it did not. Whether it is cancelled stands in `progress`. */
  stopped: z.nullable(BreakerStop),
  /** null: its calls may go on at any hour, or it was not started here. */
  closing: z.nullable(BatchClosing),
  /** What was last read of it; null: nothing yet. */
  progress: z.nullable(
    z.object({
      status: z.string(),
      isComplete: z.boolean(),
      /** null: not told. */
      waiting: z.nullable(z.number()),
      active: z.nullable(z.number()),
      completed: z.nullable(z.number()),
      failed: z.nullable(z.number()),
      cancelled: z.nullable(z.number()),
      total: z.nullable(z.number()),
    }),
  ),
  /** Seconds since that was read; null: never. */
  readAt: z.nullable(z.number()),
})
export type KnownBatch = z.output<typeof KnownBatch>
