/** The gateway's own endpoints, in the same form as the service's (design: the gateway). */
import * as z from 'zod/mini'
import { administrationRequests } from '../requests/administration.ts'
import { ActiveCallSummary } from '../service/active-calls.ts'
import { outcomeSources } from '../shared/call-outcomes.ts'
import { Pagination, pageQuery } from '../shared/paging.ts'
import { searchKinds } from '../shared/search-entry.ts'
import { epochMs, id, nonBlank } from '../shared/wire.ts'
import { accountEndpoints, openSessionEndpoints } from './accounts.ts'
import { administrationEndpoints } from './administration.ts'
import { approvalEndpoints } from './approvals.ts'
import { backupEndpoints } from './backups.ts'
import { gatewayBatchEndpoints } from './batches.ts'
import { callBackEndpoints } from './call-backs.ts'
import { CallConcern, callConcernEndpoints } from './call-concerns.ts'
import { callingRuleEndpoints } from './calling-rules.ts'
import { doNotCallEndpoints } from './do-not-call.ts'
import { callOutcomeEndpoints, keptCallEndpoints } from './kept-calls.ts'
import { columnAnswerEndpoints } from './parts/column-answers.ts'
import { effectStates } from './parts/effect-states.ts'
import { gatewayEndpoint, lanes } from './parts/endpoint-parts.ts'
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
import { BudgetSummary, statusEndpoints } from './status.ts'
import { webhookEndpoints } from './webhooks.ts'

const watchingCost = {
  /** Focused things, up to three, and seconds between reads of each; null: none. */
  inFocus: z.number(),
  focusEvery: z.nullable(z.number()),
  /** The other visible things. */
  others: z.number(),
  othersEvery: z.nullable(z.number()),
  /** Requests a minute for all of these, and for running batches that nobody views. */
  perMinute: z.number(),
}
/** The current cost of polling, and the cost with one more focused live call. */
export const Forecast = z.object({ ...watchingCost, withAnother: z.object(watchingCost) })
export type Forecast = z.output<typeof Forecast>

export const Budget = z.extend(BudgetSummary, {
  byLane: z.record(z.enum(lanes), z.number()),
  byPage: z.array(z.object({ page: z.string(), used: z.number() })),
  /** `name` null: colleagues of somebody who may not see their names, together. */
  byOperator: z.array(z.object({ name: z.nullable(z.string()), used: z.number() })),
  /** When a cancel may be sent, epoch ms; null: now, because only the plan itself delays cancels. */
  nextCancelAt: z.nullable(z.number()),
  /** When the service last answered 429, epoch ms. */
  lastRefusal: z.nullable(z.number()),
  forecast: Forecast,
})
export type Budget = z.output<typeof Budget>

/** A call on the wall, with the time when it was read. */
export const LiveCall = z.extend(ActiveCallSummary, {
  readAt: epochMs,
  batchId: z.nullable(z.string()),
  /** false: it has ended, by more than one witness. */
  live: z.boolean(),
  /** The latest reading did not find it, which alone proves nothing; false also from a gateway of an older version. */
  notFound: z._default(z.boolean(), false),
  /** When the service last accepted End call, epoch ms; null: it did not, or the gateway's version is older. */
  endAcceptedAt: z._default(z.nullable(z.number()), null),
  /** Most serious first; [] if nobody needs to look, or from a gateway of an older version. */
  concerns: z._default(z.array(CallConcern), []),
  /** The outcome so far (`CallOutcome`): a correction, or a guess from its transcript; ''. */
  outcome: z._default(z.string(), ''),
  /** On what the outcome rests; null: there is none, or the gateway's version is older. */
  outcomeSource: z._default(z.nullable(z.enum(outcomeSources)), null),
  /** What was said last, the latest last, if few calls are in progress; the role is '' if the service lists its calls. */
  lastLines: z._default(z.array(z.object({ role: z.string(), content: z.string() })), []),
  /** Each change of the sentiment, if few calls are in progress; at epoch ms. */
  moods: z._default(z.array(z.object({ at: z.number(), sentiment: z.string(), words: z.string() })), []),
})
export type LiveCall = z.output<typeof LiveCall>

