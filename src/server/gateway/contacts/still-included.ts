/**
 * What still includes numbers of the do-not-call list: batches that may call them, and drafts to them that wait for review. Answered from
 * what the gateway knows, without a request to the service.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { needsReview, type StillIncluded } from '#contract/index.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Conversations } from '../registry/conversations.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import type { Contacts } from './contacts.ts'
import { e164Of } from './number-hash.ts'

/** At most this many batches and drafts are named, and this many characters of a draft. */
const maxNamed = 50
const maxMessageLength = 120
/** Conversations that are searched before other requests run. */
const conversationsPerSlice = 200

type WaitingDraft = StillIncluded['drafts'][number]

export type FindStillIncluded = ReturnType<typeof createFindStillIncluded>

export function createFindStillIncluded(deps: {
  store: Store
  contacts: Contacts
  conversations: Conversations
  capabilities: Capabilities
  clock: Clock
}) {
  const { store, contacts, conversations, capabilities, clock } = deps

  /** The drafts of a workspace that wait for review, by the hash of the number that they go to. */
  async function findWaitingDrafts(workspace: string) {
    const drafts = new Map<string, WaitingDraft[]>()
    const known = conversations.all(workspace)
    let [read, readAt] = [0, Infinity]
    for (const [index, { conversation, ...reading }] of known.entries()) {
      if (index % conversationsPerSlice === conversationsPerSlice - 1) await yieldToEventLoop()
      if (!conversation) continue
      read += 1
      readAt = Math.min(readAt, reading.readAt)
      const waiting = conversation.messages.filter(needsReview)
      const number = waiting.length > 0 ? e164Of(conversation.customer.phone) : null
      if (number === null) continue
      const [hash = ''] = await contacts.hash([number])
      const ofNumber = drafts.get(hash) ?? []
      drafts.set(hash, ofNumber)
      for (const { _id: messageId, message, createdAt } of waiting)
        ofNumber.push({
          conversationId: conversation._id,
          messageId,
          customerName: conversation.customer.name,
          message: message.slice(0, maxMessageLength),
          createdAt,
        })
    }
    return {
      drafts,
      conversations: {
        read,
        readAt: read > 0 ? dateOf(clock, readAt) : null,
        unread: conversations.countUnread(workspace),
        listed: capabilities.mayHave('conversations'),
      },
    }
  }

  /** Batches that others started, the latest first, and how many there are. */
  async function findOtherBatches() {
    const rows = await store
      .selectFrom('known_batches')
      .select(['batch_id', 'name'])
      .where('effect_id', 'is', null)
      .where('complete', '=', 0)
      .orderBy('seen_at', 'desc')
      .orderBy('batch_id')
      .execute()
    return {
      otherBatches: rows
        .slice(0, maxNamed)
        .map(({ batch_id, name }) => ({ batchId: batch_id, name: name || batch_id })),
      otherBatchCount: rows.length,
    }
  }

  /** @param slices returns the hashes of the numbers and of their other spellings (`Contacts.hash`), each once; other requests run between two slices */
  return async (workspace: string, slices: () => Iterable<readonly string[]>): Promise<StillIncluded> => {
    const waiting = await findWaitingDrafts(workspace)
    const drafts: WaitingDraft[] = []
    for (const slice of waiting.drafts.size > 0 ? slices() : []) {
      drafts.push(...slice.flatMap((hash) => waiting.drafts.get(hash) ?? []))
      await yieldToEventLoop()
    }
    const { by, count } = await contacts.findStillCalling(slices())
    return {
      batches: by,
      batchCount: count,
      ...(await findOtherBatches()),
      drafts: drafts.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).slice(0, maxNamed),
      draftCount: drafts.length,
      conversations: waiting.conversations,
    }
  }
}
