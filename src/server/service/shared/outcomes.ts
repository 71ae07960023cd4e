/** What can become of a call, and how likely each outcome is. `carrier/outcome.ts` chooses. */

/** In the order in which the setting names their shares: a person, a mailbox, nobody, a busy line, no connection. */
export const outcomes = ['completed', 'voicemail', 'no_answer', 'busy', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** Percent of each outcome. */
export type OutcomeShares = Record<Outcome, number>

export interface OutcomeSettings {
  /** Where `countries` has no shares. */
  shares: OutcomeShares
  /** Shares of other countries, by ISO code. */
  countries: Readonly<Record<string, OutcomeShares>>
  /** By local hour (0 to 23): the share of people reached is multiplied by this. An hour without a factor has 1. */
  hours: Readonly<Record<number, number>>
}
