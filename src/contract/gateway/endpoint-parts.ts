/** What several of the gateway's own endpoints say. Without zod: the first page has some of it. */

/** What all of them have in common: they cost the service nothing of themselves, and change nothing there. */
export const ofGateway = {
  section: 'design: the gateway',
  errorForm: 'general',
  tier: 'none',
  workspace: false,
  effect: null,
} as const

export const effectStates = ['held', 'sending', 'done', 'refused', 'unknown', 'withdrawn', 'settled'] as const
export type EffectState = (typeof effectStates)[number]

/** Seconds for which a decision is held so that it can be undone. */
export const hold = { least: 0, most: 30, usual: 5 } as const

/** A batch fails while it runs when more than this share of at least so many calls that ended has failed. */
export const failing = { share: 0.3, of: 10 } as const

/** An address within Switchboard: a path, and never another host. */
export const ownPath = /^\/(?![/\\])\S*$/
