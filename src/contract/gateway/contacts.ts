/** What is found in a list of people before a start: who is being called, waits to be called, or was called as often as the limits allow (design: the ledger). */
import * as z from 'zod/mini'
import { ContactLimits, OutsideHours } from './calling-rules.ts'
import { DoNotCallFound } from './do-not-call-entry.ts'

/** The state of a call: its batch is running, scheduled, holds it back after the first ten, or waits for approval; it was made; or its outcome is unknown. */
export const contactStates = ['running', 'scheduled', 'held_back', 'awaiting_approval', 'called', 'unknown'] as const
export type ContactState = (typeof contactStates)[number]

/** A batch, or the single calls of one operator. */
export const ContactedBy = z.object({
  state: z.enum(contactStates),
  /** null: single calls. Its id is null while nobody knows it. */
  batch: z.nullable(z.object({ batchId: z.nullable(z.string()), name: z.string() })),
  agentName: z.nullable(z.string()),
  /** Who started it, or placed the calls. */
  operator: z.string(),
  /** Epoch ms: when they did, or when a scheduled batch begins. */
  at: z.number(),
  /** How many people of the list. */
  people: z.number(),
})
export type ContactedBy = z.output<typeof ContactedBy>

export const Contacted = z.object({
  /** How many of the list, each counted once. */
  people: z.number(),
  /** Their rows in the file that was sent, as a spreadsheet counts. */
  rows: z.array(z.number()),
  /** What calls them, the most people first. A person may be in several. */
  by: z.array(ContactedBy),
})
export type Contacted = z.output<typeof Contacted>

/** People who were called as often as the limits of the workspace allow. */
export const OverLimit = z.extend(Contacted, {
  /** How many of them reached the limit of 24 hours; the others that of 7 days. */
  overDay: z.number(),
  limits: ContactLimits,
})
export type OverLimit = z.output<typeof OverLimit>

/** What the rules about recipients find in a list: a key for each rule. */
export const RecipientFindings = z.object({
  doNotCall: DoNotCallFound,
  contacted: Contacted,
  overLimit: OverLimit,
  hours: OutsideHours,
})
export type RecipientFindings = z.output<typeof RecipientFindings>
