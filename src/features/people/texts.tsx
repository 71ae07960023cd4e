/** Texts of the page of one person. */
import type { PersonEntry } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

export const conversations = 'Conversations'
export const entryCount = (count: number) => plural(count, 'entry', 'entries')
export const latestEntries = (count: number) => `the latest ${plural(count, 'entry', 'entries')}`
export const onDoNotCallList = 'On the do-not-call list'
export const unreadConversations = (count: number) =>
  `${plural(count, 'conversation is', 'conversations are')} not loaded yet, so messages of this person may be missing.`

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
export const draft = 'Draft'
export const callWith = (agent: string | null) => (agent ? `With ${agent}` : 'Agent unknown')
export const inBatch = (name: string) => `In ${name}`
export const placedBy = (operator: string) => `placed by ${operator}`
export const keptLines = (count: number) => `transcript of ${plural(count, 'line', 'lines')}`
export const openConversation = 'Open conversation'
export const openBatch = 'Open batch'
export const startedBy = (operator: string) => `started by ${operator}`
export const batchStates = {
  started: 'Started',
  held_back: 'Held back',
  awaiting_approval: 'Waits for approval',
  nobody_called: 'Nobody was called',
}
export const by = (operator: string) => `by ${operator}`
export const until = 'until'
