/** Texts of the page of one person. */
import type { PersonEntry } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

export const conversations = 'Conversations'
export const pageTitle = 'Person'
export const loadingPerson = 'Loading timeline…'
export const timelineSection = 'Timeline'
export const entryCount = (count: number) => plural(count, 'entry', 'entries')
export const latestEntries = (count: number) => `the latest ${plural(count, 'entry', 'entries')}`
export const unknownDay = 'Unknown date'
export const noTime = 'No time'
export const alsoKnown = 'Also writes from'
export const blockNumber = 'Block number'
export const onDoNotCallList = 'On the do-not-call list'
export const unreadConversations = (count: number) =>
  `${plural(count, 'conversation is', 'conversations are')} not loaded yet, so messages of this person may be missing.`
export const sourcesHint =
  'From what your team has seen in Switchboard. Calls that nobody saw here are not in this list.'

// Filter
export const filterLabel = 'Entries'
export const kindFilters: Record<PersonEntry['kind'] | 'all', string> = {
  all: 'All',
  call: 'Calls',
  message: 'Messages',
  decision: 'Decisions',
  batch: 'Batches',
  'do-not-call': 'Do not call',
}
export const noEntriesTitle = 'Nothing was seen of this person yet'
export const noEntriesHint = 'Calls, messages, decisions and batches with this number or address appear here.'
export const noEntriesOfKind = 'No such entries'
export const noEntriesOfKindHint = 'Show all entries to see what is known of this person.'
export const showAll = 'Show all entries'

// Entries
export const kinds: Record<PersonEntry['kind'], string> = {
  call: 'Call',
  message: 'Message',
  decision: 'Decision',
  batch: 'Batch',
  'do-not-call': 'Do not call',
}
export const draft = 'Draft'
export const fromCustomer = 'From the customer'
export const callWith = (agent: string | null) => (agent ? `With ${agent}` : 'Agent unknown')
export const inBatch = (name: string) => `In ${name}`
export const placedBy = (operator: string) => `placed by ${operator}`
export const keptLines = (count: number) => `transcript of ${plural(count, 'line', 'lines')}`
export const openCall = 'Open call'
export const openConversation = 'Open conversation'
export const openBatch = 'Open batch'
export const reviewDraft = 'Review this draft'
export const noText = 'No text'
export const unnamedBatch = 'Batch without a name'
export const startedBy = (operator: string) => `started by ${operator}`
export const batchStates = {
  started: 'Started',
  held_back: 'Held back',
  awaiting_approval: 'Waits for approval',
  nobody_called: 'Nobody was called',
}
export const by = (operator: string) => `by ${operator}`
export const until = 'until'
export const openDoNotCall = 'Open do-not-call list'
