/** The status label of a call. */
import type { Participant } from '#contract/index.ts'

/** What is known about a call, from the wall or from its own page. */
export interface CallFacts {
  /** The status in the list of calls. The specification's active call has none. */
  status?: string
  participants: readonly Participant[]
  /** Whether anybody has said anything. */
  hasTranscript: boolean
  hasEnded: boolean
  /** The latest reading did not find it. */
  notFound?: boolean
  /** This page does not read it. */
  isUnread?: boolean
}

export interface CallStatus {
  state: 'ringing' | 'live' | 'stale' | 'off'
  label: string
}

/** Nobody has answered yet: the service says so, or only the agent is in the call and nothing has been said. */
const isRinging = ({ status, participants, hasTranscript }: CallFacts): boolean =>
  status === 'ringing' || (!hasTranscript && participants.every(({ isAgent }) => isAgent))

export function callStatus(call: CallFacts): CallStatus {
  if (call.hasEnded) return { state: 'off', label: 'Ended' }
  // One reading did not find the call, which alone does not mean that it has ended.
  if (call.notFound) return { state: 'stale', label: 'Not found just now' }
  // If the service does not list calls, nothing but the room is known until this call is loaded.
  if (!call.status && !call.hasTranscript && call.participants.length === 0)
    return { state: 'off', label: call.isUnread ? 'Not loaded yet' : 'Loading…' }
  return isRinging(call) ? { state: 'ringing', label: 'Ringing' } : { state: 'live', label: 'Live' }
}
