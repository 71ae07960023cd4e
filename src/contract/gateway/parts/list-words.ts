/** The words by which the gateway's lists are filtered, sorted and grouped. No zod, because addresses of pages have them. */
import { callOutcomes } from '../../shared/call-outcomes.ts'

export const keptCallOrders = ['newest', 'oldest', 'name', 'agent', 'longest'] as const
export type KeptCallOrder = (typeof keptCallOrders)[number]
/** `with_transcript`: those of the ended ones. */
export const keptCallStates = ['in_progress', 'ended', 'with_transcript'] as const

export const batchRowColumns = ['row', 'number', 'name', 'state', 'outcome', 'attempts', 'started', 'duration'] as const
export type BatchRowColumn = (typeof batchRowColumns)[number]

/** Outcomes by which calls are listed. `all_answered`: all that were answered, also those of which nothing else is known. */
export const listedOutcomes = [...callOutcomes, 'all_answered'] as const

/** The highest attempt of a row by which calls are listed. */
export const maxAttempt = 1_000

/** The result of a decision about a draft. `saved`: its text was changed, and it still waits. `edited`: it was sent with a changed text. */
export const draftResults = ['approved', 'edited', 'rejected', 'saved'] as const
export type DraftResult = (typeof draftResults)[number]

/**
 * Results by which decisions are listed. `decided`: all but saved texts, after which the draft still waits. `rejected_without_reason`: a
 * word of its own, because a query has no empty reason.
 */
export const listedResults = [...draftResults, 'decided', 'rejected_without_reason'] as const

/** The greatest number of a version that the database can hold. */
export const maxVersionNumber = 2_147_483_647

export const versionKinds = ['agent', 'flow', 'messaging-agent', 'message-flow'] as const
export type VersionKind = (typeof versionKinds)[number]

/** The key of colleagues of somebody who may not see names: all of them are one group. */
export const colleaguesKey = 'colleagues'
