/**
 * One row tried on a number of the operator's own. It is in memory only, so that the number is in no storage of the browser; a reload
 * forgets it, and the test stays in the list of batches.
 */
import { useSyncExternalStore } from 'react'

export interface OwnTest {
  /** As it was typed. */
  number: string
  /** The last test; null: none yet. */
  last: {
    batchId: string
    /** The launch's turn: the test of another file says nothing of this one. */
    turn: number
    /** As a spreadsheet counts. */
    row: number
    agentName: string | null
  } | null
}

let own: OwnTest = { number: '', last: null }
const listeners = new Set<() => void>()

export function changeOwnTest(change: Partial<OwnTest>): void {
  own = { ...own, ...change }
  for (const listener of listeners) listener()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useOwnTest = (): OwnTest => useSyncExternalStore(follow, () => own)
