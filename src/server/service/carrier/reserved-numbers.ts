/**
 * Reserved numbers force what happens to a call, batch or message, so that people and tests can produce every state.
 * All are in +1 202 555 01xx, which is reserved for fiction. Send Call, Start Batch and message actions give the number's
 * `answer`; a batch does if any row has such a number.
 */
import type { Outcome } from '../shared/outcomes.ts'

/** The answers that a text or reserved number can force, with their meanings. */
export const forcedAnswers = {
  '400': 'Answers 400 in the endpoint’s error form. The request has no effect.',
  '401': 'Answers 401. The request has no effect.',
  '403': 'Answers 403. The request has no effect.',
  '404': 'Answers 404 in the endpoint’s error form. The request has no effect.',
  '429': 'Answers 429 in the rate limit form, with a Retry-After of 2 s. The request has no effect.',
  '500': 'Answers 500 in the endpoint’s error form. The request has no effect.',
  slow: 'The request succeeds, but the answer takes 5 s.',
  lost: 'The request succeeds, but the connection closes before the answer.',
  dropped: 'The connection closes without an answer. The request has no effect.',
  truncated: 'The request succeeds, but the connection closes in the middle of the answer.',
  drifted:
    'The request succeeds. The answer has the alternate spelling of another deployment: other ID names and time formats, and an unknown field.',
}
export type ForcedAnswer = keyof typeof forcedAnswers

interface ReservedNumber {
  /** Description of the number, unless it only forces its `answer`. */
  means?: string
  /** Outcome of a call to the number. */
  outcome: Outcome
  isLongest?: true
  /** Forced answer to requests with this number. */
  answer?: ForcedAnswer
  isUndeliverable?: true
}

/** Prefix of all reserved numbers. */
export const reservedPrefix = '+120255501'

export const reservedNumbers: Readonly<Record<string, ReservedNumber>> = {
  '+12025550100': { means: 'Answered and completed; creates a draft.', outcome: 'completed' },
  '+12025550101': { means: 'Busy.', outcome: 'busy' },
  '+12025550102': { means: 'Not answered.', outcome: 'no_answer' },
  '+12025550103': { means: 'Voicemail.', outcome: 'voicemail' },
  '+12025550104': { means: 'Fails to connect.', outcome: 'failed' },
  '+12025550105': { means: 'Answered; lasts for the maximum duration.', outcome: 'completed', isLongest: true },
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
    means: 'Answered and completed; messages to it are not delivered.',
    outcome: 'completed',
    isUndeliverable: true,
  },
}

/** Calls to these numbers all fail, to show a batch with many failures. */
export const failingNumbers = '+12025550170 to +12025550199'
const failingPattern = /^\+120255501[789]\d$/

/** Looks up a number; null if it is not reserved. */
export function reservedNumber(number: string | null): ReservedNumber | null {
  if (failingPattern.test(number ?? '')) return { outcome: 'failed' }
  return reservedNumbers[number ?? ''] ?? null
}

/** Whether the text or the customer's number forces a message not to be delivered. */
export const isUndeliverable = (text: string, number: string | null): boolean =>
  /\bsimulate[ _-]undelivered\b/i.test(text) || reservedNumber(number)?.isUndeliverable === true
