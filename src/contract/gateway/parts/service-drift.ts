/** What real answers and events of the service spelled differently, left out or added, compared with the contract. */
import * as z from 'zod/mini'

export interface ServiceDifference {
  /** Such as `GET /api/v1/agents`, or `agent.created` for an event. */
  source: string
  /** In the contract's spelling, such as `agents[].voice.provider`; '' for the answer as a whole. */
  field: string
  /** Switchboard reads an alternate spelling and shows an unknown word; it shows a missing or wrong field as unknown. */
  kind: 'added' | 'word' | 'alternate' | 'missing' | 'wrong'
  /** Types, names of fields and words. Never other values, which may be personal data. */
  expected: string
  received: string
  /** Answers and events that had it. */
  count: number
  firstAt: number
  lastAt: number
}

export interface ServiceDrift {
  /** When the gateways whose figures these are began to compare, epoch ms. */
  since: number
  /** How many gateways' figures these are. */
  gateways: number
  /** Answers and events that were compared. */
  compared: number
  /** The latest first. */
  differences: ServiceDifference[]
  /** Further differences, of which only the number is known. */
  omitted: number
}

export const serviceDriftEndpoints = {
  serviceDriftShow: { response: z.custom<ServiceDrift>() },
}
