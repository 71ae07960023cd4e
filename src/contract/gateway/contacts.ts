/** What checks of a recipient list find before its batch starts: people in other batches, recent calls, and contact limits (design: the ledger). */
import * as z from 'zod/mini'
import { ContactLimits, OutsideHours } from './calling-rules.ts'
import { DoNotCallFound } from './parts/do-not-call-entry.ts'

/** Why a person counts as contacted: their batch is running, scheduled, held back or waits for approval, they were called, or the outcome is unknown. */
export const contactStates = ['running', 'scheduled', 'held_back', 'awaiting_approval', 'called', 'unknown'] as const
export type ContactState = (typeof contactStates)[number]

/** The reason why people of the list count as contacted: a batch, or the single calls of one operator. */
export const ContactedBy = z.object({
  state: z.enum(contactStates),
  /** null: single calls. `batchId` is null until the service has returned it. */
  batch: z.nullable(z.object({ batchId: z.nullable(z.string()), name: z.string() })),
  agentName: z.nullable(z.string()),
  /** The operator who started the batch or placed the calls. */
  operator: z.string(),
  /** When the batch was started or is scheduled to start, or when the calls were placed; epoch ms. */
  at: z.number(),
  /** Number of people in the list that this batch or these calls reach. */
  people: z.number(),
})
export type ContactedBy = z.output<typeof ContactedBy>

export const Contacted = z.object({
  /** Number of contacted people in the list, each counted once. */
  people: z.number(),
  /** Their row numbers in the uploaded file, as in a spreadsheet. */
  rows: z.array(z.number()),
  /** The batches and calls that reach them, most people first. A person may be in several. */
  by: z.array(ContactedBy),
})
export type Contacted = z.output<typeof Contacted>

/** People who have reached the workspace's contact limits. */
export const OverLimit = z.extend(Contacted, {
  /** Number of people who reached the 24-hour limit. The others reached the 7-day limit. */
  overDay: z.number(),
  limits: ContactLimits,
})
export type OverLimit = z.output<typeof OverLimit>

/** The findings of the recipient rules in a list, by rule. */
export const RecipientFindings = z.object({
  doNotCall: DoNotCallFound,
  contacted: Contacted,
  overLimit: OverLimit,
  hours: OutsideHours,
})
export type RecipientFindings = z.output<typeof RecipientFindings>
