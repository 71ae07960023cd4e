/** The gateway's endpoints for the do-not-call list: numbers that a workspace may not call or draft messages to. */
import * as z from 'zod/mini'
import { Pagination, pageQuery } from '../shared/paging.ts'
import { dateTime, id, nonBlank, nonBlankUpTo } from '../shared/wire.ts'
import type { ContactedBy } from './contacts.ts'
import type { DoNotCallEntry } from './parts/do-not-call-entry.ts'

/** What still includes numbers of the do-not-call list, as far as Switchboard knows without asking the service. */
export interface StillIncluded {
  /** Batches that may still call one of the numbers, those with the most people first, and how many there are. At most 50 are named. */
  batches: ContactedBy[]
  batchCount: number
  /** The latest batches that others started and that are not known to have ended. Whom they call is not known. At most 50 are named. */
  otherBatches: { batchId: string; name: string }[]
  otherBatchCount: number
  /** Drafts to one of the numbers that wait for review, the oldest first, and how many there are. At most 50 are named. */
  drafts: {
    conversationId: string
    messageId: string
    customerName: string | null
    /** The beginning of its text. */
    message: string
    createdAt: string
  }[]
  draftCount: number
  /** The conversations that were searched for drafts, those that have not been read, and whether the service lists all of them. */
  conversations: {
    read: number
    /** The oldest reading of those that were searched, epoch ms; null: none was read. */
    readAt: number | null
    unread: number
    listed: boolean
  }
}

export interface Addition extends StillIncluded {
  /** To undo the addition with; null: nothing was added. */
  additionId: string | null
}

/** Numbers of one import, its size in bytes, and how many of its rows that hold no number are named. */
export const doNotCallLimits = { numbers: 1_000_000, bytes: 128 * 1024 * 1024, namedRows: 10_000, reason: 200 } as const

const number = nonBlankUpTo(80)
const reason = nonBlankUpTo(doNotCallLimits.reason)

export const doNotCallEndpoints = {
  /** Newest first, entries whose end date has passed included. */
  doNotCallList: {
    query: z.strictObject(pageQuery),
    response: z.custom<{ entries: DoNotCallEntry[]; pagination: Pagination }>(),
  },
  /** In any spelling with its country code. An entry that lasts as long or longer stays as it is. */
  doNotCallAdd: {
    body: z.strictObject({
      number,
      reason,
      until: z.optional(dateTime),
      source: z.optional(
        z.strictObject({ kind: z.enum(['hand', 'call', 'conversation', 'batch_row']), id: z.optional(id) }),
      ),
    }),
    response: z.custom<
      Addition & {
        entry: DoNotCallEntry
        /** false: it was already on the list. */
        isNew: boolean
      }
    >(),
  },
  /** A POST, so that the number stays out of URLs. */
  doNotCallSearch: {
    body: z.strictObject({ number }),
    response: z.custom<{
      /** null: it is not on the list, or its end date has passed. */
      entry: DoNotCallEntry | null
    }>(),
  },
  /**
   * A CSV or text file, or one that this Switchboard exported. 400 `choose_column` (`details`: their names, one in each line) or
   * `choose_country` (`details`: the likely one) asks for a field.
   */
  doNotCallImport: {
    upload: z.strictObject({
      reason,
      until: z.optional(dateTime),
      fileName: z.optional(nonBlankUpTo(200)),
      /** The column with the numbers, if several are possible. */
      column: z.optional(nonBlank.check(z.maxLength(200))),
      /** The country (ISO 3166) of numbers without a country code; `none`: leave them out. */
      country: z.optional(z.string().check(z.regex(/^(?:[A-Z]{2}|none)$/))),
      /** `column`: the numbers come from a do-not-call column of a batch's file · `batch_row`: from rows of a batch, whose id is `sourceId`. */
      source: z.optional(z.enum(['import', 'column', 'batch_row'])),
      sourceId: z.optional(id),
    }),
    response: z.custom<
      Addition & {
        /** Counts of non-empty rows: new numbers, numbers already listed or repeated in the file, and invalid ones. */
        added: number
        already: number
        invalid: number
        /** The first invalid rows: their spreadsheet row number, the shortened cell, and the problem. */
        rows: { row: number; text: string; problem: string }[]
      }
    >(),
  },
  /**
   * A CSV file with the last two digits, who, when, why, until when, and the keyed hash. The numbers cannot be read from it. Only this
   * Switchboard can import it again, by the hash.
   */
  doNotCallExport: {},
  /** It can be put back for a day. */
  doNotCallRemove: { response: z.custom<DoNotCallEntry>() },
  /** Undoes what you added within the last hour. A number that was on the list before has its former entry again. */
  doNotCallTakeBack: {
    /** Numbers removed from the list, and numbers that stay because they were on it before. */
    response: z.custom<{ removed: number; kept: number }>(),
  },
  /** Puts back what was removed, with who added it, when and why. */
  doNotCallRestore: { response: z.custom<DoNotCallEntry>() },
}
