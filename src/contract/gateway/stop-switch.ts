/** The gateway's endpoints for the stop switch, with which an administrator stops all changes and allows them again. */
import * as z from 'zod/mini'
import { administrationRequests } from '../requests/administration.ts'
import { epochMs, nonBlankUpTo } from '../shared/wire.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'

/** Who stopped all changes, when and why. */
export const Stop = z.object({
  operator: z.string(),
  at: epochMs,
  reason: z.string(),
})
export type Stop = z.output<typeof Stop>

const switched = {
  /** null: changes are allowed. */
  response: z.object({ stop: z.nullable(Stop) }),
} as const

export const stopSwitchEndpoints = {
  stopSwitchOn: gatewayEndpoint(administrationRequests.stopSwitchOn, {
    ...switched,
    summary: 'Refuse every change from now on, except cancelling batches and ending calls. An earlier stop stands.',
    body: z.strictObject({ reason: nonBlankUpTo(200) }),
  }),
  stopSwitchOff: gatewayEndpoint(administrationRequests.stopSwitchOff, {
    ...switched,
    summary: 'Allow changes again.',
  }),
}
