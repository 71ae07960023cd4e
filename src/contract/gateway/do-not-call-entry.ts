/** An entry of the do-not-call list, and whom of a list of people it names. */
import * as z from 'zod/mini'

/** How a number came to the list: by hand, or from a call, a conversation, a row of a batch, a file, a column of a batch's file. */
export const doNotCallSources = ['hand', 'call', 'conversation', 'batch_row', 'import', 'column'] as const
export type DoNotCallSource = (typeof doNotCallSources)[number]

/** What is known of why a number is on the list. */
const facts = {
  /** Who added it. */
  operator: z.string(),
  /** Epoch ms. */
  at: z.number(),
  reason: z.string(),
  source: z.object({
    kind: z.enum(doNotCallSources),
    /** Of a file. */
    name: z.nullable(z.string()),
    /** Of a call's room, a conversation or a batch. */
    id: z.nullable(z.string()),
  }),
}
export const DoNotCallFacts = z.object(facts)
export type DoNotCallFacts = z.output<typeof DoNotCallFacts>

/** An entry of the list. The number itself is stored nowhere. */
export const DoNotCallEntry = z.object({
  /** A keyed hash of the number: the same number has the same one in every workspace of this Switchboard. */
  entryId: z.string(),
  /** The last two digits of the number. */
  lastTwo: z.string(),
  ...facts,
  /** Epoch ms: from then on it does not count; null: no end. */
  until: z.nullable(z.number()),
})
export type DoNotCallEntry = z.output<typeof DoNotCallEntry>

/** Whom of a list of people the do-not-call list names. */
export const DoNotCallFound = z.object({
  people: z.number(),
  /** Their rows in the file that was sent, as a spreadsheet counts. */
  rows: z.array(z.number()),
  /** Who added them, when and why; the most people first. */
  by: z.array(z.object({ ...facts, people: z.number() })),
})
export type DoNotCallFound = z.output<typeof DoNotCallFound>
