/** Texts of the command palette's results. */
import type { Found } from '#contract/index.ts'

// Groups
export const results = 'Results'
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

// Actions
/** Other words that people type to find an action. */
export const helpWords = 'help, keys, hotkeys, ?'

// Results
export const searching = 'Searching…'
