/** Texts of what a draft is based on. */
import type { ReactNode } from 'react'
import type { ReviewContext } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

export const title = 'What this draft is based on'
export const loading = 'Loading calls and conversations…'
export const nothingKnown = 'Your team has seen no call, other conversation or flow of this customer.'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** "4 min before", rounded down to the largest unit. */
function before(gapMs: number): string {
  if (gapMs < minuteMs) return 'just before'
  if (gapMs < hourMs) return `${Math.floor(gapMs / minuteMs)} min before`
  if (gapMs < dayMs) return `${Math.floor(gapMs / hourMs)} h before`
  return `${plural(Math.floor(gapMs / dayMs), 'day', 'days')} before`
}
export const outcome = 'Outcome of the call'
export const lastCall = 'Last call'
export const beforeDraft = (gapMs: number) => `${before(gapMs)} this draft`

// Summary while it is closed
export const callInSummary = (gapMs: number) => `call ${before(gapMs)}`
export const conversationsInSummary = (count: number) => plural(count, 'other conversation', 'other conversations')
export const promptInSummary = 'prompt'

// A call
export const withAgent = (agent: string) => `with ${agent}`
export const placedBy = (operator: string) => `placed by ${operator}`
export const openCall = 'Open call'
export const transcript = 'Transcript'
export const lineCount = (count: number) => plural(count, 'line', 'lines')
export const loadingTranscript = 'Loading transcript…'
export const transcriptDeleted = 'The transcript is no longer kept.'
export const noTranscript = 'No transcript was kept.'
export const ofBatch = (batch: ReactNode) => <>Batch {batch}</>
export const unnamedBatch = 'without a name'
export const variables = 'Variables of the row'

// Other conversations
export const conversations = 'Other conversations'
export const unknownAgent = 'Unknown agent'
export const messageCount = (count: number) => plural(count, 'message', 'messages')
export const fromCustomer = 'Customer:'
export const reviewDraft = 'Review its draft'
export const noMessages = 'No messages'

// History
export const history = 'Other calls and batches'
export const call = 'Call'
export const batch = 'Batch'
export const batchStates: Record<ReviewContext['batches'][number]['state'], string> = {
  started: 'Started',
  held_back: 'Held back',
  awaiting_approval: 'Waits for approval',
  nobody_called: 'Nobody was called',
}

// The flow's prompt
export const prompt = 'Prompt of the flow'
export const showPrompt = 'Show the prompt'
export const showPromptHint = 'Reads the flow from the service once.'
export const loadingPrompt = 'Loading prompt…'
export const tryAgain = 'Try again'
export const noPrompt = 'This flow has no prompt.'
export const hasSteps = 'The flow also has steps.'
export const openFlow = 'Open flow'
export const promptRead = (age: ReactNode) => <>Read {age}</>
