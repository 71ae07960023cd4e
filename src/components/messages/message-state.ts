/** The state of a message, as a status label (specification, interface 5). Pure. */
import { type Message, needsReview } from '#contract/index.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import * as texts from './texts.ts'

export interface MessageState {
  state: StatusKind
  label: string
}

/** An unknown status is shown as the service sends it. */
const unknownStatus = (status: string): MessageState => ({ state: 'off', label: status || texts.statusUnknown })

/** `approved` with `sent: false` is a separate state: a person approved the message, but the customer has not received it. */
export function messageState(message: Message): MessageState {
  const { direction, status, sent } = message
  if (needsReview(message)) return { state: 'needs-you', label: texts.waitingForReview }
  if (status === 'rejected') return { state: 'off', label: texts.rejected }
  if (direction === 'inbound')
    return status === 'received' ? { state: 'done', label: texts.received } : unknownStatus(status)
  if (sent === true) return { state: 'done', label: texts.sent }
  if (status !== 'approved') return unknownStatus(status)
  return sent === false
    ? { state: 'failed', label: texts.approvedNotDelivered }
    : { state: 'stale', label: texts.approvedDeliveryUnknown }
}
