/**
 * The one small answer that every page polls: the data of the frame, and a tag for each read that pages would otherwise poll. A page
 * repeats a read when its tag changes.
 */
import * as z from 'zod/mini'
import type { FollowedRead } from './parts/followed-reads.ts'

export interface BudgetSummary {
  /** Maximum requests in any 60 s. */
  perMinute: number
  /** Requests sent in the last 60 s. */
  used: number
  /** Requests reserved for cancels and commands. */
  reserved: number
  /** When reads may be sent again, epoch ms; null: now. */
  nextReadAt: number | null
  /** End of the pause after a 429 of the service, epoch ms; null: not paused. */
  pausedUntil: number | null
}

export interface Status {
  /** The version of the dashboard that this gateway serves; null: it serves none. */
  dashboard: string | null
  /** null: not permitted, or it cannot be read now. */
  tags: Record<FollowedRead, string | null>
  /** null: not signed in. */
  budget: BudgetSummary | null
}

/** Counts of what waits or went wrong. Hidden tabs poll only these (reliability R26). */
export interface Counts {
  /** Calls in progress, as far as somebody watches them. */
  live: number
  /** Known messages that wait for review. */
  drafts: number
  /** Effects with an unknown outcome. */
  unknown: number
  /** Prepared batches that wait for a person, such as the others after the first ten of a launch. */
  prepared: number
  /** Starts that wait for your approval. */
  approvals: number
  /** Batches that ended, failed or were stopped, have too many failed calls, or call people who should not be called. */
  batches: {
    batchId: string
    name: string
    state: 'ended' | 'failed' | 'stopped' | 'failing' | 'harmful'
  }[]
}

export const statusEndpoints = {
  /** Costs the service nothing. */
  statusShow: { response: z.custom<Status>() },
  /** Costs the service nothing. */
  countShow: { response: z.custom<Counts>() },
}
