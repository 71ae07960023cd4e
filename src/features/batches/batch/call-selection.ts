/** Calls of a batch that are selected one by one, over the pages of their table. In memory alone, since they name people. Pure. */
import type { BatchCall } from '#contract/index.ts'

/** More are taken by a filter: all of them are read anew then, and nobody is counted by hand. */
export const mostSelected = 1_000

export interface Selection {
  /** By job, in the order in which they were selected. */
  calls: ReadonlyMap<string, BatchCall>
  /** The job where a range begins: the last one that was pressed. */
  anchor: string | null
}
export const nothingSelected: Selection = { calls: new Map(), anchor: null }

/** Why a call cannot be selected; '' if it can. Whoever is still to be called here would be called twice. */
export function notSelectable({ status, phone_number }: Pick<BatchCall, 'status' | 'phone_number'>): string {
  if (status === 'waiting' || status === 'active') return 'This batch is still to call this person.'
  return phone_number === '' ? 'The service does not show the number.' : ''
}

/** With these calls selected, or not. No more than `mostSelected`, and none that cannot be selected. */
function set(selection: Selection, calls: readonly BatchCall[], isSelected: boolean, anchor: string | null): Selection {
  const next = new Map(selection.calls)
  for (const call of calls) {
    if (!isSelected) next.delete(call.jobId)
    else if (notSelectable(call) === '' && next.size < mostSelected) next.set(call.jobId, call)
  }
  return { calls: next, anchor }
}

const between = (shown: readonly BatchCall[], one: number, other: number) =>
  shown.slice(Math.min(one, other), Math.max(one, other) + 1)
const placeOf = (shown: readonly BatchCall[], jobId: string | null) => shown.findIndex((call) => call.jobId === jobId)

/** One is pressed. @param range with all from the one that was pressed before @param shown the page of the table */
export function pressed(selection: Selection, shown: readonly BatchCall[], jobId: string, range: boolean): Selection {
  const place = placeOf(shown, jobId)
  const anchor = placeOf(shown, selection.anchor)
  const calls = between(shown, range && anchor >= 0 ? anchor : place, place)
  return set(selection, calls, !selection.calls.has(jobId), jobId)
}

/** The range that begins at the anchor, or at `from`, now reaches `to`, the call above or below. */
export function extended(selection: Selection, shown: readonly BatchCall[], from: string, to: string): Selection {
  const anchor = placeOf(shown, selection.anchor) < 0 ? from : selection.anchor
  const [start, here, there] = [anchor, from, to].map((jobId) => placeOf(shown, jobId)) as [number, number, number]
  if (Math.abs(there - start) < Math.abs(here - start)) return set(selection, between(shown, here, here), false, anchor)
  return set(selection, between(shown, here, there), true, anchor)
}

/** All calls of the page that can be selected, or none of them. */
export const allSet = (selection: Selection, shown: readonly BatchCall[], isSelected: boolean): Selection =>
  set(selection, shown, isSelected, null)

/** Calls of the page that can be selected and are not. */
export const unselected = (selection: Selection, shown: readonly BatchCall[]): BatchCall[] =>
  shown.filter((call) => notSelectable(call) === '' && !selection.calls.has(call.jobId))

/** Without those that the page shows as still to be called: a call-back may have been planned since they were selected. */
export const settledOf = (selection: Selection, shown: readonly BatchCall[]): BatchCall[] => {
  const open = new Set(shown.filter((call) => notSelectable(call) !== '').map(({ jobId }) => jobId))
  return [...selection.calls.values()].filter(({ jobId }) => !open.has(jobId))
}
