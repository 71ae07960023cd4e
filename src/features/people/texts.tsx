/** Texts of the page of one person. */
import type { PersonEntry } from '#contract/index.ts'

export const onDoNotCallList = 'On the do-not-call list'

// Filter
export const kindFilters: Record<PersonEntry['kind'] | 'all', string> = {
  all: 'All',
  call: 'Calls',
  message: 'Messages',
  decision: 'Decisions',
  batch: 'Batches',
  'do-not-call': 'Do not call',
}

// Entries
export const kinds: Record<PersonEntry['kind'], string> = {
  call: 'Call',
  message: 'Message',
  decision: 'Decision',
  batch: 'Batch',
  'do-not-call': 'Do not call',
}
export const callWith = (agent: string | null) => (agent ? `With ${agent}` : 'Agent unknown')
export const openConversation = 'Open conversation'
export const openBatch = 'Open batch'
export const batchStates = {
  started: 'Started',
  held_back: 'Held back',
  awaiting_approval: 'Waits for approval',
  nobody_called: 'Nobody was called',
}
export const by = (operator: string) => `by ${operator}`
