/** The gateway's endpoints for calls that have ended: what was seen of them, and how long that is kept; and for the team's notes on a call. */
import * as z from 'zod/mini'
import type { ActiveCall } from '../service/active-calls.ts'
import type { CallMood } from '../shared/call-moods.ts'
import { type CallOutcome, callOutcomes, type OutcomeSource } from '../shared/call-outcomes.ts'
import { callNoteLimits } from '../shared/limits.ts'
import { Pagination, pageQuery, wholeNumber } from '../shared/paging.ts'
import { id, nonBlankUpTo } from '../shared/wire.ts'
import { keptCallOrders, keptCallStates } from './parts/list-words.ts'

/** A call as the team last saw it. All times are epoch ms. */
export interface KeptCall {
  /** As the service last showed it, with its transcript. */
  call: ActiveCall
  batchId: string | null
  /** When each line of the transcript was first seen, by its index; null: it was there at the first reading. */
  linesSeenAt: (number | null)[]
  /** The sentiment over the call, as far as it was read. */
  moods: CallMood[]
  firstSeenAt: number
  readAt: number
  /** When Switchboard learned that the call had ended; null: it was not seen to end. */
  endedAt: number | null
  /** When it is deleted. */
  keptUntil: number
}

/** A call of which only its participants are known any more; '' for what is not known. */
export interface SeenCall {
  customerName: string
  phone: string
  agentName: string
}

/** The place of a transcript that a search found: the speaker's role, and a part of the line with the found words marked. */
export interface CallExcerpt {
  role: string
  pieces: { text: string; isMatch: boolean }[]
}

/** `not_found`: it was in progress, and the latest reading did not find it. `end_not_seen`: nobody reads it any more, so it has perhaps ended. */
export const listedCallStates = ['in_progress', 'not_found', 'ended', 'end_not_seen'] as const

/** A call that is in progress or was seen during the retention time. All times are epoch ms. */
export interface ListedCall {
  roomName: string
  /** '' if unknown, like `phone`, `agentName` and `sentiment`. */
  customerName: string
  phone: string
  agentName: string
  /** null: unknown, so that only the name says whose call it is. */
  agentId: string | null
  batchId: string | null
  /** null: not of a batch, or of one that the team has not opened. */
  batchName: string | null
  /** Placed by hand, so that it is of no batch. Else nobody knows that before the rows of all batches were read. */
  isPlaced: boolean
  sentiment: string
  /** Seconds, as the service last reported it. */
  duration: number | null
  /** Lines of its transcript that were seen. */
  lineCount: number
  /** When it began, if the service tells it; else when it was first seen. */
  firstSeenAt: number
  readAt: number
  /** When Switchboard learned that it had ended; null: it was not seen to end. */
  endedAt: number | null
  /** The same as on the wall. */
  state: (typeof listedCallStates)[number]
  /** What came of it, and on what that rests; null: unknown. */
  result: CallOutcome | null
  resultSource: OutcomeSource | null
  noteCount: number
  /** What a search found in its transcript; null: nothing, or it was not searched. */
  found: CallExcerpt | null
}

const filters = {
  /** An agent's name, as the calls have it. */
  agent: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(keptCallStates)),
  /** `unknown` is also that of a call of which nobody knows anything more. */
  outcome: z.optional(z.enum(callOutcomes)),
  sentiment: z.optional(z.string().check(z.maxLength(40))),
}
const listFilters = {
  ...filters,
  /** With `agent`, its ID: finds its calls also under another name. */
  agentId: z.optional(id),
  /** Only calls that were first seen since this time, epoch ms. */
  since: z.optional(wholeNumber),
}
export type KeptCallFilter = z.output<z.ZodMiniObject<typeof listFilters>>

export const callRetentionDays = { min: 0, max: 365 }
/** How many days calls are kept after they were last seen; 0: not at all. */
export const CallRetention = z.strictObject({
  days: z.int().check(z.gte(callRetentionDays.min), z.lte(callRetentionDays.max)),
})
export type CallRetention = z.output<typeof CallRetention>

export const usualCallRetention: CallRetention = { days: 30 }

/** A note of a colleague. It is stored in Switchboard only: the service never gets it. */
export interface CallNote {
  noteId: string
  text: string
  operator: string
  operatorId: string
  at: number
}

/** An operator who has the page of a call open. */
export interface CallViewer {
  operatorId: string
  operator: string
}

export interface CallNotes {
  /** false: the call is not kept, so notes cannot be stored. */
  isKept: boolean
  /** Oldest first. */
  notes: CallNote[]
  /** Who has the page of the call open, the operator included. */
  viewers: CallViewer[]
}

export const keptCallEndpoints = {
  keptCallShow: {
    response: z.custom<{
      /** null: nothing was seen of the call, or it is not kept any more. */
      kept: KeptCall | null
      /** What the registry still knows of a call that is not kept; null: nothing, or the call is kept. */
      seen: SeenCall | null
      /** As in the list. */
      isPlaced: boolean
    }>(),
  },
  keptCallList: {
    query: z.strictObject({
      ...pageQuery,
      ...listFilters,
      order: z._default(z.enum(keptCallOrders), 'newest'),
    }),
    response: z.custom<{ calls: ListedCall[]; pagination: Pagination }>(),
  },
  /** The latest, by name, number, agent or what was said. The text stays out of URLs. */
  keptCallSearch: {
    body: z.strictObject({ text: z.string().check(z.maxLength(200)), ...filters }),
    response: z.custom<{ calls: ListedCall[]; hasMore: boolean }>(),
  },
  callRetentionShow: { response: z.custom<CallRetention>() },
  /** Calls that are older are deleted at once. */
  callRetentionChange: { response: z.custom<CallRetention>(), body: CallRetention },
  callNoteList: { response: z.custom<CallNotes>() },
  /** The note is deleted with the call. A repeat with the same Idempotency-Key stores nothing. */
  callNoteAdd: {
    body: z.strictObject({ text: nonBlankUpTo(callNoteLimits.noteLength) }),
    response: z.custom<CallNote>(),
  },
  /** Your own; administrators may delete any. */
  callNoteDelete: { response: z.custom<{ deleted: boolean }>() },
}

export interface SeenOutcome {
  outcome: CallOutcome
  source: OutcomeSource
}

export interface OutcomeOfCall {
  /** What counts: the correction, or else what was seen. null: nothing is known yet. */
  current: SeenOutcome | null
  /** What was seen, also if a person has corrected it. */
  seen: SeenOutcome | null
  /** The line of the transcript on which the guess that was seen rests; null: it rests on none. Its text is '' if no transcript is kept. */
  line: { index: number; text: string } | null
  /** The service's own words; ''. */
  reason: string
  /** Who corrected it, and when (epoch ms). */
  correction: { operator: string; operatorId: string; at: number } | null
}

/** What a person may say of a call. If they do not know, they take the correction back. */
export const correctOutcomes = callOutcomes.filter(
  (outcome) => outcome !== 'unknown' && outcome !== 'maybe_do_not_call',
)

/** The outcome of one call, and its correction by a person. Only Switchboard stores it: the service never gets it. */
export const callOutcomeEndpoints = {
  callOutcomeShow: { response: z.custom<OutcomeOfCall>() },
  /** Replaces guesses and what the service says. null takes it back. */
  callOutcomeCorrect: {
    response: z.custom<OutcomeOfCall>(),
    body: z.strictObject({ outcome: z.nullable(z.enum(correctOutcomes)) }),
  },
}
