/** Entries of the do-not-call list, and the people of a list whom they match. */
import * as z from 'zod/mini'
import { epochMs } from '../../shared/wire.ts'

/** How a number was added: by hand, or from a call, a conversation, a batch's row, a file, or a column of a batch's file. */
export const doNotCallSources = ['hand', 'call', 'conversation', 'batch_row', 'import', 'column'] as const
export type DoNotCallSource = (typeof doNotCallSources)[number]

/** Why a number is on the list. */
const facts = {
  /** The operator who added it. */
  operator: z.string(),
  at: epochMs,
  reason: z.string(),
  source: z.object({
    kind: z.enum(doNotCallSources),
    /** Name of the file. */
    name: z.nullable(z.string()),
    /** Id of the call's room, the conversation or the batch. */
    id: z.nullable(z.string()),
  }),
}
export const DoNotCallFacts = z.object(facts)
export type DoNotCallFacts = z.output<typeof DoNotCallFacts>

/** An entry of the list. The number itself is stored nowhere. */
export const DoNotCallEntry = z.object({
  /** A keyed hash of the number, the same in every workspace of this Switchboard. */
  entryId: z.string(),
  /** The last two digits of the number. */
  lastTwo: z.string(),
  ...facts,
  /** When it expires, epoch ms; null: never. */
  until: z.nullable(z.number()),
})
export type DoNotCallEntry = z.output<typeof DoNotCallEntry>

/** The people of a list who are on the do-not-call list. */
export const DoNotCallFound = z.object({
  people: z.number(),
  /** Their row numbers in the uploaded file, as in a spreadsheet. */
  rows: z.array(z.number()),
  /** Who added them, when and why, most people first. */
  by: z.array(z.object({ ...facts, people: z.number() })),
})
export type DoNotCallFound = z.output<typeof DoNotCallFound>
