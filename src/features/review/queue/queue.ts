/** The queue as a reviewer works through it: which drafts, in which order, and which comes next. Pure. */
import { decisionStatus } from '#components/decisions/decision-texts.ts'
import { isInProgress, tookEffect } from '#components/decisions/decisions.ts'
import type { Decision, Draft } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import * as texts from './texts.ts'

export interface Target {
  conversationId: string
  messageId: string
}

export const keyOf = ({ conversationId, messageId }: Target): string => `${conversationId}/${messageId}`

/** The customer's name in a list. */
export const customerOf = ({ name, phone, email }: Draft['customer']): string =>
  name || (phone && groupNumber(phone)) || email || texts.unnamedCustomer

/** Minimum waiting time in seconds, by its value in the URL. */
export const ages = { '10m': 600, '1h': 3_600, '1d': 86_400 } as const
export type AgeFilter = keyof typeof ages | ''

export interface Filter {
  agent: string
  flow: string
  age: AgeFilter
}

/** The drafts that match a filter; '' matches all. @param now epoch ms */
export const filterDrafts = (drafts: readonly Draft[], { agent, flow, age }: Filter, now: number): Draft[] =>
  drafts.filter(
    (draft) =>
      (agent === '' || draft.agentId === agent) &&
      (flow === '' || draft.flowId === flow) &&
      (age === '' || now - Date.parse(draft.createdAt) >= ages[age] * 1_000),
  )

/** In progress, or finally decided. A saved edit leaves the draft undecided. */
const isDecided = (decision: Decision): boolean =>
  isInProgress(decision) || (tookEffect(decision) && decision.action !== 'Edit')

/** Whether nobody else is reviewing it and it is undecided. @param me the operator's ID */
export const isFree = ({ claim, decision }: Draft, me: string): boolean =>
  (claim === null || claim.operatorId === me) && (decision === null || !isDecided(decision))

/** The next free draft after this one, continuing from the top; undefined if there is no other. */
export function nextFree(drafts: readonly Draft[], after: Target | null, me: string): Draft | undefined {
  const at = after ? drafts.findIndex((draft) => keyOf(draft) === keyOf(after)) : -1
  return [...drafts.slice(at + 1), ...drafts.slice(0, Math.max(0, at))].find((draft) => isFree(draft, me))
}

/** The first free draft of a conversation, otherwise its oldest; undefined if none is waiting. */
export function firstOf(drafts: readonly Draft[], conversationId: string, me: string): Draft | undefined {
  const inConversation = drafts.filter((draft) => draft.conversationId === conversationId)
  return inConversation.find((draft) => isFree(draft, me)) ?? inConversation[0]
}

/** The draft `step` places away, but not beyond the first or last. */
export function neighbour(drafts: readonly Draft[], from: Target | null, step: number): Draft | undefined {
  const at = from ? drafts.findIndex((draft) => keyOf(draft) === keyOf(from)) : -1
  if (at === -1) return drafts[0]
  return drafts[Math.min(drafts.length - 1, Math.max(0, at + step))]
}

/** The state of a draft, and who is reviewing or has decided it, as a status label. */
export function draftStatus({ claim, decision }: Draft, me: string): { state: StatusKind; label: string } {
  if (decision && isInProgress(decision)) {
    const { state, label } = decisionStatus(decision)
    return { state, label: decision.operatorId === me ? label : texts.decidedBy(decision.operator, label) }
  }
  if (claim && claim.operatorId !== me) {
    const wordBy = claim.editing ? texts.editedBy : texts.reviewedBy
    return { state: 'live', label: wordBy(claim.operator) }
  }
  return { state: 'needs-you', label: texts.needsReview }
}

/** A decision, and when it was read (browser clock, ms). */
export interface KnownDecision {
  decision: Decision
  readAt: number
}

/** A list requested just before a decision was made does not contain it. For this long, that means nothing. */
const listDelayMs = 5_000

/**
 * Merges an answer into the known decisions. An answer contains every decision in progress: one that is missing has ended with an
 * outcome that this page has not seen, so it is dropped. Known outcomes stay.
 */
export function mergeDecisions(
  known: readonly KnownDecision[],
  decisions: readonly Decision[],
  readAt: number,
): KnownDecision[] {
  const latest = new Map(decisions.map((decision) => [decision.effectId, decision]))
  const remaining = known.filter(
    (one) => !latest.has(one.decision.effectId) && (!isInProgress(one.decision) || readAt - one.readAt < listDelayMs),
  )
  return [...remaining, ...[...latest.values()].map((decision) => ({ decision, readAt }))]
}

/** The latest decision about a draft. */
export const latestOf = (known: readonly KnownDecision[], target: Target): KnownDecision | undefined =>
  known
    .filter(({ decision }) => keyOf(decision) === keyOf(target))
    .toSorted((one, other) => one.decision.at - other.decision.at)
    .at(-1)

/** The drafts with their latest known decisions, which can be newer than the queue. */
export const withDecisions = (drafts: readonly Draft[], known: readonly KnownDecision[]): Draft[] =>
  drafts.map((draft) => {
    const latest = latestOf(known, draft)?.decision
    // Return the same object if nothing is newer, so that its line is not rendered again.
    return latest ? { ...draft, decision: latest } : draft
  })

/** A row of the list. */
export interface Row {
  draft: Draft
  /** It left the queue, but keeps its place while the operator points at the list. */
  gone: boolean
}

/**
 * The rows after an answer. While the operator points at the list, none moves: rows that left the queue stay, and new ones are added
 * at the end.
 *
 * @param rows the rows on the screen
 */
export function updateRows(rows: readonly Row[], drafts: readonly Draft[], isPointedAt: boolean): Row[] {
  if (!isPointedAt) return drafts.map((draft) => ({ draft, gone: false }))
  const answered = new Map(drafts.map((draft) => [keyOf(draft), draft]))
  const shown = new Set(rows.map(({ draft }) => keyOf(draft)))
  return [
    ...rows.map(({ draft }): Row => {
      const now = answered.get(keyOf(draft))
      return now ? { draft: now, gone: false } : { draft, gone: true }
    }),
    ...drafts.filter((draft) => !shown.has(keyOf(draft))).map((draft): Row => ({ draft, gone: false })),
  ]
}
