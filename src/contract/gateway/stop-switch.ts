/** The gateway's endpoints for the stop switch, with which an administrator stops all changes and allows them again. */
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { nonBlankUpTo } from '../shared/wire.ts'
import { ofGateway } from './parts/endpoint-parts.ts'

/** Who stopped all changes, when and why. */
export const Stop = z.object({
  operator: z.string(),
  /** Epoch ms. */
  at: z.number(),
  reason: z.string(),
})
export type Stop = z.output<typeof Stop>

const switched = {
  ...ofGateway,
  path: '/gateway/stop-switch',
  roles: ['admin'],
  /** null: changes are allowed. */
  response: z.object({ stop: z.nullable(Stop) }),
} as const

export const stopSwitchEndpoints = {
  stopSwitchOn: endpoint({
    ...switched,
    method: 'POST',
    label: 'Stopping all changes',
    done: 'Stopped all changes',
    invalidates: ['sessionShow'],
    summary: 'Refuse every change from now on, except cancelling batches and ending calls. An earlier stop stands.',
    body: z.strictObject({ reason: nonBlankUpTo(200) }),
  }),
  stopSwitchOff: endpoint({
    ...switched,
    method: 'DELETE',
    label: 'Allowing changes',
    done: 'Allowed changes again',
    invalidates: ['sessionShow'],
    summary: 'Allow changes again.',
  }),
}
