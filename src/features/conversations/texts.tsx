/** Texts of the list of conversations and of the page of one. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// Columns
export const customerColumn = 'Customer'
export const stateColumn = 'State'
export const lastMessageColumn = 'Last message'
export const numberColumn = 'Number'
export const updatedColumn = 'Updated'
export const draftCount = (count: number) => (count === 0 ? 'No drafts' : plural(count, 'draft', 'drafts'))
export const sender = (isCustomer: boolean) => (isCustomer ? 'Customer: ' : 'Agent: ')
export const noText = 'No text'
export const notReadYet = 'Not loaded yet'
export const undeliveredCount = (count: number) => `${number(count)} not delivered`

// List
export const listTitle = 'Conversations'
export const noun = ['conversation', 'conversations'] as const
export const conversationCount = (shown: number, known: number) =>
  shown < known ? `the latest ${number(shown)} of ${plural(known, ...noun)}` : plural(known, ...noun)
export const notListed =
  'The service does not list its conversations. These are the ones that Switchboard knows. The search at the top opens others by ID.'
export const noConversationsTitle = 'No conversations yet'
export const openById = 'Open conversations by ID'
export const noConversationsHint = (isListed: boolean) =>
  isListed
    ? 'Conversations appear here as soon as a customer and an agent write to each other.'
    : 'The service does not list its conversations. Open conversations by ID to add them to this list.'

// Search
export const searchLabel = 'Search conversations'
export const searchPlaceholder = 'Name, number, e-mail or words in messages'
export const searching = 'Searching conversations…'
export const foundCount = (count: number) => plural(count, 'conversation found', 'conversations found')
export const otherResults = 'Other conversations found'
export const nothingFoundTitle = 'No conversations found'
export const nothingFoundHint =
  'Search by the customer’s name, number, e-mail address, by words of one message, or by the conversation’s ID.'
export const moreFound = (count: number) => `The latest ${number(count)} are shown. Type more words to find the others.`
export const notCompared = (count: number) =>
  `The messages of ${plural(count, ...noun)} are not loaded yet, so they were not searched.`
export const openConversation = (id: string) => `Open conversation ${id}`
export const showAll = 'Show all conversations'

// Page of one conversation
export const pageTitle = 'Conversation'
export const loadingConversation = 'Loading conversation…'
export const unknownCustomer = 'Unknown customer'
export const noNumber = 'No phone number'
export const draftsToReview = (count: number) => plural(count, 'draft to review', 'drafts to review')
export const reviewDrafts = (count: number) => `Review ${plural(count, 'draft', 'drafts')}`
export const reviewDraft = 'Review this draft'
export const messagesSection = 'Messages'
export const messageCount = (count: number) => plural(count, 'message', 'messages')
export const noMessagesTitle = 'No messages yet'
export const noMessagesHint = 'Messages between the customer and the agent appear here.'

// Facts
export const factsSection = 'Customer and agent'
export const nameTerm = 'Name'
export const numberTerm = 'Number'
export const emailTerm = 'E-mail'
export const agentTerm = 'Agent'
export const flowTerm = 'Flow'
export const startedTerm = 'Started'
export const updatedTerm = 'Updated'
export const idTerm = 'Conversation ID'
export const copiedId = 'conversation ID'
export const unknown = 'Unknown'
export const none = 'None'

// Drafting a message
export const draftMessage = 'Draft a message'
export const draftTitle = (customer: string) => `Let the agent draft a message to ${customer}?`
export const cancel = 'Cancel'
export const draftAction = 'Draft 1 message'
export const draftEffect = (recipient: ReactNode) => (
  <>To {recipient}. The draft will wait for review. Nothing is sent until someone approves it.</>
)
/** What the service decides about a draft, and what the channel of its flow says. */
export const whoDecidesChannel = (flow: string, channel: string) =>
  `${
    channel ? `The flow “${flow}” is for ${channelNames[channel] ?? channel}.` : `The flow “${flow}” has no channel.`
  } The service decides how the message is sent, and which of the customer’s conversations it belongs to.`
const channelNames: Partial<Record<string, string>> = { sms: 'SMS', whatsapp: 'WhatsApp', email: 'e-mail' }
export const drafted = 'The draft is waiting for review. Nothing was sent.'
export const draftedElsewhere = 'It is in this customer’s conversation with the agent of that flow.'
export const openOtherConversation = 'Open conversation'
export const cannotDraft = { message: 'This service cannot draft messages.', sentNote: 'Nothing was sent.' }

// Flow of a draft
export const flowLabel = 'Flow'
export const flowHint = 'The flow’s prompt and agent decide what is written.'
export const flowPlaceholder = 'Type a name'
export const noMatchingFlow = 'No flow has this name.'
export const chooseFlowFirst = 'Choose a flow first.'
export const flowIsForCalls = 'This conversation’s flow is for calls. Choose a message flow.'
export const flowIsNotActive = (flow: string) => `This conversation’s flow, “${flow}”, is inactive. Choose another one.`
