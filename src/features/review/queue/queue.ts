/** The queue as a reviewer works through it: which messages, in which order, and which comes next. Pure. */
import { decisionLamp } from '#components/decisions/decision-texts.ts'
import { isInProgress, tookEffect } from '#components/decisions/decisions.ts'
import type { Decision, Draft } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import type { LampState } from '#ui/status/lamp.tsx'

export interface Target {
  conversationId: string
  messageId: string
}

export const keyOf = ({ conversationId, messageId }: Target): string => `${conversationId}/${messageId}`

/** How a list names a customer. */
export const customerOf = ({ name, phone, email }: Draft['customer']): string =>
  name || (phone && groupNumber(phone)) || email || 'No name'

/** Waiting at least so long, by the word that stands in the address. In seconds. */
export const ages = { '10m': 600, '1h': 3_600, '1d': 86_400 } as const
export type AgeFilter = keyof typeof ages | ''

export interface Filter {
  agent: string
  flow: string
  age: AgeFilter
}

/** The drafts that a filter keeps; '' keeps all. `now`: epoch ms. */
export const filterDrafts = (drafts: readonly Draft[], { agent, flow, age }: Filter, now: number): Draft[] =>
  drafts.filter(
    (draft) =>
      (agent === '' || draft.agentId === agent) &&
      (flow === '' || draft.flowId === flow) &&
      (age === '' || now - Date.parse(draft.createdAt) >= ages[age] * 1_000),
  )

/** Under way, or decided for good: an edit that was saved leaves the message to be decided. */
const isDecided = (decision: Decision): boolean =>
  isInProgress(decision) || (tookEffect(decision) && decision.action !== 'Edit')

/** Whether nobody else is at it and nothing is decided. @param me the operator's id */
export const isFree = ({ claim, decision }: Draft, me: string): boolean =>
  (claim === null || claim.operatorId === me) && (decision === null || !isDecided(decision))

/** The next that is free after this one, beginning again at the top; undefined where there is none but this. */
export function nextFree(drafts: readonly Draft[], after: Target | null, me: string): Draft | undefined {
  const at = after ? drafts.findIndex((draft) => keyOf(draft) === keyOf(after)) : -1
  return [...drafts.slice(at + 1), ...drafts.slice(0, Math.max(0, at))].find((draft) => isFree(draft, me))
}

/** The message of a conversation that waits: one that is free, else the oldest; undefined where none waits. */
export function firstOf(drafts: readonly Draft[], conversationId: string, me: string): Draft | undefined {
  const its = drafts.filter((draft) => draft.conversationId === conversationId)
  return its.find((draft) => isFree(draft, me)) ?? its[0]
}

/** The one so many steps away, at most the first or last. */
export function neighbour(drafts: readonly Draft[], from: Target | null, step: number): Draft | undefined {
  const at = from ? drafts.findIndex((draft) => keyOf(draft) === keyOf(from)) : -1
  if (at === -1) return drafts[0]
  return drafts[Math.min(drafts.length - 1, Math.max(0, at + step))]
}

/** Who is at a draft and what they do, in a lamp and words. */
export function draftLamp({ claim, decision }: Draft, me: string): { state: LampState; word: string } {
  if (decision && isInProgress(decision)) {
    const { state, word } = decisionLamp(decision)
    return { state, word: decision.operatorId === me ? word : `${word}, ${decision.operator}` }
  }
  if (claim && claim.operatorId !== me) {
    return { state: 'live', word: `${claim.operator} is ${claim.editing ? 'editing' : 'reading'}` }
  }
  return { state: 'needs-you', word: 'Needs you' }
}

/** A decision, and when it was so (browser clock, ms). */
export interface KnownDecision {
  decision: Decision
  readAt: number
}

/** A list that was on its way when a decision was made does not name it; so long that is no news, in ms. */
const listDelayMs = 5_000

/**
 * All that is known of decisions after an answer. It names every one that is live: those that it no longer names are over, how
 * nobody here has seen. An ending stays as it was last.
 */
export function mergeDecisions(
  seen: readonly KnownDecision[],
  decisions: readonly Decision[],
  readAt: number,
): KnownDecision[] {
  const told = new Map(decisions.map((decision) => [decision.effectId, decision]))
  const kept = seen.filter(
    (one) => !told.has(one.decision.effectId) && (!isInProgress(one.decision) || readAt - one.readAt < listDelayMs),
  )
  return [...kept, ...[...told.values()].map((decision) => ({ decision, readAt }))]
}

/** The latest decision about a message. */
export const latestOf = (seen: readonly KnownDecision[], target: Target): KnownDecision | undefined =>
  seen
    .filter(({ decision }) => keyOf(decision) === keyOf(target))
    .toSorted((one, other) => one.decision.at - other.decision.at)
    .at(-1)

/** The drafts with the latest that is known of their decisions: an answer of a moment ago is newer than the queue. */
export const withDecisions = (drafts: readonly Draft[], seen: readonly KnownDecision[]): Draft[] =>
  drafts.map((draft) => {
    const latest = latestOf(seen, draft)?.decision
    // The same draft where nothing is newer: what shows it has nothing to do.
    return latest ? { ...draft, decision: latest } : draft
  })

/** A row of the list. */
export interface Row {
  draft: Draft
  /** Decided meanwhile; it stays in its place while somebody points at the list. */
  gone: boolean
}

/**
 * The rows after an answer. While somebody points at the list none moves: those that are gone stay, new ones come last.
 *
 * @param rows those on the screen
 */
export function updateRows(rows: readonly Row[], drafts: readonly Draft[], held: boolean): Row[] {
  if (!held) return drafts.map((draft) => ({ draft, gone: false }))
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
