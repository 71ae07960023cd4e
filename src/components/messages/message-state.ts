/** The state of a message, as a status label (specification, interface 5). Pure. */
import { type Message, needsReview } from '#contract/index.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'

export interface MessageState {
  state: StatusKind
  label: string
}

/** An unknown status is shown as the service sends it. */
const unknownStatus = (status: string): MessageState => ({ state: 'off', label: status || 'Status unknown' })

/** `approved` with `sent: false` is a separate state: a person approved the message, but the customer has not received it. */
export function messageState(message: Message): MessageState {
  const { direction, status, sent } = message
  if (needsReview(message)) return { state: 'needs-you', label: 'Waiting for review' }
  if (status === 'rejected') return { state: 'off', label: 'Rejected' }
  if (direction === 'inbound')
    return status === 'received' ? { state: 'done', label: 'Received' } : unknownStatus(status)
  if (sent === true) return { state: 'done', label: 'Sent' }
  if (status !== 'approved') return unknownStatus(status)
  return sent === false
    ? { state: 'failed', label: 'Approved, not delivered' }
    : { state: 'stale', label: 'Approved, delivery unknown' }
}
