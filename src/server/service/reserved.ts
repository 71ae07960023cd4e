/**
 * Reserved numbers: what a call, a batch or a message to them always does, so that every state can be shown by hand and in
 * tests. All lie in +1 202 555 01xx, which nobody owns.
 *
 * | Number | What it forces |
 * |---|---|
 * | +12025550100 | answered, completed, leaves a draft |
 * | +12025550101 | busy |
 * | +12025550102 | nobody answers |
 * | +12025550103 | voicemail |
 * | +12025550104 | fails to connect |
 * | +12025550105 | answered, goes on to the longest duration |
 * | +12025550140 · 41 · 43 · 44 · 49 · 50 | Send Call, Start Batch and message actions answer 400 · 401 · 403 · 404 · 429 · 500, without effect |
 * | +12025550155 | done, but the answer takes 5 s |
 * | +12025550156 | done, but the connection is cut before the answer |
 * | +12025550157 | not done, and the connection is cut |
 * | +12025550160 | answered, completed; messages to it are not delivered |
 *
 * A batch is refused, slow or cut when any row has such a number.
 */
import type { Outcome } from './carrier/story.ts'
import type { ForcedAnswer } from './sentinels.ts'

interface Reserved {
  /** The outcome of a call to it. */
  outcome: Outcome
  longest?: true
  /** What the request that names it gets. */
  answer?: ForcedAnswer
  undelivered?: true
}

export const reservedNumbers: Readonly<Record<string, Reserved>> = {
  '+12025550100': { outcome: 'completed' },
  '+12025550101': { outcome: 'busy' },
  '+12025550102': { outcome: 'no_answer' },
  '+12025550103': { outcome: 'voicemail' },
  '+12025550104': { outcome: 'failed' },
  '+12025550105': { outcome: 'completed', longest: true },
  '+12025550140': { outcome: 'completed', answer: '400' },
  '+12025550141': { outcome: 'completed', answer: '401' },
  '+12025550143': { outcome: 'completed', answer: '403' },
  '+12025550144': { outcome: 'completed', answer: '404' },
  '+12025550149': { outcome: 'completed', answer: '429' },
  '+12025550150': { outcome: 'completed', answer: '500' },
  '+12025550155': { outcome: 'completed', answer: 'slow' },
  '+12025550156': { outcome: 'completed', answer: 'lost' },
  '+12025550157': { outcome: 'completed', answer: 'dropped' },
  '+12025550160': { outcome: 'completed', undelivered: true },
}

/** What a number forces, or null for every other number. */
export const reservedNumber = (number: string | null): Reserved | null => reservedNumbers[number ?? ''] ?? null
