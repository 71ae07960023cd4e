/** State of the review page that outlasts a poll of the queue: rows, decisions and the last known draft. */
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { QueryState } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { type Decision, type Draft, isWaiting } from '#contract/index.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import {
  type Filter,
  filterDrafts,
  filterRows,
  firstDraftOf,
  type KnownDecision,
  keyOf,
  mergeDecisions,
  nextFreeDraft,
  type Row,
  type Sorting,
  sortDrafts,
  type Target,
  updateRows,
} from './queue.ts'
import { reviewFields } from './review-search.ts'

/** The known decisions: those of the list, and the operator's own, which can be newer than the list. */
export function useKnownDecisions({ data, readAt }: QueryState<{ decisions: Decision[] }>) {
  const [state, setState] = useState<{ knownDecisions: readonly KnownDecision[]; readAt: number }>({
    knownDecisions: [],
    readAt: 0,
  })
  const isNew = data !== undefined && readAt !== null && readAt !== state.readAt
  const next = isNew ? { knownDecisions: mergeDecisions(state.knownDecisions, data.decisions, readAt), readAt } : state
  if (next !== state) setState(next)
  return {
    knownDecisions: next.knownDecisions,
    addDecision: (decision: Decision) =>
      setState((before) => ({
        ...before,
        knownDecisions: mergeDecisions(before.knownDecisions, [decision], Date.now()),
      })),
  }
}

/** How often the filter by waiting time is applied again. */
export const filterIntervalMs = 10_000

/**
 * The filter and the order of the address. It stays the same object while other parts of the address change: opening the next draft must
 * not render the whole list and the filters again.
 */
export function useFilter(): Filter & { sort: Sorting } {
  const [{ agent, flow, age, assigned, alike, sort }] = useSearch(reviewFields)
  return { agent, flow, age, assigned, alike, sort }
}

/** The number of waiting drafts that match the filter and the search. */
export function useShownCount(drafts: readonly Draft[], searchText: string): number {
  const filter = useFilter()
  const now = useGatewayTime(filterIntervalMs)
  const myId = useMyId()
  return filterDrafts(drafts, filter, searchText, { now, myId }).filter(isWaiting).length
}

/**
 * The rows that match the filter and the search, and those of their drafts that still wait. A hook of its own, because the React Compiler
 * caches nothing that is computed between the hooks of a component: here, the result is computed after them.
 */
export function useShownRows(
  allDrafts: readonly Draft[],
  filter: Filter & { sort: Sorting },
  searchText: string,
  knownDecisions: readonly KnownDecision[],
  isPointedAt: boolean,
): { rows: readonly Row[]; drafts: readonly Draft[] } {
  const now = useGatewayTime(filterIntervalMs)
  const myId = useMyId()
  const allRows = useRows(allDrafts, filter.sort, isPointedAt)
  const rows = filterRows(allRows, filter, searchText, { now, myId }, knownDecisions)
  return { rows, drafts: rows.filter(({ hasLeftQueue }) => !hasLeftQueue).map(({ draft }) => draft) }
}

interface RowsState {
  drafts: readonly Draft[]
  sorting: Sorting
  isPointedAt: boolean
  rows: readonly Row[]
}

/** The rows of the list, sorted. None moves while the operator points at it. */
function useRows(drafts: readonly Draft[], sorting: Sorting, isPointedAt: boolean): readonly Row[] {
  const [state, setState] = useState<RowsState>({ drafts: [], sorting, isPointedAt: false, rows: [] })
  if (state.drafts === drafts && state.sorting === sorting && state.isPointedAt === isPointedAt) return state.rows
  const rows = updateRows(state.rows, sortDrafts(drafts, sorting), isPointedAt && state.sorting === sorting)
  setState({ drafts, sorting, isPointedAt, rows })
  return rows
}

/** The drafts that the page opened by itself, by entry of the browser's history: who returns to one finds the same draft. */
let openedDrafts: ReadonlyMap<string, Target> = new Map()

/**
 * The open draft: that of the address. If it has only a conversation, a draft of it. If it has neither, the next free draft, unless that
 * would cover the list; then it stays until the address changes, also in a window that becomes narrower. The address itself stays as it
 * is: to replace it once the queue is known would take back whoever goes to another page in that moment.
 *
 * @param allDrafts the whole queue
 * @param drafts what the list shows of it
 */
export function useTarget(allDrafts: readonly Draft[], drafts: readonly Draft[], isNarrow: boolean): Target | null {
  const { key, search } = useLocation()
  // With the search: entries that the router did not write share one key.
  const entry = key + search
  const [{ conversation, message }] = useSearch(reviewFields)
  const myId = useMyId()
  const [opened, setOpened] = useState(openedDrafts)
  useEffect(() => {
    openedDrafts = opened
  }, [opened])
  if (conversation && message) return { conversationId: conversation, messageId: message }
  const known = opened.get(entry)
  if (known) return known
  if (!conversation && isNarrow) return null
  const first = conversation ? firstDraftOf(allDrafts, conversation, myId) : nextFreeDraft(drafts, null, myId)
  if (!first) return null
  const target = { conversationId: first.conversationId, messageId: first.messageId }
  setOpened(new Map(opened).set(entry, target))
  return target
}

/** The open draft as the queue last contained it, also after it left the queue. */
export function useLastKnownDraft(
  target: Target | null,
  drafts: readonly Draft[],
): { draft: Draft | null; isInQueue: boolean } {
  const [lastDraft, setLastDraft] = useState<Draft | null>(null)
  if (!target) return { draft: null, isInQueue: false }
  const draftInQueue = drafts.find((draft) => keyOf(draft) === keyOf(target))
  if (draftInQueue && draftInQueue !== lastDraft) setLastDraft(draftInQueue)
  if (draftInQueue) return { draft: draftInQueue, isInQueue: true }
  return { draft: lastDraft && keyOf(lastDraft) === keyOf(target) ? lastDraft : null, isInQueue: false }
}
