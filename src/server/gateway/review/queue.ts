/**
 * The review queue: the drafts of every conversation that the team knows of, in one read made from snapshots. Where the service
 * can list its conversations the list is read now and then while somebody looks; the others are watched one by one.
 */
import {
  type Conversation,
  type Decision,
  type Draft,
  type Message,
  needsReview,
  type Operator,
  type Undelivered,
} from '#contract/index.ts'
import { checkNumber } from '#phone/number.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Attention, Poller } from '../cache/poller.ts'
import { freshnessOf } from '../cache/read-rules.ts'
import type { DoNotCall } from '../contacts/do-not-call.ts'
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
import type { Requester } from '../shared/requester.ts'
import type { Claims } from './claims.ts'
import { rowOf } from './conversation-list.ts'
import type { Decisions } from './decisions.ts'

interface Parts {
  snapshots: Snapshots
  poller: Poller
  conversations: Conversations
  registry: Registry
  capabilities: Capabilities
  claims: Claims
  decisions: Decisions
  doNotCall: DoNotCall
  findNames: FindNames
  clock: Clock
}

/** Who looks at it, and how closely. */
export interface Viewer {
  workspace: string
  attention: Attention
  who: Requester
  operator: Operator
}

/** Conversations that are looked at one by one, and that one answer holds. */
const mostWatched = 500
/** Readings that one import may ask for at once; the rest is read as it is watched. */
const atOnce = 20

const latestFirst = (a: KnownConversation, b: KnownConversation) =>
  (b.conversation?.updatedAt ?? '').localeCompare(a.conversation?.updatedAt ?? '') || b.readAt - a.readAt

/** A customer's number as the do-not-call list has it. */
const e164Of = (phone: string | null): string | null => {
  const check = checkNumber(phone ?? '')
  return check.ok ? check.e164 : (check.repaired ?? null)
}

/** A decision after which the draft waits no longer, whatever an older reading shows. */
const decides = ({ state, action, refusal }: Decision) =>
  (state === 'done' || state === 'settled') && refusal === null && action !== 'Edit'

export type ReviewQueue = ReturnType<typeof createReviewQueue>

export function createReviewQueue(parts: Parts) {
  const { snapshots, poller, conversations, registry, capabilities, claims, decisions, doNotCall, findNames, clock } =
    parts

  /** Says that somebody looks at all conversations. */
  async function look({ workspace, attention, who, operator }: Viewer): Promise<void> {
    const listed = await capabilities.has('conversations', workspace, who).catch(() => false)
    if (attention === 'background') return
    const list = conversationListRead(workspace)
    const kept = listed ? snapshots.peek(list) : undefined
    const isDue =
      listed &&
      (!kept || snapshots.ageOf(kept) > freshnessOf('conversationList').snapshotMs || snapshots.isOutdated(list, kept))
    // Whoever comes first waits for it; afterwards it is refreshed behind their backs.
    if (isDue) {
      const reading = snapshots.refresh(list, kept ? 'watching' : 'reads', who, 0).catch(() => undefined)
      if (!kept) await reading
    }
    for (const { id } of conversations
      .all(workspace)
      .filter((one) => !one.listed)
      .toSorted(latestFirst)
      .slice(0, mostWatched))
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
      doNotCall: null,
      claim,
      decision,
    }
  }

  /** Approved, and the service says that it was not sent (interface 5). */
  const undeliveredIn = ({ id, conversation }: KnownConversation): Undelivered[] =>
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

  /** The drafts of a workspace, oldest first, with who looks at each and what was decided; and what was approved but not delivered. */
  const queue = createMemo(parts, async (workspace: string) => {
    const [standing, made] = await Promise.all([claims.standing(), decisions.list(workspace, null)])
    const decided = new Map(made.toReversed().map((decision) => [decision.messageId, decision]))
    const known = conversations.all(workspace)
    let readAt = Infinity
    const waiting = known.flatMap((one) => {
      const { conversation } = one
      if (!conversation) return []
      return conversation.messages.filter(needsReview).flatMap((message) => {
        const decision = decided.get(message._id) ?? null
        if (decision && decides(decision) && dateOf(clock, one.readAt) <= decision.at) return []
        readAt = Math.min(readAt, one.readAt)
        return [draftOf({ ...one, conversation }, message, standing.get(message._id) ?? null, decision)]
      })
    })
    const oldestFirst = waiting.toSorted(
      (a, b) => a.createdAt.localeCompare(b.createdAt) || a.messageId.localeCompare(b.messageId),
    )
    const numbers = oldestFirst.map(({ customer }) => e164Of(customer.phone))
    const listed = await doNotCall.entriesOf(workspace, [...new Set(numbers.filter((number) => number !== null))])
    const drafts = oldestFirst.map((draft, at) => ({ ...draft, doNotCall: listed.get(numbers[at] ?? '') ?? null }))
    const undelivered = known
      .flatMap(undeliveredIn)
      .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
      .slice(0, mostWatched)
    return {
      drafts,
      undelivered,
      readAt: drafts.length > 0 ? dateOf(clock, readAt) : null,
      watching: known.length,
      unread: known.filter(({ conversation }) => conversation === null).length,
      listed: capabilities.isKnown('conversations'),
    }
  })

  return {
    look,

    show: (workspace: string) => queue.value(workspace),

    /** Somebody looks closely at the queue: names that it lacks are asked for. */
    async lookAtQueue(looker: Viewer): Promise<void> {
      await look(looker)
      if (looker.attention === 'background') return
      const { drafts } = await queue.value(looker.workspace)
      const { workspace, who } = looker
      const unnamed = drafts.filter(({ agentName, flowName }) => agentName === null || flowName === null)
      findNames(
        'agent',
        unnamed.map(({ agentId }) => agentId),
        workspace,
        who,
      )
      findNames(
        'flow',
        unnamed.map(({ flowId }) => flowId),
        workspace,
        who,
      )
    },

    /** The conversations that the team has seen, the latest first. */
    seen(workspace: string) {
      const all = conversations.all(workspace)
      const shown = all
        .toSorted(latestFirst)
        .slice(0, mostWatched)
        .map((known) => rowOf(known, clock))
      return { conversations: shown, watching: all.length, listed: capabilities.isKnown('conversations') }
    },

    /** Opens conversations by their ids. What the budget has no place for now is read as it is watched. */
    async open(ids: readonly string[], workspace: string, who: Requester) {
      const answer = { opened: [] as string[], unknown: [] as string[], waiting: [] as string[] }
      let asked = 0
      for (const id of new Set(ids)) {
        if (conversations.find(workspace, id)?.conversation) {
          answer.opened.push(id)
          continue
        }
        const asking = asked < atOnce && answer.waiting.length === 0
        const read = conversationRead(id, workspace)
        const snapshot = asking ? await snapshots.refresh(read, 'reads', who, 0).catch(() => undefined) : undefined
        asked += 1
        if (!snapshot) answer.waiting.push(id)
        else if (snapshot.refusal) answer.unknown.push(id)
        else answer.opened.push(id)
      }
      await conversations.follow(workspace, [...answer.opened, ...answer.waiting])
      return answer
    },
  }
}
