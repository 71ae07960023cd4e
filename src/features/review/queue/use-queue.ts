/** State of the review page across answers: rows, decisions and the last known draft. */
import { useState } from 'react'
import type { QueryState } from '#api/reads.ts'
import type { Decision, Draft } from '#contract/index.ts'
import { type KnownDecision, keyOf, mergeDecisions, type Row, type Target, updateRows } from './queue.ts'

/** The known decisions: those of the list, and newer answers to the operator's own. */
export function useKnownDecisions({ data, readAt }: QueryState<{ decisions: Decision[] }>) {
  const [state, setState] = useState<{ known: readonly KnownDecision[]; readAt: number }>({ known: [], readAt: 0 })
  const isNew = data !== undefined && readAt !== null && readAt !== state.readAt
  const next = isNew ? { known: mergeDecisions(state.known, data.decisions, readAt), readAt } : state
  if (next !== state) setState(next)
  return {
    known: next.known,
    add: (decision: Decision) =>
      setState((before) => ({ ...before, known: mergeDecisions(before.known, [decision], Date.now()) })),
  }
}

/** The rows of the list. None moves while the operator points at it. */
export function useRows(drafts: readonly Draft[], isPointedAt: boolean): readonly Row[] {
  const [state, setState] = useState<{ drafts: readonly Draft[]; isPointedAt: boolean; rows: readonly Row[] }>({
    drafts: [],
    isPointedAt: false,
    rows: [],
  })
  if (state.drafts === drafts && state.isPointedAt === isPointedAt) return state.rows
  const rows = updateRows(state.rows, drafts, isPointedAt)
  setState({ drafts, isPointedAt, rows })
  return rows
}

/** The open draft as the queue last had it, also after it left the queue. */
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
