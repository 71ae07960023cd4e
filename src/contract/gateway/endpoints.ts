/** The gateway's own endpoints, in the same form as the service's (design: the gateway). */
import * as z from 'zod/mini'
import { requests } from '../requests/all-requests.ts'
import { ActiveCallSummary } from '../service/active-calls.ts'
import type { CallMood } from '../shared/call-moods.ts'
import type { OutcomeSource } from '../shared/call-outcomes.ts'
import type { Declared, RequestDefinition } from '../shared/endpoint.ts'
import { Pagination, pageQuery } from '../shared/paging.ts'
import { searchKinds } from '../shared/search-entry.ts'
import { id, nonBlank } from '../shared/wire.ts'
import { accountEndpoints, openSessionEndpoints } from './accounts.ts'
import { administrationEndpoints } from './administration.ts'
import { approvalEndpoints } from './approvals.ts'
import { backupEndpoints } from './backups.ts'
import { gatewayBatchEndpoints } from './batches.ts'
import { callBackEndpoints } from './call-backs.ts'
import { type CallConcern, callConcernEndpoints } from './call-concerns.ts'
import { callingRuleEndpoints } from './calling-rules.ts'
import { doNotCallEndpoints } from './do-not-call.ts'
import { callOutcomeEndpoints, keptCallEndpoints } from './kept-calls.ts'
import { columnAnswerEndpoints } from './parts/column-answers.ts'
import { type EffectState, effectStates } from './parts/effect-states.ts'
import type { Lane } from './parts/endpoint-parts.ts'
import { savedViewEndpoints } from './parts/saved-views.ts'
import { serviceDriftEndpoints } from './parts/service-drift.ts'
import { versionEndpoints } from './parts/versions.ts'
import { peopleEndpoints } from './people.ts'
import { followUpEndpoints } from './reports/batch-follow-up.ts'
import { batchResultEndpoints, batchRowEndpoints } from './reports/batch-results.ts'
import { callCostEndpoints } from './reports/call-costs.ts'
import { callReportEndpoints, filterNameEndpoints } from './reports/call-reports.ts'
import { requestReportEndpoints } from './reports/request-reports.ts'
import { decisionRowEndpoints, reviewReportEndpoints } from './reports/review-reports.ts'
import { reviewEndpoints } from './review.ts'
import { reviewRuleEndpoints, snippetEndpoints } from './review-rules.ts'
import { seenConversationEndpoints } from './seen-conversations.ts'
import { sessionEndpoints } from './session.ts'
import { type BudgetSummary, statusEndpoints } from './status.ts'
import { webhookEndpoints } from './webhooks.ts'

interface WatchingCost {
  /** Focused things, up to three, and seconds between reads of each; null: none. */
  inFocus: number
  focusEvery: number | null
  /** The other visible things. */
  others: number
  othersEvery: number | null
  /** Requests a minute for all of these, and for running batches that nobody views. */
  perMinute: number
}
/** The current cost of polling, and the cost with one more focused live call. */
export interface Forecast extends WatchingCost {
  withAnother: WatchingCost
}

export interface Budget extends BudgetSummary {
  byLane: Record<Lane, number>
  byPage: { page: string; used: number }[]
  /** `name` null: colleagues of somebody who may not see their names, together. */
  byOperator: { name: string | null; used: number }[]
  /** When a cancel may be sent, epoch ms; null: now, because only the plan itself delays cancels. */
  nextCancelAt: number | null
  /** When the service last answered 429, epoch ms. */
  lastRefusal: number | null
  forecast: Forecast
}

/** A call on the wall, with the time when it was read. */
export interface LiveCall extends ActiveCallSummary {
  readAt: number
  batchId: string | null
  /** false: it has ended, by more than one witness. */
  live: boolean
  /** The latest reading did not find it, which alone proves nothing. */
  notFound: boolean
  /** When the service last accepted End call, epoch ms; null: it did not. */
  endAcceptedAt: number | null
  /** Most serious first; [] if nobody needs to look. */
  concerns: CallConcern[]
  /** The outcome so far (`CallOutcome`): a correction, or a guess from its transcript; ''. */
  outcome: string
  /** On what the outcome rests; null: there is none. */
  outcomeSource: OutcomeSource | null
  /** What was said last, the latest last, if few calls are in progress; the role is '' if the service lists its calls. */
  lastLines: { role: string; content: string }[]
  /** Each change of the sentiment, if few calls are in progress; at epoch ms. */
  moods: CallMood[]
}

/** The people and things that an effect concerns. Stored beside the ledger, which has no names or numbers; deleted a day after the effect ended. */
export interface EffectSubject {
  agentName: string | null
  batchName: string | null
  /** Number of people that a start calls; null: not a start. */
  calls: number | null
  /** Numbers (E.164) or addresses: the recipient of a call or message, or the first three people of a start. */
  people: string[]
}

