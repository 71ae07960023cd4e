/** Texts about conversations and their messages. */
import { number, plural } from '#ui/text/format-number.ts'
import { maxIdsAtOnce } from './pasted-conversation-ids.ts'

// messageState
export const statusUnknown = 'Status unknown'
export const waitingForReview = 'Waiting for review'
export const rejected = 'Rejected'
export const received = 'Received'
export const sent = 'Sent'
export const approvedNotDelivered = 'Approved, not delivered'
export const approvedDeliveryUnknown = 'Approved, delivery unknown'

// MessageThread
export const messagesLabel = 'Messages'
export const unknownDay = 'Unknown date'
export const noTime = 'No time'
export const noText = 'No text'
export const newWhileReading = 'New while you were reading'
export const customer = 'Customer'
export const agent = 'Agent'

// recipientOf
export const notAnEmail = (text: string) => `“${text}” is not an e-mail address.`
export const notANumber = (text: string, problem: string) => `“${text}” is not a phone number: ${problem}`
export const noRecipient = 'This customer has neither a phone number nor an e-mail address.'

// OpenConversationsProvider
export const openConversationsTitle = 'Open conversations by ID'
export const openConversationsIntro =
  'Paste one ID, a list, a spreadsheet column or links. Switchboard then checks these conversations for drafts.'
export const idsLabel = 'Conversation IDs'
export const skippedWords = 'Skipped because these are not valid IDs:'
export const close = 'Close'
export const openConversations = (count: number) => `Open ${plural(count, 'conversation', 'conversations')}`
export const pasteIdFirst = 'Paste an ID first.'
export const tooManyIds = (count: number) =>
  `You pasted ${number(count)} IDs. You can open up to ${number(maxIdsAtOnce)} at a time.`
export const noIdsFound = 'No IDs found. An ID has only letters, digits, hyphens and underscores.'

// What was opened
export const resultLabel = 'Result'
export const copyIds = (what: string) => `Copy the IDs of: ${what}`
export const openedCount = (count: number) => `${plural(count, 'conversation', 'conversations')} opened`
export const notFoundCount = (count: number) => `${plural(count, 'ID', 'IDs')} not found`
export const notFoundHint = 'Check the IDs. They may belong to another workspace.'
export const openedLaterCount = (count: number) => `${plural(count, 'conversation', 'conversations')} not loaded yet`
export const openedLaterHint =
  'Switchboard loads them as soon as the request budget allows. Their drafts then appear in the queue.'
