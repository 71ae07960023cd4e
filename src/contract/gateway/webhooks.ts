/** Events that the service announces (specification 6, interface 6): one table of what each carries; and where they arrive. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { polled } from '../shared/freshness.ts'
import { bag, count, id, text } from '../shared/wire.ts'
import { ofGateway } from './endpoint-parts.ts'

export const signatureHeader = 'X-Service-Signature'

const ofCall = {
  callId: text,
  agentId: text,
  roomName: text,
  toNumber: text,
  /** Of a call in a batch. */
  batchId: z.optional(text),
  jobId: z.optional(text),
}
const call = z.object(ofCall)
/** `duration` in seconds. */
const endedCall = z.object({ ...ofCall, duration: count, status: text })
const sms = z.object({ conversationId: text, messageId: text, to: text })
const thing = z.object({ id: text, name: text })

/** What an event carries, by its kind. Whoever reads one takes what is usable; whoever sends one sends all of it. */
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
export const webhookEvents = Object.keys(webhookData) as WebhookEvent[]
/** Whether a word is the name of an event that the service may send (specification 6). */
export const isWebhookEvent = (word: string): word is WebhookEvent => Object.hasOwn(webhookData, word)

/** An event as it is sent: exactly this. */
export type Announcement = {
  [E in WebhookEvent]: { event: E; data: z.output<(typeof webhookData)[E]> }
}[WebhookEvent]

/** An event as it is read: of any kind, with any words in it. */
export const WebhookDelivery = z.looseObject({ event: text, data: bag })

/** What arrived of events. */
export const Webhooks = z.object({
  /** What to enter at the service, for each workspace by its name; an event does not say which one it is of. */
  addresses: z.array(z.object({ workspace: z.string(), address: z.string() })),
  /** Whether there is a secret; without one nothing is received. */
  configured: z.boolean(),
  /** Since Switchboard was started; epoch ms. */
  last: z.nullable(z.object({ event: z.string(), at: z.number() })),
  /** Of the last hour, by kind; kinds that nobody knows are `other`. */
  lastHour: z.array(z.object({ event: z.string(), count: z.number() })),
  /** Of the last hour: deliveries whose signature did not fit. */
  refused: z.number(),
  /** Of the last hour: what came, where there are several workspaces, to an address without one. */
  unplaced: z.number(),
})
export type Webhooks = z.output<typeof Webhooks>

const common = { ...ofGateway, section: 'specification 6' } as const

export const webhookEndpoints = {
  webhookReceive: endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/service',
    label: 'Receiving events',
    invalidates: [],
    roles: 'public',
    summary: 'Take an event of the service, signed with the webhook secret. It only says what to read again.',
    query: z.strictObject({ workspace: z.optional(id) }),
    body: WebhookDelivery,
  }),
  webhookShow: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/webhooks',
    label: 'Reading service events',
    freshness: polled(2),
    roles: everyone,
    summary: 'Where the service delivers its events, and what arrived of them.',
    response: Webhooks,
  }),
}
