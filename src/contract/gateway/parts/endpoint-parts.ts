/** Values shared by the gateway's endpoints. No zod here, and nothing that only other pages use, because the first page loads this file. */
import type { Declared, RequestDefinition } from '../../shared/endpoint.ts'

/** What all gateway endpoints have in common: they cost the service no request by themselves, and change nothing there. */
const ofGateway = {
  errorForm: 'general',
  tier: 'none',
  workspace: false,
  effect: null,
} as const

/**
 * Declares an endpoint of the gateway: what is not common to all of them. Its answer is only a type, since nothing parses what the gateway
 * itself makes.
 */
// @__NO_SIDE_EFFECTS__
export const gatewayEndpoint = <
  R extends RequestDefinition,
  D extends Omit<Declared<R>, keyof typeof ofGateway | 'summary' | 'section'>,
>(
  request: R,
  definition: D,
) => ({ ...ofGateway, ...definition, ...request }) as R & typeof ofGateway & D

/** What requests to the service are for, the most urgent first (design: the gateway). */
export const lanes = ['cancel', 'commands', 'reads', 'watching', 'outcomes'] as const
export type Lane = (typeof lanes)[number]

/** The undo window of a decision, in seconds. */
export const hold = { least: 0, most: 30, usual: 5 } as const

/** The fewest characters of a new password. */
export const minPasswordLength = 10

/** A path within Switchboard, never a URL of another host. */
export const ownPath = /^\/(?![/\\])\S*$/
