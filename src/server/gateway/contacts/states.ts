/** The state of a start or a call, which decides whether a later start has to report its people as already called. */
import { type ContactState, type KnownBatch, sumOf } from '#contract/index.ts'
import { startFactsIn } from '../registry/batches.ts'
import type { Tables } from '../store/store.ts'

/** People count as already called for this long after a call, ms. */
export const recentMs = 24 * 3_600_000
/** A call counts for the contact limits for this long, ms. */
export const limitWindowMs = 7 * recentMs
/** Value of `ended_at` for a batch that has not ended, and for a call with an unknown outcome. */
export const notEnded = Number.MAX_SAFE_INTEGER
/** Value of `ended_at` for a source that called nobody. */
export const nobodyCalled = 0

/** A source (a start, a call, held-back people or a request for approval) with the records that decide its state. */
export interface SourceRow {
  source: number
  list: number
  effect_id: string
  prepared_id: string | null
  kind: Tables['contact_sources']['kind']
  ended_at: number
  at: number
  operator: string
  ids: string
  state: string
  happened: number | null
  batch_id: string | null
  batch_name: string | null
  complete: number | null
  progress: string | null
  start_name: string | null
  prepared_fields: string | null
  prepared_batch: string | null
  prepared_start: string | null
  approval_fields: string | null
  approval_state: string | null
  approval_start: string | null
  prepared_until: number | null
}

/** The state of a batch at its last read; null if it ended long ago. */
function stateOfBatch(row: SourceRow, now: number): ContactState | null {
  if (row.state === 'unknown') return 'unknown'
  const isRecent = row.at > now - recentMs
  if (row.ended_at === notEnded && row.complete !== 1) {
    if ((startFactsIn(row.ids).scheduledAt ?? 0) > now) return 'scheduled'
    if (row.batch_id !== null || row.state === 'sending') return 'running'
    // Its batch ID is unknown, so its end cannot be read.
    return isRecent ? 'unknown' : null
  }
  const progress = row.progress === null ? null : (JSON.parse(row.progress) as NonNullable<KnownBatch['progress']>)
  // Missing counts do not show that anybody was called.
  const calledCount = progress && sumOf(progress.completed, progress.failed)
  const isEverybodyCalled =
    Boolean(calledCount) && Boolean(progress?.total) && Number(calledCount) >= Number(progress?.total)
  return isEverybodyCalled && isRecent ? 'called' : 'unknown'
}

/** A start or a call that counts for the contact limits. */
export interface Contact {
  source: number
  /** Epoch ms: the latest time at which it may have called somebody; now for a running batch. */
  at: number
  /** Whether another rule already reports its people, because its batch runs or its outcome is unknown. */
  isNamed: boolean
  /** The source whose unreached or never called people it calls. */
  retryOf: number | null
}

/** Selections of a batch's calls that reached nobody. A batch that makes such calls again is a retry. */
const unreachedSelections: ReadonlySet<string | undefined> = new Set([
  'failed',
  'cancelled',
  'never_called',
  'not_reached',
  'held_back',
])

/** The batch whose unreached people a start with these IDs (JSON) calls; null if it is not a retry. */
export function retriedBatch(ids: string | null): string | null {
  const { originId = null, originCalls = 'all' } = JSON.parse(ids ?? '{}') as Record<string, string | undefined>
  return unreachedSelections.has(originCalls) ? originId : null
}

/** @param state from `stateOf` @returns null if it called nobody, or longer ago than the limits count */
export function contactOf(row: SourceRow, state: ContactState | null, now: number): Omit<Contact, 'retryOf'> | null {
  if (row.state === 'refused' || row.happened === 0) return null
  if (row.kind === 'rest' || row.kind === 'approval' || state === 'scheduled') return null
  const isOngoing = state === 'running' || (state === 'unknown' && row.ended_at === notEnded)
  // If the end of a batch cannot be read, only its start is known.
  const at = isOngoing ? now : row.ended_at === notEnded || row.kind !== 'batch' ? row.at : row.ended_at
  if (at <= now - limitWindowMs) return null
  return { source: row.source, at, isNamed: state !== null && state !== 'called' }
}

/** Whether a batch, or its held-back people, may still be called, also if nobody knows whether its start was carried out. @param state from `stateOf` */
export const mayStillCall = (row: SourceRow, state: ContactState | null): boolean =>
  state === 'running' ||
  state === 'scheduled' ||
  state === 'held_back' ||
  (row.kind === 'batch' && state === 'unknown' && row.ended_at === notEnded && row.complete !== 1)

/** @returns null if its people need not be reported as already called */
export function stateOf(row: SourceRow, now: number): ContactState | null {
  if (row.state === 'refused' || row.happened === 0) return null
  if (row.kind === 'batch') return stateOfBatch(row, now)
  // Held-back people of a prepared batch. Once the batch is started, they count for that start.
  if (row.kind === 'rest') {
    const isWaiting = row.prepared_until === null || row.prepared_until >= now
    return row.prepared_fields !== null && row.prepared_start === null && isWaiting ? 'held_back' : null
  }
  if (row.kind === 'approval')
    return row.approval_state === 'waiting' && row.approval_start === null && row.ended_at > now
      ? 'awaiting_approval'
      : null
  if (row.state === 'unknown') return 'unknown'
  return row.at > now - recentMs ? 'called' : null
}
