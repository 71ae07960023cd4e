/**
 * The review queue: the drafts of all known conversations, in one read built from snapshots. If the service can list its conversations,
 * the list is refreshed while somebody has the queue open. Other conversations are polled one by one.
 */
import {
  type Conversation,
  type Decision,
  type Draft,
  isUndelivered,
  type Message,
  needsReview,
  type Operator,
  type RefusalData,
  type Undelivered,
} from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Poller } from '../cache/poller.ts'
import { freshnessOf } from '../cache/read-rules.ts'
import type { Attention } from '../cache/views.ts'
import type { DoNotCall } from '../contacts/do-not-call.ts'
import { e164Of } from '../contacts/number-hash.ts'
import {
  type Conversations,
  conversationListRead,
  conversationRead,
  type KnownConversation,
} from '../registry/conversations.ts'
import type { FindNames } from '../registry/find-missing-names.ts'
import type { Registry } from '../registry/registry.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { Claims } from './claims.ts'
import { searchConversations } from './conversation-search.ts'
import type { Decisions } from './decisions.ts'
import { createRisksOf } from './draft-risks.ts'
import type { SecondReview } from './second-review.ts'
import { markDifferencesInSeries } from './series-risks.ts'

/** Messages of a conversation that were approved, but that the service reports as not sent (interface 5). */
const undeliveredIn = ({ id, conversation }: KnownConversation, registry: Pick<Registry, 'nameOf'>): Undelivered[] =>
  (conversation?.messages ?? [])
    .filter(({ direction, status, sent }) => direction === 'outbound' && status === 'approved' && sent === false)
    .map(({ _id, message, updatedAt, createdAt }) => ({
      conversationId: id,
      messageId: _id,
      message,
      customer: {
        name: conversation?.customer.name ?? null,
        email: conversation?.customer.email ?? null,
        phone: conversation?.customer.phone ?? null,
      },
      agentName: registry.nameOf('agent', conversation?.agentId ?? null),
      updatedAt: updatedAt || createdAt,
    }))

/** Characters of the last message that a list shows. */
const previewLength = 200

/** A conversation as the list shows it: the customer, the last message and the number of drafts. */
function conversationRowOf({ id, conversation, readAt }: KnownConversation, registry: Registry, clock: Clock) {
  // A rejected draft was never sent, so it answers nobody.
  const lastMessage = conversation?.messages.findLast(({ status }) => status !== 'rejected')
  const { name, phone, email } = conversation?.customer ?? {}
  return {
    conversationId: id,
    title: name || phone || email || id,
    phone: phone ?? null,
    agentId: conversation?.agentId ?? null,
    agentName: registry.nameOf('agent', conversation?.agentId ?? null),
    flowId: conversation?.pathwayId ?? null,
    flowName: registry.nameOf('flow', conversation?.pathwayId ?? null),
    last: lastMessage?.message.slice(0, previewLength) ?? '',
    inbound: lastMessage?.direction === 'inbound',
    isDraft: lastMessage !== undefined && needsReview(lastMessage),
    drafts: conversation?.messages.filter(needsReview).length ?? 0,
    undelivered: conversation?.messages.filter(isUndelivered).length ?? 0,
    isRead: conversation !== null,
    updatedAt: conversation?.updatedAt || new Date(dateOf(clock, readAt)).toISOString(),
  }
}

interface ReviewQueueDeps {
  snapshots: Snapshots
  poller: Poller
  conversations: Conversations
  registry: Registry
  capabilities: Capabilities
  claims: Claims
  decisions: Decisions
  secondReview: SecondReview
  doNotCall: DoNotCall
  findNames: FindNames
  clock: Clock
}

/** A person who has the queue open, and how visible it is. */
export interface Viewer {
  workspace: string
  attention: Attention
  requester: Requester
  operator: Operator
}

/** The most conversations that are polled one by one, and the most undelivered messages in one answer. */
const maxWatchedConversations = 500
/** The most rows of the conversation list. */
const maxListedConversations = 2_000
/** The most conversations that one import reads at once. The poller reads the others. */
const maxReadsPerImport = 20

/** The IDs in a conversation whose names a list shows. */
const nameIds: readonly ['agent' | 'flow', (conversation: Conversation) => string | null][] = [
  ['agent', ({ agentId }) => agentId],
  ['flow', ({ pathwayId }) => pathwayId],
]

/** Whether a refusal says nothing about the conversation: the service had no budget for the read, or failed. */
const mayAnswerLater = ({ status }: RefusalData) => status === 429 || status >= 500

