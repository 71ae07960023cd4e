/** Webhook events of the service (specification 6, interface 6): the data of each event, and the endpoint that receives them. */
import * as z from 'zod/mini'
import { anyRecord, count, id, text } from '../shared/wire.ts'

export const signatureHeader = 'X-Service-Signature'

const ofCall = {
  callId: text,
  agentId: text,
  roomName: text,
  toNumber: text,
  /** Only for a call of a batch. */
  batchId: z.optional(text),
  jobId: z.optional(text),
}
const call = z.object(ofCall)
/** `duration` in seconds. */
const endedCall = z.object({ ...ofCall, duration: count, status: text })
const sms = z.object({ conversationId: text, messageId: text, to: text })
const thing = z.object({ id: text, name: text })

/** The data of each kind of event. Readers tolerate missing fields; the embedded service sends all of them. */
export const webhookData = {
  'call.started': call,
  'call.completed': endedCall,
  'call.failed': call,
  'sms.sent': sms,
  'sms.delivered': sms,
  'agent.created': thing,
  'agent.updated': thing,
  'flow.created': thing,
  'flow.updated': thing,
} as const

export type WebhookEvent = keyof typeof webhookData
/** Whether a word is the name of an event that the service may send (specification 6). */
export const isWebhookEvent = (word: string): word is WebhookEvent => Object.hasOwn(webhookData, word)

/** An event as it is sent: exactly this. */
export type Announcement = {
  [E in WebhookEvent]: { event: E; data: z.output<(typeof webhookData)[E]> }
}[WebhookEvent]

/** An event as received: any kind, any data. */
export const WebhookDelivery = z.looseObject({ event: text, data: anyRecord })

/** Statistics of received events. */
export interface Webhooks {
  /** The URL to configure at the service, per workspace name, because events do not name their workspace. */
  addresses: { workspace: string; address: string }[]
  /** Whether a secret is set; without one no events are accepted. */
  configured: boolean
  /** Since Switchboard started, epoch ms. */
  last: { event: string; at: number } | null
  /** Events of the last hour by kind; unknown kinds are `other`. */
  lastHour: { event: string; count: number }[]
  /** Deliveries of the last hour with a wrong signature. */
  refused: number
  /** Deliveries of the last hour to a URL without a workspace, although there are several. */
  unplaced: number
}

export const webhookEndpoints = {
  /** An event, signed with the webhook secret. It only says what to read again. */
  webhookReceive: { query: z.strictObject({ workspace: z.optional(id) }), body: WebhookDelivery },
  /** Where the service delivers its events, and what arrived of them. */
  webhookShow: { response: z.custom<Webhooks>() },
}
