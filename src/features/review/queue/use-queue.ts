/** The review page's state between two answers: rows, decisions and the last known draft. */
import { useState } from 'react'
import type { Reading } from '#api/reads.ts'
import type { Decision, Draft } from '#contract/index.ts'
import { type KnownDecision, keyOf, mergeDecisions, type Row, type Target, updateRows } from './queue.ts'

/** All that is known of decisions: what the list says, and the answers of a moment ago. */
export function useKnownDecisions({ data, readAt }: Reading<{ decisions: Decision[] }>) {
  const [state, setState] = useState<{ seen: readonly KnownDecision[]; readAt: number }>({ seen: [], readAt: 0 })
  const isNew = data !== undefined && readAt !== null && readAt !== state.readAt
  const now = isNew ? { seen: mergeDecisions(state.seen, data.decisions, readAt), readAt } : state
  if (now !== state) setState(now)
  return {
    seen: now.seen,
    add: (decision: Decision) =>
      setState((before) => ({ ...before, seen: mergeDecisions(before.seen, [decision], Date.now()) })),
  }
}

/** The rows of the list; none moves while somebody points at it. */
export function useRows(drafts: readonly Draft[], held: boolean): readonly Row[] {
  const [state, setState] = useState<{ drafts: readonly Draft[]; held: boolean; rows: readonly Row[] }>({
    drafts: [],
    held: false,
    rows: [],
  })
  if (state.drafts === drafts && state.held === held) return state.rows
  const rows = updateRows(state.rows, drafts, held)
  setState({ drafts, held, rows })
  return rows
}

/** The last that the queue said of a message that is open, also once it has left the queue. */
export function useLastKnownDraft(
  target: Target | null,
  drafts: readonly Draft[],
): { draft: Draft | null; inQueue: boolean } {
  const [last, setLast] = useState<Draft | null>(null)
  if (!target) return { draft: null, inQueue: false }
  const found = drafts.find((draft) => keyOf(draft) === keyOf(target))
  if (found && found !== last) setLast(found)
  if (found) return { draft: found, inQueue: true }
  return { draft: last && keyOf(last) === keyOf(target) ? last : null, inQueue: false }
}
