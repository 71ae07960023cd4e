/** The outcomes of calls that the team has seen, counted and one by one. Answered from the gateway's own rows, so it costs the service nothing. */
import * as z from 'zod/mini'
import type { CallOutcome, OutcomeSource } from '../../shared/call-outcomes.ts'
import { Pagination, pageQuery, wholeNumber, wholeNumberBetween, wholeNumberUpTo } from '../../shared/paging.ts'
import { id } from '../../shared/wire.ts'
import { listedOutcomes, maxAttempt, maxVersionNumber } from '../parts/list-words.ts'

/**
 * What calls are counted by, and the keys of the groups: `local_time` the weekday (0 is Monday) and the hour of the person called, as in
 * "0 9"; `country` ISO 3166; `agent`, `flow` and `batch` their IDs; `attempt` its number; `agent_version` and `flow_version` the number of
 * the version that was in use, for the calls of one agent or flow; `outcome` nothing more than the outcomes; `hour` and `day` when it began
 * in the time zone of the request, epoch ms. '' if it is unknown.
 */
export const callGroupings = [
  'local_time',
  'country',
  'agent',
  'flow',
  'batch',
  'attempt',
  'agent_version',
  'flow_version',
  'outcome',
  'hour',
  'day',
] as const
export type CallGrouping = (typeof callGroupings)[number]

/** The moods of a customer that are counted. */
export const moods = ['positive', 'neutral', 'negative'] as const

export interface CallCount {
  key: string
  /** The name of the agent, flow or batch; null: unknown, or the group is none of them. */
  name: string | null
  /** Calls by outcome; outcomes without a call are missing. */
  outcomes: Partial<Record<CallOutcome, number>>
  /** Calls that were answered and lasted more than 20 seconds. */
  longTalks: number
  /** Seconds of all calls that were answered and whose duration is known, and how many these are; absent: of all that were answered. */
  talkSeconds: number
  timed?: number | undefined
  /** Calls whose mood is known, by the mood of the customer; absent: not counted. */
  moods?: Record<(typeof moods)[number], number> | undefined
}

/** A call that was answered counts as a long talk if it lasted longer, seconds. */
export const longTalkSeconds = 20

/**
 * How much of what happened was seen: the rows of batches that began in this period and have ended, as the service counts them, how many of
 * these were seen to end, and of how many more is known than that they were completed or failed. Of all countries and flows.
 */
export interface Coverage {
  ended: number
  seenToEnd: number
  seen: number
  /** Batches of which it is not known how many rows have ended. They are in neither number. */
  unknownBatches: number
}

export interface CallCounts {
  groups: CallCount[]
  coverage: Coverage
  /** When the first call of this workspace or of a batch began that is still counted, epoch ms; null: there is none. */
  since: number | null
}

export interface CountedCall {
  id: string
  /** When it began, epoch ms, or as near as is known. */
  at: number
  /** Its page; null: no source named the room. */
  roomName: string | null
  batchId: string | null
  batchName: string | null
  /** Placed by hand, so that it is of no batch. */
  isPlaced: boolean
  jobId: string | null
  agentId: string | null
  agentName: string | null
  /** ISO 3166. */
  country: string | null
  attempt: number | null
  outcome: CallOutcome
  source: OutcomeSource
  /** Seconds. */
  duration: number | null
  /** ''. */
  sentiment: string
  /** The name of the person called, while the call is kept in this workspace or its row of a batch is; ''. */
  customer: string
  /** The number called, for as long as the name; ''. */
  number: string
}

export const figureRetentionDays = { min: 30, max: 3_650 }
/** How many days figures about calls and decisions are kept. They are those of all workspaces, because batches belong to none. */
export const FigureRetention = z.strictObject({
  days: z.int().check(z.gte(figureRetentionDays.min), z.lte(figureRetentionDays.max)),
})
export type FigureRetention = z.output<typeof FigureRetention>

/** Two years, to compare a year with the one before, and some weeks. */
export const usualFigureRetention: FigureRetention = { days: 800 }

/** The most of the request budget that results of calls may use, in percent. */
export const maxOutcomePercent = 50
/** How much of the request budget Switchboard may use to read the results of calls that nobody waits for; 0: it reads none. */
export const OutcomeShare = z.strictObject({ percent: z.int().check(z.gte(0), z.lte(maxOutcomePercent)) })
export type OutcomeShare = z.output<typeof OutcomeShare>
export const usualOutcomeShare: OutcomeShare = { percent: maxOutcomePercent }

const filters = {
  /** Epoch ms; `to` is not included. */
  from: wholeNumber,
  to: wholeNumber,
  agentId: z.optional(id),
  flowId: z.optional(id),
  batchId: z.optional(id),
  country: z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,3}$/))),
}

export const callReportEndpoints = {
  callCountList: {
    query: z.strictObject({
      by: z.enum(callGroupings),
      /** IANA name, for `hour` and `day`. */
      zone: z._default(z.string().check(z.maxLength(60)), 'UTC'),
      ...filters,
    }),
    response: z.custom<CallCounts>(),
  },
  /** The latest first. With names only while the calls themselves are kept. */
  countedCallList: {
    query: z.strictObject({
      ...pageQuery,
      ...filters,
      outcome: z.optional(z.enum(listedOutcomes)),
      /** The weekday (0 is Monday) and hour of the person called. */
      weekday: z.optional(wholeNumberBetween(0, 6)),
      hour: z.optional(wholeNumberBetween(0, 23)),
      attempt: z.optional(wholeNumberUpTo(maxAttempt)),
      agentVersion: z.optional(wholeNumberUpTo(maxVersionNumber)),
      flowVersion: z.optional(wholeNumberUpTo(maxVersionNumber)),
    }),
    response: z.custom<{ calls: CountedCall[]; pagination: Pagination }>(),
  },
  figureRetentionShow: { response: z.custom<FigureRetention>() },
  /** Figures of older calls and decisions are deleted at once. */
  figureRetentionChange: { response: z.custom<FigureRetention>(), body: FigureRetention },
  outcomeShareShow: { response: z.custom<OutcomeShare>() },
  outcomeShareChange: { body: OutcomeShare, response: z.custom<OutcomeShare>() },
}

/** null: not asked for. Its name is null if it is unknown, or not for this operator. */
type FilterName = { id: string; name: string | null } | null

/** The names of what a report is filtered by. Its figures need not name it: it may have none in the period. */
export const filterNameEndpoints = {
  /** Only administrators get the name of another reviewer. */
  filterNameShow: {
    query: z.strictObject({
      agentId: z.optional(id),
      flowId: z.optional(id),
      batchId: z.optional(id),
      reviewerId: z.optional(id),
    }),
    response: z.custom<{ agent: FilterName; flow: FilterName; batch: FilterName; reviewer: FilterName }>(),
  },
}
