/** Texts about conversations and their messages. */
import { number, plural } from '#ui/text/format-number.ts'
import { maxIdsAtOnce } from './pasted-conversation-ids.ts'

// messageState

// MessageThread
export const customer = 'Customer'

// recipientOf
export const notAnEmail = (text: string) => `“${text}” is not an e-mail address.`
export const notANumber = (text: string, problem: string) => `“${text}” is not a phone number: ${problem}`

// OpenConversationsProvider
export const openConversations = (count: number) => `Open ${plural(count, 'conversation', 'conversations')}`
export const tooManyIds = (count: number) =>
  `You pasted ${number(count)} IDs. You can open up to ${number(maxIdsAtOnce)} at a time.`

// What was opened
export const copyIds = (what: string) => `Copy the IDs of: ${what}`
export const openedCount = (count: number) => `${plural(count, 'conversation', 'conversations')} opened`
export const notFoundCount = (count: number) => `${plural(count, 'ID', 'IDs')} not found`
export const openedLaterCount = (count: number) => `${plural(count, 'conversation', 'conversations')} not loaded yet`
