/** Texts that the pages of messaging agents and of message flows share. */

const channels: Record<string, string> = { sms: 'SMS', whatsapp: 'WhatsApp', email: 'E-mail' }
/** The channels that we know. A service may have others. */
export const knownChannels = Object.keys(channels)
export const channelName = (channel: string): string => channels[channel] ?? (channel || notSpecified)

const directions: Record<string, string> = { outbound: 'Outbound', inbound: 'Inbound', bidirectional: 'Both ways' }
export const directionName = (direction: string): string => directions[direction] ?? (direction || notSpecified)
export const directionOptions = [
  { value: 'outbound', label: 'Outbound', hint: 'The agent writes first.' },
  { value: 'inbound', label: 'Inbound', hint: 'Customers write first.' },
  { value: 'bidirectional', label: 'Both ways', hint: 'Either can write first.' },
] as const

// Facts and columns
export const notSpecified = 'Not specified'
export const none = 'None'
export const reviewed = 'Reviewed'
export const flowState = (isActive: boolean) => (isActive ? 'Active' : 'Inactive')
export const settings = 'Settings'
export const record = 'Record'
export const created = 'Created'
export const updated = 'Updated'

// Columns of both lists
export const nameColumn = 'Name'
export const channelColumn = 'Channel'
export const reviewColumn = 'Review'
export const stateColumn = 'State'

// Form
export const channelHint = 'Enter sms, whatsapp, email or any other channel that the service supports.'

// Pages of what the service does not offer
export const capabilityTitles = { 'messaging-agents': 'Messaging agents', 'message-flows': 'Message flows' } as const
export const notOffered = {
  'messaging-agents': {
    title: 'This service does not offer messaging agents',
    explanation: 'Messaging agents are optional. Calls and conversations work without them.',
  },
  'message-flows': {
    title: 'This service does not offer message flows',
    explanation: 'Message flows are optional. Calls and conversations work without them.',
  },
} as const
