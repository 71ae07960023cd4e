/**
 * A test call of one row to the operator's own number. Kept in memory only, so that the number is never in the browser's storage. A
 * reload forgets it, but the test remains in the list of batches.
 */
import { useSyncExternalStore } from 'react'

export interface OwnTest {
  /** As typed. */
  number: string
  /** null: no test yet. */
  last: {
    batchId: string
    /** The new batch's turn, because a test of another file does not count. */
    turn: number
    /** Row number as in a spreadsheet. */
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
