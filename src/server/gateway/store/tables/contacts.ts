/** Tables: whom we called, and whom we must not call. */
import type { Generated } from 'kysely'
import type { DoNotCallSource } from '#contract/index.ts'

export interface ContactTables {
  /** Why people are or will be called: a batch's start, its held-back people, a start that waits for approval, or a single call. */
  contact_sources: {
    /** Increases in commit order. */
    id: Generated<number>
    effect_id: string
    kind: 'batch' | 'rest' | 'call' | 'approval'
    /** For kind `rest` (held-back people): the prepared batch that contains them. */
    prepared_id: string | null
    at: number
    /** When the last call ended, epoch ms; `notEnded` while the batch is running; 0: nobody was called. */
    ended_at: number
  }
  /** The people by source: keyed hashes of their numbers. Deleted after a year. */
  contacts: { number: string; source: number }
  /** Numbers that a workspace must not call: keyed hashes as in `contacts`, but kept longer than a year. */
  do_not_call: {
    workspace: string
    number: string
    last_two: string
    addition: number
    /** When the entry expires, epoch ms; `noEnd`: never. */
    until: number
    /** When the entry was removed. The row is deleted a day later. */
    removed_at: number | null
  }
  /** What people said about columns of their files that may say who must not be called. Deleted after 800 days. */
  column_answers: {
    workspace: string
    /** Keyed hash of the file's header line. */
    header: string
    /** The column's position in it, from 0. */
    place: number
    /** JSON of ColumnAnswer. */
    answer: string
    operator: string
    at: number
  }
  /** What numbers that were added together have in common. */
  do_not_call_additions: {
    /** Increases with each addition. */
    id: Generated<number>
    workspace: string
    operator: string
    at: number
    reason: string
    source_kind: DoNotCallSource
    source_name: string | null
    source_id: string | null
    /** null: added by a version that did not record it. */
    operator_id: string | null
  }
  /** Entries that a longer-lasting addition replaced. Stored as long as the addition can be undone. */
  do_not_call_replaced: {
    addition: number
    number: string
    was_addition: number
    was_until: number
    at: number
  }
  /** One row, updated whenever numbers are added to a do-not-call list. */
  do_not_call_version: { version: number }
}
