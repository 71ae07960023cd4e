/** What checks of a recipient list find before its batch starts: people in other batches, recent calls, and contact limits (design: the ledger). */
import { ContactLimits, type OutsideHours } from './calling-rules.ts'
import type { DoNotCallFound } from './parts/do-not-call-entry.ts'

/** Why a person counts as contacted: their batch is running, scheduled, held back or waits for approval, they were called, or the outcome is unknown. */
export const contactStates = ['running', 'scheduled', 'held_back', 'awaiting_approval', 'called', 'unknown'] as const
export type ContactState = (typeof contactStates)[number]

/** The reason why people of the list count as contacted: a batch, or the single calls of one operator. */
export interface ContactedBy {
  state: ContactState
  /** null: single calls. `batchId` is null until the service has returned it. */
  batch: { batchId: string | null; name: string } | null
  agentName: string | null
  /** The operator who started the batch or placed the calls. */
  operator: string
  /** When the batch was started or is scheduled to start, or when the calls were placed; epoch ms. */
  at: number
  /** Number of people in the list that this batch or these calls reach. */
  people: number
}

export interface Contacted {
  /** Number of contacted people in the list, each counted once. */
  people: number
  /** Their row numbers in the uploaded file, as in a spreadsheet. */
  rows: number[]
  /** The batches and calls that reach them, most people first. A person may be in several. */
  by: ContactedBy[]
}

/** People who have reached the workspace's contact limits. */
export interface OverLimit extends Contacted {
  /** Number of people who reached the 24-hour limit. The others reached the 7-day limit. */
  overDay: number
  limits: ContactLimits
}

/** The findings of the recipient rules in a list, by rule. */
export interface RecipientFindings {
  doNotCall: DoNotCallFound
  contacted: Contacted
  overLimit: OverLimit
  hours: OutsideHours
}
