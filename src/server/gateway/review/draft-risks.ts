/** The risks of the drafts in the review queue: what a reviewer should check, compared with everything that was said to the person. */
import {
  type Conversation,
  type Draft,
  draftRiskKinds,
  type Message,
  messageRisks,
  needsReview,
  surroundingRisks,
} from '#contract/index.ts'

/** At most this many parts of a text are named for each risk, and at most this many characters of each. */
const maxFound = 3
const maxFoundLength = 60

/** The beginning of a part of a text, as a risk names it. */
export const shortened = (part: string): string => part.slice(0, maxFoundLength)

/** Whether a message passed between us and the person: they wrote it, or it was sent to them. */
const wasExchanged = ({ direction, sent, status }: Message) =>
  direction === 'inbound' || sent === true || (sent === null && status === 'approved')

const addressesOf = ({ _id, customer: { phone, email } }: Conversation): string[] => {
  const addresses = [phone?.replace(/\D/g, ''), email?.trim().toLowerCase()].filter((address) => Boolean(address))
  return addresses.length > 0 ? (addresses as string[]) : [_id]
}

/** The text's risks by message, for each reading of a conversation, so that the same reading is not searched twice. */
const textRisks = new WeakMap<Conversation, Map<string, Draft['risks']>>()

function textRisksOf(conversation: Conversation, { _id, message }: Message): Draft['risks'] {
  const byMessage = textRisks.get(conversation) ?? new Map<string, Draft['risks']>()
  textRisks.set(conversation, byMessage)
  const known = byMessage.get(_id)
  if (known) return known
  const otherTexts = conversation.messages.filter((other) => other._id !== _id).map((other) => other.message)
  const risks = messageRisks(message, otherTexts, false)
  byMessage.set(_id, risks)
  return risks
}

/**
 * @param conversations everything that is known of the workspace
 * @returns the risks of a draft, most serious first
 */
export function createRisksOf(conversations: readonly Conversation[]) {
  const reached = new Set(
    conversations
      .filter(({ messages }) => messages.some(wasExchanged))
      .flatMap((conversation) => addressesOf(conversation)),
  )
  return (conversation: Conversation, draft: Message, isDoNotCall: boolean): Draft['risks'] => {
    const isFirst = !addressesOf(conversation).some((address) => reached.has(address))
    const hasOtherDraft = conversation.messages.some((other) => other._id !== draft._id && needsReview(other))
    const facts = { ...conversation, draftId: draft._id, text: draft.message, isDoNotCall }
    const risks = [
      ...surroundingRisks(facts, hasOtherDraft),
      ...textRisksOf(conversation, draft),
      ...(isFirst ? [{ kind: 'first_message' as const, found: [] }] : []),
    ]
    return risks
      .toSorted((one, other) => draftRiskKinds.indexOf(one.kind) - draftRiskKinds.indexOf(other.kind))
      .map(({ kind, found }) => ({
        kind,
        found: found.slice(0, maxFound).map(shortened),
      }))
  }
}
