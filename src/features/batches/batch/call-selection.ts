/** Selects calls of a batch across the pages of their table. Only in memory, because they contain personal data. Pure. */
import type { BatchCall } from '#contract/index.ts'
import * as texts from './texts.tsx'

/** For more calls there is the filter by status, which reads all of them again. */
export const maxSelectedCalls = 1_000

export interface Selection {
  /** By job, in the order in which they were selected. */
  calls: ReadonlyMap<string, BatchCall>
  /** The job where a range begins: the last one that was clicked. */
  anchor: string | null
}
export const nothingSelected: Selection = { calls: new Map(), anchor: null }

/** Why a call cannot be selected; '' if it can. A person whom this batch will still call would be called twice. */
export function notSelectable({ status, phone_number }: Pick<BatchCall, 'status' | 'phone_number'>): string {
  if (status === 'waiting' || status === 'active') return texts.stillToCallOne
  return phone_number === '' ? texts.hiddenNumber : ''
}

/** Selects or deselects calls; skips those that cannot be selected, and stops at `maxSelectedCalls`. */
function set(selection: Selection, calls: readonly BatchCall[], isSelected: boolean, anchor: string | null): Selection {
  const next = new Map(selection.calls)
  for (const call of calls) {
    if (!isSelected) next.delete(call.jobId)
    else if (notSelectable(call) === '' && next.size < maxSelectedCalls) next.set(call.jobId, call)
  }
  return { calls: next, anchor }
}

const between = (shown: readonly BatchCall[], one: number, other: number) =>
  shown.slice(Math.min(one, other), Math.max(one, other) + 1)
const placeOf = (shown: readonly BatchCall[], jobId: string | null) => shown.findIndex((call) => call.jobId === jobId)

/** Toggles a call. @param range whether to include all from the anchor @param shown the page of the table */
export function toggled(selection: Selection, shown: readonly BatchCall[], jobId: string, range: boolean): Selection {
  const place = placeOf(shown, jobId)
  const anchor = placeOf(shown, selection.anchor)
  const calls = between(shown, range && anchor >= 0 ? anchor : place, place)
  return set(selection, calls, !selection.calls.has(jobId), jobId)
}

/** Extends or shrinks the range that begins at the anchor, or at `from`, to `to`, the call above or below. */
export function extended(selection: Selection, shown: readonly BatchCall[], from: string, to: string): Selection {
  const anchor = placeOf(shown, selection.anchor) < 0 ? from : selection.anchor
  const [start, here, there] = [anchor, from, to].map((jobId) => placeOf(shown, jobId)) as [number, number, number]
  if (Math.abs(there - start) < Math.abs(here - start)) return set(selection, between(shown, here, here), false, anchor)
  return set(selection, between(shown, here, there), true, anchor)
}

/** Selects all calls of the page that can be selected, or none. */
export const allSet = (selection: Selection, shown: readonly BatchCall[], isSelected: boolean): Selection =>
  set(selection, shown, isSelected, null)

/** Calls of the page that can be selected but are not. */
export const unselected = (selection: Selection, shown: readonly BatchCall[]): BatchCall[] =>
  shown.filter((call) => notSelectable(call) === '' && !selection.calls.has(call.jobId))

/** Without calls that the page shows as not ended: a call-back may have been planned since they were selected. */
export const endedCallsOf = (selection: Selection, shown: readonly BatchCall[]): BatchCall[] => {
  const open = new Set(shown.filter((call) => notSelectable(call) !== '').map(({ jobId }) => jobId))
  return [...selection.calls.values()].filter(({ jobId }) => !open.has(jobId))
}
