/** Calls of a batch as rows of a file: the numbers, what each row said, and what became of it. Pure. */
import type { BatchCall, BatchExport } from '#contract/index.ts'
import { type CallRow, callRowsText, rowOfCall } from '#recipients/file/call-rows.ts'

export interface Exported extends CallRow {
  outcome: string[]
}

/**
 * Whether a call shows no sign that it was ever placed. A cancel also drops call-backs: their people were called before, so such a call
 * has a call ID, a start or an error (interface 4).
 */
export const wasNeverPlaced = ({ status, callId, roomName, startTime, endTime, duration, error }: BatchCall): boolean =>
  status === 'cancelled' &&
  ![callId, roomName, error].some(Boolean) &&
  [startTime, endTime, duration].every((moment) => moment === null || moment === undefined)

const outcomes = ['call_state', 'call_error', 'call_started', 'call_ended', 'call_seconds', 'call_job']
const momentOf = (at: number | null | undefined): string =>
  at === null || at === undefined ? '' : new Date(at).toISOString()

export const exportedCall = (call: BatchCall): Exported => ({
  ...rowOfCall(call),
  outcome: [
    call.status,
    call.error ?? '',
    momentOf(call.startTime),
    momentOf(call.endTime),
    call.duration === null || call.duration === undefined ? '' : `${call.duration}`,
    call.jobId,
  ],
})

/** A heading that no other column has: a file with the same heading twice cannot be imported. */
function unlike(name: string, taken: readonly string[]): string {
  const isTaken = (one: string) => taken.some((other) => other.trim().toLowerCase() === one)
  let found = name
  for (let at = 2; isTaken(found); at += 1) found = `${name}_${at}`
  return found
}

/**
 * @param form `recipients`: only what a new launch needs, as the rows came · `report`: and what became of each
 * @returns CSV that the importer reads: no cell begins a formula, each heading stands once
 */
export function exportText(form: BatchExport['form'], rows: readonly Exported[]): string {
  if (form === 'recipients') return callRowsText(rows)
  return callRowsText(rows, {
    names: (variables) => outcomes.map((name) => unlike(name, variables)),
    cells: ({ outcome }) => outcome,
  })
}
