/** Texts of the pages of messaging agents. */

export const noun = ['messaging agent', 'messaging agents'] as const

// Form
export const fieldLabels = {
  name: 'Name',
  model: 'Language model',
  messageChannel: 'Channel',
  phoneNumberId: 'Phone number ID',
}
export const formSection = 'Messaging agent'
export const modelHint = 'Choose a model, or enter any other that the service supports.'
export const phoneNumberHint = 'The service’s ID of the number that the agent sends from. Not needed for e-mail.'

// List
export const listPurpose =
  'A messaging agent writes to customers in one channel: SMS, WhatsApp or e-mail. A message flow tells it what to write.'
export const statusColumn = 'Status'
export const modelColumn = 'Model'

const statuses: Record<string, string> = { ready: 'Ready', pending: 'Setting up', error: 'Setup failed' }
export const statusName = (status: string): string => statuses[status] ?? (status || 'Unknown status')

// Page of one agent
export const pageTitle = 'Messaging agent'
export const loadingAgent = 'Loading messaging agent…'
export const edit = 'Edit messaging agent'
export const agentId = 'Messaging agent ID'
export const copiedAgentId = 'messaging agent ID'
export const copiedNumberId = 'phone number ID'
export const flowsSection = 'Message flows'
export const flowsCaption = 'Message flows of this agent'
export const flowColumn = 'Message flow'
export const loadingFlows = 'Loading message flows…'
export const noFlows =
  'No message flow uses this agent, so it writes no messages. To use it, choose it in a message flow.'
