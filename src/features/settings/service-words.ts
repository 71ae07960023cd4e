/** How the connected service stands and what it offers, in words. */
import type { Capability, Session } from '#contract/index.ts'
import type { LampState } from '#ui/status/lamp.tsx'

export const states: Record<Session['service']['state'], { state: LampState; word: string }> = {
  up: { state: 'done', word: 'Answering' },
  down: { state: 'failed', word: 'Not responding' },
  key_refused: { state: 'failed', word: 'Refuses the API key' },
  unknown: { state: 'unknown', word: 'Has not answered yet' },
}

/**
 * Where a simulation tells of itself: on its own port, so only a browser on the same machine gets there.
 *
 * @param host the name under which this page was opened
 * @returns an address, or null where there is none to go to
 */
export function referenceOf(mode: Session['mode'], address: string, host: string): string | null {
  const here = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/
  const there = URL.parse('/reference', address)
  return mode === 'simulation' && there !== null && here.test(host) && here.test(there.hostname) ? there.href : null
}

export const familyWords: Record<Capability, string> = {
  'active-calls': 'List of live calls, End call, Take over',
  history: 'Call history',
  conversations: 'List of conversations, drafting of messages',
  'messaging-agents': 'Messaging agents',
  'message-flows': 'Message flows',
}

/** @param has undefined: nobody has asked yet */
export const offered = (has: boolean | undefined): { state: LampState; word: string } =>
  has === undefined
    ? { state: 'waiting', word: 'Not asked yet' }
    : has
      ? { state: 'done', word: 'Offered' }
      : { state: 'off', word: 'Not offered' }
