/** Texts of the pages of messaging agents. */

export const noun = ['messaging agent', 'messaging agents'] as const

// Form
export const fieldLabels = {
  name: 'Name',
  model: 'Language model',
  messageChannel: 'Channel',
  phoneNumberId: 'Phone number ID',
}

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
