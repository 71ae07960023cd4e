/** What real answers and events of the service spelled differently, left out or added, compared with the contract. */
import * as z from 'zod/mini'
import { administrationRequests } from '../../requests/administration.ts'
import { epochMs } from '../../shared/wire.ts'
import { gatewayEndpoint } from './endpoint-parts.ts'

export const ServiceDifference = z.object({
  /** Such as `GET /api/v1/agents`, or `agent.created` for an event. */
  source: z.string(),
  /** In the contract's spelling, such as `agents[].voice.provider`; '' for the answer as a whole. */
  field: z.string(),
  /** Switchboard reads an alternate spelling and shows an unknown word; it shows a missing or wrong field as unknown. */
  kind: z.enum(['added', 'word', 'alternate', 'missing', 'wrong']),
  /** Types, names of fields and words. Never other values, which may be personal data. */
  expected: z.string(),
  received: z.string(),
  /** Answers and events that had it. */
  count: z.number(),
  firstAt: epochMs,
  lastAt: epochMs,
})
export type ServiceDifference = z.output<typeof ServiceDifference>

export const ServiceDrift = z.object({
  /** When the gateways whose figures these are began to compare, epoch ms. */
  since: z.number(),
  /** How many gateways' figures these are. */
  gateways: z.number(),
  /** Answers and events that were compared. */
  compared: z.number(),
  /** The latest first. */
  differences: z.array(ServiceDifference),
  /** Further differences, of which only the number is known. */
  omitted: z.number(),
})
export type ServiceDrift = z.output<typeof ServiceDrift>

export const serviceDriftEndpoints = {
  serviceDriftShow: gatewayEndpoint(administrationRequests.serviceDriftShow, { response: ServiceDrift }),
}
