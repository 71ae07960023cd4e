/** What the kinds of events are called. */
import { isWebhookEvent, type WebhookEvent } from '#contract/index.ts'

const words: Record<WebhookEvent, string> = {
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

/** An unknown kind is counted without its name: it may be anything. */
export const eventWords = (event: string): string => (isWebhookEvent(event) ? words[event] : 'Of another kind')
