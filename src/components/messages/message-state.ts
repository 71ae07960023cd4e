/** The state of a message, as a lamp with a word (interface 5). Pure. */
import { type Message, needsReview } from '#contract/index.ts'
import type { LampState } from '#ui/status/lamp.tsx'
import * as texts from './texts.ts'

export interface MessageState {
  state: LampState
  word: string
}

/** A status that we do not know is shown in the service's own word. */
const unknownStatus = (status: string): MessageState => ({ state: 'off', word: status || texts.statusUnknown })

/** `approved` with `sent: false` is a state of its own: the message was decided, but the customer has not received it. */
export function messageState(message: Message): MessageState {
  const { direction, status, sent } = message
  if (needsReview(message)) return { state: 'needs-you', word: texts.waitingForReview }
  if (status === 'rejected') return { state: 'off', word: texts.rejected }
  if (direction === 'inbound')
    return status === 'received' ? { state: 'done', word: texts.received } : unknownStatus(status)
  if (sent === true) return { state: 'done', word: texts.sent }
  if (status !== 'approved') return unknownStatus(status)
  return sent === false
    ? { state: 'failed', word: texts.approvedNotDelivered }
    : { state: 'stale', word: texts.approvedDeliveryUnknown }
}
