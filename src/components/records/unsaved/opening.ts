/** What a form opens with: the record, or restored work merged with the record as it is now. Pure. */
import { isEqual, type Merge, merge } from '../draft/record-draft.ts'

/** What somebody else changed while a record was edited. */
export interface Conflict<Draft, Path extends string> extends Merge<Draft, Path> {
  /** The record as the operator knew it, as a draft. */
  before: Draft
  /** The record as it is now, as a draft. */
  now: Draft
}

export interface Opening<Draft, Path extends string> {
  /** The record as it is now, as a draft, or what a new one starts with. */
  start: Draft
  draft: Draft
  /** null: nobody else changed the record since the restored work was begun. */
  conflict: Conflict<Draft, Path> | null
  /** When the restored work was stored, epoch ms; null: nothing was restored. */
  restoredAt: number | null
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * @param start the record as it is now, as a draft, or what a new record starts with
 * @param restored null: nothing. An earlier version of the page may have stored it, so fields that it lacks are those of `start`
 * @param isNew nobody else can change a new record
 * @param filledIn what the form is filled in with if nothing was restored: an earlier version of the record, or the record itself
 */
export function openingOf<Draft extends object, Path extends string>(
  paths: readonly Path[],
  start: Draft,
  restored: { draft: unknown; before: unknown; savedAt: number } | null,
  isNew: boolean,
  filledIn = start,
): Opening<Draft, Path> {
  const unchanged = { start, draft: start, conflict: null, restoredAt: null }
  if (!restored || !isObject(restored.draft) || !isObject(restored.before)) return { ...unchanged, draft: filledIn }
  const mine: Draft = { ...start, ...restored.draft }
  const before: Draft = isNew ? start : { ...start, ...restored.before }
  const merged = merge<Draft, Path>(paths, before, start, mine)
  if (isEqual(merged.draft, start)) return unchanged
  const isConflict = merged.adopted.length > 0 || merged.conflicting.length > 0
  return {
    start,
    draft: merged.draft,
    conflict: isConflict ? { ...merged, before, now: start } : null,
    restoredAt: restored.savedAt,
  }
}
