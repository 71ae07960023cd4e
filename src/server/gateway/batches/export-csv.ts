/** Writes the calls of a batch as CSV rows: number, variables and outcome. Pure. */
import type { BatchCall, BatchExport } from '#contract/index.ts'
import { type CallRow, callRowsText, rowOfCall } from '#recipients/file/call-rows.ts'
import { transcriptText } from '../shared/transcript-text.ts'

export interface ExportedCall extends CallRow {
  outcome: string[]
  jobId: string
  /** What the answer of the service says was said; ''. */
  transcript: string
}

/** What is known of the calls of a row, beside what the service says of it. */
export interface KnownRow {
  /** The outcome of its last call. */
  outcome: string
  /** Calls that were seen to end. */
  calls: number
  /** What was said in its last call of which that is kept; '' if it is not wanted or was not seen. */
  transcript: string
}

/**
 * Whether a call shows no sign that it was ever placed. A cancel also drops call-backs. Their people were called before, so such a call
 * has a call ID, a start or an error (interface 4).
 */
export const wasNeverPlaced = ({ status, callId, roomName, startTime, endTime, duration, error }: BatchCall): boolean =>
  status === 'cancelled' &&
  ![callId, roomName, error].some(Boolean) &&
  [startTime, endTime, duration].every((value) => value === null || value === undefined)

const outcomeColumns = [
  'call_state',
  'call_error',
  'call_started',
  'call_ended',
  'call_seconds',
  'call_job',
  'call_id',
  'call_row',
  'call_outcome',
  'call_attempts',
]
const isoTimeOf = (epochMs: number | null | undefined): string =>
  epochMs === null || epochMs === undefined ? '' : new Date(epochMs).toISOString()

/** @param row its number in the file that a person chose, or its place among all rows, from 1; null: only some rows are exported */
export const exportCall = (call: BatchCall, row: number | null = null): ExportedCall => ({
  ...rowOfCall(call),
  jobId: call.jobId,
  transcript: transcriptText(call.result?.transcript ?? []),
  outcome: [
    call.status,
    call.error ?? '',
    isoTimeOf(call.startTime),
    isoTimeOf(call.endTime),
    call.duration === null || call.duration === undefined ? '' : `${call.duration}`,
    call.jobId,
    call.callId ?? '',
    row === null ? '' : `${row}`,
  ],
})

/** Makes a heading unique, because a file with a duplicate heading cannot be imported. */
function uniqueHeading(name: string, existing: readonly string[]): string {
  const isTaken = (heading: string) => existing.some((existingName) => existingName.trim().toLowerCase() === heading)
  let heading = name
  for (let suffix = 2; isTaken(heading); suffix += 1) heading = `${name}_${suffix}`
  return heading
}

/**
 * @param form `recipients`: the rows as uploaded, for a new batch · `report`: with the outcome of each call · `transcripts`: also with what
 *   was said
 * @param known what is known of rows, by job ID
 * @returns CSV that the importer accepts: no cell starts a formula, and headings are unique
 */
export function exportText(
  form: BatchExport['form'],
  rows: readonly ExportedCall[],
  known: ReadonlyMap<string, KnownRow> = new Map(),
): string {
  if (form === 'recipients') return callRowsText(rows)
  const columns = form === 'transcripts' ? [...outcomeColumns, 'call_transcript'] : outcomeColumns
  return callRowsText(rows, {
    names: (variables) => columns.map((name) => uniqueHeading(name, variables)),
    cells: ({ outcome, jobId, transcript }) => {
      const row = known.get(jobId)
      const cells = [...outcome, row?.outcome ?? '', row ? `${row.calls}` : '']
      return form === 'transcripts' ? [...cells, transcript || (row?.transcript ?? '')] : cells
    },
  })
}
