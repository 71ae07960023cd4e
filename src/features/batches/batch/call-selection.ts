/** Selects calls of a batch across the pages of their table. Only in memory, because they contain personal data. Pure. */
import type { BatchCall } from '#contract/index.ts'

/** To take more calls, the operator uses the filter by status. */
export const maxSelectedCalls = 1_000

export interface Selection {
  /** By job ID, in the order in which they were selected. */
  calls: ReadonlyMap<string, BatchCall>
  /** The job ID of the call where a range begins: the last one that was clicked. */
  anchor: string | null
}
export const nothingSelected: Selection = { calls: new Map(), anchor: null }

/** Why a call cannot be selected; '' if it can. A person whom this batch will still call would be called twice. */
export function notSelectable({ status, phone_number }: Pick<BatchCall, 'status' | 'phone_number'>): string {
  if (status === 'waiting' || status === 'active') return 'This batch will still call this person.'
  return phone_number === '' ? 'The service does not show the number.' : ''
}

/** Selects or deselects calls; skips those that cannot be selected, and stops at `maxSelectedCalls`. */
function setSelected(
  selection: Selection,
  calls: readonly BatchCall[],
  isSelected: boolean,
  anchor: string | null,
): Selection {
  const next = new Map(selection.calls)
  for (const call of calls) {
    if (!isSelected) next.delete(call.jobId)
    else if (notSelectable(call) === '' && next.size < maxSelectedCalls) next.set(call.jobId, call)
  }
  return { calls: next, anchor }
}

const callsBetween = (pageCalls: readonly BatchCall[], index: number, otherIndex: number) =>
  pageCalls.slice(Math.min(index, otherIndex), Math.max(index, otherIndex) + 1)
const indexOfCall = (pageCalls: readonly BatchCall[], jobId: string | null) =>
  pageCalls.findIndex((call) => call.jobId === jobId)

/** Toggles a call. @param isRange whether to include all from the anchor @param pageCalls the page of the table */
export function toggleCall(
  selection: Selection,
  pageCalls: readonly BatchCall[],
  jobId: string,
  isRange: boolean,
): Selection {
  const index = indexOfCall(pageCalls, jobId)
  const anchorIndex = indexOfCall(pageCalls, selection.anchor)
  const calls = callsBetween(pageCalls, isRange && anchorIndex >= 0 ? anchorIndex : index, index)
  return setSelected(selection, calls, !selection.calls.has(jobId), jobId)
}

/** Extends or shrinks the range that begins at the anchor, or at `from`, to `to`, the call above or below. */
export function extendSelection(
  selection: Selection,
  pageCalls: readonly BatchCall[],
  from: string,
  to: string,
): Selection {
  const anchor = indexOfCall(pageCalls, selection.anchor) < 0 ? from : selection.anchor
  const [anchorIndex, fromIndex, toIndex] = [anchor, from, to].map((jobId) => indexOfCall(pageCalls, jobId)) as [
    number,
    number,
    number,
  ]
  if (Math.abs(toIndex - anchorIndex) < Math.abs(fromIndex - anchorIndex))
    return setSelected(selection, callsBetween(pageCalls, fromIndex, fromIndex), false, anchor)
  return setSelected(selection, callsBetween(pageCalls, fromIndex, toIndex), true, anchor)
}

/** Selects all calls of the page that can be selected, or none. */
export const selectPage = (selection: Selection, pageCalls: readonly BatchCall[], isSelected: boolean): Selection =>
  setSelected(selection, pageCalls, isSelected, null)

/** Calls of the page that can be selected but are not. */
export const unselectedCalls = (selection: Selection, pageCalls: readonly BatchCall[]): BatchCall[] =>
  pageCalls.filter((call) => notSelectable(call) === '' && !selection.calls.has(call.jobId))

/** The selected calls without those that have not ended: the service may have planned a call-back since they were selected. */
export const endedCallsOf = (selection: Selection, pageCalls: readonly BatchCall[]): BatchCall[] => {
  const unfinishedIds = new Set(pageCalls.filter((call) => notSelectable(call) !== '').map(({ jobId }) => jobId))
  return [...selection.calls.values()].filter(({ jobId }) => !unfinishedIds.has(jobId))
}
