/** Names of webhook events. */
import { isWebhookEvent, type WebhookEvent } from '#contract/index.ts'

const eventNames: Record<WebhookEvent, string> = {
  'call.started': 'Call started',
  'call.completed': 'Call completed',
  'call.failed': 'Call failed to connect',
  'sms.sent': 'SMS sent',
  'sms.delivered': 'SMS delivered',
  'agent.created': 'Agent created',
  'agent.updated': 'Agent changed',
  'flow.created': 'Flow created',
  'flow.updated': 'Flow changed',
}

const otherEvent = 'Other event'

/** An unknown event is not shown by its own name, because a sender could put any text there. */
export const eventName = (event: string): string => (isWebhookEvent(event) ? eventNames[event] : otherEvent)