const latestFirst = (a: KnownConversation, b: KnownConversation) =>
  (b.conversation?.updatedAt ?? '').localeCompare(a.conversation?.updatedAt ?? '') || b.readAt - a.readAt

/** Whether a decision ends the review of its draft, even if an older snapshot still shows the draft. */
const isFinal = ({ state, action, refusal }: Decision) =>
  (state === 'done' || state === 'settled') && refusal === null && action !== 'Edit'

export type ReviewQueue = ReturnType<typeof createReviewQueue>

export function createReviewQueue(deps: ReviewQueueDeps) {
  const { snapshots, poller, conversations, registry, capabilities, claims } = deps
  const { decisions, secondReview, doNotCall, findNames, clock } = deps

  /** Records that a person views the conversations, so that they are refreshed. */
  async function markViewed({ workspace, attention, requester, operator }: Viewer): Promise<void> {
    const hasList = await capabilities.has('conversations', workspace, requester).catch(() => false)
    if (attention === 'background') return
    const list = conversationListRead(workspace)
    if (hasList) poller.markViewed(list, attention, operator.id)
    const cached = hasList ? snapshots.peek(list) : undefined
    const isDue =
      hasList &&
      (!cached ||
        snapshots.ageOf(cached) > freshnessOf('conversationList').snapshotMs ||
        snapshots.isOutdated(list, cached))
    // Only the first view waits for the list; later it is refreshed in the background.
    if (isDue) {
      const pendingRefresh = snapshots.refresh(list, cached ? 'watching' : 'reads', requester, 0).catch(() => undefined)
      if (!cached) await pendingRefresh
    }
    for (const { id } of conversations
      .all(workspace)
      .filter((conversation) => !conversation.isListed)
      .toSorted(latestFirst)
      .slice(0, maxWatchedConversations))
      poller.markViewed(conversationRead(id, workspace), 'visible', operator.id)
  }

  const draftOf = (
    known: KnownConversation & { conversation: Conversation },
    message: Message,
    claim: Draft['claim'],
    decision: Decision | null,
  ): Draft => {
    const { customer, agentId, pathwayId } = known.conversation
    return {
      conversationId: known.id,
      messageId: message._id,
      message: message.message,
      customer: { name: customer.name, email: customer.email, phone: customer.phone },
      agentId,
      agentName: registry.nameOf('agent', agentId),
      flowId: pathwayId,
      flowName: registry.nameOf('flow', pathwayId),
      createdAt: message.createdAt,
      risks: [],
      doNotCall: null,
      needsSecondReviewer: false,
      firstApproval: null,
      claim,
      decision,
    }
  }

  /** The drafts of a workspace, oldest first, with their claims and decisions; and messages that were approved but not delivered. */
  const queue = createMemo(deps, async (workspace: string) => {
    const [activeClaims, recent, secondReviewOf] = await Promise.all([
      claims.listActive(),
      decisions.list(workspace, null),
      secondReview.load(workspace),
    ])
    const decisionByMessageId = new Map(recent.toReversed().map((decision) => [decision.messageId, decision]))
    const knownConversations = conversations.all(workspace)
    const risksOf = createRisksOf(
      knownConversations.map(({ conversation }) => conversation).filter((conversation) => conversation !== null),
    )
    let readAt = Infinity
    const unsortedDrafts = knownConversations.flatMap((knownConversation) => {
      const { conversation } = knownConversation
      if (!conversation) return []
      return conversation.messages.filter(needsReview).flatMap((message) => {
        const decision = decisionByMessageId.get(message._id) ?? null
        if (decision && isFinal(decision) && dateOf(clock, knownConversation.readAt) <= decision.at) return []
        readAt = Math.min(readAt, knownConversation.readAt)
        const draft = draftOf(
          { ...knownConversation, conversation },
          message,
          activeClaims.get(message._id) ?? null,
          decision,
        )
        return [{ conversation, message, draft: { ...draft, ...secondReviewOf(conversation, message) } }]
      })
    })
    const oldestFirst = unsortedDrafts.toSorted(
      ({ draft: a }, { draft: b }) => a.createdAt.localeCompare(b.createdAt) || a.messageId.localeCompare(b.messageId),
    )
    const numbers = oldestFirst.map(({ draft: { customer } }) => e164Of(customer.phone))
    const doNotCallEntries = await doNotCall.entriesOf(workspace, [
      ...new Set(numbers.filter((number) => number !== null)),
    ])
    const drafts = markDifferencesInSeries(
      oldestFirst.map(({ conversation, message, draft }, index): Draft => {
        const facts = doNotCallEntries.get(numbers[index] ?? '') ?? null
        return { ...draft, doNotCall: facts, risks: risksOf(conversation, message, facts !== null) }
      }),
    )
    const undelivered = knownConversations
      .flatMap((known) => undeliveredIn(known, registry))
      .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
      .slice(0, maxWatchedConversations)
    return {
      drafts,
      undelivered,
      readAt: drafts.length > 0 ? dateOf(clock, readAt) : null,
      watching: knownConversations.length + conversations.countOlder(workspace),
      unread: conversations.countUnread(workspace),
      listed: capabilities.mayHave('conversations'),
    }
  })

  return {
    markViewed,

    load: (workspace: string) => queue.value(workspace),

    /** Records that a person views the queue, and reads names that it lacks. */
    async markQueueViewed(viewer: Viewer): Promise<void> {
      await markViewed(viewer)
      if (viewer.attention === 'background') return
      const { drafts } = await queue.value(viewer.workspace)
      const { workspace, requester } = viewer
      const unnamed = drafts.filter(({ agentName, flowName }) => agentName === null || flowName === null)
      findNames(
        'agent',
        unnamed.map(({ agentId }) => agentId),
        workspace,
        requester,
      )
      findNames(
        'flow',
        unnamed.map(({ flowId }) => flowId),
        workspace,
        requester,
      )
    },

    /** Reads a conversation if nothing is known of it yet. @throws Refusal if it does not exist or cannot be read */
    async ensureRead(id: string, { workspace, attention, requester }: Viewer): Promise<void> {
      if (conversations.find(workspace, id)?.conversation) return
      const { snapshot } = await snapshots.get(conversationRead(id, workspace), requester, attention === 'background')
      if (snapshot.refusal) throw refusal(snapshot.refusal)
    },

    /** A conversation as it was last read. @throws Refusal 404 if nothing is known of it */
    showConversation(workspace: string, id: string) {
      const known = conversations.find(workspace, id)
      // guard: unknown-conversation-is-not-found
      if (!known?.conversation) throw notFound()
      return { conversation: known.conversation, readAt: dateOf(clock, known.readAt) }
    },

    /** Records that a person views the list of conversations, and reads names that it lacks. */
    async markListViewed(viewer: Viewer): Promise<void> {
      await markViewed(viewer)
      const { workspace, attention, requester } = viewer
      if (attention === 'background') return
      const known = conversations.all(workspace)
      for (const [kind, idOf] of nameIds)
        findNames(
          kind,
          known.map(({ conversation }) => conversation && idOf(conversation)),
          workspace,
          requester,
        )
    },

    /** Searches what is known of the conversations. */
    async search(workspace: string, text: string) {
      const known = conversations.all(workspace)
      const unread = conversations.countUnread(workspace)
      const compared = known.length + conversations.countOlder(workspace) - unread
      return { ...(await searchConversations(known, text)), compared, unread }
    },

    /** The latest known conversations, the latest first. */
    listConversations(workspace: string) {
      const all = conversations.all(workspace)
      const rows = all
        .toSorted(latestFirst)
        .slice(0, maxListedConversations)
        .map((known) => conversationRowOf(known, registry, clock))
      return {
        conversations: rows,
        watching: all.length + conversations.countOlder(workspace),
        listed: capabilities.mayHave('conversations'),
      }
    },

    /** Adds conversations by their ids. Those for which the budget has no slot now are read by the poller. */
    async importConversations(ids: readonly string[], workspace: string, requester: Requester) {
      const answer = { opened: [] as string[], unknown: [] as string[], waiting: [] as string[] }
      let reads = 0
      for (const id of new Set(ids)) {
        if (conversations.find(workspace, id)?.conversation) {
          answer.opened.push(id)
          continue
        }
        const mayRead = reads < maxReadsPerImport && answer.waiting.length === 0
        const read = conversationRead(id, workspace)
        const snapshot = mayRead
          ? await snapshots.refresh(read, 'reads', requester, 0).catch(() => undefined)
          : undefined
        reads += 1
        if (!snapshot || (snapshot.refusal && mayAnswerLater(snapshot.refusal))) answer.waiting.push(id)
        else if (snapshot.refusal) answer.unknown.push(id)
        else answer.opened.push(id)
      }
      await conversations.track(workspace, [...answer.opened, ...answer.waiting])
      return answer
    },
  }
}
