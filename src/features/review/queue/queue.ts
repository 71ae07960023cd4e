/** The queue of drafts: filters, the order in which a reviewer goes through it, and decisions that are newer than the queue. Pure. */
import { decisionStatus } from '#components/decisions/decision-texts.ts'
import { type DraftAge, isOfAge } from '#components/decisions/draft-age-bands.ts'
import {
  type Decision,
  type Draft,
  type DraftRiskKind,
  type FirstApproval,
  fitsWords,
  isDecided,
  isInProgress,
  isWaiting,
} from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import { momentOf } from '#ui/time/format-time.ts'
import { isInGroup } from './alike.ts'
import * as texts from './texts.ts'

export interface Target {
  conversationId: string
  messageId: string
}

export const keyOf = ({ conversationId, messageId }: Target): string => `${conversationId}/${messageId}`

/** The customer's name in a list. */
export const customerOf = ({ name, phone, email }: Draft['customer']): string =>
  name || (phone && groupNumber(phone)) || email || 'No name'

/** '' is any. */
export type AgeFilter = DraftAge | ''

/** Whom a draft is assigned to, by its value in the URL; '' is everybody. */
export const assignments = ['mine', 'free', 'others'] as const
export type Assignment = (typeof assignments)[number]

/** The orders of the queue, by their value in the URL; '' is by risk and age. */
export const sortings = ['oldest', 'newest', 'agent'] as const
export type Sorting = (typeof sortings)[number] | ''

export interface Filter {
  agent: string
  flow: string
  age: AgeFilter
  assigned: Assignment | ''
  /** The ID of a group of alike drafts. */
  alike: string
}

/** The address of a draft in the review page, with the filter of the list. */
export function addressOfDraft(filter: Filter & { sort: Sorting }, { conversationId, messageId }: Target): string {
  const { agent, flow, age, assigned, alike, sort } = filter
  const parts = { agent, flow, age, assigned, alike, sort, conversation: conversationId, message: messageId }
  return `?${new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''))}`
}

/** Who has a draft: the operator, nobody, or a colleague. A draft that is decided belongs to whoever decided it. @param myId the operator's ID */
export function assignmentOf(draft: Draft, myId: string): Assignment {
  const { claim, decision } = draft
  const holder = decision && isDecided(decision) ? decision.operatorId : claim?.operatorId
  if (holder === undefined) return waitsForColleague(draft, myId) ? 'others' : 'free'
  return holder === myId ? 'mine' : 'others'
}

/** Who filters the drafts, and when. */
interface Viewer {
  /** Epoch ms. */
  now: number
  /** The operator's ID. */
  myId: string
}

const matchesFilter = (
  draft: Draft,
  { agent, flow, age, assigned, alike }: Filter,
  search: string,
  { now, myId }: Viewer,
): boolean =>
  (agent === '' || draft.agentId === agent) &&
  (flow === '' || draft.flowId === flow) &&
  (age === '' || isOfAge(age, Date.parse(draft.createdAt), now)) &&
  (assigned === '' || assignmentOf(draft, myId) === assigned) &&
  isInGroup(draft, alike) &&
  matchesSearch(draft, search)

/**
 * The drafts that match a filter; '' matches all.
 *
 * @param search words of the customer's name, number or e-mail, or of the draft
 */
export const filterDrafts = (drafts: readonly Draft[], filter: Filter, search: string, viewer: Viewer): Draft[] =>
  drafts.filter((draft) => matchesFilter(draft, filter, search, viewer))

const matchesSearch = ({ customer: { name, phone, email }, message }: Draft, search: string): boolean =>
  search.trim() === '' ||
  fitsWords(search, name ?? '', email ?? '', message, phone ?? '', phone ? groupNumber(phone) : '')

