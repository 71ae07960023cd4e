/** The gateway's endpoints for calls that have ended: what was seen of them, and how long that is kept; and for the team's notes on a call. */
import * as z from 'zod/mini'
import { callRequests } from '../requests/calls.ts'
import { ActiveCall } from '../service/active-calls.ts'
import { callOutcomes, outcomeSources } from '../shared/call-outcomes.ts'
import { callNoteLimits } from '../shared/limits.ts'
import { Pagination, pageQuery, wholeNumber } from '../shared/paging.ts'
import { epochMs, id, nonBlankUpTo } from '../shared/wire.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'
import { keptCallOrders, keptCallStates } from './parts/list-words.ts'

/** A call as the team last saw it. All times are epoch ms. */
export const KeptCall = z.object({
  /** As the service last showed it, with its transcript. */
  call: ActiveCall,
  batchId: z.nullable(z.string()),
  /** When each line of the transcript was first seen, by its index; null: it was there at the first reading. */
  linesSeenAt: z.array(z.nullable(z.number())),
  /** The sentiment over the call, as far as it was read; [] also from a gateway of an older version. */
  moods: z._default(z.array(z.object({ at: z.number(), sentiment: z.string(), words: z.string() })), []),
  firstSeenAt: z.number(),
  readAt: z.number(),
  /** When Switchboard learned that the call had ended; null: it was not seen to end. */
  endedAt: z.nullable(z.number()),
  /** When it is deleted. */
  keptUntil: z.number(),
})
export type KeptCall = z.output<typeof KeptCall>

/** A call of which only its participants are known any more; '' for what is not known. */
export const SeenCall = z.object({ customerName: z.string(), phone: z.string(), agentName: z.string() })
export type SeenCall = z.output<typeof SeenCall>

/** The place of a transcript that a search found: the speaker's role, and a part of the line with the found words marked. */
export const CallExcerpt = z.object({
  role: z.string(),
  pieces: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
})
export type CallExcerpt = z.output<typeof CallExcerpt>

/** `not_found`: it was in progress, and the latest reading did not find it. `end_not_seen`: nobody reads it any more, so it has perhaps ended. */
export const listedCallStates = ['in_progress', 'not_found', 'ended', 'end_not_seen'] as const

/** A call that is in progress or was seen during the retention time. All times are epoch ms. */
export const ListedCall = z.object({
  roomName: z.string(),
  /** '' if unknown, like `phone`, `agentName` and `sentiment`. */
  customerName: z.string(),
  phone: z.string(),
  agentName: z.string(),
  /** null: unknown, so that only the name says whose call it is; also from a gateway of an older version. */
  agentId: z._default(z.nullable(z.string()), null),
  batchId: z.nullable(z.string()),
  /** null: not of a batch, or of one that the team has not opened. */
  batchName: z.nullable(z.string()),
  /** Placed by hand, so that it is of no batch. Else nobody knows that before the rows of all batches were read. */
  isPlaced: z._default(z.boolean(), false),
  sentiment: z.string(),
  /** Seconds, as the service last reported it. */
  duration: z.nullable(z.number()),
  /** Lines of its transcript that were seen. */
  lineCount: z.number(),
  /** When it began, if the service tells it; else when it was first seen. */
  firstSeenAt: z.number(),
  readAt: z.number(),
  /** When Switchboard learned that it had ended; null: it was not seen to end. */
  endedAt: z.nullable(z.number()),
  /** The same as on the wall; from a gateway of an older version it is unknown. */
  state: z._default(z.enum(listedCallStates), 'end_not_seen'),
  /** What came of it, and on what that rests; null: unknown. */
  result: z._default(z.nullable(z.enum(callOutcomes)), null),
  resultSource: z._default(z.nullable(z.enum(outcomeSources)), null),
  /** The team's notes; 0 also from a gateway of an older version. */
  noteCount: z._default(z.number(), 0),
  /** What a search found in its transcript; null: nothing, or it was not searched. */
  found: z.nullable(CallExcerpt),
})
export type ListedCall = z.output<typeof ListedCall>

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
export const CallNote = z.object({
  noteId: z.string(),
  text: z.string(),
  operator: z.string(),
  operatorId: z.string(),
  at: epochMs,
})
export type CallNote = z.output<typeof CallNote>

