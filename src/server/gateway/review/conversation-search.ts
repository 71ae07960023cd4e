/**
 * Searches the conversations that the gateway has in memory: by customer, by number, and by words in their messages. The texts are compared
 * in slices, so that other requests run in between.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type ConversationHit, type Found, foldText, hasPart, type SearchPart, searchParts } from '#contract/index.ts'
import { containsDigits, searchDigits } from '#phone/search-digits.ts'
import type { KnownConversation } from '../registry/conversations.ts'
import { excerptOf } from './excerpt.ts'

/** More conversations than this are not answered: nobody reads them all. */
export const maxHits = 200
/** Characters of messages that are compared before other requests run. */
const charactersPerSlice = 50_000

const newestFirst = (one: KnownConversation, other: KnownConversation) =>
  (other.conversation?.updatedAt ?? '').localeCompare(one.conversation?.updatedAt ?? '')

/** Where the words are: in the customer's facts, or in the latest message that has them. null: not in this conversation. */
function findIn(
  known: KnownConversation,
  parts: readonly SearchPart[],
  digits: readonly string[],
): ConversationHit | null {
  const { id: conversationId, conversation } = known
  const { name, email, phone } = conversation?.customer ?? {}
  const facts = foldText([name, email, conversationId].filter(Boolean).join(' '))
  const isPhone = digits.length > 0 && phone ? containsDigits(phone, digits) : false
  if (isPhone || parts.every((part) => hasPart(facts, part))) return { conversationId, message: null }
  // The customer's name may stand beside a word of a message: "ava invoice".
  const otherParts = parts.filter((part) => !hasPart(facts, part))
  const message = conversation?.messages.findLast(({ message }) => {
    const text = foldText(message)
    return otherParts.every((part) => hasPart(text, part))
  })
  const excerpt = message && excerptOf(message.message, otherParts.flat())
  if (!message || !excerpt) return null
  const { _id: messageId, direction, createdAt } = message
  return { conversationId, message: { messageId, isFromCustomer: direction === 'inbound', createdAt, ...excerpt } }
}

/**
 * Finds conversations, the latest first.
 *
 * @param text words in any order, all of which have to be in the customer's facts or in one message; or a part of a number
 * @returns the first of what was found, and whether there is more
 */
export async function searchConversations(
  conversations: readonly KnownConversation[],
  text: string,
): Promise<{ hits: ConversationHit[]; hasMore: boolean }> {
  const parts = searchParts(text)
  const digits = searchDigits(text)
  const hits: ConversationHit[] = []
  if (parts.length === 0) return { hits, hasMore: false }
  let characters = 0
  for (const known of conversations.toSorted(newestFirst)) {
    for (const { message } of known.conversation?.messages ?? []) characters += message.length
    if (characters > charactersPerSlice) {
      characters = 0
      await yieldToEventLoop()
    }
    const hit = findIn(known, parts, digits)
    if (hit && hits.length === maxHits) return { hits, hasMore: true }
    if (hit) hits.push(hit)
  }
  return { hits, hasMore: false }
}

/** The most conversations among the results of the search for everything. */
const maxEntries = 10

/** Search entries of the latest conversations with a message that has the text. */
export async function findMessages(conversations: readonly KnownConversation[], text: string): Promise<Found[]> {
  const { hits } = await searchConversations(conversations, text)
  const customers = new Map(conversations.map(({ id, conversation }) => [id, conversation?.customer]))
  return hits
    .flatMap(({ conversationId: id, message }): Found[] => {
      const { name, phone, email } = customers.get(id) ?? {}
      if (!message) return []
      const note = `“${message.before}${message.found}${message.after}”`
      return [{ kind: 'conversation', id, title: name || phone || email || id, note }]
    })
    .slice(0, maxEntries)
}