/** How many minutes longer a draft counts as waiting because of a risk. So what needs care comes early, and nothing waits forever. */
const headStartMinutes: Record<DraftRiskKind, number> = {
  customer_wrote: 60,
  do_not_call: 60,
  unknown_recipient: 60,
  hidden_characters: 60,
  disguised_link: 60,
  placeholder: 60,
  model_words: 60,
  new_link: 45,
  new_phone: 45,
  new_address: 30,
  new_amount: 30,
  new_date: 20,
  first_message: 10,
  other_draft: 10,
}

/** A draft whose time is unknown may have waited longest. */
const waitingSince = ({ createdAt, risks }: Draft): number =>
  (momentOf(createdAt) ?? 0) - Math.max(0, ...risks.map(({ kind }) => headStartMinutes[kind])) * 60_000

/** Whether the customer wrote after the draft: it answers something else by now, so it comes first, however long others wait. */
const isOvertaken = ({ risks }: Draft): boolean => risks.some(({ kind }) => kind === 'customer_wrote')

/** @param drafts oldest first */
export function sortDrafts(drafts: readonly Draft[], sorting: Sorting): readonly Draft[] {
  if (sorting === 'oldest') return drafts
  if (sorting === 'newest') return drafts.toReversed()
  if (sorting === 'agent')
    return drafts.toSorted((one, other) => (one.agentName ?? '').localeCompare(other.agentName ?? ''))
  return drafts.toSorted(
    (one, other) => Number(isOvertaken(other)) - Number(isOvertaken(one)) || waitingSince(one) - waitingSince(other),
  )
}

/** Whether the operator gave a first approval, also with another account of theirs. @param myId the operator's ID */
export const isApprovalOf = ({ operatorId, tiedIds = [] }: FirstApproval, myId: string): boolean =>
  [operatorId, ...tiedIds].includes(myId)

/** Whether the operator has approved the draft as the first of two reviewers. */
const waitsForColleague = ({ needsSecondReviewer, firstApproval }: Draft, myId: string): boolean =>
  needsSecondReviewer && firstApproval ? isApprovalOf(firstApproval, myId) : false

/** Whether the operator can decide about the draft: it is undecided, and waits for no colleague. @param myId the operator's ID */
export const isFree = (draft: Draft, myId: string): boolean =>
  (draft.claim === null || draft.claim.operatorId === myId) && isWaiting(draft) && !waitsForColleague(draft, myId)

/** The next free draft after this one, continuing from the top; undefined if there is no other. */
export function nextFreeDraft(drafts: readonly Draft[], after: Target | null, myId: string): Draft | undefined {
  const index = after ? drafts.findIndex((draft) => keyOf(draft) === keyOf(after)) : -1
  return [...drafts.slice(index + 1), ...drafts.slice(0, Math.max(0, index))].find((draft) => isFree(draft, myId))
}

/** The first free draft of a conversation, otherwise its oldest; undefined if none is waiting. */
export function firstDraftOf(drafts: readonly Draft[], conversationId: string, myId: string): Draft | undefined {
  const inConversation = drafts.filter((draft) => draft.conversationId === conversationId)
  return inConversation.find((draft) => isFree(draft, myId)) ?? inConversation[0]
}

/** The draft `step` places away, but not beyond the first or last. */
export function neighbour(drafts: readonly Draft[], current: Target | null, step: number): Draft | undefined {
  const index = current ? drafts.findIndex((draft) => keyOf(draft) === keyOf(current)) : -1
  if (index === -1) return drafts[0]
  return drafts[Math.min(drafts.length - 1, Math.max(0, index + step))]
}

export const needsReview = 'Needs review'

/** The state of a draft, and who is reviewing or has decided it, as a status label. */
export function draftStatus(draft: Draft, myId: string): { state: StatusKind; label: string } {
  const { claim, decision, needsSecondReviewer, firstApproval } = draft
  if (decision && isInProgress(decision)) {
    const { state, label } = decisionStatus(decision)
    return { state, label: decision.operatorId === myId ? label : `${label} · ${decision.operator}` }
  }
  if (claim && claim.operatorId !== myId) {
    const labelFor = claim.editing ? texts.editedBy : texts.reviewedBy
    return { state: 'live', label: labelFor(claim.operator) }
  }
  if (waitsForColleague(draft, myId)) return { state: 'waiting', label: 'Waits for a second reviewer' }
  if (!needsSecondReviewer) return { state: 'needs-you', label: needsReview }
  return {
    state: 'needs-you',
    label: firstApproval ? `Needs you, approved by ${firstApproval.operator}` : 'Needs two reviewers',
  }
}

