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
