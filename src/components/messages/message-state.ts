/** What has become of a message, in a lamp and words (interface 5). Pure. */
import { type Message, needsReview } from '#contract/index.ts'
import type { LampState } from '#ui/status/lamp.tsx'

export interface MessageState {
  state: LampState
  word: string
}

/** A word of the service that we do not know stands as it is. */
const asItIs = (status: string): MessageState => ({ state: 'off', word: status || 'State not told' })

/** `approved` with `sent: false` is a case of its own: decided, and yet the customer has nothing. */
export function messageState(message: Message): MessageState {
  const { direction, status, sent } = message
  if (needsReview(message)) return { state: 'needs-you', word: 'Waits for review' }
  if (status === 'rejected') return { state: 'off', word: 'Rejected' }
  if (direction === 'inbound') return status === 'received' ? { state: 'done', word: 'Received' } : asItIs(status)
  if (sent === true) return { state: 'done', word: 'Sent' }
  if (status !== 'approved') return asItIs(status)
  return sent === false
    ? { state: 'failed', word: 'Approved, not delivered' }
    : { state: 'stale', word: 'Approved; the service does not say whether it was sent' }
}