/** A command's record in the ledger. It has ids only, except in its subject. */
export interface Effect {
  id: string
  /** The endpoint's name in the contract, such as `batchStart`. */
  endpoint: string
  /** Path parameters and other ids of what it changes. */
  ids: Record<string, string>
  state: EffectState
  operator: string
  at: number
  settledBy: string | null
  /** For `settled`: whether it had happened. */
  happened: boolean | null
  reason: string | null
  /** For an unknown outcome: when the service was last read without showing that it happened, epoch ms; null: not yet, or it cannot be read. */
  lastCheckedAt: number | null
  /** When it is next read, epoch ms; null: no further read is planned. */
  nextCheckAt: number | null
  /** For a call with an unknown outcome: later events of calls by the same agent to the same number. */
  announced: { callId: string; roomName: string; at: number }[]
  /** null: unknown, or no longer stored. */
  subject: EffectSubject | null
}

/** A search result. `note` describes it in a few words. */
export interface Found {
  kind: 'batch' | 'person' | (typeof searchKinds)[number]
  id: string
  title: string
  note: string
}

/** What all endpoints of the gateway have in common: they cost the service no request by themselves, and change nothing there. */
const ofGateway = { errorForm: 'general', tier: 'none', workspace: false, effect: null } as const
type OfGateway<R extends RequestDefinition> = Omit<Declared<R>, keyof typeof ofGateway | 'summary' | 'section'>

/**
 * Declares endpoints of the gateway by the names of their requests: what is not common to all of them. Their answers are only types, since
 * nothing parses what the gateway itself makes.
 */
// @__NO_SIDE_EFFECTS__
const withRequests = <D extends { [N in keyof typeof requests]?: OfGateway<(typeof requests)[N]> }>(definitions: D) =>
  Object.fromEntries(
    Object.entries<object>(definitions).map(([name, definition]) => [
      name,
      { ...ofGateway, ...definition, ...(requests as Record<string, object>)[name] },
    ]),
  ) as unknown as { [N in keyof D & keyof typeof requests]: (typeof requests)[N] & typeof ofGateway & D[N] }

const declared = withRequests({
  ...reviewEndpoints,
  ...seenConversationEndpoints,
  ...peopleEndpoints,
  ...administrationEndpoints,
  ...webhookEndpoints,
  ...serviceDriftEndpoints,
  ...gatewayBatchEndpoints,
  ...approvalEndpoints,
  ...doNotCallEndpoints,
  ...sessionEndpoints,
  ...statusEndpoints,
  ...keptCallEndpoints,
  ...callBackEndpoints,
  ...callOutcomeEndpoints,
  ...openSessionEndpoints,
  ...accountEndpoints,
  ...backupEndpoints,
  ...callingRuleEndpoints,
  ...callConcernEndpoints,
  ...reviewRuleEndpoints,
  ...snippetEndpoints,
  ...savedViewEndpoints,
  ...columnAnswerEndpoints,
  ...callReportEndpoints,
  ...reviewReportEndpoints,
  ...decisionRowEndpoints,
  ...filterNameEndpoints,
  ...requestReportEndpoints,
  ...callCostEndpoints,
  ...versionEndpoints,
  ...batchResultEndpoints,
  ...batchRowEndpoints,
  ...followUpEndpoints,
  /** Only administrators see the names of others. */
  budgetShow: { response: z.custom<Budget>() },
  /** The wall: every call in progress that the team knows of, from snapshots. */
  liveCallList: {
    response: z.custom<{
      calls: LiveCall[]
      /** When the list of calls was last read, epoch ms. If the service cannot list them: the oldest read of these calls; null: none was read. */
      readAt: number | null
      /** Whether the service can list its calls. If not, the wall has only calls that the gateway knows. */
      listed: boolean
      /** Whole seconds between reads of one call at the current load. */
      interval: number
      /** Number of live things being polled. */
      watched: number
      /** When polling resumes after a pause that the service requested, epoch ms; null: not paused. */
      pausedUntil: number | null
    }>(),
  },
  /** The ledger, newest first. */
  effectList: {
    query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(effectStates)), effectId: z.optional(id) }),
    response: z.custom<{ effects: Effect[]; pagination: Pagination }>(),
  },
  /** A person who looked says that it happened, or that it did not, and why. */
  effectSettle: {
    response: z.custom<Effect>(),
    body: z.strictObject({
      happened: z.boolean(),
      reason: nonBlank.check(z.maxLength(500)),
      batchId: z.optional(id),
    }),
  },
  /** By id, name, e-mail address or number in any spelling, or by what was said in a call. The text stays out of URLs. */
  search: {
    body: z.strictObject({ text: z.string().check(z.maxLength(200)) }),
    response: z.custom<{ found: Found[] }>(),
  },
  /** Whether the process is alive. */
  health: { response: z.custom<{ status: string }>() },
  /** Whether it can record, and the service answers; else 503 with the reasons. */
  ready: { response: z.custom<{ status: string }>() },
  /** For a Prometheus. With the token of the configuration, or without one on this machine. */
  metricsShow: {},
})

/** A plain object: of the mapped type itself, TypeScript would work out each generic use anew. */
export const gatewayEndpoints = { ...declared }
