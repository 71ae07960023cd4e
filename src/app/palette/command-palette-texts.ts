/** Texts of the command palette's results. */
import type { Found } from '#contract/index.ts'

// Groups
export const kindHeadings: Record<Found['kind'], string> = {
  call: 'Calls',
  person: 'People',
  conversation: 'Conversations',
  batch: 'Batches',
  agent: 'Agents',
  'messaging-agent': 'Messaging agents',
  flow: 'Flows',
  'message-flow': 'Message flows',
}

// Results
export const searching = 'Searching…'