/** A decision, and when it was read (browser clock, ms). */
export interface KnownDecision {
  decision: Decision
  readAt: number
}

/** A list that was requested just before a decision does not contain it. For this long, a missing decision is not dropped. */
const listDelayMs = 5_000

/**
 * Merges an answer into the known decisions. An answer contains every decision in progress: one that is missing has ended with an
 * outcome that this page has not seen, so it is dropped. Known outcomes stay.
 */
export function mergeDecisions(
  knownDecisions: readonly KnownDecision[],
  decisions: readonly Decision[],
  readAt: number,
): KnownDecision[] {
  const latest = new Map(decisions.map((decision) => [decision.effectId, decision]))
  const remaining = knownDecisions.filter(
    (knownDecision) =>
      !latest.has(knownDecision.decision.effectId) &&
      (!isInProgress(knownDecision.decision) || readAt - knownDecision.readAt < listDelayMs),
  )
  return [...remaining, ...[...latest.values()].map((decision) => ({ decision, readAt }))]
}

/** The latest decision about each draft, by the draft's key. */
const latestDecisions = (knownDecisions: readonly KnownDecision[]): Map<string, KnownDecision> =>
  new Map(
    knownDecisions
      .toSorted((one, other) => one.decision.at - other.decision.at)
      .map((knownDecision) => [keyOf(knownDecision.decision), knownDecision]),
  )

/** The latest decision about a draft. */
export const latestDecisionOf = (knownDecisions: readonly KnownDecision[], target: Target): KnownDecision | undefined =>
  latestDecisions(knownDecisions).get(keyOf(target))

/** A row of the list. */
export interface Row {
  draft: Draft
  /** Whether the draft left the queue. Its row stays while the operator points at the list. */
  hasLeftQueue: boolean
}

/**
 * The rows after an answer. While the operator points at the list, none moves: rows that left the queue stay, and new ones are added
 * at the end.
 *
 * @param rows the rows on the screen
 */
export function updateRows(rows: readonly Row[], drafts: readonly Draft[], isPointedAt: boolean): Row[] {
  if (!isPointedAt) return drafts.map((draft) => ({ draft, hasLeftQueue: false }))
  const draftsByKey = new Map(drafts.map((draft) => [keyOf(draft), draft]))
  const shownKeys = new Set(rows.map(({ draft }) => keyOf(draft)))
  return [
    ...rows.map(({ draft }): Row => {
      const draftNow = draftsByKey.get(keyOf(draft))
      return draftNow ? { draft: draftNow, hasLeftQueue: false } : { draft, hasLeftQueue: true }
    }),
    ...drafts.filter((draft) => !shownKeys.has(keyOf(draft))).map((draft): Row => ({ draft, hasLeftQueue: false })),
  ]
}

/**
 * The rows whose drafts match a filter and a search, with the latest known decisions, which can be newer than the queue.
 *
 * @param rows the rows of the whole queue
 */
export function filterRows(
  rows: readonly Row[],
  filter: Filter,
  search: string,
  viewer: Viewer,
  knownDecisions: readonly KnownDecision[],
): Row[] {
  const decisions = latestDecisions(knownDecisions)
  return rows
    .filter(({ draft }) => matchesFilter(draft, filter, search, viewer))
    .map((row) => {
      const latest = decisions.get(keyOf(row.draft))?.decision
      // Keep the same draft if nothing is newer, so that its line is not rendered again.
      return latest ? { ...row, draft: { ...row.draft, decision: latest } } : row
    })
}
