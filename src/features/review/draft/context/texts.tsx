/** Texts of what a draft is based on. */
import type { ReviewContext } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

export const title = 'What this draft is based on'

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
export const beforeDraft = (gapMs: number) => `${before(gapMs)} this draft`

// Summary while it is closed
export const callInSummary = (gapMs: number) => `call ${before(gapMs)}`

// A call
export const withAgent = (agent: string) => `with ${agent}`
export const openCall = 'Open call'
export const unnamedBatch = 'without a name'

// History
export const batchStates: Record<ReviewContext['batches'][number]['state'], string> = {
  started: 'Started',
  held_back: 'Held back',
  awaiting_approval: 'Waits for approval',
  nobody_called: 'Nobody was called',
}