/** The people and things that an effect concerns. Stored beside the ledger, which has no names or numbers; deleted a day after the effect ended. */
export const EffectSubject = z.object({
  agentName: z.nullable(z.string()),
  batchName: z.nullable(z.string()),
  /** Number of people that a start calls; null: not a start. */
  calls: z.nullable(z.number()),
  /** Numbers (E.164) or addresses: the recipient of a call or message, or the first three people of a start. */
  people: z.array(z.string()),
})
export type EffectSubject = z.output<typeof EffectSubject>

/** A command's record in the ledger. It has ids only, except in its subject. */
export const Effect = z.object({
  id: z.string(),
  /** The endpoint's name in the contract, such as `batchStart`. */
  endpoint: z.string(),
  /** Path parameters and other ids of what it changes. */
  ids: z.record(z.string(), z.string()),
  state: z.enum(effectStates),
  operator: z.string(),
  at: epochMs,
  settledBy: z.nullable(z.string()),
  /** For `settled`: whether it had happened. */
  happened: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
  /** For an unknown outcome: when the service was last read without showing that it happened, epoch ms; null: not yet, or it cannot be read. */
  lastCheckedAt: z.nullable(z.number()),
  /** When it is next read, epoch ms; null: no further read is planned. */
  nextCheckAt: z.nullable(z.number()),
  /** For a call with an unknown outcome: later events of calls by the same agent to the same number. */
  announced: z.array(z.object({ callId: z.string(), roomName: z.string(), at: z.number() })),
  /** null: unknown, or no longer stored. */
  subject: z.nullable(EffectSubject),
})
export type Effect = z.output<typeof Effect>

/** A search result. `note` describes it in a few words. */
export const Found = z.object({
  kind: z.enum(['batch', 'person', ...searchKinds]),
  id: z.string(),
  title: z.string(),
  note: z.string(),
})
export type Found = z.output<typeof Found>

export const gatewayEndpoints = {
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
  budgetShow: gatewayEndpoint(administrationRequests.budgetShow, { response: Budget }),
  /** The wall: every call in progress that the team knows of, from snapshots. */
  liveCallList: gatewayEndpoint(administrationRequests.liveCallList, {
    response: z.object({
      calls: z.array(LiveCall),
      /** When the list of calls was last read, epoch ms. If the service cannot list them: the oldest read of these calls; null: none was read. */
      readAt: z.nullable(z.number()),
      /** Whether the service can list its calls. If not, the wall has only calls that the gateway knows. */
      listed: z.boolean(),
      /** Whole seconds between reads of one call at the current load. */
      interval: z.number(),
      /** Number of live things being polled. */
      watched: z.number(),
      /** When polling resumes after a pause that the service requested, epoch ms; null: not paused. */
      pausedUntil: z.nullable(z.number()),
    }),
  }),
  /** The ledger, newest first. */
  effectList: gatewayEndpoint(administrationRequests.effectList, {
    query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(effectStates)), effectId: z.optional(id) }),
    response: z.object({ effects: z.array(Effect), pagination: Pagination }),
  }),
  /** A person who looked says that it happened, or that it did not, and why. */
  effectSettle: gatewayEndpoint(administrationRequests.effectSettle, {
    response: Effect,
    body: z.strictObject({ happened: z.boolean(), reason: nonBlank.check(z.maxLength(500)), batchId: z.optional(id) }),
  }),
  /** By id, name, e-mail address or number in any spelling, or by what was said in a call. The text stays out of URLs. */
  search: gatewayEndpoint(administrationRequests.search, {
    body: z.strictObject({ text: z.string().check(z.maxLength(200)) }),
    response: z.object({ found: z.array(Found) }),
  }),
  /** Whether the process is alive. */
  health: gatewayEndpoint(administrationRequests.health, { response: z.object({ status: z.string() }) }),
  /** Whether it can record, and the service answers; else 503 with the reasons. */
  ready: gatewayEndpoint(administrationRequests.ready, { response: z.object({ status: z.string() }) }),
  /** For a Prometheus. With the token of the configuration, or without one on this machine. */
  metricsShow: gatewayEndpoint(administrationRequests.metricsShow, {}),
}
