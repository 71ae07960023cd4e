/** The outcome of a call, beside the state that the service reports: "completed" is also a call that a mailbox answered. Pure. */

/**
 * The outcomes of calls in the order in which every list, chart and file has them: what a person said, who took the call, or why nobody did.
 * Each with its word on every page and in every file.
 */
export const outcomeLabels = {
  agreed: 'Agreed',
  talked: 'Talked',
  said_no: 'Said no',
  call_back: 'Call back later',
  asked_for_person: 'Asked for a person',
  wrong_number: 'Wrong person',
  do_not_call: 'Asked not to be called',
  /** What was said may mean that the person asked not to be called. Somebody has to look at it. */
  maybe_do_not_call: 'May have asked not to be called',
  answered: 'Answered, no details',
  mailbox: 'Mailbox',
  no_answer: 'No answer',
  busy: 'Busy',
  /** For a technical reason, or for one that nobody understands. */
  failed: 'Failed',
  /** It ended, and nothing says how. */
  unknown: 'Unknown',
} as const
export type CallOutcome = keyof typeof outcomeLabels
export const callOutcomes = Object.keys(outcomeLabels) as readonly CallOutcome[]

/** Outcomes of which it is known that a person answered. */
export const reachedOutcomes: readonly CallOutcome[] = [
  'agreed',
  'talked',
  'said_no',
  'call_back',
  'asked_for_person',
  'wrong_number',
  'do_not_call',
  'maybe_do_not_call',
]

/** Outcomes after which somebody has to call: the person wants it. */
export const openOutcomes = ['call_back', 'asked_for_person'] as const satisfies readonly CallOutcome[]

/** Whether a person answered the call, as far as is known. */
export const isReached = (outcome: CallOutcome): boolean => reachedOutcomes.includes(outcome)

/** Outcomes of calls that were answered. `answered`: nobody knows what was said, so a mailbox may have taken the call. */
export const answeredOutcomes: readonly CallOutcome[] = [...reachedOutcomes, 'answered']

/** Whether the call was answered, as far as is known by a person. */
export const isAnswered = (outcome: CallOutcome): boolean => answeredOutcomes.includes(outcome)

/** The source of an outcome: an operator, the service, or a rule that read the transcript. `state`: only the state is known, or nothing. */
export const outcomeSources = ['person', 'service', 'transcript', 'state'] as const
export type OutcomeSource = (typeof outcomeSources)[number]

/** Words with which a service tells what came of a call. */
const words: readonly [CallOutcome, RegExp][] = [
  ['mailbox', /answering machine|voice ?mail|mailbox/],
  ['busy', /busy|\bsip (?:486|600)\b/],
  [
    'no_answer',
    /no answer|(?:not|nobody|never|un) ?answer|no response|time ?d? ?out|ring(?:ing)? out|\bsip (?:408|480|487)\b/,
  ],
]

/**
 * What the service says came of a call.
 *
 * @param reason the outcome or the error in the service's own words; '' for none
 * @returns null: it says nothing that is known
 */
export function outcomeByService(reason: string): CallOutcome | null {
  const said = reason.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  return words.find(([, pattern]) => pattern.test(said))?.[0] ?? null
}

/**
 * What came of a call of which only the service's own words are known.
 *
 * @param status completed, failed, or another word of the service
 * @param reason the outcome or the error in the service's own words; null: none
 * @returns null: it has not ended, as far as that is known
 */
export function outcomeOfStatus(status: string, reason: string | null): CallOutcome | null {
  if (status !== 'completed' && status !== 'failed') return null
  return outcomeByService(reason ?? '') ?? (status === 'failed' ? 'failed' : 'answered')
}
