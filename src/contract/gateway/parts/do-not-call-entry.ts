/** Entries of the do-not-call list, and the people of a list whom they match. */

/** How a number was added: by hand, or from a call, a conversation, a batch's row, a file, or a column of a batch's file. */
export const doNotCallSources = ['hand', 'call', 'conversation', 'batch_row', 'import', 'column'] as const
export type DoNotCallSource = (typeof doNotCallSources)[number]

/** Why a number is on the list. */
export interface DoNotCallFacts {
  operator: string
  at: number
  reason: string
  source: {
    kind: DoNotCallSource
    name: string | null
    /** Id of the call's room, the conversation or the batch. */
    id: string | null
  }
}

/** An entry of the list. The number itself is stored nowhere. */
export interface DoNotCallEntry extends DoNotCallFacts {
  /** A keyed hash of the number, the same in every workspace of this Switchboard. */
  entryId: string
  /** The last two digits of the number. */
  lastTwo: string
  /** When it expires, epoch ms; null: never. */
  until: number | null
}

/** The people of a list who are on the do-not-call list. */
export interface DoNotCallFound {
  people: number
  /** Their row numbers in the uploaded file, as in a spreadsheet. */
  rows: number[]
  /** Who added them, when and why, most people first. */
  by: (DoNotCallFacts & { people: number })[]
}
