/** Findings in a list of people before a start: who is being called, waits to be called, or has reached the contact limits (design: the ledger). */
import * as z from 'zod/mini'
import { ContactLimits, OutsideHours } from './calling-rules.ts'
import { DoNotCallFound } from './do-not-call-entry.ts'

/** Why a person counts as contacted: their batch is running, scheduled, held back or waits for approval, they were called, or the outcome is unknown. */
export const contactStates = ['running', 'scheduled', 'held_back', 'awaiting_approval', 'called', 'unknown'] as const
export type ContactState = (typeof contactStates)[number]

/** A batch, or the single calls of one operator. */
export const ContactedBy = z.object({
  state: z.enum(contactStates),
  /** null: single calls. Its id is null while unknown. */
  batch: z.nullable(z.object({ batchId: z.nullable(z.string()), name: z.string() })),
  agentName: z.nullable(z.string()),
  /** Who started it, or placed the calls. */
  operator: z.string(),
  /** When that was, or when a scheduled batch begins, epoch ms. */
  at: z.number(),
  /** Number of people of the list. */
  people: z.number(),
})
export type ContactedBy = z.output<typeof ContactedBy>

export const Contacted = z.object({
  /** Number of people of the list, each counted once. */
  people: z.number(),
  /** Their row numbers in the uploaded file, as in a spreadsheet. */
  rows: z.array(z.number()),
  /** The batches and calls that reach them, most people first. A person may be in several. */
  by: z.array(ContactedBy),
})
export type Contacted = z.output<typeof Contacted>

/** People who have reached the workspace's contact limits. */
export const OverLimit = z.extend(Contacted, {
  /** Number of them who reached the limit of 24 hours; the others reached that of 7 days. */
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
