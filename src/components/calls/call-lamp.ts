/** What a call's lamp shows. */
import type { Participant } from '#contract/index.ts'

/** What is known of a call, from the wall or from its own page. */
export interface CallFacts {
  /** The list's word; the specification's active call has none. */
  status?: string
  participants: readonly Participant[]
  /** Something was said. */
  spoken: boolean
  ended: boolean
}

export interface CallLamp {
  state: 'ringing' | 'live' | 'waiting' | 'off'
  word: string
}

/** Nobody has picked up: the service says so, or only the agent is there and nothing was said. */
const rings = ({ status, participants, spoken }: CallFacts): boolean =>
  status === 'ringing' || (!spoken && participants.every(({ isAgent }) => isAgent))

export function callLamp(call: CallFacts): CallLamp {
  if (call.ended) return { state: 'off', word: 'Ended' }
  // Known by its room alone, as calls are where the service does not list them.
  if (!call.status && !call.spoken && call.participants.length === 0) return { state: 'waiting', word: 'Not read yet' }
  return rings(call) ? { state: 'ringing', word: 'Ringing' } : { state: 'live', word: 'Live' }
}
