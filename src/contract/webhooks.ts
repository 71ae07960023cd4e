/** Events that the service announces (specification 6, interface 6). */
import * as z from 'zod/mini'
import { bag, text } from './wire.ts'

export const signatureHeader = 'X-Service-Signature'

export const webhookEvents = [
  'call.started',
  'call.completed',
  'call.failed',
  'sms.sent',
  'sms.delivered',
  'agent.created',
  'agent.updated',
  'flow.created',
  'flow.updated',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const WebhookDelivery = z.looseObject({ event: text, data: bag })
