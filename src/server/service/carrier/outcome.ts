/** Outcomes of simulated calls. */

/** Share of each outcome, in percent. */
export const outcomeShares = { completed: 68, voicemail: 12, no_answer: 12, busy: 5, failed: 3 } as const
export type Outcome = keyof typeof outcomeShares

/** Messages for calls that failed, by outcome. */
export const callErrors: Record<string, string> = {
  no_answer: 'Nobody answered.',
  busy: 'The line was busy.',
  failed: 'The call could not be connected.',
}
