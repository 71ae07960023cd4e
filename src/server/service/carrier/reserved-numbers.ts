/**
 * Reserved numbers: what a call, a batch or a message to them always does, so that every state can be shown by hand and in
 * tests. All lie in +1 202 555 01xx, which nobody owns. Send Call, Start Batch and message actions give their `answer`; a batch
 * when any row has such a number.
 */
import type { Outcome } from './outcome.ts'

/** The answers that a request can force. */
export type ForcedAnswer =
  | '400'
  | '401'
  | '403'
  | '404'
  | '429'
  | '500'
  | 'slow'
  | 'lost'
  | 'dropped'
  | 'truncated'
  | 'drifted'

interface Reserved {
  /** What it does, where that is more than its `answer`. */
  means?: string
  /** The outcome of a call to it. */
  outcome: Outcome
  longest?: true
  /** What the request that names it gets. */
  answer?: ForcedAnswer
  undelivered?: true
}

/** What all reserved numbers begin with. */
export const reservedStem = '+120255501'

export const reservedNumbers: Readonly<Record<string, Reserved>> = {
  '+12025550100': { means: 'Answered, completed; leaves a draft.', outcome: 'completed' },
  '+12025550101': { means: 'Busy.', outcome: 'busy' },
  '+12025550102': { means: 'Nobody answers.', outcome: 'no_answer' },
  '+12025550103': { means: 'Voicemail.', outcome: 'voicemail' },
  '+12025550104': { means: 'Fails to connect.', outcome: 'failed' },
  '+12025550105': { means: 'Answered, goes on to the longest duration.', outcome: 'completed', longest: true },
  '+12025550140': { outcome: 'completed', answer: '400' },
  '+12025550141': { outcome: 'completed', answer: '401' },
  '+12025550143': { outcome: 'completed', answer: '403' },
  '+12025550144': { outcome: 'completed', answer: '404' },
  '+12025550149': { outcome: 'completed', answer: '429' },
  '+12025550150': { outcome: 'completed', answer: '500' },
  '+12025550155': { outcome: 'completed', answer: 'slow' },
  '+12025550156': { outcome: 'completed', answer: 'lost' },
  '+12025550157': { outcome: 'completed', answer: 'dropped' },
  '+12025550158': { outcome: 'completed', answer: 'truncated' },
  '+12025550159': { outcome: 'completed', answer: 'drifted' },
  '+12025550160': {
    means: 'Answered, completed; messages to it are not delivered.',
    outcome: 'completed',
    undelivered: true,
  },
}

/** A batch of these shows what happens when many calls fail at once. */
export const failingNumbers = '+12025550170 to +12025550199'
const failing = /^\+120255501[789]\d$/

/** What a number forces, or null for every other number. */
export function reservedNumber(number: string | null): Reserved | null {
  if (failing.test(number ?? '')) return { outcome: 'failed' }
  return reservedNumbers[number ?? ''] ?? null
}

/** Whether a message must not be delivered, by its text or by the customer's number. */
export const undelivered = (text: string, number: string | null): boolean =>
  /\bsimulate[ _-]undelivered\b/i.test(text) || reservedNumber(number)?.undelivered === true
