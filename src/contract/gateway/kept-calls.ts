/** The gateway's endpoints for calls that have ended: what was seen of them, and how long that is kept. */
import * as z from 'zod/mini'
import { ActiveCall } from '../service/active-calls.ts'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { onDemand } from '../shared/freshness.ts'
import { ofGateway } from './parts/endpoint-parts.ts'

/** A call as the team last saw it. All times are epoch ms. */
export const KeptCall = z.object({
  /** As the service last showed it, with its transcript. */
  call: ActiveCall,
  batchId: z.nullable(z.string()),
  /** When each line of the transcript was first seen, by its index; null: it was there at the first reading. */
  linesSeenAt: z.array(z.nullable(z.number())),
  firstSeenAt: z.number(),
  readAt: z.number(),
  /** When Switchboard learned that the call had ended; null: it was not seen to end. */
  endedAt: z.nullable(z.number()),
  /** When it is deleted. */
  keptUntil: z.number(),
})
export type KeptCall = z.output<typeof KeptCall>

/** How many days calls are kept after they were last seen; 0: not at all. */
export const CallRetention = z.strictObject({ days: z.int().check(z.gte(0), z.lte(365)) })
export type CallRetention = z.output<typeof CallRetention>

export const usualCallRetention: CallRetention = { days: 30 }

const retention = { ...ofGateway, workspace: true, path: '/gateway/call-retention', response: CallRetention } as const

export const keptCallEndpoints = {
  keptCallShow: endpoint({
    ...ofGateway,
    workspace: true,
    method: 'GET',
    path: '/gateway/kept-calls/{roomName}',
    label: 'Reading ended calls',
    freshness: onDemand(1),
    summary: 'A call as the team last saw it, with its transcript, during the retention time.',
    roles: everyone,
    /** null: nothing was seen of the call, or it is not kept any more. */
    response: z.object({ kept: z.nullable(KeptCall) }),
  }),
  callRetentionShow: endpoint({
    ...retention,
    method: 'GET',
    label: 'Reading how long calls are kept',
    freshness: onDemand(10),
    summary: 'How many days calls and their transcripts are kept in this workspace.',
    roles: everyone,
  }),
  callRetentionChange: endpoint({
    ...retention,
    method: 'PUT',
    label: 'Changing how long calls are kept',
    done: 'Changed how long calls are kept',
    invalidates: ['callRetentionShow', 'keptCallShow'],
    summary: 'Change how many days calls are kept. Calls that are older are deleted at once.',
    body: CallRetention,
    roles: ['admin'],
  }),
}