/** An operator who has the page of a call open. */
export const CallViewer = z.object({ operatorId: z.string(), operator: z.string() })
export type CallViewer = z.output<typeof CallViewer>

export const CallNotes = z.object({
  /** false: the call is not kept, so notes cannot be stored. */
  isKept: z.boolean(),
  /** Oldest first. */
  notes: z.array(CallNote),
  /** Who has the page of the call open, the operator included. */
  viewers: z._default(z.array(CallViewer), []),
})
export type CallNotes = z.output<typeof CallNotes>

export const keptCallEndpoints = {
  keptCallShow: gatewayEndpoint(callRequests.keptCallShow, {
    response: z.object({
      /** null: nothing was seen of the call, or it is not kept any more. */
      kept: z.nullable(KeptCall),
      /** What the registry still knows of a call that is not kept; null: nothing, or the call is kept. */
      seen: z._default(z.nullable(SeenCall), null),
      /** As in the list. */
      isPlaced: z._default(z.boolean(), false),
    }),
  }),
  keptCallList: gatewayEndpoint(callRequests.keptCallList, {
    query: z.strictObject({
      ...pageQuery,
      ...listFilters,
      order: z._default(z.enum(keptCallOrders), 'newest'),
    }),
    response: z.object({ calls: z.array(ListedCall), pagination: Pagination }),
  }),
  /** The latest, by name, number, agent or what was said. The text stays out of URLs. */
  keptCallSearch: gatewayEndpoint(callRequests.keptCallSearch, {
    body: z.strictObject({ text: z.string().check(z.maxLength(200)), ...filters }),
    response: z.object({ calls: z.array(ListedCall), hasMore: z.boolean() }),
  }),
  callRetentionShow: gatewayEndpoint(callRequests.callRetentionShow, { response: CallRetention }),
  /** Calls that are older are deleted at once. */
  callRetentionChange: gatewayEndpoint(callRequests.callRetentionChange, {
    response: CallRetention,
    body: CallRetention,
  }),
  callNoteList: gatewayEndpoint(callRequests.callNoteList, { response: CallNotes }),
  /** The note is deleted with the call. A repeat with the same Idempotency-Key stores nothing. */
  callNoteAdd: gatewayEndpoint(callRequests.callNoteAdd, {
    body: z.strictObject({ text: nonBlankUpTo(callNoteLimits.noteLength) }),
    response: CallNote,
  }),
  /** Your own; administrators may delete any. */
  callNoteDelete: gatewayEndpoint(callRequests.callNoteDelete, { response: z.object({ deleted: z.boolean() }) }),
}

export const SeenOutcome = z.object({ outcome: z.enum(callOutcomes), source: z.enum(outcomeSources) })
export type SeenOutcome = z.output<typeof SeenOutcome>

export const OutcomeOfCall = z.object({
  /** What counts: the correction, or else what was seen. null: nothing is known yet. */
  current: z.nullable(SeenOutcome),
  /** What was seen, also if a person has corrected it. */
  seen: z.nullable(SeenOutcome),
  /** The line of the transcript on which the guess that was seen rests; null: it rests on none. Its text is '' if no transcript is kept. */
  line: z.nullable(z.object({ index: z.number(), text: z.string() })),
  /** The service's own words; ''. */
  reason: z.string(),
  /** Who corrected it, and when (epoch ms). */
  correction: z.nullable(z.object({ operator: z.string(), operatorId: z.string(), at: z.number() })),
})
export type OutcomeOfCall = z.output<typeof OutcomeOfCall>

/** What a person may say of a call. If they do not know, they take the correction back. */
export const correctOutcomes = callOutcomes.filter(
  (outcome) => outcome !== 'unknown' && outcome !== 'maybe_do_not_call',
)

/** The outcome of one call, and its correction by a person. Only Switchboard stores it: the service never gets it. */
export const callOutcomeEndpoints = {
  callOutcomeShow: gatewayEndpoint(callRequests.callOutcomeShow, { response: OutcomeOfCall }),
  /** Replaces guesses and what the service says. null takes it back. */
  callOutcomeCorrect: gatewayEndpoint(callRequests.callOutcomeCorrect, {
    response: OutcomeOfCall,
    body: z.strictObject({ outcome: z.nullable(z.enum(correctOutcomes)) }),
  }),
}
