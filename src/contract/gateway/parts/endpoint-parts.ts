/** Values shared by the gateway's endpoints. No zod here, and nothing that only other pages use, because the first page loads this file. */

/** What requests to the service are for, the most urgent first (design: the gateway). */
export const lanes = ['cancel', 'commands', 'reads', 'watching', 'outcomes'] as const
export type Lane = (typeof lanes)[number]

/** The undo window of a decision, in seconds. */
export const hold = { least: 0, most: 30, usual: 5 } as const

/** The fewest characters of a new password. */
export const minPasswordLength = 10

/** A path within Switchboard, never a URL of another host. */
export const ownPath = /^\/(?![/\\])\S*$/
