/** Texts of the list of conversations and of the page of one. */
import { plural } from '#ui/text/format-number.ts'

// Columns
export const draftCount = (count: number) => (count === 0 ? 'No drafts' : plural(count, 'draft', 'drafts'))
export const notReadYet = 'Not loaded yet'

// List
export const noun = ['conversation', 'conversations'] as const
export const openById = 'Open conversations by ID'

// Drafting a message
/** What the service decides about a draft, and what the channel of its flow says. */
export const whoDecidesChannel = (flow: string, channel: string) =>
  `${
    channel ? `The flow “${flow}” is for ${channelNames[channel] ?? channel}.` : `The flow “${flow}” has no channel.`
  } The service decides how the message is sent, and which of the customer’s conversations it belongs to.`
const channelNames: Partial<Record<string, string>> = { sms: 'SMS', whatsapp: 'WhatsApp', email: 'e-mail' }
export const cannotDraft = { message: 'This service cannot draft messages.', sentNote: 'Nothing was sent.' }
