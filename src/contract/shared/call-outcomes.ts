/** The outcome of a call, beside the state that the service reports: "completed" is also a call that a mailbox answered. Pure. */

/** The outcomes of calls, from the best to none. */
export const callOutcomes = [
  'agreed',
  'talked',
  'asked_for_person',
  'said_no',
  'do_not_call',
  /** What was said may mean that the person asked not to be called. Somebody has to look at it. */
  'maybe_do_not_call',
  'wrong_number',
  'answered',
  'mailbox',
  'no_answer',
  'busy',
  'failed',
  /** It ended, and nothing says how. */
  'unknown',
] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** Outcomes of which it is known that a person answered. */
export const reachedOutcomes: readonly CallOutcome[] = [
  'agreed',
  'talked',
  'asked_for_person',
  'said_no',
  'do_not_call',
  'maybe_do_not_call',
  'wrong_number',
]

/** Whether a person answered the call, as far as is known. */
export const isReached = (outcome: CallOutcome): boolean => reachedOutcomes.includes(outcome)

/** Outcomes of calls that were answered. `answered`: nobody knows what was said, so a mailbox may have taken the call. */
export const answeredOutcomes: readonly CallOutcome[] = [...reachedOutcomes, 'answered']

/** Whether the call was answered, as far as is known by a person. */
export const isAnswered = (outcome: CallOutcome): boolean => answeredOutcomes.includes(outcome)

/** The source of an outcome: an operator, the service, or a rule that read the transcript. `state`: only the state is known, or nothing. */
export const outcomeSources = ['person', 'service', 'transcript', 'state'] as const
export type OutcomeSource = (typeof outcomeSources)[number]
